import EPUBBasics
import EPUBSegmentation

/// A text without its white space: what quotes are compared with.
///
/// White space is what editors and other readers change first, and the logical text has none between
/// blocks. Spaces of all kinds count as white space; soft hyphens and word joiners are left out, which
/// many programs drop.
struct Ink {
  let bytes: [UInt8]

  init(_ text: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      let length = inklessLength(text, at)
      if length == 0 { bytes.append(text[at]) }
      at += max(1, length)
    }
    self.bytes = bytes
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  var isEmpty: Bool { bytes.isEmpty }
  var characterCount: Int { bytes.scalarCount(in: 0..<bytes.count) }

  /// Where the ink at or after an offset of the text stands in the ink.
  static func index(of offset: Int, in text: [UInt8]) -> Int {
    var index = 0
    var at = 0
    while at < min(offset, text.count) {
      let length = inklessLength(text, at)
      if length == 0 { index += 1 }
      at += max(1, length)
    }
    return index
  }

  /// The offset in the text of the byte at an index of the ink; the text's end behind the last one.
  static func offset(of index: Int, in text: [UInt8]) -> Int {
    var passed = 0
    var at = 0
    while at < text.count {
      let length = inklessLength(text, at)
      if length == 0 {
        if passed == index { return at }
        passed += 1
      }
      at += max(1, length)
    }
    return text.count
  }
}

/// Bytes of what is no ink at `at`, 0 where ink stands.
func inklessLength(_ text: [UInt8], _ at: Int) -> Int {
  let byte = text[at]
  if byte < 0xC2 { return byte.isASCIISpace ? 1 : 0 }
  switch byte {
  // U+00A0, U+00AD
  case 0xC2:
    return at + 1 < text.count && (text[at + 1] == 0xA0 || text[at + 1] == 0xAD) ? 2 : 0
  case 0xE2, 0xE3, 0xEF:
    guard at + 2 < text.count else { return 0 }
    return isInkless(byte, text[at + 1], text[at + 2]) ? 3 : 0
  default: return 0
  }
}

/// Spaces of other widths (U+2000 to U+200B, U+202F, U+205F, U+3000), the word joiner and the byte order
/// mark that does its work.
private func isInkless(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
  switch (first, second) {
  case (0xE2, 0x80): third <= 0x8B || third == 0xAF
  case (0xE2, 0x81): third == 0x9F || third == 0xA0
  case (0xE3, 0x80): third == 0x80
  case (0xEF, 0xBB): third == 0xBF
  default: false
  }
}

extension [UInt8] {
  /// Whether the ink that stands right before and right behind an offset is what is expected.
  func hasInk(before: [UInt8], after: [UInt8], at offset: Int) -> Bool {
    hasInk(before, endingAt: offset) && hasInk(after, startingAt: offset)
  }

  func hasInk(_ expected: [UInt8], startingAt offset: Int) -> Bool {
    var at = Swift.min(offset, count)
    for byte in expected {
      while at < count {
        let length = inklessLength(self, at)
        if length == 0 { break }
        at += length
      }
      guard at < count, self[at] == byte else { return false }
      at += 1
    }
    return true
  }

  func hasInk(_ expected: [UInt8], endingAt offset: Int) -> Bool {
    var at = Swift.min(offset, count)
    for byte in expected.reversed() {
      while at > 0 {
        if self[at - 1].isASCIISpace {
          at -= 1
        } else if at > 1, inklessLength(self, at - 2) == 2 {
          at -= 2
        } else if at > 2, inklessLength(self, at - 3) == 3 {
          at -= 3
        } else {
          break
        }
      }
      guard at > 0, self[at - 1] == byte else { return false }
      at -= 1
    }
    return true
  }

  /// Calls `visit` with every place where `pattern` stands, until it returns `false`.
  func forEachOccurrence(of pattern: [UInt8], _ visit: (Int) -> Bool) {
    guard !pattern.isEmpty, pattern.count <= count else { return }
    LiteralSearch(pattern).forEachPlace(in: self) { visit($0) ? .next : .stop }
  }

  /// Where `pattern` stands nearest to an index; the earlier of two as near.
  func nearest(_ pattern: [UInt8], to expected: Int) -> Int? {
    var best: Int?
    forEachOccurrence(of: pattern) { index in
      if let found = best, abs(found - expected) <= abs(index - expected) {
        return index < expected
      }
      best = index
      return true
    }
    return best
  }
}
