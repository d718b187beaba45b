import EPUBBasics

/// The entity declarations of a document type's internal subset (XML 1.0, 2.8 and 4.2).
///
/// Element, attribute and notation declarations are passed over. Parameter entities declared in
/// the subset are read where they are referred to between declarations, in all no more bytes than
/// `limits.maximumEntityByteCount`.
struct InternalSubset {
  struct Declaration {
    let name: [UInt8]
    let text: [UInt8]
    let isExternal: Bool
  }

  private(set) var declarations: [Declaration] = []
  /// Behind the `]`, or the end of the text.
  private(set) var end: Int
  private var parameters: [[UInt8]: [UInt8]] = [:]
  private var remainingByteCount: Int

  init(in source: [UInt8], from start: Int, limits: Limits) {
    end = start
    remainingByteCount = limits.maximumEntityByteCount
    var texts: [(text: [UInt8], position: Int)] = [(source, start)]
    while let (text, position) = texts.popLast() {
      var position = position
      let isOutermost = texts.isEmpty
      reading: while position < text.count {
        switch text[position] {
        case UInt8(ascii: "]") where isOutermost:
          end = position + 1
          return
        case UInt8(ascii: "<"): position = readDeclaration(text, position)
        case UInt8(ascii: "%"):
          let name = Self.nameRange(in: text, from: position + 1)
          position = min(name.upperBound + 1, text.count)
          if let parameter = parameters[Array(text[name])], parameter.count < remainingByteCount {
            remainingByteCount -= parameter.count + 1
            texts.append((text, position))
            texts.append((parameter, 0))
            break reading
          }
        default: position += 1
        }
      }
      if isOutermost, position >= text.count { end = text.count }
    }
  }

  private mutating func readDeclaration(_ text: [UInt8], _ start: Int) -> Int {
    let rest = text[start...]
    if rest.starts(with: Array("<!--".utf8)) {
      return rest.dropFirst(4).firstRange(of: Array("-->".utf8))?.upperBound ?? text.count
    }
    if rest.starts(with: Array("<?".utf8)) {
      return rest.firstRange(of: Array("?>".utf8))?.upperBound ?? text.count
    }
    if rest.starts(with: Array("<!ENTITY".utf8)) { readEntity(text, start + 8) }
    return Self.endOfDeclaration(in: text, from: start)
  }

  private static func endOfDeclaration(in text: [UInt8], from start: Int) -> Int {
    var quote: UInt8?
    var index = start
    while index < text.count {
      let byte = text[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      }
      index += 1
    }
    return text.count
  }

  private mutating func readEntity(_ text: [UInt8], _ start: Int) {
    var index = Self.skippingBlanks(in: text, from: start)
    let isParameter = index < text.count && text[index] == UInt8(ascii: "%")
    if isParameter { index = Self.skippingBlanks(in: text, from: index + 1) }
    let nameRange = Self.nameRange(in: text, from: index)
    guard !nameRange.isEmpty else { return }
    let name = Array(text[nameRange])
    index = Self.skippingBlanks(in: text, from: nameRange.upperBound)
    guard index < text.count else { return }
    let quote = text[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      if !isParameter { declarations.append(Declaration(name: name, text: [], isExternal: true)) }
      return
    }
    guard let close = text[(index + 1)...].firstIndex(of: quote) else { return }
    let value = Self.resolvingNumbers(in: text[(index + 1)..<close])
    if isParameter {
      if parameters[name] == nil { parameters[name] = value }
    } else {
      declarations.append(Declaration(name: name, text: value, isExternal: false))
    }
  }

  /// Numeric references are resolved where an entity is declared, all others where it is used
  /// (XML 1.0, 4.4).
  private static func resolvingNumbers(in value: ArraySlice<UInt8>) -> [UInt8] {
    var resolved: [UInt8] = []
    resolved.reserveCapacity(value.count)
    var index = value.startIndex
    while index < value.endIndex {
      if let (scalar, end) = numericReference(in: value, at: index) {
        resolved.append(scalar: scalar)
        index = end
      } else {
        resolved.append(value[index])
        index += 1
      }
    }
    return resolved
  }

  private static func numericReference(
    in value: ArraySlice<UInt8>, at start: Int
  ) -> (Unicode.Scalar, end: Int)? {
    guard value[start...].starts(with: Array("&#".utf8)) else { return nil }
    var index = start + 2
    let isHexadecimal = index < value.endIndex && value[index] == UInt8(ascii: "x")
    if isHexadecimal { index += 1 }
    var number: UInt32 = 0
    while index < value.endIndex, let digit = value[index].hexDigitValue,
      isHexadecimal || digit < 10
    {
      number = min(number * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
      index += 1
    }
    guard index < value.endIndex, value[index] == UInt8(ascii: ";") else { return nil }
    if number & 0xFFFF_FFE0 == 0x80 {
      return (Windows1252.scalar(UInt8(truncatingIfNeeded: number)), index + 1)
    }
    guard NameBytes.isCharacter(number), let scalar = Unicode.Scalar(number) else { return nil }
    return (scalar, index + 1)
  }

  private static func nameRange(in text: [UInt8], from start: Int) -> Range<Int> {
    var end = min(start, text.count)
    let start = end
    while end < text.count, NameBytes.isNameByte(text[end]) { end += 1 }
    return start..<end
  }

  private static func skippingBlanks(in text: [UInt8], from start: Int) -> Int {
    var index = start
    while index < text.count, text[index].isASCIISpace { index += 1 }
    return index
  }
}
