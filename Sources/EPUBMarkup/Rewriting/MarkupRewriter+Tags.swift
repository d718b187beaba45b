import EPUBBasics

/// Markup that begins with `<`: where it ends, and what kind it is.
extension MarkupRewriter {
  mutating func rewriteMarkup() {
    guard position + 1 < source.count else { return rewriteLiteral("a “<” that begins no tag") }
    switch source[position + 1] {
    case UInt8(ascii: "!"): rewriteDeclaration()
    case UInt8(ascii: "?"): rewriteInstruction()
    case UInt8(ascii: "/"): rewriteEndTag()
    case let byte where NameBytes.isNameStart(byte): rewriteStartTag()
    default: rewriteLiteral("a “<” that begins no tag")
    }
  }

  /// The `<` at `position` is meant as a character.
  mutating func rewriteLiteral(_ reason: @autoclosure () -> String) {
    noteFault(reason())
    position += 1
    if admitsText(isBlank: false) { output.append(contentsOf: "&lt;".utf8) }
  }

  // MARK: Start tags

  private mutating func rewriteStartTag() {
    let nameRange = nameRange(from: position + 1)
    let extent = TagExtent(in: source, from: nameRange.upperBound)
    guard extent.isTag, isMeantAsTag(nameRange, extent) else {
      return rewriteLiteral("a “<” that begins no tag")
    }
    if !extent.isClosed {
      if !isCut || extent.end < source.count { noteFault("a tag without its “>”") }
      report.isCutShort = report.isCutShort || extent.end == source.count && !isCut
    }
    let number = number(of: nameRange)
    let isCutOff = !extent.isClosed && extent.end == source.count
    guard !isCutOff, admitsElement(number) else {
      position = extent.end
      return
    }
    hasTags = true
    let isForeign = number == Tag.svg.rawValue || number == Tag.math.rawValue
    let isHTML = rules == .html && !isForeign && stack.last?.isForeign != true
    let start = output.count
    output.append(UInt8(ascii: "<"))
    let written = appendName(nameRange, inLowerCase: isHTML)
    let attributes = rewriteAttributes(
      nameRange.upperBound..<extent.attributesEnd, of: number, inLowerCase: isHTML)
    openElement(number, name: written, tagStart: start, attributes)
    position = extent.end
    if isHTML, traits(of: number).contains(.rawText), !attributes.isSelfClosing {
      rewriteRawText(of: nameRange)
    }
  }

  /// Not `<anna@example.org>` and `<https://…>`; and in tag soup not what is no element of HTML, has
  /// neither values nor an end tag anywhere, as in `List<String>`.
  private mutating func isMeantAsTag(_ name: Range<Int>, _ extent: TagExtent) -> Bool {
    if name.upperBound < source.count {
      let next = source[name.upperBound]
      let endsName = next.isASCIISpace || next < 0x20 || "/><".utf8.contains(next)
      if !endsName || source[name.upperBound - 1] == UInt8(ascii: ":") { return false }
    }
    guard rules == .html, extent.isPlain, stack.last?.isForeign != true,
      Tag(rawValue: number(of: name)) == nil
    else { return true }
    return ElementName(spelledInAnyCase: source.span.extracting(name)) != .other
      || source[name].contains(UInt8(ascii: ":")) || hasEndTag(name)
  }

  /// Looked for once a name, and for so many names at most.
  private mutating func hasEndTag(_ name: Range<Int>) -> Bool {
    let key = source[name].map(\.asciiLowercased)
    if let known = endTagsFound[key] { return known }
    guard endTagsFound.count < 100 else { return true }
    let delimiter = [UInt8(ascii: "<"), UInt8(ascii: "/")] + key
    var index = name.upperBound
    var isFound = false
    while !isFound, index + delimiter.count <= source.count {
      isFound =
        source[index] == UInt8(ascii: "<")
        && source[index..<(index + delimiter.count)]
          .elementsEqual(delimiter, by: { $0.asciiLowercased == $1 })
      index += 1
    }
    endTagsFound[key] = isFound
    return isFound
  }

  func nameRange(from start: Int) -> Range<Int> {
    var end = start
    while end < source.count, NameBytes.isNameByte(source[end]) { end += 1 }
    return start..<end
  }

  mutating func number(of range: Range<Int>) -> Int {
    let number = names.number(of: source, in: range)
    if number >= innermost.count { innermost.append(-1) }
    return number
  }

  func traits(of number: Int) -> TagTraits { Tag(rawValue: number)?.traits ?? [] }

  // MARK: End tags

