import Dispatch
private import Glibc

// The door to other programs: they are started as they are, never through a shell.

/// How another program's run went.
enum ProgramRun: Hashable, Sendable {
  case done(output: [UInt8], status: Int32)
  case notFound
  case timedOut

  /// Runs a program that is looked for in `PATH`, and waits for its end; what it writes beyond the
  /// bound is dropped, and so is what it writes on standard error.
  init(
    _ program: String, _ arguments: [String], maximumByteCount: Int = 1 << 20,
    timeLimitMilliseconds: Int = 5_000
  ) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      self = .notFound
      return
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let pid = spawn(program, arguments, output: ends[1])
    close(ends[1])
    guard let pid else {
      self = .notFound
      return
    }
    let read = readAll(ends[0], maximumByteCount, timeLimitMilliseconds)
    if read == nil { kill(-pid, SIGKILL) }
    var status: Int32 = 0
    while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
    guard let read else {
      self = .timedOut
      return
    }
    // How a shell tells the status of what it ran.
    let exit = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    self = .done(output: read, status: exit)
  }

  /// Starts a program that goes on by itself, and does not wait.
  ///
  /// - Returns: whether it was found.
  static func start(_ program: String, _ arguments: [String]) -> Bool {
    guard let pid = spawn(program, arguments, output: nil) else { return false }
    // Somebody must take its exit status, or it stays as a zombie.
    DispatchQueue.global(qos: .background).async {
      var status: Int32 = 0
      while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }
    return true
  }
}

/// In a process group of its own, without our input and our terminal.
private func spawn(_ program: String, _ arguments: [String], output: Int32?) -> pid_t? {
  if ([program] + arguments).contains(where: { $0.utf8.contains(0) }) { return nil }
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  if let output {
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
  } else {
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
  }
  unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
  unsafe posix_spawnattr_setpgroup(&attributes, 0)
  var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe words.indices { unsafe free(words[index]) } }
  var pid: pid_t = 0
  guard unsafe posix_spawnp(&pid, program, &actions, &attributes, &words, environ) == 0 else {
    return nil
  }
  return pid
}

/// `nil` when it did not end in time.
private func readAll(_ descriptor: Int32, _ maximum: Int, _ milliseconds: Int) -> [UInt8]? {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 14)
  let end = now() + Double(milliseconds) / 1_000
  while true {
    let left = end - now()
    if left <= 0 { return nil }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if unsafe poll(&waiting, 1, Int32(left * 1_000) + 1) <= 0 { continue }
    let count = unsafe piece.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    if count == 0 { return bytes }
    if count < 0 {
      if errno == EINTR { continue }
      return bytes
    }
    bytes += piece[..<min(count, maximum - bytes.count)]
  }
}

private func now() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
