/// Cuts what comes in into lines, each bounded.
struct MessageLines {
  enum Line: Hashable {
    case message([UInt8])
    /// Longer than is taken; its bytes are gone.
    case tooLong
  }

  let maximumByteCount: Int
  private var waiting: [UInt8] = []
  private var skipsRest = false

  init(maximumByteCount: Int) { self.maximumByteCount = maximumByteCount }

  /// - Parameter take: gets each line without its end; returns `false` when no more are wanted.
  mutating func receive(_ bytes: [UInt8], _ take: (Line) -> Bool) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      add(rest[..<end])
      rest = rest[(end + 1)...]
      if !take(finish()) { return }
    }
    add(rest)
  }

  /// A last line without its end; `nil` when there is none.
  mutating func end() -> Line? { waiting.isEmpty && !skipsRest ? nil : finish() }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    if skipsRest { return }
    if waiting.count + bytes.count > maximumByteCount {
      skipsRest = true
      waiting = []
    } else {
      waiting += bytes
    }
  }

  private mutating func finish() -> Line {
    defer {
      skipsRest = false
      waiting = []
    }
    return skipsRest ? .tooLong : .message(waiting)
  }
}
