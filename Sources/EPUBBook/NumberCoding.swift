// Numbers in as few bytes as they need: seven bits a byte, the lowest first, the eighth bit set where more
// follow. Those that may be negative alternate in sign: 0, -1, 1, -2 …

struct NumberWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number << 1 ^ number >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes += text.utf8
  }

  mutating func append(_ text: String?) {
    append(text == nil ? 0 : 1)
    if let text { append(text) }
  }
}

/// Once something was no number, or not there, all that follows is 0 and empty, and `isSound` is `false`.
struct NumberReader {
  private let bytes: [UInt8]
  private var at = 0
  private(set) var isSound = true

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// All was read, and nothing was wrong.
  var isDone: Bool { isSound && at == bytes.count }

  mutating func number() -> Int {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while isSound {
      guard at < bytes.count, shift < 64 else { break }
      let byte = bytes[at]
      at += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 {
        return Int(Int64(bitPattern: number >> 1)) ^ -Int(truncatingIfNeeded: number & 1)
      }
      shift += 7
    }
    isSound = false
    return 0
  }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    let number = number()
    if range.contains(number) { return number }
    fail()
    return range.lowerBound
  }

  /// What was read makes no sense.
  mutating func fail() { isSound = false }

  /// How many things follow, each of which takes a byte at least.
  mutating func count() -> Int {
    let count = number()
    if (0...bytes.count - at).contains(count) { return count }
    fail()
    return 0
  }

  mutating func text() -> String {
    let count = count()
    defer { at += count }
    return String(decoding: bytes[at..<at + count], as: UTF8.self)
  }

  mutating func optionalText() -> String? { number(in: 0...1) == 1 ? text() : nil }
}
