import EPUBBasics

extension Double {
  /// A number as JSON, or JSON5, writes it.
  init?(json text: String, isLenient: Bool) {
    var digits = text[...]
    let isNegative = digits.first == "-"
    if isNegative || (isLenient && digits.first == "+") { digits.removeFirst() }
    let value = Double(unsignedJSON: digits, isLenient: isLenient)
    guard let value else { return nil }
    self = isNegative ? -value : value
  }

  private init?(unsignedJSON text: Substring, isLenient: Bool) {
    if isLenient {
      switch text {
      case "Infinity":
        self = .infinity
        return
      case "NaN":
        self = .nan
        return
      default: break
      }
      if text.hasPrefix("0x") || text.hasPrefix("0X") {
        self.init(hexadecimal: text.dropFirst(2))
        return
      }
    }
    guard text.isDecimal(isLenient: isLenient) else { return nil }
    // The standard library wants digits on both sides of the point.
    let whole = text.first == "." ? "0\(text)" : String(text)
    self.init(whole.replacingLonePoint)
  }

  /// Digits beyond what a number can hold make it large, as in ECMAScript.
  private init?(hexadecimal digits: Substring) {
    if digits.isEmpty { return nil }
    self = 0
    for byte in digits.utf8 {
      guard let digit = byte.hexDigitValue else { return nil }
      self = self * 16 + Double(digit)
    }
  }
}

extension Substring {
  /// `digits [. digits] [e [sign] digits]`, without needless zeros before; JSON5 lets digits be missing on
  /// one side of the point.
  fileprivate func isDecimal(isLenient: Bool) -> Bool {
    var rest = utf8
    func digits() -> Int { rest.prefix { $0.isASCIIDigit }.count }
    let whole = digits()
    if whole > 1, rest.first == 0x30 { return false }
    rest = rest.dropFirst(whole)
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = digits()
      rest = rest.dropFirst(fraction)
      if !isLenient, fraction == 0 { return false }
    }
    if whole == 0, !isLenient || fraction == 0 { return false }
    guard let letter = rest.first else { return true }
    guard letter | 0x20 == UInt8(ascii: "e") else { return false }
    rest = rest.dropFirst()
    if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() }
    let exponent = digits()
    return exponent > 0 && exponent == rest.count
  }
}

extension String {
  /// `5.` and `5.e3` with a zero behind the point.
  fileprivate var replacingLonePoint: String {
    guard let point = utf8.firstIndex(of: UInt8(ascii: ".")) else { return self }
    let behind = utf8.index(after: point)
    if behind < endIndex, utf8[behind].isASCIIDigit { return self }
    return "\(self[..<behind])0\(self[behind...])"
  }
}
