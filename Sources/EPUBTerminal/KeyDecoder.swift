// The bytes of a terminal are text, control sequences (ECMA-48) and strings; keys, mouse events,
// pastes and answers to our questions come mixed. Three steps: `SequenceScanner` finds where one ends,
// `KeyDecoder+Keys` knows what it means as a key, `TerminalAnswer` what it means as an answer. Here
// stands what lasts from one read to the next: what is not whole yet, and pastes.
//
// What can't be understood is dropped whole. A sequence that is cut off and goes on too late is still
// put together (see `cut`), so that no answer is ever taken for keys.

/// Makes keys, mouse events and pastes of a terminal's bytes: xterm's, rxvt's, the Linux console's,
/// tmux's, and the Kitty keyboard protocol.
public struct KeyDecoder: Sendable {
  private static let maximumPasteByteCount = 1 << 20
  private static let maximumAnswerCount = 64

  /// Not decoded yet: the begin of something, or what follows it.
  private var pending: [UInt8] = []
  /// What was pasted so far; `nil`: nothing is being pasted.
  private var paste: [UInt8]?
  /// Skips the rest of a sequence that is longer than any we know; its introducer.
  private var skipped: [UInt8]?
  /// A begin whose time was over: if the next bytes make a sequence of it, they belong to it.
  private var cut: [UInt8] = []
  private var cutGaveKey = false
  private var ready: [TerminalInput] = []
  /// What the terminal said of itself, oldest first; for whoever asked to take out.
  var answers: [TerminalAnswer] = []

  public init() {}

  /// Bytes kept for later; bounded, whatever is taken.
  var heldByteCount: Int { pending.count + cut.count + (paste?.count ?? 0) }

  /// The time after which, with no further bytes, `flush` is due; `nil` when nothing waits for it.
  ///
  /// Escape alone is a key, and also begins everything else: only time tells. A paste may come
  /// slowly; the end of one that never comes must not take all keys.
  public var patienceMilliseconds: Int? {
    if paste != nil { return 2000 }
    // A character that is not whole yet is dropped by whatever comes next.
    return pending.first == ASCII.escape || skipped != nil ? 40 : nil
  }

  public mutating func take(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    if bytes.isEmpty { return }
    if !resume(with: bytes) { pending += bytes }
    decode()
  }

  /// The next whole input, or `nil` when more bytes are needed.
  public mutating func next() -> TerminalInput? {
    ready.isEmpty ? nil : ready.removeFirst()
  }

  /// Ends what was begun and did not go on in time: a lone escape is the Escape key.
  public mutating func flush() {
    if paste != nil {
      endPaste()
      keepCut(pending)
    } else if let introducer = skipped {
      // A zero, which no answer holds, stands for all that was skipped.
      keepCut(introducer + [0] + pending)
      skipped = nil
    } else {
      flushPending()
    }
  }

  private mutating func keepCut(_ bytes: [UInt8]) {
    cut = bytes
    cutGaveKey = false
    pending = []
  }

  private mutating func flushPending() {
    while pending.count > 1, pending[0] == ASCII.escape, pending[1] == ASCII.escape {
      ready.append(.key(KeyStroke(.escape)))
      pending.removeFirst()
    }
    // The rest of a character comes, or something else that shows it will not.
    guard pending.first == ASCII.escape else { return }
    keepCut(pending)
    cutGaveKey = cut.count <= 2
    if cut.count == 1 {
      ready.append(.key(KeyStroke(.escape)))
    } else if cut.count == 2, let stroke = KeyStroke(byte: cut[1], with: .alt) {
      ready.append(.key(stroke))
    }
  }

  /// Whether the bytes go on with what was cut. One byte after something that was a key is a key.
  private mutating func resume(with bytes: [UInt8]) -> Bool {
    if cut.isEmpty { return false }
    let whole = cut + bytes
    let cutCount = cut.count
    let needsMore = cutGaveKey
    cut = []
    guard !needsMore || bytes.count > 1,
      case .found(let sequence, let end) = SequenceScanner.scan(whole, from: 0), end > cutCount,
      sequence.isLong
    else { return false }
    pending = Array(whole[end...])
    give(sequence, of: whole)
    return true
  }

  private mutating func decode() {
    var at = 0
    while at < pending.count {
      if paste != nil {
        at = continuePaste(from: at)
      } else if skipped != nil {
        at = skip(from: at)
      } else {
        switch SequenceScanner.scan(pending, from: at) {
        case .incomplete:
          pending.removeFirst(at)
          return
        case .tooLong(let end):
          skipped = Array(pending[at..<at + 2])
          at = end
        case .found(let sequence, let end):
          give(sequence, of: pending)
          at = end
        }
        continue
      }
      if at < 0 { return }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// - Returns: where the skipped sequence ends; everything when it does not end here.
  private mutating func skip(from start: Int) -> Int {
    guard let introducer = skipped else { return start }
    guard let end = SequenceScanner.end(ofSkipped: introducer[1], pending, from: start) else {
      // An escape at the end may be half of what ends it.
      let isHalf = pending.last == ASCII.escape
      pending = isHalf ? [ASCII.escape] : []
      return -1
    }
    skipped = nil
    return end
  }
}

// MARK: What sequences mean

extension KeyDecoder {
  private mutating func give(_ sequence: TerminalSequence, of bytes: [UInt8]) {
    switch sequence {
    case .stroke(let stroke): ready.append(.key(stroke))
    case .control(let control): give(control)
    case .singleShift(let shift, let isAlt):
      if let stroke = KeyStroke(singleShift: shift) {
        ready.append(.key(isAlt ? stroke.with(.alt) : stroke))
      }
    case .mouse(let event): ready.append(.mouse(event))
    case .string(let introducer, let payload):
      if let answer = TerminalAnswer(string: introducer, Array(bytes[payload])) { add(answer) }
    case .nothing: break
    }
  }

  private mutating func give(_ control: ControlSequence) {
    if control.isPasteStart {
      paste = []
    } else if let event = MouseEvent(control) {
      ready.append(.mouse(event))
    } else if let answer = TerminalAnswer(control) {
      add(answer)
    } else if let stroke = KeyStroke(control) {
      ready.append(.key(stroke))
    }
  }

  private mutating func add(_ answer: TerminalAnswer) {
    if answers.count < Self.maximumAnswerCount { answers.append(answer) }
  }
}

// MARK: Pastes

extension KeyDecoder {
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  /// - Returns: where the paste ends, or -1 with only that kept that may begin its end.
  private mutating func continuePaste(from start: Int) -> Int {
    var at = start
    while let escape = pending[at...].firstIndex(of: ASCII.escape) {
      let rest = pending[escape...]
      if rest.starts(with: Self.pasteEnd) {
        addPasted(pending[start..<escape])
        endPaste()
        return escape + Self.pasteEnd.count
      }
      if rest.count < Self.pasteEnd.count, Self.pasteEnd.starts(with: rest) {
        addPasted(pending[start..<escape])
        pending = Array(rest)
        return -1
      }
      at = escape + 1
    }
    addPasted(pending[start...])
    pending = []
    return -1
  }

  private mutating func addPasted(_ bytes: ArraySlice<UInt8>) {
    let room = Self.maximumPasteByteCount - (paste?.count ?? 0)
    paste?.append(contentsOf: bytes.prefix(room))
  }

  private mutating func endPaste() {
    guard let bytes = paste else { return }
    paste = nil
    let text = TextCleaning.line(String(decoding: bytes, as: UTF8.self))
    if !text.isEmpty { ready.append(.paste(text)) }
  }
}
