/// Numbers as Chinese, Japanese and Korean say them (CSS Counter Styles 3, 7.1): 二百三十, up to 9999.
struct EastAsianNumerals {
  private let digits: [Unicode.Scalar]
  /// Of ten, hundred, thousand.
  private let units: [Unicode.Scalar]
  /// What a 1 before a unit is shown as.
  private enum One {
    case always, never
    /// Not before the ten of 10 to 19.
    case notInTeens
  }
  private let one: One
  /// A 0 stands for the places left out in the middle of a number.
  private let writesZeros: Bool
  private let minus: String

  /// `nil` for the name of any other style.
  init?(_ name: String) {
    let plain = "零一二三四五六七八九"
    switch name {
    case "simp-chinese-informal": self.init(plain, "十百千", .notInTeens, zeros: true, "负")
    case "simp-chinese-formal":
      self.init("零壹贰叁肆伍陆柒捌玖", "拾佰仟", .always, zeros: true, "负")
    case "trad-chinese-informal", "cjk-ideographic":
      self.init(plain, "十百千", .notInTeens, zeros: true, "負")
    case "trad-chinese-formal":
      self.init("零壹貳參肆伍陸柒捌玖", "拾佰仟", .always, zeros: true, "負")
    case "japanese-informal":
      self.init("〇一二三四五六七八九", "十百千", .never, zeros: false, "マイナス")
    case "japanese-formal":
      self.init("零壱弐参四伍六七八九", "拾百阡", .always, zeros: false, "マイナス")
    case "korean-hangul-formal":
      self.init("영일이삼사오육칠팔구", "십백천", .always, zeros: false, "마이너스 ")
    case "korean-hanja-informal": self.init(plain, "十百千", .never, zeros: false, "마이너스 ")
    case "korean-hanja-formal":
      self.init("零壹貳參四五六七八九", "拾百仟", .always, zeros: false, "마이너스 ")
    default: return nil
    }
  }

  private init(_ digits: String, _ units: String, _ one: One, zeros: Bool, _ minus: String) {
    self.digits = CounterText.scalars(digits)
    self.units = CounterText.scalars(units)
    self.one = one
    writesZeros = zeros
    self.minus = minus
  }

  /// `nil` beyond what they can say.
  func text(_ number: Int) -> String? {
    guard (-9999...9999).contains(number) else { return nil }
    if number < 0 { return text(-number).map { minus + $0 } }
    if number == 0 { return String(digits[0]) }
    var text: [Unicode.Scalar] = []
    var skipsZero = false
    for place in (0..<4).reversed() {
      let digit = number / [1, 10, 100, 1000][place] % 10
      if digit == 0 {
        skipsZero = !text.isEmpty
        continue
      }
      if skipsZero, writesZeros { text.append(digits[0]) }
      skipsZero = false
      if place == 0 || digit > 1 || writesOne(place, number) { text.append(digits[digit]) }
      if place > 0 { text.append(units[place - 1]) }
    }
    return CounterText.string(text)
  }

  private func writesOne(_ place: Int, _ number: Int) -> Bool {
    switch one {
    case .always: true
    case .never: false
    case .notInTeens: place > 1 || number >= 20
    }
  }
}
