extension UInt8 {
  /// `10xxxxxx`: inside a scalar, not at its start.
  public var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }
}

extension [UInt8] {
  /// UTF-16 code units of the well-formed UTF-8 of `range`: one a scalar, two beyond U+FFFF.
  public func utf16Count(in range: Range<Int>) -> Int {
    var count = 0
    for index in range {
      let byte = self[index]
      if !byte.isUTF8Continuation { count += byte >= 0xF0 ? 2 : 1 }
    }
    return count
  }

  /// The text of `range`, repaired where it is no UTF-8.
  public func string(in range: Range<Int>) -> String {
    String(decoding: self[range], as: UTF8.self)
  }
}
