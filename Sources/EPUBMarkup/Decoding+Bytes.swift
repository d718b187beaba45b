import EPUBBasics

/// The encodings that need no table but one of 32 entries.
extension [UInt8] {
  var isWellFormedUTF8: Bool { ByteScan.isWellFormedUTF8(self) }

  mutating func append(scalar: Unicode.Scalar) {
    append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  // MARK: Windows-1252

  func decodedAsWindows1252() -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(count + count / 8)
    for byte in self { decoded.appendWindows1252(byte) }
    return decoded
  }

  mutating func appendWindows1252(_ byte: UInt8) {
    if byte < 0x80 { append(byte) } else { append(scalar: Windows1252.scalar(byte)) }
  }

  // MARK: UTF-8 with faults

  /// Broken sequences become U+FFFD, single bytes beyond ASCII what Windows-1252 has for them: that
  /// is where they come from when text of two sources was mixed.
  func repairedUTF8() -> [UInt8] {
    var repaired: [UInt8] = []
    repaired.reserveCapacity(count + count / 16)
    var position = 0
    while position < count {
      let sequence = UTF8Sequence(in: self, at: position)
      if sequence.isSound {
        repaired.append(contentsOf: self[position..<position + sequence.byteCount])
      } else if sequence.byteCount == 1, position + 1 < count {
        repaired.appendWindows1252(self[position])
      } else {
        repaired.append(scalar: "\u{FFFD}")
      }
      position += sequence.byteCount
    }
    return repaired
  }

  // MARK: UTF-16 and UTF-32

  /// Lone surrogates, values beyond Unicode and a last unit cut short become U+FFFD.
  func decoded(wide unit: WideUnit, from start: Int, repaired: inout Int) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity((count - start) * 3 / unit.byteCount / 2)
    var position = start
    var leadingSurrogate: UInt32?
    while position + unit.byteCount <= count {
      let value = unitValue(at: position, unit)
      position += unit.byteCount
      if let high = leadingSurrogate {
        leadingSurrogate = nil
        if value & 0xFFFF_FC00 == 0xDC00 {
          let scalar = 0x10000 + (high & 0x3FF) << 10 + value & 0x3FF
          decoded.append(scalar: Unicode.Scalar(scalar) ?? "\u{FFFD}")
          continue
        }
        repaired += 1
        decoded.append(scalar: "\u{FFFD}")
      }
      if value < 0x80 {
        decoded.append(UInt8(truncatingIfNeeded: value))
      } else if unit.byteCount == 2, value & 0xFC00 == 0xD800 {
        leadingSurrogate = value
      } else if let scalar = Unicode.Scalar(value) {
        decoded.append(scalar: scalar)
      } else {
        repaired += 1
        decoded.append(scalar: "\u{FFFD}")
      }
    }
    if leadingSurrogate != nil || position < count {
      repaired += 1
      decoded.append(scalar: "\u{FFFD}")
    }
    return decoded
  }

  private func unitValue(at position: Int, _ unit: WideUnit) -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<unit.byteCount {
      let shift = 8 * (unit.isBigEndian ? unit.byteCount - 1 - index : index)
      value |= UInt32(self[position + index]) << UInt32(shift)
    }
    return value
  }
}

enum Windows1252 {
  /// The five bytes it leaves open stay the controls that they are.
  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard byte & 0xE0 == 0x80 else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(upperControls[Int(byte - 0x80)]) ?? Unicode.Scalar(byte)
  }

  private static let upperControls: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]
}

/// One scalar, or the bytes that could have begun one and do not (Unicode 3.9, U+FFFD substitution).
struct UTF8Sequence {
  let byteCount: Int
  let isSound: Bool

  init(in bytes: [UInt8], at position: Int) {
    let lead = bytes[position]
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch lead {
      case 0..<0x80: (1, 0...0)
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0...0)
      }
    var found = 1
    while found < length, position + found < bytes.count {
      let byte = bytes[position + found]
      guard found == 1 ? second.contains(byte) : byte.isUTF8Continuation else { break }
      found += 1
    }
    byteCount = found
    isSound = found == length
  }
}

/// How much of what lies beyond ASCII is sound UTF-8.
struct UTF8Census {
  private(set) var soundCount = 0
  private(set) var brokenCount = 0

  init(of bytes: [UInt8]) {
    var position = 0
    while position < bytes.count {
      if bytes[position] < 0x80 {
        position += 1
        continue
      }
      let sequence = UTF8Sequence(in: bytes, at: position)
      if sequence.isSound { soundCount += 1 } else { brokenCount += 1 }
      position += sequence.byteCount
    }
  }
}