  private mutating func rewriteEndTag() {
    var start = position + 2
    while start < source.count, source[start].isASCIISpace { start += 1 }
    let nameRange = nameRange(from: start)
    if nameRange.isEmpty || !NameBytes.isNameStart(source[nameRange.lowerBound]) {
      guard start < source.count, source[start] == UInt8(ascii: ">") else {
        return rewriteLiteral("a “</” that begins no tag")
      }
      noteFault("an end tag without a name")
      position = start + 1
      return
    }
    var end = nameRange.upperBound
    while end < source.count, source[end] != UInt8(ascii: ">"), source[end] != UInt8(ascii: "<") {
      end += 1
    }
    let isClosed = end < source.count && source[end] == UInt8(ascii: ">")
    let isCutOff = isCut && end == source.count
    if !isClosed && !isCutOff || start > position + 2 || !isBlank(nameRange.upperBound..<end) {
      noteFault("an end tag that holds more than a name")
    }
    if end == source.count {
      report.isCutShort = report.isCutShort || !isCut
      position = end
      return
    }
    closeElement(number(of: nameRange), as: nameRange)
    position = isClosed ? end + 1 : end
  }

  func isBlank(_ range: Range<Int>) -> Bool { source[range].allSatisfy(\.isASCIISpace) }

  // MARK: Names

  /// Writes a name with nothing that XML forbids in one; returns where it stands in `output`.
  mutating func appendName(_ range: Range<Int>, inLowerCase: Bool) -> Range<Int> {
    let start = output.count
    let isPrefixed = source[range].contains(UInt8(ascii: ":"))
    var hasColon = false
    var index = range.lowerBound
    while index < range.upperBound, output.count - start < Self.maximumNameByteCount {
      let byte = source[index]
      guard byte < 0x80 else {
        index = appendNameScalar(at: index, isFirst: output.count == start)
        continue
      }
      index += 1
      if byte == UInt8(ascii: ":") {
        let isSeparator =
          !hasColon && output.count > start && index < range.upperBound
          && NameBytes.isNameStart(source[index]) && source[index] != byte
        hasColon = true
        if !isSeparator { noteFault("a name with a colon too many") }
        output.append(isSeparator ? byte : UInt8(ascii: "_"))
      } else if output.count > start || NameBytes.isNameStart(byte) {
        output.append(inLowerCase && !isPrefixed ? byte.asciiLowercased : byte)
      }
    }
    if index < range.upperBound { noteFault("a name that is too long") }
    return start..<output.count
  }

  private static let maximumNameByteCount = 1000

  private mutating func appendNameScalar(at index: Int, isFirst: Bool) -> Int {
    let sequence = UTF8Sequence(in: source, at: index)
    let end = index + sequence.byteCount
    let scalar = String(decoding: source[index..<end], as: UTF8.self).unicodeScalars.first
    if let scalar, NameBytes.isNameScalar(scalar.value, atStart: isFirst) {
      output.append(contentsOf: source[index..<end])
    } else {
      noteFault("a name with a character that XML forbids in one")
      output.append(UInt8(ascii: "_"))
    }
    return end
  }
}

/// How far a start tag reaches from the end of its name.
struct TagExtent {
  /// Before `>`.
  private(set) var attributesEnd: Int
  /// Behind `>`, or where the tag ends without one.
  private(set) var end: Int
  private(set) var isClosed = false
  /// Whether it can be meant as a tag: `a <b and c <d` holds none.
  private(set) var isTag = true
  /// Without values and without the `/` of an empty element.
  private(set) var isPlain = false

  init(in source: [UInt8], from start: Int) {
    attributesEnd = source.count
    end = source.count
    var isBlank = true
    var hasEquals = false
    var isAfterEquals = false
    var index = start
    scan: while index < source.count {
      let byte = source[index]
      switch byte {
      case UInt8(ascii: ">"):
        attributesEnd = index
        end = index + 1
        isClosed = true
        isPlain = !hasEquals && source[index - 1] != UInt8(ascii: "/")
        return
      case UInt8(ascii: "<"):
        attributesEnd = index
        end = index
        break scan
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if isAfterEquals { index = Self.endOfValue(in: source, openedAt: index) }
        isAfterEquals = false
        isBlank = false
        if index < source.count, source[index] == UInt8(ascii: ">") { continue scan }
      case UInt8(ascii: "="):
        hasEquals = true
        isAfterEquals = true
        isBlank = false
      default:
        if !byte.isASCIISpace {
          isAfterEquals = false
          isBlank = false
        }
      }
      index += 1
    }
    isTag = isBlank || hasEquals
  }

  /// Where the quote that closes a value stands; the next `>` if the value seems to have none,
  /// because markup goes on before it does.
  static func endOfValue(in source: [UInt8], openedAt opening: Int) -> Int {
    var firstGreater: Int?
    var index = opening + 1
    while index < source.count {
      let byte = source[index]
      if byte == source[opening] { return index }
      if byte == UInt8(ascii: ">"), firstGreater == nil { firstGreater = index }
      if byte == UInt8(ascii: "<"), let firstGreater { return firstGreater }
      index += 1
    }
    return firstGreater ?? source.count
  }
}
