/// What MathML's operator dictionary says, as far as whole cells can show it.
enum MathOperators {
  static let opening: Set<String> = ["(", "[", "{", "|", "‖", "⟨", "⌈", "⌊"]
  static let closing: Set<String> = [")", "]", "}", "|", "‖", "⟩", "⌉", "⌋"]
  static let tight: Set<String> = [
    "", "/", "!", "′", "″", "‴", "'", "°", "%", ".", "∂", "∇", "∑", "∏", "∫", "∬", "∮", "√", "¬",
    "∀", "∃", "d", "ⅆ",
  ]
  private static let alsoTight: Set<String> = [
    "∐", "∭", "⋂", "⋃", "⋀", "⋁", "⨀", "⨁", "⨂", "⨄", "⨆", "^", "_", "&", "#", "@",
  ]
  private static let postfix: Set<String> = ["!", "!!", "′", "″", "‴", "'", "°", "%", "."]
  /// Signs that stand for operands, though they are called operators.
  static let operands: Set<String> = ["…", "⋯", "⋮", "⋱", "⋰", "∞", "∅", "□"]
  private static let alsoBars: Set<String> = ["∣", "∥"]
  static let relations: Set<String> = [
    "=", "<", ">", "≤", "≥", "≠", "≈", "≡", "∼", "≃", "≅", "≜", "≔", ":=", "∝", "→", "⇒", "⇔", "↦",
    "⟹", "⟺", "∈", "⊂", "⊆", "≪", "≫", "⊢", "⟶",
  ]

  /// Operators whose limits stand at their right in running text.
  static let movingLimits: Set<String> = [
    "∑", "∏", "∐", "⋂", "⋃", "⋀", "⋁", "⨀", "⨁", "⨂", "⨄", "⨆", "lim", "max", "min", "sup", "inf",
    "lim sup", "lim inf", "det", "gcd", "Pr",
  ]

  static func spacing(of mark: String, form: String?) -> Formula.Operator.Spacing {
    let opens = opening.contains(mark)
    if opens, closing.contains(mark) {
      return form == "prefix" ? .opening : form == "postfix" ? .closing : .bar
    }
    if alsoBars.contains(mark), form == "prefix" || form == "postfix" {
      return form == "prefix" ? .opening : .closing
    }
    if opens { return .opening }
    if closing.contains(mark) { return .closing }
    if mark == "," || mark == ";" || mark == ":" { return .after }
    if postfix.contains(mark) { return .postfix }
    if tight.contains(mark) || alsoTight.contains(mark) || isWord(mark) { return .tight }
    return relations.contains(mark) ? .relation : .infix
  }

  /// `lim`, `sin`: a name, whatever element it is in.
  private static func isWord(_ mark: String) -> Bool {
    mark.utf8.count > 1 && mark.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
  }

  /// As high as what it encloses, unless the author says otherwise.
  static func stretches(_ mark: String, _ spacing: Formula.Operator.Spacing) -> Bool {
    switch spacing {
    case .opening, .closing, .bar: true
    case .tight, .postfix, .after, .infix, .relation: false
    }
  }
}
