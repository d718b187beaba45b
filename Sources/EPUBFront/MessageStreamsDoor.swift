import Dispatch
private import Glibc

// The door to a host's messages: standard input and output, and the signals that end the process.

extension MessageStreams {
  /// Standard input and output. From now on SIGTERM, SIGHUP and SIGINT are told by `read` and `write`.
  static func open() -> MessageStreams {
    let ending = EndingSignals()
    return MessageStreams(read: { read(ending) }, write: { write($0, ending) })
  }

  private static func read(_ ending: EndingSignals) -> Incoming {
    while true {
      let ready = ending.wait(for: STDIN_FILENO, Int16(POLLIN))
      if ready.isEnding { return .terminated }
      guard ready.isStream else { continue }
      // As much as a pipe holds.
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count)
      }
      if count > 0 { return .bytes(Array(piece[..<count])) }
      if count == 0 || errno != EINTR && errno != EAGAIN { return .end }
    }
  }

  /// What a pipe that is ready takes without blocking.
  private static let pieceByteCount = 4096

  private static func write(
    _ bytes: [UInt8], _ ending: EndingSignals
  ) -> Environment.WriteOutcome {
    var written = 0
    while written < bytes.count {
      let ready = ending.wait(for: STDOUT_FILENO, Int16(POLLOUT))
      guard ready.isStream else {
        if ready.isEnding { return .closed }
        continue
      }
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          STDOUT_FILENO, buffer.baseAddress! + written, min(pieceByteCount, buffer.count - written))
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        return .closed
      } else if errno != EINTR && errno != EAGAIN {
        return .failed(errno: errno)
      }
    }
    return ending.isTold ? .closed : .done
  }
}

/// The signals that end the process, as something to wait for.
private struct EndingSignals {
  /// Readable once one has come; never read.
  private let told: Int32

  init() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGTERM, SIGHUP, SIGINT] { unsafe sigaddset(&signals, signal) }
    // Blocked in every thread that is made from now on; one of them waits for them.
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      told = -1
      return
    }
    told = ends[0]
    let tell = ends[1]
    let waited = signals
    DispatchQueue.global().async {
      var signals = waited
      var signal: Int32 = 0
      while unsafe sigwait(&signals, &signal) != 0 {}
      close(tell)
    }
  }

  /// Waits until the stream is ready or the process is to end.
  func wait(for stream: Int32, _ events: Int16) -> (isStream: Bool, isEnding: Bool) {
    var watched = [
      pollfd(fd: stream, events: events, revents: 0),
      pollfd(fd: told, events: Int16(POLLIN), revents: 0),
    ]
    while unsafe poll(&watched, 2, -1) < 0 {
      if errno != EINTR { return (true, false) }
    }
    return (watched[0].revents != 0, watched[1].revents != 0)
  }

  var isTold: Bool {
    var watched = pollfd(fd: told, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watched, 1, 0) > 0
  }
}
