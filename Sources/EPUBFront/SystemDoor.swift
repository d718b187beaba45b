import EPUBContainer
import EPUBReader
import EPUBTerminal
private import Glibc

// The door to the system: every call that the command line makes of it stands here.

extension Environment {
  /// Standard streams, the controlling terminal, the process's variables.
  public static var system: Environment {
    occupyStandardStreams()
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is an error to be told, not the end.
    signal(SIGXFSZ, SIG_IGN)
    var environment = Environment(
      variables: processVariables(),
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      terminalSize: controllingTerminalSize,
      writeOutput: { write($0, to: STDOUT_FILENO) },
      writeError: { _ = write($0, to: STDERR_FILENO) },
      readInput: { readAll(of: STDIN_FILENO, atMost: $0) },
      readFile: readFile,
      describeError: { System.words(ofError: $0) })
    environment.now = { Int64(time(nil)) }
    environment.clock = {
      var now = timespec()
      _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
      return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
    environment.openTerminal = { Terminal.open($0) }
    environment.openMessages = { MessageStreams.open() }
    environment.writeFile = writeFile
    environment.absolutePath = System.absolutePath
    return environment
  }

  /// What stands on the command line behind the program's name; names of files keep their bytes.
  public static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe String(
        fileName: Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
    }
  }

  /// A standard stream that was closed must not be what is opened next. What stands in its place
  /// refuses what is asked of it, as a closed one does.
  private static func occupyStandardStreams() {
    let streams = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    for (stream, mode) in streams where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
      // The lowest number that is free is this one's.
      _ = unsafe open("/dev/null", mode)
    }
  }

  private static func processVariables() -> [String: String] {
    var variables: [String: String] = [:]
    for name in [
      "COLUMNS", "LINES", "NO_COLOR", "HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME",
      "XDG_CACHE_HOME",
    ] + Terminal.Options.variableNames {
      if let value = unsafe getenv(name) { unsafe variables[name] = String(cString: value) }
    }
    return variables
  }

  /// Whether there is no file, rather than one that can't be read.
  static func isAboutAbsence(_ number: Int32) -> Bool { number == ENOENT || number == ENOTDIR }

  private static func controllingTerminalSize() -> TerminalSize? {
    let terminal = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    if terminal < 0 { return nil }
    defer { close(terminal) }
    var size = winsize()
    guard unsafe ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> WriteOutcome {
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = unsafe Glibc.write(
          descriptor, buffer.baseAddress! + written, buffer.count - written)
        if count >= 0 {
          written += count
        } else if errno == EPIPE {
          return .closed
        } else if errno == EAGAIN {
          // Someone made the stream non-blocking: wait until it takes more.
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&waiting, 1, -1)
        } else if errno != EINTR {
          return .failed(errno: errno)
        }
      }
      return .done
    }
  }

  @Sendable private static func writeFile(_ path: String, _ bytes: [UInt8]) -> Bool {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST { return false }
    }
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    if file < 0 { return false }
    let outcome = write(bytes, to: file)
    return close(file) == 0 && outcome == .done
  }

  private static func readFile(_ path: String, atMost limit: Int) -> ReadOutcome {
    let name = path.fileNameBytes.map { CChar(bitPattern: $0) } + [0]
    let file = unsafe open(name, O_RDONLY | O_CLOEXEC)
    if file < 0 { return .failed(errno: errno) }
    defer { close(file) }
    return readAll(of: file, atMost: limit)
  }

  private static func readAll(of descriptor: Int32, atMost limit: Int) -> ReadOutcome {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 { return .bytes(bytes) }
      if count < 0 {
        if errno == EINTR { continue }
        return .failed(errno: errno)
      }
      if bytes.count + count > limit { return .tooLarge }
      bytes += piece[..<count]
    }
  }
}
