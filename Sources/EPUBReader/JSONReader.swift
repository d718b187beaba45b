import EPUBBasics

/// Reads RFC 8259, and JSON5 where it is lenient. Nesting is bounded, so recursion is safe.
///
/// Our own reader for the same reason as our own writer: what Foundation brings costs every run some
/// milliseconds at its start.
struct JSONReader {
  private let bytes: [UInt8]
  private let isLenient: Bool
  private var at = 0
  private var depth = 0
  private static let maximumDepth = 200
  /// The line of an offset that was asked for, and the offset: places are asked for in order.
  private var line = (number: 1, offset: 0)

  init(_ bytes: [UInt8], isLenient: Bool) {
    self.bytes = bytes
    self.isLenient = isLenient
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  mutating func document() throws(JSONInput.Wrong) -> JSONInput {
    let value = try value()
    try skipSpace()
    if at < bytes.count { throw wrong("more after the value") }
    return value
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private func wrong(_ words: String, at offset: Int? = nil) -> JSONInput.Wrong {
    let line = 1 + bytes[..<min(offset ?? at, bytes.count)].count { $0 == 0x0A }
    return JSONInput.Wrong(line: line, words: words)
  }

  private mutating func lineHere() -> Int {
    line.number += bytes[line.offset..<at].count { $0 == 0x0A }
    line.offset = at
    return line.number
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[at...].starts(with: text.utf8) else { return false }
    at += text.utf8.count
    return true
  }

  /// The scalar of two bytes or more that begins here; `nil` for what is no UTF-8.
  private var scalar: Unicode.Scalar? {
    var decoder = UTF8()
    var rest = bytes[at..<min(at + 4, bytes.count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
    return scalar
  }
}

// White space
extension JSONReader {
  private mutating func skipSpace() throws(JSONInput.Wrong) {
    while let byte = next {
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        at += 1
      } else if !isLenient {
        return
      } else if byte == 0x0B || byte == 0x0C {
        at += 1
      } else if byte >= 0x80, let scalar, scalar.isJSON5Space {
        at += UTF8.width(scalar)
      } else if take("//") {
        while let byte = next, byte != 0x0A, byte != 0x0D, !isAtSeparator { at += 1 }
      } else if bytes[at...].starts(with: "/*".utf8) {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(JSONInput.Wrong) {
    let start = at
    at += 2
    while at < bytes.count, !bytes[at...].starts(with: "*/".utf8) { at += 1 }
    if !take("*/") { throw wrong("a comment without an end", at: start) }
  }

  /// Whether U+2028 or U+2029 stands here, which end lines, too.
  private var isAtSeparator: Bool {
    next == 0xE2 && (scalar == "\u{2028}" || scalar == "\u{2029}")
  }
}

// Values
extension JSONReader {
  private mutating func value() throws(JSONInput.Wrong) -> JSONInput {
    try skipSpace()
    guard let byte = next else { throw wrong("a value is missing") }
    switch byte {
    case UInt8(ascii: "{"):
      return .object(try nested { reader throws(JSONInput.Wrong) in try reader.members() })
    case UInt8(ascii: "["):
      return .list(try nested { reader throws(JSONInput.Wrong) in try reader.elements() })
    case UInt8(ascii: "\""): return .string(try string(until: byte))
    case UInt8(ascii: "'") where isLenient: return .string(try string(until: byte))
    default: return try word()
    }
  }

  private mutating func nested<Value>(
    _ body: (inout JSONReader) throws(JSONInput.Wrong) -> Value
  ) throws(JSONInput.Wrong) -> Value {
    guard depth < Self.maximumDepth else { throw wrong("nested too deeply") }
    depth += 1
    at += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  private mutating func elements() throws(JSONInput.Wrong) -> [JSONInput] {
    var elements: [JSONInput] = []
    while true {
      try skipSpace()
      if take("]") {
        // `[1, ]` is JSON5.
        if elements.isEmpty || isLenient { return elements }
        throw wrong("a value is missing")
      }
      elements.append(try value())
      if try takeEnd("]", of: "a list") { return elements }
    }
  }

  private mutating func members() throws(JSONInput.Wrong) -> [JSONInput.Member] {
    var members: [JSONInput.Member] = []
    while true {
      try skipSpace()
      if take("}") {
        if members.isEmpty || isLenient { return members }
        throw wrong("a name is missing")
      }
      let name = try name()
      let nameEnd = at
      try skipSpace()
      guard take(":") else { throw wrong("a colon is missing", at: nameEnd) }
      try skipSpace()
      let line = lineHere()
      let start = at
      let value = try value()
      members.append(
        JSONInput.Member(name: name, value: value, line: line, bytes: start..<at))
      if try takeEnd("}", of: "an object") { return members }
    }
  }

  /// Whether a list or an object ends behind a value; else a comma is there.
  private mutating func takeEnd(
    _ end: String, of what: String
  ) throws(JSONInput.Wrong) -> Bool {
    let valueEnd = at
    try skipSpace()
    if take(",") { return false }
    if take(end) { return true }
    throw at == bytes.count
      ? wrong("\(what) without an end") : wrong("a comma is missing", at: valueEnd)
  }

  private mutating func word() throws(JSONInput.Wrong) -> JSONInput {
    let start = at
    while let byte = next,
      byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte)
    {
      at += 1
    }
    let text = bytes.string(in: start..<at)
    switch text {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    if let number = Double(json: text, isLenient: isLenient) { return .number(number) }
    throw wrong(text.isEmpty ? "a value is missing" : "\(text) is no value", at: start)
  }
}

// Names
extension JSONReader {
  private mutating func name() throws(JSONInput.Wrong) -> String {
    guard let byte = next else { throw wrong("a name is missing") }
    if byte == UInt8(ascii: "\"") || (isLenient && byte == UInt8(ascii: "'")) {
      return try string(until: byte)
    }
    var name = ""
    while isLenient {
      let start = at
      guard let scalar = try nameScalar(), scalar.isNamePart(isFirst: name.isEmpty) else {
        at = start
        break
      }
      name.unicodeScalars.append(scalar)
    }
    if name.isEmpty { throw wrong("a name is missing") }
    return name
  }

  /// Reads a scalar, or what `\u` and four digits stand for.
  private mutating func nameScalar() throws(JSONInput.Wrong) -> Unicode.Scalar? {
    if take("\\u") { return Unicode.Scalar(try fourDigits()) }
    guard let scalar else { return nil }
    at += UTF8.width(scalar)
    return scalar
  }
}

// Strings
extension JSONReader {
  private mutating func string(until quote: UInt8) throws(JSONInput.Wrong) -> String {
    let start = at
    at += 1
    var text: [UInt8] = []
    var plainStart = at
    while let byte = next {
      if byte == quote {
        // Without an escape it is made at once: a book in base64 is not to be held twice.
        if text.isEmpty {
          defer { at += 1 }
          return bytes.string(in: plainStart..<at)
        }
        text += bytes[plainStart..<at]
        at += 1
        return String(decoding: text, as: UTF8.self)
      }
      if isLenient, byte == 0x0A || byte == 0x0D { break }
      if byte < 0x20, !isLenient { throw wrong("a control in a string") }
      at += 1
      guard byte == UInt8(ascii: "\\") else { continue }
      text += bytes[plainStart..<at - 1]
      try appendEscaped(to: &text)
      plainStart = at
    }
    throw wrong("a string without an end", at: start)
  }

  private mutating func appendEscaped(to text: inout [UInt8]) throws(JSONInput.Wrong) {
    guard let byte = next else { throw wrong("a string without an end") }
    // A line that goes on.
    if isLenient, take("\r\n") || take("\r") || take("\n") || take("\u{2028}") || take("\u{2029}") {
      return
    }
    at += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "u"): text += String(try escapedScalar()).utf8
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case _ where isLenient: try appendLenientlyEscaped(byte, to: &text)
    default: throw wrong("an unknown escape")
    }
  }

  private mutating func appendLenientlyEscaped(
    _ byte: UInt8, to text: inout [UInt8]
  ) throws(JSONInput.Wrong) {
    switch byte {
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "x"): text += String(Unicode.Scalar(UInt8(try digits(2)))).utf8
    case UInt8(ascii: "0") where !(next?.isASCIIDigit ?? false): text.append(0)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): throw wrong("an unknown escape")
    // Any other character is itself.
    default: text.append(byte)
    }
  }

  /// What `\u` and four digits stand for, two of them for a pair; half a pair is U+FFFD.
  private mutating func escapedScalar() throws(JSONInput.Wrong) -> Unicode.Scalar {
    let first = try fourDigits()
    guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let behind = at
    guard take("\\u") else { return "\u{FFFD}" }
    let second = try fourDigits()
    guard second & 0xFC00 == 0xDC00 else {
      at = behind
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF) ?? "\u{FFFD}"
  }

  private mutating func fourDigits() throws(JSONInput.Wrong) -> UInt32 { try digits(4) }

  private mutating func digits(_ count: Int) throws(JSONInput.Wrong) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = next?.hexDigitValue else { throw wrong("an escape without its digits") }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }
}

extension Unicode.Scalar {
  fileprivate var isJSON5Space: Bool {
    self == "\u{FEFF}" || self == "\u{2028}" || self == "\u{2029}"
      || properties.generalCategory == .spaceSeparator
  }

  /// Whether a name without quotes may hold it (ECMAScript 5.1 #sec-7.6).
  fileprivate func isNamePart(isFirst: Bool) -> Bool {
    if self == "$" || self == "_" { return true }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
    default: return !isFirst && (self == "\u{200C}" || self == "\u{200D}")
    }
  }
}
