import EPUBBasics

/// Comments, CDATA sections, processing instructions and the document type.
extension MarkupRewriter {
  mutating func rewriteDeclaration() {
    let rest = source[position...]
    if rest.starts(with: Self.commentStart) {
      skipComment()
    } else if rest.starts(with: Self.cdataStart) {
      rewriteCDATA()
    } else if rest.dropFirst(2).prefix(7).map(\.asciiLowercased) == Self.documentType {
      readDocumentType()
    } else if rest.dropFirst(2).first.map({ $0.isASCIILetter || $0 == UInt8(ascii: "[") }) == true,
      let end = find([UInt8(ascii: ">")], from: position)
    {
      // `<![if …]>` of word processors, mostly.
      noteFault("a declaration that XML does not know")
      skip(to: end + 1)
    } else {
      rewriteLiteral("a “<” that begins no tag")
    }
  }

  private static let commentStart = Array("<!--".utf8)
  private static let commentEnd = Array("-->".utf8)
  private static let cdataStart = Array("<![CDATA[".utf8)
  private static let cdataEnd = Array("]]>".utf8)
  private static let documentType = Array("doctype".utf8)

  /// Leaves out what stands up to `end`, but for its line ends, so that later lines keep their number.
  private mutating func skip(to end: Int) {
    let lineCount = source[position..<end].count { $0 == UInt8(ascii: "\n") }
    if lineCount > 0, !stack.isEmpty {
      output.append(contentsOf: "<!--".utf8)
      output.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: lineCount))
      output.append(contentsOf: "-->".utf8)
    } else {
      output.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: lineCount))
    }
    position = end
  }

  /// A comment that never ends is taken to end with its first `>` or before the next tag, for what
  /// follows is most likely text.
  private mutating func skipComment() {
    let start = position + Self.commentStart.count
    if let end = find(Self.commentEnd, from: start) {
      if source[start..<end].contains(where: { $0 < 0x20 && !$0.isASCIISpace })
        || holdsHyphens(start..<end)
      {
        noteFault("a comment with what XML forbids in one")
      }
      return skip(to: end + Self.commentEnd.count)
    }
    noteFault("a comment without its end")
    let end = source[start...].firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
    skip(to: end.map { source[$0] == UInt8(ascii: ">") ? $0 + 1 : $0 } ?? source.count)
  }

  private func holdsHyphens(_ range: Range<Int>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    guard let last = range.last else { return false }
    if source[last] == hyphen { return true }
    return range.dropLast().contains { source[$0] == hyphen && source[$0 + 1] == hyphen }
  }

  private mutating func rewriteCDATA() {
    let start = position + Self.cdataStart.count
    guard let end = find(Self.cdataEnd, from: start) else {
      noteFault("a CDATA section without its end")
      position = start
      return
    }
    let isBlank = isBlank(start..<end)
    if admitsText(isBlank: isBlank) {
      output.append(contentsOf: Self.cdataStart)
      copyRaw(start..<end)
      output.append(contentsOf: Self.cdataEnd)
    }
    position = end + Self.cdataEnd.count
  }

  /// Characters that XML forbids dropped, all else as it is.
  private mutating func copyRaw(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = source[index]
      if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
        noteDroppedCharacter()
      } else if byte == 0xEF, index + 2 < range.upperBound, source[index + 1] == 0xBF,
        source[index + 2] >= 0xBE
      {
        noteDroppedCharacter()
        index += 2
      } else {
        output.append(byte)
      }
      index += 1
    }
  }

  private mutating func noteDroppedCharacter() {
    report.droppedCharacterCount += 1
    noteFault("a character that XML forbids")
  }

  // MARK: Raw text

  /// The content of `style` and `script` as HTML reads it: no tags in it.
  mutating func rewriteRawText(of name: Range<Int>) {
    let start = position
    var end = start
    let endTag = [UInt8(ascii: "<"), UInt8(ascii: "/")] + source[name].map(\.asciiLowercased)
    guard !missing.contains(endTag) else { return }
    while end + endTag.count <= source.count {
      if source[end] == UInt8(ascii: "<"),
        source[end..<(end + endTag.count)].elementsEqual(endTag, by: { $0.asciiLowercased == $1 })
      {
        break
      }
      end += 1
    }
    guard end + endTag.count <= source.count else {
      missing.insert(endTag)
      return
    }
    var content = start..<end
    let trimmed = source[content].drop(while: \.isASCIISpace)
    if trimmed.starts(with: Self.cdataStart) {
      content = (trimmed.startIndex + Self.cdataStart.count)..<end
      if let close = find(Self.cdataEnd, from: content.lowerBound), close < end {
        content = content.lowerBound..<close
      }
    }
    appendValue(source, content, depth: 0)
    position = end
  }

  // MARK: Processing instructions

  /// Style sheets named before the root are kept, all else is left out.
  mutating func rewriteInstruction() {
    let target = nameRange(from: position + 2)
    let isXML = source[target].elementsEqual("xml".utf8)
    if isXML, position > 0 || isInEntity {
      noteFault("an XML declaration that is not at the start")
    }
    guard
      let end = find(Array("?>".utf8), from: target.upperBound).map({ $0 + 2 })
        ?? find([UInt8(ascii: ">")], from: target.upperBound).map({ $0 + 1 })
    else {
      noteFault("a processing instruction without its end")
      position = target.upperBound
      return
    }
    guard stack.isEmpty, source[target].elementsEqual("xml-stylesheet".utf8),
      source[end - 2] == UInt8(ascii: "?")
    else { return skip(to: end) }
    output.append(contentsOf: "<?xml-stylesheet ".utf8)
    copyRaw(min(target.upperBound + 1, end - 2)..<(end - 2))
    output.append(contentsOf: "?>".utf8)
    position = end
  }

  // MARK: Document type

  private mutating func readDocumentType() {
    if !source[position...].dropFirst(2).starts(with: Array("DOCTYPE".utf8)) {
      noteFault("a document type in small letters")
    }
    if !stack.isEmpty { noteFault("a document type inside the document") }
    let start = position
    var index = position + 2 + Self.documentType.count
    var quote: UInt8?
    while index < source.count {
      let byte = source[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
        hasDocumentType = true
      } else if byte == UInt8(ascii: "[") {
        let subset = InternalSubset(in: source, from: index + 1, limits: limits)
        for declaration in subset.declarations {
          entities.declare(
            declaration.name, text: declaration.text, isExternal: declaration.isExternal)
        }
        index = subset.end
        continue
      } else if byte == UInt8(ascii: ">") {
        return skip(to: index + 1)
      } else if byte == UInt8(ascii: "<") {
        break
      }
      index += 1
    }
    noteFault("a document type without its end")
    position = start
    skip(
      to: index < source.count
        ? index : find([UInt8(ascii: ">")], from: start).map { $0 + 1 } ?? source.count)
  }
}
