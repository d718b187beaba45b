import EPUBBasics

// Bidirectional controls are closed within their line: a book must not turn round what stands after it.

extension [UInt8] {
  private func isBidiControl(at index: Int) -> Bool {
    let (second, third) = (self[index + 1], self[index + 2])
    return second == 0x80 && (0xAA...0xAE).contains(third)
      || second == 0x81 && (0xA6...0xA9).contains(third)
  }

  /// Appends what closes the embeddings and isolates that are open at the end of `self[start...]`.
  mutating func closeBidiControls(from start: Int) {
    var closers: [[UInt8]] = []
    var index = start
    while index + 2 < count {
      if self[index] == 0xE2, isBidiControl(at: index) {
        switch self[index + 2] {
        case 0xAC: if closers.last == Self.popDirection { closers.removeLast() }
        case 0xA9:
          // Closing an isolate closes what was opened in it.
          if let open = closers.lastIndex(of: Self.popIsolate) { closers.removeSubrange(open...) }
        case 0xA6, 0xA7, 0xA8: closers.append(Self.popIsolate)
        default: closers.append(Self.popDirection)
        }
        index += 2
      }
      index += 1
    }
    for closer in closers.reversed() { self += closer }
  }

  private static var popDirection: [UInt8] { [0xE2, 0x80, 0xAC] }
  private static var popIsolate: [UInt8] { [0xE2, 0x81, 0xA9] }
}

extension String {
  /// As one line of a listing: without controls, bidirectional ones closed.
  var asLine: String {
    let line = printable
    var bytes = Array(line.utf8)
    guard bytes.holdsDirectionControls else { return line }
    bytes.closeBidiControls(from: 0)
    return String(decoding: bytes, as: UTF8.self)
  }
}
