import EPUBBasics
private import Glibc

// The door to the terminal's device: its modes, its size, its bytes, and the signals that concern it.
// Signal handlers see nothing but `watch`, a block of memory that is never given back; they call only
// what POSIX lets them call.

/// The descriptors of one terminal.
@safe final class TerminalDevice {
  private let input: Int32
  private let output: Int32
  private let ownsInput: Bool
  private let pipe: SelfPipe
  private var original: termios?
  /// The terminal is gone: nothing can be read or written any more.
  private(set) var isGone = false

  /// `nil` when standard output is no terminal, or keys can't be read.
  static func standard() -> TerminalDevice? {
    guard isatty(STDOUT_FILENO) == 1 else { return nil }
    if isatty(STDIN_FILENO) == 1 {
      return TerminalDevice(input: STDIN_FILENO, output: STDOUT_FILENO, ownsInput: false)
    }
    let input = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if input < 0 { return nil }
    return TerminalDevice(input: input, output: STDOUT_FILENO, ownsInput: true)
  }

  /// For descriptors of a terminal; `nil` when the system has no more of them.
  init?(input: Int32, output: Int32, ownsInput: Bool) {
    guard let pipe = SelfPipe() else {
      if ownsInput { close(input) }
      return nil
    }
    self.pipe = pipe
    self.input = input
    self.output = output
    self.ownsInput = ownsInput
  }

  deinit {
    leave()
    if ownsInput { close(input) }
  }

  var waker: @Sendable () -> Void {
    let pipe = pipe
    return { pipe.write(0) }
  }

  /// For what our own threads finish: `.noticed`.
  var noticer: @Sendable () -> Void {
    let pipe = pipe
    return { pipe.write(SelfPipe.notice) }
  }

  // MARK: Modes

  /// Makes the terminal give each byte as it comes, and watches signals.
  ///
  /// - Parameter farewell: what brings the terminal back; written when the process dies.
  func enter(farewell: [UInt8]) {
    var state = termios()
    guard unsafe tcgetattr(input, &state) == 0 else {
      isGone = true
      return
    }
    if original == nil { original = state }
    unsafe watch.pointee.begin(
      input: input, output: output, pipe: pipe.writeEnd, original: original ?? state,
      farewell: farewell)
    let raw = Self.raw(state)
    // Set from the background, the system stops us until we are in front again.
    while !setAttributes(raw, TCSADRAIN), errno == EINTR {}
  }

  /// Gives the modes back, as they were at the first `enter`.
  ///
  /// - Parameter dropsInput: what was not read is dropped, since it may be answers and not keys.
  func leave(dropsInput: Bool = false) {
    guard let original else { return }
    unsafe watch.pointee.end()
    let when = isGone ? TCSANOW : dropsInput ? TCSAFLUSH : TCSADRAIN
    while !setAttributes(original, when), errno == EINTR {}
    self.original = nil
  }

  /// What is to be written when the process dies.
  func setFarewell(_ bytes: [UInt8]) { unsafe watch.pointee.setFarewell(bytes) }

  private func setAttributes(_ state: termios, _ when: Int32) -> Bool {
    var state = state
    return unsafe tcsetattr(input, when, &state) == 0
  }

  private static func raw(_ state: termios) -> termios {
    var raw = state
    raw.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON)
    raw.c_oflag &= ~tcflag_t(OPOST)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    raw.c_cflag &= ~tcflag_t(CSIZE | PARENB)
    raw.c_cflag |= tcflag_t(CS8)
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { controls in
      unsafe controls[Int(VMIN)] = 1
      unsafe controls[Int(VTIME)] = 0
    }
    return raw
  }

  /// Cells, and pixels where the system knows them.
  var size: (columns: Int, rows: Int, pixels: PixelSize?)? {
    var size = winsize()
    guard unsafe ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    let pixels = PixelSize(width: Int(size.ws_xpixel), height: Int(size.ws_ypixel))
    return (
      Int(size.ws_col), Int(size.ws_row), pixels.width > 0 && pixels.height > 0 ? pixels : nil
    )
  }

  /// Stops the whole job, as Ctrl-Z does; returns when it goes on.
  func stopJob() { kill(0, SIGTSTP) }

  // MARK: Bytes

  func write(_ bytes: [UInt8]) {
    var written = 0
    while written < bytes.count, !isGone {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(output, $0.baseAddress! + written, bytes.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&waiting, 1, 1000)
      } else if errno != EINTR {
        isGone = true
      }
      // Whoever wants us to end does not wait for a terminal that takes nothing.
      if count < 0, unsafe watch.pointee.isEnding { return }
    }
  }

  enum Event: Hashable {
    case bytes([UInt8])
    case signal(Int32)
    case woken
    case noticed
  }

  /// Waits for input, signals and wakers; empty when the time is over or the terminal is gone.
  func wait(milliseconds: Int?) -> [Event] {
    var waiting = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    let limit = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    guard unsafe poll(&waiting, 2, limit) > 0 else { return [] }
    var events: [Event] = []
    if waiting[1].revents != 0 { events = pipe.read().map(Event.init(byte:)) }
    if waiting[0].revents != 0, let bytes = read() { events.append(.bytes(bytes)) }
    return events
  }

  /// What can be read at once; `nil` and `isGone` at the end of it.
  private func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe Glibc.read(input, $0.baseAddress, $0.count)
    }
    if count > 0 { return Array(bytes[..<count]) }
    if count == 0 || (errno != EINTR && errno != EAGAIN) { isGone = true }
    return nil
  }

  /// Milliseconds of a clock that only goes forward.
  static var now: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}

