import EPUBBasics

// Bidirectional controls are closed within their line: a book must not turn round what stands after it.

extension [UInt8] {
  /// Appends what closes the embeddings and isolates that are open at the end of `self[start...]`.
  mutating func closeBidiControls(from start: Int) {
    var controls = DirectionalControls()
    controls.read(self, start..<count)
    for control in controls.open.reversed() { control.closing.append(to: &self) }
  }
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
