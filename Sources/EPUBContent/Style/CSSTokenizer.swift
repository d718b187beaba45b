/// Splits a stylesheet into tokens (CSS Syntax 3 #tokenization), one at a time, over bytes of UTF-8.
///
/// Comments are passed over. A name or string without escapes is a range of the source; one with
/// escapes is decoded into a second buffer. What the bytes hold that is no UTF-8 is repaired when
/// it becomes a `String`.
struct CSSTokenizer {
  struct Token: Sendable {
    enum Kind: UInt8, Sendable {
      case ident, function, atKeyword, hash, string, badString, url, badURL, delim
      case number, percentage, dimension, whitespace, cdo, cdc, colon, semicolon, comma
      case openSquare, closeSquare, openParen, closeParen, openCurly, closeCurly, end
    }
    var kind: Kind
    /// Of a delimiter.
    var byte: UInt8 = 0
    /// Hashes: it is an identifier. Numbers: it was written as an integer.
    var flag = false
    /// Whether the text stands in `decoded`.
    var isDecoded = false
    /// The name, the string's value, the URL or the unit.
    var start: Int32 = 0
    var end: Int32 = 0
    /// Where it stands in the source.
    var sourceStart: Int32 = 0
    var sourceEnd: Int32 = 0
    var number: Double = 0

    func isDelim(_ scalar: Unicode.Scalar) -> Bool {
      kind == .delim && byte == UInt8(ascii: scalar)
    }
  }

  let source: [UInt8]
  private(set) var decoded: [UInt8] = []
  private(set) var position = 0

  init(_ source: [UInt8]) {
    self.source = source.count < Int(Int32.max) ? source : Array(source[..<Int(Int32.max)])
  }

  /// Reads on from where `token` begins.
  mutating func rewind(to token: Token) { position = Int(token.sourceStart) }

  // MARK: Text of tokens

  func bytes(_ token: Token) -> ArraySlice<UInt8> {
    token.isDecoded
      ? decoded[Int(token.start)..<Int(token.end)] : source[Int(token.start)..<Int(token.end)]
  }

  func string(_ token: Token) -> String { String(decoding: bytes(token), as: UTF8.self) }

  func lowercased(_ token: Token) -> String {
    let slice = bytes(token)
    if slice.contains(where: { $0 &- 0x41 < 26 }) {
      return String(decoding: slice.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
    return String(decoding: slice, as: UTF8.self)
  }

  /// The source of some neighbouring tokens, as written.
  func sourceText(_ tokens: ArraySlice<Token>) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return String(decoding: source[Int(first.sourceStart)..<Int(last.sourceEnd)], as: UTF8.self)
  }

  /// The line that a token stands on, from 1.
  func line(of token: Token) -> Int {
    source[..<Int(token.sourceStart)].reduce(into: 1) { count, byte in
      if byte == 0x0A { count += 1 }
    }
  }

  // MARK: Reading

  mutating func next() -> Token {
    skipComments()
    let start = position
    guard start < source.count else {
      return Token(kind: .end, sourceStart: Int32(start), sourceEnd: Int32(start))
    }
    var token = read()
    token.sourceStart = Int32(start)
    token.sourceEnd = Int32(position)
    return token
  }

  private func byte(_ ahead: Int) -> UInt8? {
    let index = position + ahead
    return index < source.count ? source[index] : nil
  }

  private mutating func skipComments() {
    while byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
      var index = position + 2
      while index < source.count {
        if source[index] == UInt8(ascii: "*"), index + 1 < source.count,
          source[index + 1] == UInt8(ascii: "/")
        {
          break
        }
        index += 1
      }
      position = min(index + 2, source.count)
    }
  }

  private mutating func read() -> Token {
    let first = source[position]
    switch first {
    case 0x20, 0x0A, 0x09, 0x0D, 0x0C:
      repeat { position += 1 } while position < source.count && source[position].isCSSSpace
      return Token(kind: .whitespace)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return readString(quote: first)
    case UInt8(ascii: "#"):
      guard startsName(1) else { return single(.delim) }
      let isIdentifier = startsIdentifier(1)
      position += 1
      var token = readName(.hash)
      token.flag = isIdentifier
      return token
    case UInt8(ascii: "("): return single(.openParen)
    case UInt8(ascii: ")"): return single(.closeParen)
    case UInt8(ascii: "["): return single(.openSquare)
    case UInt8(ascii: "]"): return single(.closeSquare)
    case UInt8(ascii: "{"): return single(.openCurly)
    case UInt8(ascii: "}"): return single(.closeCurly)
    case UInt8(ascii: ","): return single(.comma)
    case UInt8(ascii: ":"): return single(.colon)
    case UInt8(ascii: ";"): return single(.semicolon)
    case UInt8(ascii: "@"):
      guard startsIdentifier(1) else { return single(.delim) }
      position += 1
      return readName(.atKeyword)
    case UInt8(ascii: "<"):
      guard byte(1) == 0x21, byte(2) == 0x2D, byte(3) == 0x2D else { return single(.delim) }
      position += 4
      return Token(kind: .cdo)
    default: return readNumberOrName()
    }
  }