/// A pipe to oneself: what other threads and signal handlers write wakes `poll`.
///
/// Sendable: writing and reading are single calls of the system, which every thread may make; the
/// descriptors never change and live as long as whoever may write.
@safe private final class SelfPipe: @unchecked Sendable {
  /// No signal has that number.
  static let notice: UInt8 = 255

  let readEnd: Int32
  let writeEnd: Int32

  init?() {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// A full pipe wakes all the same.
  func write(_ byte: UInt8) {
    var byte = byte
    _ = unsafe Glibc.write(writeEnd, &byte, 1)
  }

  /// Everything that was written, each byte once.
  func read() -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 256)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe Glibc.read(readEnd, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return all }
      for byte in piece[..<count] where !all.contains(byte) { all.append(byte) }
    }
  }
}

extension TerminalDevice.Event {
  fileprivate init(byte: UInt8) {
    switch byte {
    case 0: self = .woken
    case SelfPipe.notice: self = .noticed
    default: self = .signal(Int32(byte))
    }
  }
}

extension TerminalDevice {
  static var processNumber: Int { Int(getpid()) }
}

// MARK: Signals

/// Signals that the reader is told of.
private let toldSignals = [SIGWINCH, SIGCONT, SIGTERM, SIGHUP, SIGINT, SIGTSTP]
/// Signals that end the process at once: the terminal is brought back first.
private let fatalSignals = [
  SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT, SIGSYS, SIGXCPU,
]

/// What signal handlers see.
@unsafe private struct Watch {
  private var isActive = false
  fileprivate var isEnding = false
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var pipe: Int32 = -1
  private var original = termios()
  /// A count of four bytes, and so many bytes. Set anew whole, never changed, so that a handler sees the
  /// one or the other; a few of them are left behind.
  private var farewell: UnsafeMutablePointer<UInt8>?
  private var former: UnsafeMutablePointer<sigaction>
  private var isPrepared = false

  init() {
    unsafe former = .allocate(capacity: 65)
    unsafe former.initialize(repeating: sigaction(), count: 65)
  }

  mutating func begin(
    input: Int32, output: Int32, pipe: Int32, original: termios, farewell: [UInt8]
  ) {
    unsafe prepare()
    unsafe self.input = input
    unsafe self.output = output
    unsafe self.pipe = pipe
    unsafe self.original = original
    unsafe isEnding = false
    unsafe setFarewell(farewell)
    if unsafe isActive { return }
    unsafe isActive = true
    for signal in toldSignals {
      unsafe handle(signal, flags: 0) { unsafe watch.pointee.tell($0) }
    }
    for signal in fatalSignals {
      unsafe handle(signal, flags: SA_ONSTACK) { unsafe watch.pointee.die($0) }
    }
  }

  mutating func end() {
    guard unsafe isActive else { return }
    unsafe isActive = false
    for signal in toldSignals + fatalSignals {
      unsafe sigaction(signal, former + Int(signal), nil)
    }
    unsafe pipe = -1
  }

  mutating func setFarewell(_ bytes: [UInt8]) {
    let count = bytes.count
    let block = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 4)
    for shift in 0..<4 { unsafe block[shift] = UInt8(truncatingIfNeeded: count >> (8 * shift)) }
    for (index, byte) in bytes.enumerated() { unsafe block[4 + index] = byte }
    unsafe farewell = block
  }

  /// Once a process: a stack for handlers of a stack that is full, and what `exit` calls.
  private mutating func prepare() {
    if unsafe isPrepared { return }
    unsafe isPrepared = true
    var stack = unsafe stack_t()
    if unsafe sigaltstack(nil, &stack) == 0, unsafe stack.ss_flags & Int32(SS_DISABLE) != 0 {
      unsafe stack = stack_t(
        ss_sp: .allocate(byteCount: 65536, alignment: 16), ss_flags: 0, ss_size: 65536)
      unsafe sigaltstack(&stack, nil)
    }
    atexit { unsafe watch.pointee.bringBack() }
  }

  private mutating func handle(
    _ signal: Int32, flags: Int32, by handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    action.sa_flags = flags
    unsafe sigemptyset(&action.sa_mask)
    unsafe sigaction(signal, &action, former + Int(signal))
  }

  // MARK: What handlers call

  mutating func tell(_ signal: Int32) {
    let number = errno
    if signal == SIGTERM || signal == SIGHUP || signal == SIGINT { unsafe isEnding = true }
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = unsafe Glibc.write(pipe, &byte, 1)
    errno = number
  }

  mutating func die(_ signal: Int32) {
    unsafe bringBack()
    unsafe sigaction(signal, former + Int(signal), nil)
    // It comes as soon as this handler has returned.
    raise(signal)
  }

  mutating func bringBack() {
    guard unsafe isActive, let farewell = unsafe farewell else { return }
    unsafe isActive = false
    var count = 0
    for shift in 0..<4 { unsafe count |= Int(farewell[shift]) << (8 * shift) }
    _ = unsafe Glibc.write(output, farewell + 4, count)
    unsafe tcsetattr(input, TCSANOW, &original)
  }
}

/// One for the process, as its signal handlers are.
nonisolated(unsafe) private let watch: UnsafeMutablePointer<Watch> = {
  let watch = UnsafeMutablePointer<Watch>.allocate(capacity: 1)
  unsafe watch.initialize(to: Watch())
  return unsafe watch
}()

/// Numbers of signals that `TerminalInput.ended` and others tell.
enum Signal {
  static let hangUp = SIGHUP
  static let interrupt = SIGINT
  static let terminate = SIGTERM
  static let windowChange = SIGWINCH
  static let goOn = SIGCONT
  static let stop = SIGTSTP
}
