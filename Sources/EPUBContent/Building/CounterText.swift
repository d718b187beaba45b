/// Numbers as list markers and counters write them (CSS Counter Styles 3, 6 and 7).
enum CounterText {
  // East Asian numerals are in `EastAsianNumerals`, styles that a sheet defines in `CounterStyles`.

  /// What stands for `number`; a style that cannot write it gives digits.
  static func text(_ number: Int, _ style: ListStyle) -> String {
    switch style {
    case .none: ""
    case .disc: "•"
    case .circle: "◦"
    case .square: "▪"
    case .disclosure: "▸"
    case .string(let text): text
    case .decimal: String(number)
    case .decimalLeadingZero:
      abs(number) < 10 ? (number < 0 ? "-0\(-number)" : "0\(number)") : String(number)
    case .lowerRoman: roman(number)?.lowercased() ?? String(number)
    case .upperRoman: roman(number) ?? String(number)
    case .lowerAlpha: alphabetic(number, latin) ?? String(number)
    case .upperAlpha: alphabetic(number, latin)?.uppercased() ?? String(number)
    case .lowerGreek: alphabetic(number, greek) ?? String(number)
    case .named(let name): named(number, name.asciiLowercased) ?? String(number)
    case .symbols: String(number)
    }
  }

  /// A marker, with the punctuation that belongs to it; `nil` for none.
  static func marker(_ number: Int, _ style: ListStyle) -> String? {
    switch style {
    case .none: return nil
    case .disc, .circle, .square, .disclosure: return text(number, style)
    case .string(let text):
      var text = Substring(text)
      while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
      return text.isEmpty ? nil : String(text)
    case .named(let name):
      let name = name.asciiLowercased
      if let bullet = bullets[name] { return bullet }
      return text(number, style) + suffix(of: name)
    case .symbols: return text(number, style)
    case .decimal, .decimalLeadingZero, .lowerRoman, .upperRoman, .lowerAlpha, .upperAlpha,
      .lowerGreek:
      return text(number, style) + "."
    }
  }

  private static let bullets = [
    "disc": "•", "circle": "◦", "square": "▪", "disclosure-open": "▾", "disclosure-closed": "▸",
  ]
  private static let latin = scalars("abcdefghijklmnopqrstuvwxyz")
  private static let greek = scalars("αβγδεζηθικλμνξοπρστυφχψω")

  static func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

  static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private static func roman(_ number: Int) -> String? {
    additive(number, upTo: 3999, romanWeights)
  }

  private static let romanWeights: [(Int, String)] = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
    (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
  ]

  private static func additive(_ number: Int, upTo limit: Int, _ weights: [(Int, String)])
    -> String?
  {
    guard (1...limit).contains(number) else { return nil }
    var rest = number
    var text = ""
    for (weight, symbol) in weights {
      while rest >= weight {
        text += symbol
        rest -= weight
      }
    }
    return text
  }

  /// `z` is followed by `aa`.
  private static func alphabetic(_ number: Int, _ symbols: [Unicode.Scalar]) -> String? {
    guard number > 0 else { return nil }
    var rest = number
    var reversed: [Unicode.Scalar] = []
    while rest > 0 {
      rest -= 1
      reversed.append(symbols[rest % symbols.count])
      rest /= symbols.count
    }
    return string(reversed.reversed())
  }

  /// Digits in another script.
  private static func numeric(_ number: Int, _ zero: UInt32) -> String {
    string(
      String(number).unicodeScalars.map { digit in
        digit.value < 0x30 ? digit : Unicode.Scalar(zero + digit.value - 0x30) ?? digit
      })
  }

  private static let zeros: [String: UInt32] = [
    "arabic-indic": 0x660, "persian": 0x6F0, "devanagari": 0x966, "bengali": 0x9E6,
    "gurmukhi": 0xA66, "gujarati": 0xAE6, "oriya": 0xB66, "tamil": 0xBE6, "telugu": 0xC66,
    "kannada": 0xCE6, "malayalam": 0xD66, "thai": 0xE50, "lao": 0xED0, "tibetan": 0xF20,
    "myanmar": 0x1040, "khmer": 0x17E0, "cambodian": 0x17E0, "mongolian": 0x1810,
  ]

  private static let alphabets: [String: [Unicode.Scalar]] = [
    "lower-latin": latin,
    "hiragana": scalars("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん"),
    "katakana": scalars("アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン"),
    "hiragana-iroha": scalars("いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす"),
    "katakana-iroha": scalars("イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス"),
    "upper-greek": scalars("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"),
  ]

  /// Lists that end: what comes after is counted in ideographs.
  private static let fixed: [String: [Unicode.Scalar]] = [
    "cjk-earthly-branch": scalars("子丑寅卯辰巳午未申酉戌亥"),
    "cjk-heavenly-stem": scalars("甲乙丙丁戊己庚辛壬癸"),
  ]