  private mutating func readNumberOrName() -> Token {
    if startsNumber() { return readNumeric() }
    if byte(0) == 0x2D, byte(1) == 0x2D, byte(2) == UInt8(ascii: ">") {
      position += 3
      return Token(kind: .cdc)
    }
    return startsIdentifier(0) ? readIdentLike() : single(.delim)
  }

  private mutating func single(_ kind: Token.Kind) -> Token {
    defer { position += 1 }
    return Token(kind: kind, byte: source[position])
  }

  // MARK: Names

  private func isEscape(_ ahead: Int) -> Bool {
    guard byte(ahead) == UInt8(ascii: "\\"), let next = byte(ahead + 1) else { return false }
    return !next.isCSSNewline
  }

  private func startsName(_ ahead: Int) -> Bool {
    byte(ahead).map(\.isCSSName) == true || isEscape(ahead)
  }

  private func startsIdentifier(_ ahead: Int) -> Bool {
    guard let first = byte(ahead) else { return false }
    if first == 0x2D {
      guard let second = byte(ahead + 1) else { return false }
      return second.isCSSNameStart || second == 0x2D || isEscape(ahead + 1)
    }
    return first.isCSSNameStart || isEscape(ahead)
  }

  private mutating func readName(_ kind: Token.Kind) -> Token {
    let start = position
    while position < source.count, source[position].isCSSName, source[position] != 0 {
      position += 1
    }
    var token = Token(kind: kind, start: Int32(start), end: Int32(position))
    guard position < source.count, isEscape(0) || source[position] == 0 else { return token }
    token.isDecoded = true
    token.start = Int32(decoded.count)
    decoded += source[start..<position]
    while position < source.count {
      if isEscape(0) {
        readEscape()
      } else if source[position] == 0 {
        decoded += [0xEF, 0xBF, 0xBD]
        position += 1
      } else if source[position].isCSSName {
        decoded.append(source[position])
        position += 1
      } else {
        break
      }
    }
    token.end = Int32(decoded.count)
    return token
  }

  /// At a backslash that no line end follows: decodes one escape (CSS Syntax 3 #consume-escaped-code-point).
  private mutating func readEscape() {
    position += 1
    guard position < source.count else {
      decoded += [0xEF, 0xBF, 0xBD]
      return
    }
    guard source[position].hexDigit != nil else {
      let length = min(source[position].utf8Length, source.count - position)
      if source[position] == 0 {
        decoded += [0xEF, 0xBF, 0xBD]
      } else {
        decoded += source[position..<position + length]
      }
      position += length
      return
    }
    var value: UInt32 = 0
    var digits = 0
    while digits < 6, position < source.count, let digit = source[position].hexDigit {
      value = value << 4 | UInt32(digit)
      position += 1
      digits += 1
    }
    if position < source.count, source[position].isCSSSpace {
      let isCarriageReturn = source[position] == 0x0D
      position += 1
      if isCarriageReturn, byte(0) == 0x0A { position += 1 }
    }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    decoded += Array(String(scalar ?? "\u{FFFD}").utf8)
  }

  private mutating func readIdentLike() -> Token {
    var token = readName(.ident)
    guard byte(0) == UInt8(ascii: "(") else { return token }
    position += 1
    if token.end - token.start == 3, lowercased(token) == "url" {
      var ahead = 0
      while let next = byte(ahead), next.isCSSSpace { ahead += 1 }
      if byte(ahead) != UInt8(ascii: "\""), byte(ahead) != UInt8(ascii: "'") {
        position += ahead
        return readURL()
      }
    }
    token.kind = .function
    return token
  }

  // MARK: Strings and URLs

  private mutating func readString(quote: UInt8) -> Token {
    position += 1
    let start = position
    while position < source.count {
      let byte = source[position]
      if byte == quote {
        position += 1
        return Token(kind: .string, start: Int32(start), end: Int32(position - 1))
      }
      if byte.isCSSNewline { return Token(kind: .badString) }
      if byte == UInt8(ascii: "\\") || byte == 0 { return readEscapedString(quote, from: start) }
      position += 1
    }
    return Token(kind: .string, start: Int32(start), end: Int32(position))
  }

