import Glibc

// The door to pseudo-terminals: a program on one end, a test on the other.

/// A program that has a pseudo-terminal as its controlling terminal.
@safe final class PseudoTerminal {
  private let ours: Int32
  private let theirs: Int32
  private let log: Int32
  private(set) var child: pid_t = 0
  private(set) var output: [UInt8] = []
  private(set) var logged = ""
  /// Linux's TIOCSPTLCK and TIOCGPTN, macros that are not imported.
  private static let unlock: UInt = 0x4004_5431
  private static let askNumber: UInt = 0x8004_5430

  /// As a shell leaves it.
  let firstModes: [UInt32]

  /// - Parameter arguments: the program by its path, and what it is told.
  init?(_ arguments: [String], environment: [String: String] = [:]) {
    ours = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var number: Int32 = 0
    var isLocked: Int32 = 0
    guard ours >= 0, unsafe ioctl(ours, Self.unlock, &isLocked) == 0,
      unsafe ioctl(ours, Self.askNumber, &number) == 0
    else { return nil }
    let path = "/dev/pts/\(number)"
    theirs = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var ends: [Int32] = [0, 0]
    guard theirs >= 0, unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    log = ends[0]
    firstModes = Self.modes(theirs)
    resize(columns: 40, rows: 10)
    let variables = [
      "TERM": "xterm-256color", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]
    .merging(environment) { $1 }
    guard let child = Self.start(arguments, on: path, log: ends[1], variables) else { return nil }
    self.child = child
    close(ends[1])
  }

  deinit {
    if child > 0 {
      kill(-child, SIGKILL)
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    if !isHungUp { close(ours) }
    close(theirs)
    close(log)
  }

  /// The probe, beside the program that runs the tests.
  static var probe: String {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
    let path = String(
      decoding: bytes[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let besides = path.split(separator: "/").dropLast().joined(separator: "/")
    return "/\(besides)/TerminalProbe"
  }

  private static func start(
    _ arguments: [String], on path: String, log: Int32, _ variables: [String: String]
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens is its own.
    unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, log, 2)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Threads that run tests block signals; a shell's children don't.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    let newSession: Int32 = 0x80
    unsafe posix_spawnattr_setflags(&attributes, Int16(newSession | POSIX_SPAWN_SETSIGMASK))
    var texts = unsafe arguments.map { text in unsafe strdup(text) } + [nil]
    var settings =
      unsafe variables.map { pair in unsafe strdup("\(pair.key)=\(pair.value)") } + [nil]
    defer {
      for index in unsafe texts.indices { unsafe free(texts[index]) }
      for index in unsafe settings.indices { unsafe free(settings[index]) }
    }
    var child: pid_t = 0
    let result = unsafe posix_spawn(&child, arguments[0], &actions, &attributes, &texts, &settings)
    return result == 0 ? child : nil
  }

  // MARK: The terminal's side

  private var isHungUp = false

  /// As when its window is closed.
  func hangUp() {
    isHungUp = true
    close(ours)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(ours, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(ours, $0.baseAddress, $0.count) }
  }

  func signal(_ number: Int32) { kill(child, number) }

  var modes: [UInt32] { Self.modes(theirs) }
  var isRaw: Bool { modes[3] & UInt32(ICANON | ECHO | ISIG) == 0 && modes[1] & UInt32(OPOST) == 0 }

  private static func modes(_ terminal: Int32) -> [UInt32] {
    var state = termios()
    _ = unsafe tcgetattr(terminal, &state)
    return [state.c_iflag, state.c_oflag, state.c_cflag, state.c_lflag]
  }

  /// What was typed and nobody read.
  var unreadByteCount: Int {
    var count: Int32 = 0
    _ = unsafe ioctl(theirs, UInt(FIONREAD), &count)
    return Int(count)
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Reads until something is there; `false` when it does not come in twenty seconds.
  func wait(_ condition: (PseudoTerminal) -> Bool) -> Bool {
    let end = time(nil) + 20
    while !condition(self) {
      if time(nil) > end { return false }
      var waiting = [
        pollfd(fd: isHungUp ? -1 : ours, events: Int16(POLLIN), revents: 0),
        pollfd(fd: log, events: Int16(POLLIN), revents: 0),
      ]
      _ = unsafe poll(&waiting, 2, 100)
      if waiting[0].revents & Int16(POLLIN) != 0 { output += read(ours) }
      if waiting[1].revents != 0 {
        let bytes = read(log)
        logged += String(decoding: bytes, as: UTF8.self)
        if bytes.isEmpty { usleep(1000) }
      }
    }
    return true
  }

  func logs(_ line: String) -> Bool { wait { $0.logged.contains(line + "\n") } }
  func shows(_ text: String) -> Bool { wait { $0.text.contains(text) } }

  private func read(_ descriptor: Int32) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 65536)
    let count = unsafe piece.withUnsafeMutableBytes {
      unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
    }
    return count > 0 ? Array(piece[..<count]) : []
  }

  /// The number of the signal that ended it, or minus its exit status.
  func end() -> Int? {
    var status: Int32 = 0
    let hasEnded = wait { terminal in
      unsafe waitpid(terminal.child, &status, WNOHANG) == terminal.child
    }
    guard hasEnded else { return nil }
    child = 0
    // What was written last.
    var quiet = 0
    _ = wait { _ in
      quiet += 1
      return quiet > 2
    }
    return status & 0x7F != 0 ? Int(status & 0x7F) : -Int(status >> 8 & 0xFF)
  }
}
