import EPUBBasics
import EPUBMarkup

extension Selector.Nth {
  /// `odd`, `even`, `3`, `2n+1`, `-n + 3` (CSS Syntax 3 #anb-microsyntax).
  init?(formula: String) {
    let bytes = formula.utf8.map(\.asciiLowercased)
    if bytes.elementsEqual("odd".utf8) || bytes.elementsEqual("even".utf8) {
      self.init(step: 2, offset: bytes.count == 3 ? 1 : 0)
      return
    }
    var rest = bytes[...]
    guard let n = rest.firstIndex(of: UInt8(ascii: "n")) else {
      guard let offset = Self.integer(&rest), rest.isEmpty else { return nil }
      self.init(step: 0, offset: offset)
      return
    }
    var head = rest[..<n]
    let step: Int32
    if head.isEmpty || head.elementsEqual("+".utf8) {
      step = 1
    } else if head.elementsEqual("-".utf8) {
      step = -1
    } else {
      guard let read = Self.integer(&head), head.isEmpty else { return nil }
      step = read
    }
    rest = rest[(n + 1)...]
    guard !rest.isEmpty else {
      self.init(step: step, offset: 0)
      return
    }
    let spaced = rest.drop(while: \.isASCIISpace)
    guard let sign = spaced.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    var digits = spaced.dropFirst().drop(while: \.isASCIISpace)
    guard digits.first?.isASCIIDigit == true, let size = Self.integer(&digits), digits.isEmpty
    else { return nil }
    self.init(step: step, offset: sign == UInt8(ascii: "-") ? -size : size)
  }

  private static func integer(_ bytes: inout ArraySlice<UInt8>) -> Int32? {
    var isNegative = false
    if let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      isNegative = sign == UInt8(ascii: "-")
      bytes = bytes.dropFirst()
    }
    guard bytes.first?.isASCIIDigit == true else { return nil }
    var value: Int32 = 0
    while let digit = bytes.first, digit.isASCIIDigit {
      value = min(value * 10 + Int32(digit - 0x30), 100_000_000)
      bytes = bytes.dropFirst()
    }
    return isNegative ? -value : value
  }
}

extension MarkupNamespace {
  /// The namespace that a URI names; `other` when no room of ours knows it.
  init(uri: String) {
    switch uri {
    case "": self = .none
    case "http://www.w3.org/1999/xhtml": self = .xhtml
    case "http://www.w3.org/2000/svg": self = .svg
    case "http://www.w3.org/1998/Math/MathML": self = .mathML
    case "http://www.idpf.org/2007/ops": self = .ops
    case "http://www.idpf.org/2007/opf": self = .opf
    case "http://purl.org/dc/elements/1.1/": self = .dublinCore
    case "http://www.daisy.org/z3986/2005/ncx/": self = .ncx
    case "http://www.w3.org/XML/1998/namespace": self = .xml
    case "http://www.w3.org/1999/xlink": self = .xlink
    case "http://www.w3.org/2001/10/synthesis": self = .ssml
    default: self = .other
    }
  }

  /// The prefixes that everyone writes; `nil` for any other.
  init?(usualPrefix prefix: Substring) {
    switch prefix {
    case "epub": self = .ops
    case "xml": self = .xml
    case "xlink": self = .xlink
    case "ssml": self = .ssml
    default: return nil
    }
  }
}
