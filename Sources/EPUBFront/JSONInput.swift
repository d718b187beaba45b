import EPUBBasics

/// A JSON value that was read. Of members with one name the last counts.
indirect enum JSONInput: Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case list([JSONInput])
  case object([String: JSONInput])

  /// What is no JSON: where, counted in lines from 1, and why.
  struct Wrong: Error {
    var line: Int
    var words: String
  }

  /// - Parameter isLenient: takes JSON5, as configurations are written in.
  init(_ bytes: [UInt8], isLenient: Bool = false) throws(Wrong) {
    var reader = JSONReader(bytes, isLenient: isLenient)
    self = try reader.document()
  }
}

extension JSONInput {
  subscript(name: String) -> JSONInput? {
    guard case .object(let members) = self, let member = members[name], member != .null else {
      return nil
    }
    return member
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// A whole number.
  var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The items of a list; one value alone is a list of it, as JSON-LD has it.
  var items: [JSONInput] {
    if case .list(let items) = self { items } else { self == .null ? [] : [self] }
  }
}

/// Reads RFC 8259, and JSON5 where it is lenient. Nesting is bounded, so recursion is safe.
///
/// Our own reader for the same reason as our own writer: what Foundation brings costs every run some
/// milliseconds at its start.
private struct JSONReader {
  private let bytes: [UInt8]
  private let isLenient: Bool
  private var at = 0
  private var depth = 0
  private static let maximumDepth = 200

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

  private func wrong(_ words: String) -> JSONInput.Wrong {
    let line = 1 + bytes[..<min(at, bytes.count)].count { $0 == 0x0A }
    return JSONInput.Wrong(line: line, words: words)
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[at...].starts(with: text.utf8) else { return false }
    at += text.utf8.count
    return true
  }

  private mutating func skipSpace() throws(JSONInput.Wrong) {
    while let byte = next {
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        at += 1
      } else if isLenient, byte == 0x0B || byte == 0x0C {
        at += 1
      } else if isLenient,
        take("\u{A0}") || take("\u{FEFF}") || take("\u{2028}") || take("\u{2029}")
      {
        continue
      } else if isLenient, take("//") {
        while let byte = next, byte != 0x0A, byte != 0x0D { at += 1 }
      } else if isLenient, take("/*") {
        while at < bytes.count, !bytes[at...].starts(with: "*/".utf8) { at += 1 }
        if !take("*/") { throw wrong("a comment without an end") }
      } else {
        return
      }
    }
  }

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
    default: break
    }
    if take("null") { return .null }
    if take("true") { return .bool(true) }
    if take("false") { return .bool(false) }
    return .number(try number())
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
      try skipSpace()
      if take(",") { continue }
      guard take("]") else { throw wrong("a list without an end") }
      return elements
    }
  }

  private mutating func members() throws(JSONInput.Wrong) -> [String: JSONInput] {
    var members: [String: JSONInput] = [:]
    while true {
      try skipSpace()
      if take("}") {
        if members.isEmpty || isLenient { return members }
        throw wrong("a name is missing")
      }
      let name = try name()
      try skipSpace()
      guard take(":") else { throw wrong("a colon is missing") }
      members[name] = try value()
      try skipSpace()
      if take(",") { continue }
      guard take("}") else { throw wrong("an object without an end") }
      return members
    }
  }

  private mutating func name() throws(JSONInput.Wrong) -> String {
    guard let byte = next else { throw wrong("a name is missing") }
    if byte == UInt8(ascii: "\"") || (isLenient && byte == UInt8(ascii: "'")) {
      return try string(until: byte)
    }
    let start = at
    while isLenient, let byte = next,
      byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "$") || byte >= 0x80
    {
      at += 1
    }
    if at == start { throw wrong("a name is missing") }
    return bytes.string(in: start..<at)
  }

  private mutating func number() throws(JSONInput.Wrong) -> Double {
    let start = at
    while let byte = next,
      byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte)
    {
      at += 1
    }
    let text = bytes.string(in: start..<at)
    if let number = Self.number(text, isLenient: isLenient) { return number }
    at = start
    throw wrong(text.isEmpty ? "a value is missing" : "\(text) is no value")
  }

  private static func number(_ text: String, isLenient: Bool) -> Double? {
    var digits = text[...]
    let isNegative = digits.first == "-"
    if isNegative || (isLenient && digits.first == "+") { digits.removeFirst() }
    guard let first = digits.utf8.first else { return nil }
    if isLenient {
      if digits == "Infinity" || digits == "NaN" { return Double(text) }
      if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
        return UInt64(digits.dropFirst(2), radix: 16).map { isNegative ? -Double($0) : Double($0) }
      }
      if first == UInt8(ascii: ".") || digits.hasSuffix(".") {
        let whole = first == UInt8(ascii: ".") ? "0\(digits)" : "\(digits)0"
        return Double(whole).map { isNegative ? -$0 : $0 }
      }
    }
    guard first.isASCIIDigit, digits.utf8.last?.isASCIIDigit ?? false,
      digits.utf8.allSatisfy({ $0.isASCIIDigit || "eE+-.".utf8.contains($0) }),
      first != 0x30 || !(digits.dropFirst().utf8.first?.isASCIIDigit ?? false)
    else { return nil }
    return Double(text.hasPrefix("+") ? String(digits) : text)
  }

  private mutating func string(until quote: UInt8) throws(JSONInput.Wrong) -> String {
    at += 1
    var text: [UInt8] = []
    var plainStart = at
    while let byte = next {
      if byte == quote {
        text += bytes[plainStart..<at]
        at += 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte < 0x20, !isLenient { throw wrong("a control in a string") }
      at += 1
      guard byte == UInt8(ascii: "\\") else { continue }
      text += bytes[plainStart..<at - 1]
      try appendEscaped(to: &text)
      plainStart = at
    }
    throw wrong("a string without an end")
  }

  private mutating func appendEscaped(to text: inout [UInt8]) throws(JSONInput.Wrong) {
    guard let byte = next else { throw wrong("a string without an end") }
    at += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "u"): text += String(try escapedScalar()).utf8
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case 0x0D where isLenient: _ = take("\n")
    case 0x0A where isLenient: break
    case _ where isLenient: text.append(byte)
    default: throw wrong("an unknown escape")
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

  private mutating func fourDigits() throws(JSONInput.Wrong) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next?.hexDigitValue else { throw wrong("an escape without its digits") }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }
}
