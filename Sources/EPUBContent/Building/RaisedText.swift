/// Superscripts and subscripts as one line of text shows them, so that 10² is not 102.
enum RaisedText {
  enum Showing: Equatable {
    /// It cannot be misread.
    case asIs
    /// Scalar for scalar.
    case mapped([Unicode.Scalar])
    /// As one piece.
    case replaced(String)
    case wrapped(String, String)
  }

  static func superscript(
    _ text: [Unicode.Scalar], after previous: Unicode.Scalar?, isNoteReference: Bool
  ) -> Showing {
    let isAttached = previous.map { isWordLike($0) } ?? false
    guard text.contains(where: isWordLike), !isBracketed(text) else { return .asIs }
    if text.allSatisfy(\.properties.isAlphabetic) {
      return letters(text, after: previous, isNoteReference: isNoteReference)
    }
    if let mapped = map(text, superscripts, passing: isNoteReference) { return .mapped(mapped) }
    if isNoteReference { return isAttached ? .wrapped("[", "]") : .asIs }
    return isAttached || previous.map(isClosing) == true ? .wrapped("^(", ")") : .asIs
  }

  static func `subscript`(_ text: [Unicode.Scalar], after previous: Unicode.Scalar?) -> Showing {
    guard text.contains(where: isWordLike) else { return .asIs }
    if let mapped = map(text, subscripts, passing: false) { return .mapped(mapped) }
    let isAttached = previous.map { isWordLike($0) || isClosing($0) } ?? false
    return isAttached ? .wrapped("_(", ")") : .asIs
  }

  private static func letters(
    _ text: [Unicode.Scalar], after previous: Unicode.Scalar?, isNoteReference: Bool
  ) -> Showing {
    guard let previous, isWordLike(previous) || isNoteReference && previous != " " else {
      return .asIs
    }
    if isNoteReference { return .wrapped("[", "]") }
    let word = String(String.UnicodeScalarView(text))
    if let sign = ["TM": "™", "SM": "℠"][word] { return .replaced(sign) }
    let isOrdinal = previous.properties.numericType != nil && ordinals.contains(word.lowercased())
    if isOrdinal || isAbbreviation(word, after: previous) { return .asIs }
    if let mapped = map(text, superscripts, passing: false) { return .mapped(mapped) }
    return .wrapped("^(", ")")
  }

  private static let ordinals: Set<String> = [
    "st", "nd", "rd", "th", "d", "e", "er", "re", "ère", "ere", "nde", "ème", "eme", "me", "ième",
    "ieme", "es", "ers", "res", "o", "a", "os", "as", "ro", "ra", "do", "da", "to", "ta", "mo",
    "ma",
    "no", "na", "de", "ste",
  ]

  /// Mᵐᵉ, Dʳ, Nº, XIXᵉ: a capital, and lower case after it that is no exponent.
  private static func isAbbreviation(_ word: String, after previous: Unicode.Scalar) -> Bool {
    guard previous.properties.isUppercase, word.unicodeScalars.allSatisfy(\.properties.isLowercase)
    else { return false }
    return word.utf8.count > 1 || "rtoedsa".contains(word)
  }

  private static func isWordLike(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  private static func isClosing(_ scalar: Unicode.Scalar) -> Bool {
    scalar == ")" || scalar == "]" || scalar == "}"
  }

  private static func isBracketed(_ text: [Unicode.Scalar]) -> Bool {
    text.first == "[" && text.last == "]" || text.first == "{" && text.last == "}"
  }

  /// - Parameter passing: commas and spaces of a list of notes stay as they are.
  static func map(
    _ text: [Unicode.Scalar], _ table: [Unicode.Scalar: Unicode.Scalar], passing: Bool
  ) -> [Unicode.Scalar]? {
    var mapped: [Unicode.Scalar] = []
    for scalar in text {
      if let raised = table[scalar] {
        mapped.append(raised)
      } else if passing, scalar == "," || scalar == " " || scalar == "\u{A0}" || scalar == "*" {
        mapped.append(scalar)
      } else {
        return nil
      }
    }
    return mapped
  }

  private static func pairs(_ plain: String, _ raised: String) -> [Unicode.Scalar: Unicode.Scalar] {
    Dictionary(
      zip(plain.unicodeScalars, raised.unicodeScalars), uniquingKeysWith: { first, _ in first })
  }

  static let superscripts = pairs(
    "0123456789+-−–=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ")
  static let subscripts = pairs(
    "0123456789+-−–=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")
}
