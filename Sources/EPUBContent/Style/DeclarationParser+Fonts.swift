// Fonts: size, weight, style, capitals, and whether the family is one of a typewriter's.
extension DeclarationParser {
  mutating func fontSize() -> Bool {
    skipSpace()
    guard current?.kind == .ident else {
      return length(allowsNegative: false).map { set(.fontSize, .length($0)) } ?? false
    }
    guard let word = takeWord(), let size = Self.fontSize(word) else { return false }
    return set(.fontSize, .length(size))
  }

  private static func fontSize(_ word: String) -> CSSLength? {
    switch word {
    case "xx-small": CSSLength(pixels: 9)
    case "x-small": CSSLength(pixels: 10)
    case "small": CSSLength(pixels: 13)
    case "medium": CSSLength(pixels: 16)
    case "large": CSSLength(pixels: 18)
    case "x-large": CSSLength(pixels: 24)
    case "xx-large": CSSLength(pixels: 32)
    case "xxx-large": CSSLength(pixels: 48)
    case "smaller": CSSLength(ems: 1 / 1.2)
    case "larger": CSSLength(ems: 1.2)
    case "math": CSSLength(ems: 1)
    default: nil
    }
  }

  mutating func fontWeight() -> Bool {
    guard let token = take(), let isBold = weight(token) else { return false }
    return set(.fontWeight, .keyword(isBold ? 1 : 0))
  }

  private func weight(_ token: CSSTokenizer.Token) -> Bool? {
    if token.kind == .number {
      return token.number >= 1 && token.number <= 1000 ? token.number >= 600 : nil
    }
    guard token.kind == .ident else { return nil }
    switch text.lowercased(token) {
    case "bold", "bolder": return true
    case "normal", "lighter": return false
    default: return nil
    }
  }

  mutating func fontStyle() -> Bool {
    guard let word = takeWord(), let isItalic = Self.slant(word) else { return false }
    if word == "oblique", current != nil, let angle = take(), angle.kind != .dimension {
      return false
    }
    return set(.fontStyle, .keyword(isItalic ? 1 : 0))
  }

  private static func slant(_ word: String) -> Bool? {
    switch word {
    case "italic", "oblique": true
    case "normal": false
    default: nil
    }
  }

  /// The values of the longhands of `font-variant` in any order; only capitals are kept.
  mutating func fontVariant() -> Bool {
    var isSmall = false
    var count = 0
    while let token = take() {
      count += 1
      if token.kind == .function {
        skipArguments()
        continue
      }
      guard token.kind == .ident, let small = Self.capitals(text.lowercased(token)) else {
        return false
      }
      isSmall = isSmall || small
    }
    return count > 0 && set(.fontVariantCaps, .keyword(isSmall ? 1 : 0))
  }

  private static func capitals(_ word: String) -> Bool? {
    switch word {
    case "small-caps", "all-small-caps", "petite-caps", "all-petite-caps": true
    case "normal", "none", "unicase", "titling-caps", "ordinal", "slashed-zero", "ruby",
      "historical-forms", "text", "emoji", "unicode":
      false
    default:
      ["-ligatures", "-nums", "-fractions", "-width", "contextual", "sub", "super"]
        .contains { word.hasSuffix($0) } || word.hasPrefix("jis") || word == "simplified"
        || word == "traditional" ? false : nil
    }
  }

  /// The first family that says something decides; what it is called tells the typewriter's.
  mutating func fontFamily() -> Bool {
    var isMonospace: Bool?
    repeat {
      guard let (name, isGeneric) = familyName() else { return false }
      if isMonospace == nil { isMonospace = Self.isMonospace(name, isGeneric: isGeneric) }
      skipSpace()
      guard let token = current else { break }
      guard token.kind == .comma else { return false }
      index += 1
    } while true
    return set(.fontFamily, .keyword(isMonospace == true ? 1 : 0))
  }

  private mutating func familyName() -> (name: String, isGeneric: Bool)? {
    guard let first = take() else { return nil }
    if first.kind == .string { return (text.lowercased(first), false) }
    guard first.kind == .ident else { return nil }
    var words = [text.lowercased(first)]
    while let word = takeWord() { words.append(word) }
    return (words.joined(separator: " "), words.count == 1)
  }

