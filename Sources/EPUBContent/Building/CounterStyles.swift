/// Numbers in styles that sheets define.
struct CounterStyles {
  let defined: [String: CounterStyle]

  /// What stands for `number`.
  func text(_ number: Int, _ style: ListStyle) -> String {
    own(style).map { text(number, $0, depth: 0) } ?? CounterText.text(number, style)
  }

  /// What a sheet defines a style as, `nil` for a predefined one.
  private func own(_ style: ListStyle) -> CounterStyle? {
    if case .symbols(let own) = style { return own }
    return defined.isEmpty ? nil : style.name.flatMap { defined[$0] }
  }

  /// A marker, with what stands around it; `nil` for none.
  func marker(_ number: Int, _ style: ListStyle) -> String? {
    guard let own = own(style) else { return CounterText.marker(number, style) }
    var text =
      (affix(\.prefix, of: own, depth: 0) ?? "") + self.text(number, own, depth: 0)
    text += affix(\.suffix, of: own, depth: 0) ?? "."
    while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
    return text.isEmpty ? nil : text
  }

  /// Styles that fall back to one another, or extend one another, end in digits.
  private static let maximumDepth = 8

  private func affix(
    _ part: KeyPath<CounterStyle, String?>, of style: CounterStyle, depth: Int
  ) -> String? {
    if let own = style[keyPath: part] { return own }
    guard case .extends(let base) = style.system, depth < Self.maximumDepth else { return nil }
    if let base = defined[base] { return affix(part, of: base, depth: depth + 1) }
    return part == \.suffix ? CounterText.suffix(of: base.asciiLowercased) : nil
  }

  private func text(_ number: Int, _ style: CounterStyle, depth: Int) -> String {
    guard depth < Self.maximumDepth else { return String(number) }
    if style.covers(number), let text = written(number, style, depth: depth) { return text }
    return text(number, named: style.fallback ?? "decimal", depth: depth)
  }

  private func text(_ number: Int, named name: String, depth: Int) -> String {
    if let style = defined[name] { return text(number, style, depth: depth + 1) }
    return CounterText.text(number, ListStyle(name: name))
  }

  /// The number with its sign and its padding, `nil` where the style cannot write it.
  private func written(_ number: Int, _ style: CounterStyle, depth: Int) -> String? {
    let isSigned = number < 0 && style.takesSign
    guard number > .min else { return nil }
    let digits: String?
    if case .extends(let base) = style.system {
      digits = text(abs(number), named: base, depth: depth)
    } else {
      digits = style.digits(isSigned ? -number : number)
    }
    guard var text = digits else { return nil }
    let sign = style.negative ?? CounterStyle.Pair(before: "-", after: "")
    if let pad = style.pad {
      var length = text.unicodeScalars.count
      if isSigned { length += (sign.before + sign.after).unicodeScalars.count }
      if length < pad.length {
        text = String(repeating: pad.symbol, count: pad.length - length) + text
      }
    }
    return isSigned ? sign.before + text + sign.after : text
  }
}

extension ListStyle {
  /// The name that a sheet may define anew; `nil` for what it may not.
  fileprivate var name: String? {
    switch self {
    case .none, .disc, .circle, .square, .disclosure, .decimal, .string, .symbols: nil
    case .decimalLeadingZero: "decimal-leading-zero"
    case .lowerRoman: "lower-roman"
    case .upperRoman: "upper-roman"
    case .lowerAlpha: "lower-alpha"
    case .upperAlpha: "upper-alpha"
    case .lowerGreek: "lower-greek"
    case .named(let name): name
    }
  }
}
