import EPUBState

extension AnnotationRecord {
  /// A name for a new annotation: a UUID drawn by lot (version 4, RFC 9562).
  static var newID: String {
    func digits(_ value: UInt64, _ count: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: count - text.utf8.count) + text
    }
    let high = UInt64.random(in: 0...UInt64.max)
    let low = UInt64.random(in: 0...UInt64.max)
    return "urn:uuid:\(digits(high >> 32, 8))-\(digits(high >> 16 & 0xFFFF, 4))"
      + "-4\(digits(high & 0xFFF, 3))-\(digits(low >> 48 & 0x3FFF | 0x8000, 4))"
      + "-\(digits(low & 0xFFFF_FFFF_FFFF, 12))"
  }
}
