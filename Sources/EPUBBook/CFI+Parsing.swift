// The grammar of EPUB CFI 1.1 #sec-epubcfi-syntax, read by hand in one pass without recursion.
//
// Numbers are taken strictly (no leading zeros, no trailing ones behind the point): otherwise one
// place would have many names. Inside brackets it is more lenient than the grammar: parentheses and
// equals signs that nobody escaped are text, a circumflex escapes whatever follows, `[]` says nothing
// and a parameter without a value is kept as one.

/// Why a text is no CFI. Offsets count UTF-8 bytes of the text.
public enum CFIError: Error, Hashable, Sendable {
  case tooLong(limit: Int)
  /// It does not read `epubcfi(…)`.
  case notWrapped
  case expectedStep(offset: Int)
  case expectedNumber(offset: Int)
  /// A number with zeros that say nothing.
  case needlessZero(offset: Int)
  /// A bracket that opens there is never closed.
  case openBracket(offset: Int)
  /// A character that must be escaped where it stands.
  case unescaped(offset: Int)
  case unexpected(offset: Int)
}

extension CFI {
  /// Longer ones are refused.
  public static var maximumByteCount: Int { 1 << 16 }

  /// Reads `epubcfi(…)`.
  public init(_ text: String) throws(CFIError) {
    let bytes = try Self.bytes(of: text)
    let opening = Array("epubcfi(".utf8)
    guard bytes.starts(with: opening), bytes.last == UInt8(ascii: ")"), bytes.count > opening.count
    else { throw .notWrapped }
    var parser = CFIParser(bytes: bytes, at: opening.count, end: bytes.count - 1)
    let (path, range) = try parser.fragment()
    self.init(path: path, range: range)
  }

  /// Reads what stands after the `!` that leads into a content document: `/4/2/8/1:120`.
  public init(partial text: String) throws(CFIError) {
    let bytes = try Self.bytes(of: text)
    var parser = CFIParser(bytes: bytes, at: 0, end: bytes.count)
    let (path, range) = try parser.fragment()
    self.init(path: path, range: range, isPartial: true)
  }

  private static func bytes(of text: String) throws(CFIError) -> [UInt8] {
    guard text.utf8.count <= maximumByteCount else { throw .tooLong(limit: maximumByteCount) }
    return Array(text.utf8)
  }
}

private struct CFIParser {
  let bytes: [UInt8]
  var at: Int
  let end: Int

  /// The byte at hand, 0 at the end.
  private var next: UInt8 { at < end ? bytes[at] : 0 }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard at < end, bytes[at] == UInt8(ascii: byte) else { return false }
    at += 1
    return true
  }

  mutating func fragment() throws(CFIError) -> (CFI.Path, CFI.Range?) {
    guard next == UInt8(ascii: "/") else { throw .expectedStep(offset: at) }
    let path = try self.path()
    if at == end { return (path, nil) }
    guard path.offset == nil, take(",") else { throw .unexpected(offset: at) }
    let first = try self.path()
    guard take(",") else { throw .unexpected(offset: at) }
    let last = try self.path()
    guard at == end else { throw .unexpected(offset: at) }
    return (path, CFI.Range(start: first, end: last))
  }

  private mutating func path() throws(CFIError) -> CFI.Path {
    var parts: [[CFI.Step]] = [[]]
    while true {
      switch next {
      case UInt8(ascii: "/"):
        at += 1
        let number = try integer()
        parts[parts.count - 1].append(CFI.Step(number, assertion: try assertion()))
      case UInt8(ascii: "!"):
        at += 1
        guard
          [UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "~")]
            .contains(next)
        else { throw .expectedStep(offset: at) }
        parts.append([])
      case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "~"):
        let offset = try self.offset()
        return CFI.Path(parts: parts, offset: offset, assertion: try assertion())
      default:
        return CFI.Path(parts: parts)
      }
    }
  }

  private mutating func offset() throws(CFIError) -> CFI.Offset {
    if take(":") { return .character(try integer()) }
    let time = take("~") ? try number() : nil
    guard take("@") else { return .media(time: time, point: nil) }
    let x = try number()
    guard take(":") else { throw .unexpected(offset: at) }
    return .media(time: time, point: CFI.Point(x: x, y: try number()))
  }

  private mutating func integer() throws(CFIError) -> Int {
    let digits = try self.digits()
    var value = 0
    for digit in bytes[digits] {
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tenfold.addingReportingOverflow(Int(digit &- 0x30))
      if overflow || carry { return .max }
      value = sum
    }
    return value
  }

  private mutating func number() throws(CFIError) -> CFI.Number {
    let start = try digits().lowerBound
    if take(".") {
      let fraction = at
      while next &- 0x30 < 10 { at += 1 }
      guard at > fraction else { throw .expectedNumber(offset: at) }
      guard bytes[at - 1] != 0x30 else { throw .needlessZero(offset: at - 1) }
    }
    return CFI.Number(canonical: String(decoding: bytes[start..<at], as: UTF8.self))
  }

  private mutating func digits() throws(CFIError) -> Swift.Range<Int> {
    let start = at
    while next &- 0x30 < 10 { at += 1 }
    guard at > start else { throw .expectedNumber(offset: at) }
    guard bytes[start] != 0x30 || at == start + 1 else { throw .needlessZero(offset: start) }
    return start..<at
  }

  private mutating func assertion() throws(CFIError) -> CFI.Assertion? {
    let opening = at
    guard take("[") else { return nil }
    var assertion = CFI.Assertion()
    assertion.first = try value(in: opening)
    if take(",") { assertion.second = try value(in: opening) }
    while take(";") { assertion.parameters.append(try parameter(in: opening)) }
    guard take("]") else {
      throw at == end ? .openBracket(offset: opening) : .unescaped(offset: at)
    }
    let isEmpty =
      assertion.first == nil && assertion.second == nil && assertion.parameters.isEmpty
    return isEmpty ? nil : assertion
  }

  private mutating func parameter(
    in opening: Int
  ) throws(CFIError) -> CFI.Assertion.Parameter {
    let name = try value(in: opening, endsAtEquals: true) ?? ""
    var values: [String] = []
    if take("=") {
      repeat { values.append(try value(in: opening) ?? "") } while take(",")
    }
    return CFI.Assertion.Parameter(name: name, values: values)
  }

  /// Text up to a comma, a semicolon or the closing bracket; `nil` when it is empty.
  private mutating func value(
    in opening: Int, endsAtEquals: Bool = false
  ) throws(CFIError) -> String? {
    var text: [UInt8] = []
    reading: while true {
      guard at < end else { throw .openBracket(offset: opening) }
      switch bytes[at] {
      case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "]"): break reading
      case UInt8(ascii: "=") where endsAtEquals: break reading
      case UInt8(ascii: "["): throw .unescaped(offset: at)
      case UInt8(ascii: "^"):
        at += 1
        guard at < end else { throw .openBracket(offset: opening) }
      default: break
      }
      // Only characters that XML allows (#unicode-chars).
      let byte = bytes[at]
      guard byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
        throw .unexpected(offset: at)
      }
      text.append(byte)
      at += 1
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }
}
