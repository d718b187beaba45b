import EPUBTerminal

enum KeyFuzzing {
  static func run(_ bytes: [UInt8], _ claims: inout Claims) {
    var decoder = KeyDecoder()
    var inputs = 0
    for turn in bytes.split(separator: 0xFE, omittingEmptySubsequences: false) {
      for read in turn.split(separator: 0xFF) {
        decoder.take(read)
        inputs += drain(&decoder).count
      }
      decoder.flush()
      inputs += drain(&decoder).count
    }
    claims.claim(inputs <= 2 * bytes.count, "\(inputs) inputs of \(bytes.count) bytes")
    checkReads(bytes.filter { $0 < 0xFE }, &claims)
  }

  /// Without pauses it does not matter where a read ends.
  private static func checkReads(_ bytes: [UInt8], _ claims: inout Claims) {
    var whole = KeyDecoder()
    whole.take(bytes)
    let expected = drain(&whole)
    var slow = KeyDecoder()
    var found: [TerminalInput] = []
    for byte in bytes {
      slow.take([byte])
      found += drain(&slow)
    }
    claims.claim(found == expected, "byte by byte \(found), at once \(expected)")
  }

  private static func drain(_ decoder: inout KeyDecoder) -> [TerminalInput] {
    var inputs: [TerminalInput] = []
    while let input = decoder.next() { inputs.append(input) }
    return inputs
  }
}