  private static func isMonospace(_ name: String, isGeneric: Bool) -> Bool? {
    if isGeneric {
      switch name {
      case "monospace", "ui-monospace": return true
      case "serif", "sans-serif", "cursive", "fantasy", "system-ui", "math", "ui-serif",
        "ui-sans-serif", "ui-rounded":
        return false
      default: break
      }
    }
    if typewriterFamilies.contains(name) { return true }
    let words = name.split { $0 == " " || $0 == "-" || $0 == "_" }
    return words.contains { ["mono", "monospace", "monospaced", "typewriter"].contains($0) }
      || words.first == "courier" ? true : nil
  }

  private static let typewriterFamilies: Set<String> = [
    "andale mono", "anonymous pro", "cascadia code", "consolas", "fira code", "fixed",
    "fixedsys", "hack", "inconsolata", "lucida console", "menlo", "mensch", "monaco", "monofur",
    "ocr a std", "prestige elite std", "source code pro", "terminal", "dejavusansmono",
    "ubuntumono", "liberationmono", "letter gothic std", "sf mono", "iosevka", "couriernew",
  ]

  /// `font: italic small-caps bold 1.2em/1.5 Georgia, serif`, or the name of a system font.
  mutating func font() -> Bool {
    var isBold = false
    var isItalic = false
    var isSmall = false
    while let token = peek(), token.kind == .ident || token.kind == .number {
      let word = token.kind == .ident ? text.lowercased(token) : ""
      if token.kind == .ident, Self.fontSize(word) != nil { break }
      if token.kind == .number, token.number == 0 { break }
      index += 1
      if let slant = Self.slant(word), word != "normal" {
        isItalic = slant
        if peek()?.kind == .dimension, word == "oblique", isAngle(peek()) { index += 1 }
      } else if word == "small-caps" {
        isSmall = true
      } else if let bold = weight(token) {
        isBold = isBold || bold
      } else if Self.systemFonts.contains(word) {
        return setFont(isItalic: false, isSmall: false, isBold: false) && systemFont()
      } else if !Self.stretches.contains(word) {
        return false
      }
    }
    guard setFont(isItalic: isItalic, isSmall: isSmall, isBold: isBold), fontSize() else {
      return false
    }
    if peek()?.isDelim("/") == true {
      index += 1
      guard lineHeight() else { return false }
    }
    return fontFamily()
  }

  /// As a multiple of the font's size; `normal` is 0.
  mutating func lineHeight() -> Bool {
    guard let token = peek() else { return false }
    switch token.kind {
    case .ident: return takeWord() == "normal" && set(.lineHeight, .keyword(0))
    case .number:
      index += 1
      return token.number >= 0
        && set(.lineHeight, .length(CSSLength(ems: Float(min(token.number, 100)))))
    default:
      guard var height = length(allowsNegative: false) else { return false }
      (height.ems, height.share) = (height.ems + height.share, 0)
      return set(.lineHeight, .length(height))
    }
  }

  private mutating func peek() -> CSSTokenizer.Token? {
    skipSpace()
    return current
  }

  private func isAngle(_ token: CSSTokenizer.Token?) -> Bool {
    token.map { ["deg", "grad", "rad", "turn"].contains(text.lowercased($0)) } == true
  }

  private mutating func setFont(isItalic: Bool, isSmall: Bool, isBold: Bool) -> Bool {
    set(.lineHeight, .keyword(0))
      && set(.fontStyle, .keyword(isItalic ? 1 : 0))
      && set(.fontVariantCaps, .keyword(isSmall ? 1 : 0))
      && set(.fontWeight, .keyword(isBold ? 1 : 0))
  }

  private mutating func systemFont() -> Bool {
    set(.fontSize, .length(CSSLength(pixels: 16))) && set(.fontFamily, .keyword(0))
  }

  private static let systemFonts: Set<String> = [
    "caption", "icon", "menu", "message-box", "small-caption", "status-bar",
  ]
  private static let stretches: Set<String> = [
    "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "semi-expanded",
    "expanded", "extra-expanded", "ultra-expanded",
  ]
}