  static func suffix(of name: String) -> String {
    switch name {
    case "ethiopic-numeric": "/"
    case "korean-hangul-formal", "korean-hanja-informal", "korean-hanja-formal": ","
    case "cjk-decimal", "hiragana", "katakana", "hiragana-iroha", "katakana-iroha": "、"
    case _ where fixed[name] != nil || EastAsianNumerals(name) != nil: "、"
    default: "."
    }
  }

  private static func named(_ number: Int, _ name: String) -> String? {
    if let zero = zeros[name] { return numeric(number, zero) }
    if let alphabet = alphabets[name] { return alphabetic(number, alphabet) }
    switch name {
    case "upper-latin": return alphabetic(number, latin)?.uppercased()
    case "hebrew": return hebrew(number)
    case "armenian", "upper-armenian": return letters(number, [0x531, 0x53A, 0x543, 0x54C], 9999)
    case "lower-armenian": return letters(number, [0x561, 0x56A, 0x573, 0x57C], 9999)
    case "georgian": return additive(number, upTo: 19_999, georgianWeights)
    case "ethiopic-numeric": return ethiopic(number)
    case "cjk-decimal": return number < 0 ? nil : ideographicDigits(number)
    default: break
    }
    if let symbols = fixed[name] {
      return symbols.indices.contains(number - 1)
        ? String(symbols[number - 1]) : ideographicDigits(number)
    }
    if let numerals = EastAsianNumerals(name) {
      return numerals.text(number) ?? ideographicDigits(number)
    }
    return bullets[name]
  }

  /// Letters that stand for ones, tens, hundreds and thousands, nine of each in a row.
  private static func letters(_ number: Int, _ firsts: [UInt32], _ limit: Int) -> String? {
    guard (1...limit).contains(number) else { return nil }
    var rest = number
    var reversed: [Unicode.Scalar] = []
    for first in firsts {
      let digit = UInt32(rest % 10)
      rest /= 10
      if digit > 0, let letter = Unicode.Scalar(first + digit - 1) { reversed.append(letter) }
    }
    return string(reversed.reversed())
  }

  private static let georgianWeights: [(Int, String)] = {
    let symbols = scalars("აბგდევზჱთიკლმნჲოპჟრსტჳფქღყშჩცძწჭხჴჯჰჵ")
    let values =
      Array(1...9) + (1...9).map { $0 * 10 } + (1...9).map { $0 * 100 }
      + (1...9).map { $0 * 1000 } + [10_000]
    return zip(values, symbols).map { ($0, String($1)) }.reversed()
  }()

  private static func hebrew(_ number: Int) -> String? {
    additive(number, upTo: 10_999, hebrewWeights)
  }

  /// 15 and 16 are not written with the letters of the Name.
  private static let hebrewWeights: [(Int, String)] =
    zip((1...10).reversed(), scalars("יטחזוהדגבא")).map { ($0 * 1000, "\($1)׳") }
    + zip([400, 300, 200, 100, 90, 80, 70, 60, 50, 40, 30, 20], scalars("תשרקצפעסנמלכ"))
    .map { ($0, String($1)) }
    + [(19, "יט"), (18, "יח"), (17, "יז"), (16, "טז"), (15, "טו")]
    + zip((1...10).reversed(), scalars("יטחזוהדגבא")).map { ($0, String($1)) }

  private static func ideographicDigits(_ number: Int) -> String {
    let digits = scalars("〇一二三四五六七八九")
    return string(
      String(number).unicodeScalars.map { $0 == "-" ? $0 : digits[Int($0.value - 0x30)] })
  }

  /// Groups of two digits from the right, ten thousands and hundreds told by signs of their own (CSS
  /// Counter Styles 3, 7.2).
  private static func ethiopic(_ number: Int) -> String? {
    guard number > 0 else { return nil }
    if number == 1 { return "\u{1369}" }
    var groups: [Int] = []
    var rest = number
    while rest > 0 {
      groups.append(rest % 100)
      rest /= 100
    }
    var text: [Unicode.Scalar] = []
    for (index, group) in groups.enumerated().reversed() {
      let isUnwritten = group == 1 && (index == groups.count - 1 || index % 2 == 1)
      if !isUnwritten {
        if group >= 10 { text += [Unicode.Scalar(0x1371 + UInt32(group / 10))].compactMap(\.self) }
        if group % 10 > 0 {
          text += [Unicode.Scalar(0x1368 + UInt32(group % 10))].compactMap(\.self)
        }
      }
      if index % 2 == 1, group > 0 { text.append("\u{137B}") }
      if index % 2 == 0, index > 0 { text.append("\u{137C}") }
    }
    return string(text)
  }
}