  private mutating func readEscapedString(_ quote: UInt8, from start: Int) -> Token {
    var token = Token(kind: .string, isDecoded: true, start: Int32(decoded.count))
    decoded += source[start..<position]
    scan: while position < source.count {
      let current = source[position]
      if current == quote {
        position += 1
        break scan
      }
      if current.isCSSNewline {
        token.kind = .badString
        break scan
      }
      if isEscape(0) {
        readEscape()
      } else if current == UInt8(ascii: "\\") {
        position += 1
        guard let next = byte(0) else { break scan }
        position += next == 0x0D && byte(1) == 0x0A ? 2 : 1
      } else {
        decoded += current == 0 ? [0xEF, 0xBF, 0xBD] : [current]
        position += 1
      }
    }
    token.end = Int32(decoded.count)
    return token
  }

  private mutating func readURL() -> Token {
    var token = Token(kind: .url, isDecoded: true, start: Int32(decoded.count))
    while let current = byte(0) {
      if current == UInt8(ascii: ")") {
        position += 1
        break
      }
      if current.isCSSSpace {
        while let next = byte(0), next.isCSSSpace { position += 1 }
        if let next = byte(0), next != UInt8(ascii: ")") { return readBadURL() }
        continue
      }
      let isForbidden =
        current == UInt8(ascii: "\"") || current == UInt8(ascii: "'")
        || current == UInt8(ascii: "(") || (current < 0x20 || current == 0x7F)
      if isForbidden { return readBadURL() }
      if current == UInt8(ascii: "\\") {
        guard isEscape(0) else { return readBadURL() }
        readEscape()
      } else {
        decoded.append(current)
        position += 1
      }
    }
    token.end = Int32(decoded.count)
    return token
  }

  private mutating func readBadURL() -> Token {
    while let current = byte(0) {
      if current == UInt8(ascii: ")") {
        position += 1
        break
      }
      if isEscape(0) { position += 1 }
      position += 1
    }
    position = min(position, source.count)
    return Token(kind: .badURL)
  }

  // MARK: Numbers

  private func startsNumber() -> Bool {
    var ahead = 0
    if byte(0) == UInt8(ascii: "+") || byte(0) == 0x2D { ahead = 1 }
    if byte(ahead) == UInt8(ascii: ".") { ahead += 1 }
    return byte(ahead).map { $0 &- 0x30 < 10 } == true
  }

  private mutating func readNumeric() -> Token {
    var token = readNumber()
    if startsIdentifier(0) {
      let unit = readName(.dimension)
      token.kind = .dimension
      token.start = unit.start
      token.end = unit.end
      token.isDecoded = unit.isDecoded
    } else if byte(0) == UInt8(ascii: "%") {
      position += 1
      token.kind = .percentage
    }
    return token
  }

  private mutating func readNumber() -> Token {
    var isNegative = false
    if byte(0) == UInt8(ascii: "+") || byte(0) == 0x2D {
      isNegative = byte(0) == 0x2D
      position += 1
    }
    var value = readDigits(into: 0)
    var isInteger = true
    if byte(0) == UInt8(ascii: "."), let next = byte(1), next &- 0x30 < 10 {
      isInteger = false
      position += 1
      var place = 0.1
      while let digit = byte(0), digit &- 0x30 < 10 {
        value += Double(digit - 0x30) * place
        place /= 10
        position += 1
      }
    }
    if let exponent = readExponent() {
      isInteger = false
      for _ in 0..<min(abs(exponent), 320) { value = exponent > 0 ? value * 10 : value / 10 }
    }
    value = min(value, 1e12)
    return Token(kind: .number, flag: isInteger, number: isNegative ? -value : value)
  }

  private mutating func readDigits(into value: Double) -> Double {
    var value = value
    while let digit = byte(0), digit &- 0x30 < 10 {
      value = min(value * 10 + Double(digit - 0x30), 1e300)
      position += 1
    }
    return value
  }

  private mutating func readExponent() -> Int? {
    guard byte(0).map({ $0 | 0x20 }) == UInt8(ascii: "e") else { return nil }
    var ahead = 1
    let sign = byte(1)
    if sign == UInt8(ascii: "+") || sign == 0x2D { ahead = 2 }
    guard let digit = byte(ahead), digit &- 0x30 < 10 else { return nil }
    position += ahead
    let size = Int(min(readDigits(into: 0), 1000))
    return sign == 0x2D ? -size : size
  }
}

// Kept here and not taken from another room: calls between modules are not inlined for every byte.
extension UInt8 {
  fileprivate var isCSSSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }
  fileprivate var isCSSNewline: Bool { self == 0x0A || self == 0x0D || self == 0x0C }
  fileprivate var isCSSNameStart: Bool {
    (self | 0x20) &- 0x61 < 26 || self >= 0x80 || self == UInt8(ascii: "_") || self == 0
  }
  fileprivate var isCSSName: Bool { isCSSNameStart || self &- 0x30 < 10 || self == 0x2D }
  fileprivate var hexDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
  fileprivate var utf8Length: Int { self < 0xC0 ? 1 : self < 0xE0 ? 2 : self < 0xF0 ? 3 : 4 }
}
