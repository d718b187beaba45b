import EPUBBasics

/// References that libxml2 may read as they are: XML's five, and numbers of characters that XML
/// allows and that are meant as they say.
enum PlainReference {
  /// - Parameter bytes: from `&` on; the longest plain reference has 10.
  static func begins(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 3 else { return false }
    switch bytes[1] {
    case UInt8(ascii: "#"): return beginsNumber(bytes)
    case UInt8(ascii: "a"): return begins(bytes, "amp;") || begins(bytes, "apos;")
    case UInt8(ascii: "l"): return begins(bytes, "lt;")
    case UInt8(ascii: "g"): return begins(bytes, "gt;")
    case UInt8(ascii: "q"): return begins(bytes, "quot;")
    default: return false
    }
  }

  private static func begins(_ bytes: Span<UInt8>, _ name: String) -> Bool {
    var index = 1
    for byte in name.utf8 {
      guard index < bytes.count, bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }

  private static func beginsNumber(_ bytes: Span<UInt8>) -> Bool {
    let isHexadecimal = bytes[2] == UInt8(ascii: "x")
    var index = isHexadecimal ? 3 : 2
    let digitsStart = index
    var value: UInt32 = 0
    while index < bytes.count, let digit = bytes[index].hexDigitValue, isHexadecimal || digit < 10 {
      value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
      if value > 0x10_FFFF { return false }
      index += 1
    }
    guard index > digitsStart, index < bytes.count, bytes[index] == UInt8(ascii: ";") else {
      return false
    }
    return NameBytes.isCharacter(value) && value & 0xFFFF_FFE0 != 0x80
  }
}

/// What stands before the root element.
enum Prologue {
  /// Whether a document type has declarations of its own.
  static func hasInternalSubset(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index + 2 < text.count {
      guard text[index] == UInt8(ascii: "<") else {
        guard text[index].isASCIISpace else { return false }
        index += 1
        continue
      }
      switch text[index + 1] {
      case UInt8(ascii: "?"): index = end(of: text, from: index + 2, UInt8(ascii: "?"))
      case UInt8(ascii: "!") where text[index + 2] == UInt8(ascii: "-"):
        index = end(of: text, from: index + 4, UInt8(ascii: "-"))
      case UInt8(ascii: "!"): return documentTypeHasSubset(text, from: index + 2)
      default: return false
      }
    }
    return false
  }

  /// Behind the `>` that follows `mark`.
  private static func end(of text: Span<UInt8>, from start: Int, _ mark: UInt8) -> Int {
    var index = start
    while index + 1 < text.count {
      if text[index] == mark, text[index + 1] == UInt8(ascii: ">") { return index + 2 }
      index += 1
    }
    return text.count
  }

  private static func documentTypeHasSubset(_ text: Span<UInt8>, from start: Int) -> Bool {
    var quote: UInt8?
    for index in start..<text.count {
      let byte = text[index]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["): return true
      case UInt8(ascii: ">"): return false
      default: break
      }
    }
    return false
  }
}
