import EPUBBasics
import EPUBMarkup

/// The attributes that make content; a document's names are sorted into these once.
enum AttributeName: String, CaseIterable {
  case other = ""
  case id, name, `class`, lang, href, src, srcset, alt, title, type, role, start, value, reversed,
    colspan
  case rowspan, data, poster, display, mode, alttext, y, dy, open, close, separators, linethickness
  case form, stretchy, lspace, rspace, width, movablelimits, displaystyle, bevelled, notation
  case columnalign, columnspacing, columnspan
  case requiredExtensions, systemLanguage
  case ariaLabel = "aria-label"
  case ariaLevel = "aria-level"
  case ariaHidden = "aria-hidden"

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// One for each of `names`, by index.
  static func table(of names: [String]) -> [AttributeName] {
    names.map { byName[$0] ?? .other }
  }
}

extension ContentBuilder {
  /// Range in `bytes` of an attribute's value.
  func value(_ name: AttributeName, in namespace: MarkupNamespace = .none, of node: Int) -> Range<
    Int
  >? {
    let first = Int(nodes[node].first)
    for index in first..<first + Int(nodes[node].count) {
      let attribute = attributes[index]
      if attribute.namespace == namespace, attributeNames[Int(attribute.nameIndex)] == name {
        return Int(attribute.start)..<Int(attribute.end)
      }
    }
    return nil
  }

  func string(_ name: AttributeName, in namespace: MarkupNamespace = .none, of node: Int) -> String?
  {
    value(name, in: namespace, of: node).map { bytes.string(in: $0) }
  }

  /// The value as an integer, as HTML reads one: leading white space, a sign, digits; the rest is
  /// passed over. Numbers beyond 32 bits are cut to them.
  func integer(_ name: AttributeName, of node: Int) -> Int? {
    guard let range = value(name, of: node) else { return nil }
    var index = range.lowerBound
    while index < range.upperBound, bytes[index].isASCIISpace { index += 1 }
    var isNegative = false
    if index < range.upperBound, bytes[index] == UInt8(ascii: "-") || bytes[index] == 0x2B {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    guard index < range.upperBound, bytes[index].isASCIIDigit else { return nil }
    var number = 0
    while index < range.upperBound, bytes[index].isASCIIDigit {
      number = min(number * 10 + Int(bytes[index] - 0x30), Int(Int32.max))
      index += 1
    }
    return isNegative ? -number : number
  }

  /// Whether one of the words of `epub:type` or `role` is in `words`.
  func isCalled(_ words: [String], node: Int) -> Bool {
    guard nodes[node].count > 0 else { return false }
    return hasWord(words, in: value(.type, in: .ops, of: node))
      || hasWord(words, in: value(.role, of: node))
  }

  /// Whether one of the words in `range` is in `words`.
  func hasWord(_ words: [String], in range: Range<Int>?) -> Bool {
    guard let range else { return false }
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, !bytes[end].isASCIISpace { end += 1 }
      let count = end - start
      for word in words
      where word.utf8.count == count && bytes[start..<end].elementsEqual(word.utf8) {
        return true
      }
      start = end + 1
    }
    return false
  }

  /// `range` with white space collapsed and trimmed, and what is no character dropped.
  func collapsed(_ range: Range<Int>) -> String { collapsed(bytes[range]) }

  func collapsed(_ text: some Collection<UInt8>) -> String {
    var kept: [UInt8] = []
    for byte in text {
      if !byte.isASCIISpace {
        kept.append(byte)
      } else if let last = kept.last, last != 0x20 {
        kept.append(0x20)
      }
    }
    if kept.last == 0x20 { kept.removeLast() }
    return String(decoding: kept, as: UTF8.self).printable
  }
}
