/// Reading scalars of well-formed UTF-8.
enum UTF8Decoder {
  /// The scalar at `offset`, which is moved past it.
  @inline(__always) static func next(_ bytes: [UInt8], _ offset: inout Int) -> UInt32 {
    let first = UInt32(bytes[offset])
    if first < 0x80 {
      offset += 1
      return first
    }
    if first < 0xE0 {
      let scalar = (first & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F)
      offset += 2
      return scalar
    }
    if first < 0xF0 {
      let scalar =
        (first & 0x0F) << 12 | UInt32(bytes[offset + 1] & 0x3F) << 6
        | UInt32(bytes[offset + 2] & 0x3F)
      offset += 3
      return scalar
    }
    let scalar =
      (first & 0x07) << 18 | UInt32(bytes[offset + 1] & 0x3F) << 12
      | UInt32(bytes[offset + 2] & 0x3F) << 6 | UInt32(bytes[offset + 3] & 0x3F)
    offset += 4
    // No well-formed text holds such; the tables end at U+10FFFF.
    return scalar < 0x11_0000 ? scalar : 0xFFFD
  }

  /// Bytes of the scalar that begins with `first`.
  @inline(__always) static func length(_ first: UInt8) -> Int {
    first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case 0..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar))
    case 0x80..<0x800:
      bytes.append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    case 0x800..<0x1_0000:
      bytes.append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    default:
      bytes.append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }
  }

  static func bytes(_ scalars: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in scalars { append(scalar, to: &bytes) }
    return bytes
  }
}

/// ICU reads UTF-16.
enum UTF16Text {
  /// Replaces `units` with the text of `range`.
  static func fill(_ units: inout [UInt16], _ bytes: [UInt8], _ range: Range<Int>) {
    units.removeAll(keepingCapacity: true)
    units.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      append(UTF8Decoder.next(bytes, &at), to: &units)
    }
  }

  /// The byte offset of unit `to`, when `offset` is that of unit `from`.
  @inline(__always) static func advance(
    _ bytes: [UInt8], _ offset: Int, from: Int32, to: Int32
  ) -> Int {
    var at = offset
    var left = to - from
    while left > 0 {
      let byte = bytes[at]
      at += UTF8Decoder.length(byte)
      left -= byte < 0xF0 ? 1 : 2
    }
    return at
  }

  static func units(_ scalars: [UInt32]) -> [UInt16] {
    var units: [UInt16] = []
    for scalar in scalars { append(scalar, to: &units) }
    return units
  }

  /// Scalars of well-formed UTF-16.
  static func scalars(_ units: ArraySlice<UInt16>) -> [UInt32] {
    var scalars: [UInt32] = []
    for unit in units {
      if unit & 0xFC00 == 0xDC00, let lead = scalars.last {
        scalars[scalars.count - 1] = (lead & 0x3FF) << 10 + UInt32(unit & 0x3FF) + 0x1_0000
      } else {
        scalars.append(UInt32(unit))
      }
    }
    return scalars
  }

  @inline(__always) private static func append(_ scalar: UInt32, to units: inout [UInt16]) {
    if scalar < 0x1_0000 {
      units.append(UInt16(truncatingIfNeeded: scalar))
    } else {
      units.append(UInt16(truncatingIfNeeded: 0xD7C0 + (scalar >> 10)))
      units.append(UInt16(truncatingIfNeeded: 0xDC00 | scalar & 0x3FF))
    }
  }
}
