import EPUBBasics

/// What stands behind `&`.
struct RewrittenReference {
  enum Meaning {
    /// XML's own, or a number that XML allows.
    case asWritten
    /// The second is 0 when there is one.
    case scalars(UInt32, UInt32)
    /// A character that XML forbids.
    case nothing
    /// Its number in the entity table.
    case entity(Int)
    /// No reference: the `&` alone.
    case ampersand
  }

  let meaning: Meaning
  let end: Int
}

extension MarkupRewriter {
  /// The reference at `position`, in text.
  mutating func rewriteReference() {
    let start = position
    let reference = reference(in: source, at: start, limit: source.count, isInValue: false)
    position = reference.end
    if case .entity(let number) = reference.meaning {
      let isNested = isInEntity
      if let text = admittedText(ofEntity: number, isNested: isNested) { enter(text) }
      return
    }
    if case .nothing = reference.meaning { return }
    guard admitsText(isBlank: false) else { return }
    switch reference.meaning {
    case .asWritten: output.append(contentsOf: source[start..<reference.end])
    case .ampersand: output.append(contentsOf: "&amp;".utf8)
    case .scalars(let first, let second):
      append(scalar: first, asValue: false)
      if second != 0 { append(scalar: second, asValue: false) }
    case .nothing, .entity: break
    }
  }

  mutating func append(scalar value: UInt32, asValue: Bool) {
    switch value {
    case 0x26: output.append(contentsOf: "&amp;".utf8)
    case 0x3C: output.append(contentsOf: "&lt;".utf8)
    case 0x3E: output.append(contentsOf: "&gt;".utf8)
    case 0x22 where asValue: output.append(contentsOf: "&quot;".utf8)
    case 0x0D: output.append(contentsOf: "&#13;".utf8)
    case 0x09 where asValue: output.append(contentsOf: "&#9;".utf8)
    case 0x0A where asValue: output.append(contentsOf: "&#10;".utf8)
    default: output.append(scalar: Unicode.Scalar(value) ?? "\u{FFFD}")
    }
  }

  mutating func reference(
    in text: [UInt8], at start: Int, limit: Int, isInValue: Bool
  ) -> RewrittenReference {
    if start + 1 < limit, text[start + 1] == UInt8(ascii: "#") {
      return numericReference(in: text, at: start, limit: limit)
    }
    var end = start + 1
    while end < limit, NameBytes.isNameByte(text[end]) { end += 1 }
    if end > start + 1, end < limit, text[end] == UInt8(ascii: ";") {
      if let meaning = meaning(ofName: text[(start + 1)..<end]) {
        return RewrittenReference(meaning: meaning, end: end + 1)
      }
      noteFault("a reference to an unknown entity")
    } else {
      noteFault("an “&” that begins no reference")
      if let open = unfinishedReference(in: text, from: start + 1, to: end, limit, isInValue) {
        return open
      }
    }
    return RewrittenReference(meaning: .ampersand, end: start + 1)
  }

  // MARK: Names

  private mutating func meaning(ofName name: ArraySlice<UInt8>) -> RewrittenReference.Meaning? {
    if Self.isPredefined(name) { return .asWritten }
    if let number = entities.number(of: name) { return .entity(number) }
    guard let named = NamedReferences.meaning(of: name) else { return nil }
    if !hasDocumentType, report.undeclaredReference == nil {
      report.undeclaredReference = LibXML.Fault(
        line: currentLine, reason: String(decoding: name, as: UTF8.self))
    }
    return .scalars(named.first, named.second)
  }

  private static func isPredefined(_ name: ArraySlice<UInt8>) -> Bool {
    guard (2...4).contains(name.count) else { return false }
    return predefined.contains { name.elementsEqual($0) }
  }

  private static let predefined = ["amp", "lt", "gt", "quot", "apos"].map { Array($0.utf8) }

  /// `&nbsp` or `&copy` without the semicolon, where nothing that could belong to it follows: in
  /// `?a=1&copy=2` it is no reference (HTML 13.2.5.73).
  private func unfinishedReference(
    in text: [UInt8], from start: Int, to end: Int, _ limit: Int, _ isInValue: Bool
  ) -> RewrittenReference? {
    guard end > start, let named = NamedReferences.meaning(of: text[start..<end]), named.standsAlone
    else { return nil }
    if isInValue, end < limit, text[end] == UInt8(ascii: "=") { return nil }
    return RewrittenReference(meaning: .scalars(named.first, named.second), end: end)
  }

  // MARK: Numbers

  private mutating func numericReference(
    in text: [UInt8], at start: Int, limit: Int
  ) -> RewrittenReference {
    var index = start + 2
    let isHexadecimal = index < limit && text[index] | 0x20 == UInt8(ascii: "x")
    // XML knows the small letter alone.
    var isClean = !isHexadecimal || text[index] == UInt8(ascii: "x")
    if isHexadecimal { index += 1 }
    let digitsStart = index
    var value: UInt32 = 0
    while index < limit, let digit = text[index].hexDigitValue, isHexadecimal || digit < 10 {
      value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
      index += 1
    }
    guard index > digitsStart else {
      noteFault("an “&” that begins no reference")
      return RewrittenReference(meaning: .ampersand, end: start + 1)
    }
    if index < limit, text[index] == UInt8(ascii: ";") { index += 1 } else { isClean = false }
    if value & 0xFFFF_FFE0 == 0x80 {
      let meant = Windows1252.scalar(UInt8(truncatingIfNeeded: value))
      if !isClean { noteFault("a reference without its “;”") }
      return RewrittenReference(meaning: .scalars(meant.value, 0), end: index)
    }
    if NameBytes.isCharacter(value) {
      if isClean { return RewrittenReference(meaning: .asWritten, end: index) }
      noteFault("a reference without its “;”")
      return RewrittenReference(meaning: .scalars(value, 0), end: index)
    }
    noteFault("a reference to a character that XML forbids")
    if value < 0x20 || value & 0xFFFE == 0xFFFE {
      report.droppedCharacterCount += 1
      return RewrittenReference(meaning: .nothing, end: index)
    }
    return RewrittenReference(meaning: .scalars(0xFFFD, 0), end: index)
  }

  // MARK: Entities

  /// `nil` when it may not be expanded.
  ///
  /// - Parameter isNested: counted already with the entity around it.
  mutating func admittedText(ofEntity number: Int, isNested: Bool) -> [UInt8]? {
    let entity = entities.entities[number]
    if entity.isExternal {
      if report.externalEntity == nil { report.externalEntity = here }
      return nil
    }
    if isNested { return entity.text }
    let byteCount = entities.expandedByteCount(of: number)
    guard byteCount <= remainingEntityByteCount else {
      if report.refusedEntity == nil { report.refusedEntity = here }
      return nil
    }
    remainingEntityByteCount -= byteCount
    return entity.text
  }

  private var here: LibXML.Fault { LibXML.Fault(line: currentLine, reason: "") }
}
