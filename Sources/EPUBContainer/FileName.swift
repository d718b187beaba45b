// Names of files as strings.
//
// A name is any bytes, and old ones are often Latin-1 or Shift-JIS. Bytes that are no UTF-8 stand in
// strings as two noncharacters each, which no text has a use for and which are dropped wherever names
// are shown; so names pass through options, messages and the database and still lead to their files.

extension String {
  /// A name or path as the system gives it.
  public init(fileName bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: \.isHalf)
    {
      self = text
      return
    }
    var scalars = String.UnicodeScalarView()
    var at = 0
    while at < bytes.count {
      if let (scalar, length) = String.scalar(in: bytes, at: at), !scalar.isHalf {
        scalars.append(scalar)
        at += length
      } else {
        scalars.append(contentsOf: Unicode.Scalar.halves(of: bytes[at]))
        at += 1
      }
    }
    self = String(scalars)
  }

  /// What the system knows a name or path by.
  public var fileNameBytes: [UInt8] {
    var bytes: [UInt8] = []
    var upper: UInt8?
    for scalar in unicodeScalars {
      if let half = upper {
        upper = nil
        if let lower = scalar.lowerHalf {
          bytes.append(half << 4 | lower)
          continue
        }
        bytes += Array(String(Unicode.Scalar.halves(of: half << 4)[0]).utf8)
      }
      upper = scalar.upperHalf
      if upper == nil { bytes += Array(UTF8.encode(scalar).map(Array.init) ?? []) }
    }
    if let upper { bytes += Array(String(Unicode.Scalar.halves(of: upper << 4)[0]).utf8) }
    return bytes
  }

  private static func scalar(in bytes: [UInt8], at start: Int) -> (Unicode.Scalar, length: Int)? {
    for length in 1...4 where start + length <= bytes.count {
      let text = String(validating: bytes[start..<start + length], as: UTF8.self)
      if let scalar = text?.unicodeScalars.first { return (scalar, length) }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// The noncharacters U+FDD0 to U+FDDF for the upper four bits, U+FDE0 to U+FDEF for the lower ones.
  fileprivate static func halves(of byte: UInt8) -> [Unicode.Scalar] {
    [0xFDD0 + UInt32(byte >> 4), 0xFDE0 + UInt32(byte & 15)].compactMap(Unicode.Scalar.init)
  }

  fileprivate var isHalf: Bool { upperHalf != nil || lowerHalf != nil }

  fileprivate var upperHalf: UInt8? {
    (0xFDD0..<0xFDE0).contains(value) ? UInt8(value - 0xFDD0) : nil
  }

  fileprivate var lowerHalf: UInt8? {
    (0xFDE0..<0xFDF0).contains(value) ? UInt8(value - 0xFDE0) : nil
  }
}
