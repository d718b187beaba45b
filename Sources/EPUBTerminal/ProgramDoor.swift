import Dispatch
private import Glibc

// The door to other programs: started without a shell, with nothing of ours but two ends of sockets.

/// Programs beside ours.
public enum Program {
  /// The first executable of that name in the absolute folders of a search path; a name with a slash
  /// is a path itself.
  public static func find(_ name: String, in path: String) -> String? {
    if name.utf8.contains(0) { return nil }
    if name.contains("/") { return unsafe access(name, X_OK) == 0 ? name : nil }
    return path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { unsafe access($0, X_OK) == 0 }
  }

  /// What a program writes when it reads `input`; `nil` when it fails, takes too long or writes too
  /// much.
  ///
  /// - Parameters:
  ///   - arguments: the path of the program first.
  ///   - inheritsEnvironment: `false` gives it a few variables that say nothing of the user.
  public static func run(
    _ arguments: [String], input: [UInt8], maximumOutputByteCount: Int, milliseconds: Int,
    inheritsEnvironment: Bool = false
  ) -> [UInt8]? {
    if arguments.contains(where: { $0.utf8.contains(0) }) { return nil }
    guard let feed = SocketPair() else { return nil }
    guard let harvest = SocketPair() else {
      feed.closeBoth()
      return nil
    }
    let child = start(
      arguments, input: feed.theirs, output: harvest.theirs,
      inheritsEnvironment: inheritsEnvironment)
    close(feed.theirs)
    close(harvest.theirs)
    var output: [UInt8]?
    if child != nil {
      output = converse(
        feed.ours, harvest.ours, input, maximumOutputByteCount,
        until: TerminalDevice.now + milliseconds)
    } else {
      close(feed.ours)
    }
    close(harvest.ours)
    guard let child else { return nil }
    if output == nil { kill(child, SIGKILL) }
    return endedWell(child) ? output : nil
  }

  private static func endedWell(_ child: pid_t) -> Bool {
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      if errno != EINTR { return false }
    }
    return status == 0
  }

  /// Starts a program that goes on by itself, with our environment and no input; does not wait.
  ///
  /// - Returns: whether it could be started.
  public static func launch(_ arguments: [String]) -> Bool {
    if arguments.contains(where: { $0.utf8.contains(0) }) { return false }
    let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    if nothing < 0 { return false }
    defer { close(nothing) }
    guard
      let child = start(arguments, input: nothing, output: nothing, inheritsEnvironment: true)
    else { return false }
    // Somebody must take its exit status, or it stays as a zombie.
    DispatchQueue.global(qos: .background).async { _ = endedWell(child) }
    return true
  }

  private static func start(
    _ arguments: [String], input: Int32, output: Int32, inheritsEnvironment: Bool
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    setSignals(&attributes)
    var texts = unsafe arguments.map { text in unsafe strdup(text) } + [nil]
    let settings = ["LC_ALL=C.UTF-8", "TERM=xterm-256color", "PATH=/usr/bin:/bin"]
    var variables = unsafe settings.map { text in unsafe strdup(text) } + [nil]
    defer {
      for index in unsafe texts.indices { unsafe free(texts[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    var child: pid_t = 0
    let result =
      inheritsEnvironment
      ? unsafe posix_spawn(&child, arguments[0], &actions, &attributes, &texts, environ)
      : unsafe posix_spawn(&child, arguments[0], &actions, &attributes, &texts, &variables)
    return result == 0 ? child : nil
  }

  /// None blocked, none handled; a group of its own, so that keys and hang-ups are not its business.
  private static func setSignals(_ attributes: inout posix_spawnattr_t) {
    var all = sigset_t()
    unsafe sigfillset(&all)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  // MARK: Bytes

  /// Writes and reads as the program wants it; `nil` when the time is over or it writes too much.
  /// Closes `feed`.
  private static func converse(
    _ feed: Int32, _ harvest: Int32, _ input: [UInt8], _ limit: Int, until end: Int
  ) -> [UInt8]? {
    var output: [UInt8] = []
    var written = 0
    var isFeeding = true
    defer { if isFeeding { close(feed) } }
    while true {
      if isFeeding, written == input.count {
        close(feed)
        isFeeding = false
      }
      let rest = end - TerminalDevice.now
      if rest <= 0 { return nil }
      var waiting = [
        pollfd(fd: harvest, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isFeeding ? feed : -1, events: Int16(POLLOUT), revents: 0),
      ]
      _ = unsafe poll(&waiting, 2, Int32(clamping: rest))
      if waiting[1].revents != 0 {
        // A program that reads no more may still have something to say.
        let count = send(input, from: written, to: feed)
        written = count < 0 ? input.count : written + count
      }
      if waiting[0].revents != 0 {
        guard let piece = receive(from: harvest) else { return output }
        output += piece
        if output.count > limit { return nil }
      }
    }
  }

  private static func send(_ bytes: [UInt8], from start: Int, to socket: Int32) -> Int {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(
        socket, $0.baseAddress! + start, $0.count - start, Int32(MSG_NOSIGNAL))
    }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : count
  }

  /// `nil` at the end.
  private static func receive(from socket: Int32) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: 65536)
    let count = unsafe piece.withUnsafeMutableBytes {
      unsafe read(socket, $0.baseAddress, $0.count)
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return [] }
    return count > 0 ? Array(piece[..<count]) : nil
  }
}

/// Two sockets that are one pipe; unlike a pipe's, their end can be met without a signal.
private struct SocketPair {
  let ours: Int32
  let theirs: Int32

  init?() {
    var ends: [Int32] = [0, 0]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return nil }
    (ours, theirs) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ours, F_SETFL, O_NONBLOCK)
  }

  func closeBoth() {
    close(ours)
    close(theirs)
  }
}
