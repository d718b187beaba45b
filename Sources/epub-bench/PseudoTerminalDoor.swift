// The door to pseudo-terminals: how long a reader takes from its start to its first page on a screen.

import Glibc

/// Seconds until a program has written its first page to a terminal of 80 × 24; `nil` when it shows none.
///
/// What a program writes before a page, to set the terminal up, is less than `pageByteCount`.
func firstPageSeconds(_ arguments: [String], pageByteCount: Int = 200) -> Double? {
  // What posix_openpt and its kin do (TIOCSPTLCK, TIOCGPTN), which glibc names only for GNU's dialect.
  let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
  guard terminal >= 0 else { return nil }
  defer { close(terminal) }
  var (number, isLocked): (Int32, Int32) = (0, 0)
  guard unsafe ioctl(terminal, 0x4004_5431, &isLocked) == 0,
    unsafe ioctl(terminal, 0x8004_5430, &number) == 0
  else { return nil }
  var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
  _ = unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size)
  let start = seconds()
  guard let child = startOnTerminal("/dev/pts/\(number)", arguments) else { return nil }
  defer {
    kill(child, SIGTERM)
    // A reader may still write while it ends; nobody else reads that.
    var status: Int32 = 0
    while unsafe waitpid(child, &status, Int32(WNOHANG)) == 0 { _ = read(terminal, within: 0.01) }
  }
  var count = 0
  while count < pageByteCount {
    guard let more = read(terminal, within: 10) else { return nil }
    count += more
  }
  return seconds() - start
}

/// In a session of its own, whose terminal that is.
private func startOnTerminal(_ terminal: String, _ arguments: [String]) -> pid_t? {
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  for descriptor: Int32 in 0...2 {
    unsafe posix_spawn_file_actions_addopen(&actions, descriptor, terminal, O_RDWR, 0)
  }
  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  // POSIX_SPAWN_SETSID, which glibc names only for GNU's dialect.
  unsafe posix_spawnattr_setflags(&attributes, 0x80)
  var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe words.indices { unsafe free(words[index]) } }
  var child: pid_t = 0
  guard unsafe posix_spawnp(&child, arguments[0], &actions, &attributes, &words, environ) == 0
  else {
    return nil
  }
  return child
}

/// How many bytes came; `nil` when none did.
private func read(_ descriptor: Int32, within seconds: Double) -> Int? {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  guard unsafe poll(&waiting, 1, Int32(seconds * 1000)) > 0 else { return nil }
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  let count = unsafe bytes.withUnsafeMutableBytes {
    unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
  }
  return count > 0 ? count : nil
}

private func seconds() -> Double {
  var now = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}
