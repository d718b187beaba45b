import EPUBBasics

/// What `::first-letter` takes of a text (CSS Pseudo-Elements 4 #first-letter-pattern): its first letter,
/// with the marks on it and the punctuation before and after it.
struct OpeningLetter {
  private enum Part { case before, letter, after }
  private var part = Part.before
  private var letter: Unicode.Scalar?
  private var scalarCount = 0
  private let isDutch: Bool

  /// - Parameter language: a tag in lower case.
  init(language: String = "") {
    isDutch = language == "nl" || language.hasPrefix("nl-")
  }

  /// Whether a letter was among the scalars taken.
  var isFound: Bool { letter != nil }

  /// Takes the next scalar of the text; `false` when it does not belong to the letter any more.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    scalarCount += 1
    let category = scalar.properties.generalCategory
    switch part {
    case .before:
      if category.isLetterUnit {
        letter = scalar
        part = .letter
        return true
      }
      return scalarCount <= Self.maximumScalarsBefore
        && (category.isPunctuationBefore || category == .spaceSeparator && scalarCount > 1)
    case .letter:
      if category.isMark || isDigraph(scalar) { return true }
      part = .after
      return category.isPunctuationAfter
    case .after: return category.isPunctuationAfter
    }
  }

  /// `IJ` is one letter where Dutch is written.
  private func isDigraph(_ scalar: Unicode.Scalar) -> Bool {
    isDutch && (letter == "I" && scalar == "J" || letter == "i" && scalar == "j")
  }

  private static let maximumScalarsBefore = 16

  /// A longer text is no letter alone.
  static let maximumByteCount = 16

  /// Whether a text is nothing but a letter, with marks before it: `“T`, not `T.`, which may be a label.
  static func isAlone(in text: some Sequence<UInt8>) -> Bool {
    var opening = OpeningLetter()
    let scalars = String(decoding: Array(text), as: UTF8.self).unicodeScalars
    guard scalars.allSatisfy({ opening.take($0) }), let letter = opening.letter else {
      return false
    }
    return letter.properties.isAlphabetic
      && (opening.part == .letter || scalars.last == "'" || scalars.last == "\u{2019}")
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isLetterUnit: Bool {
    switch self {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .mathSymbol, .currencySymbol, .modifierSymbol,
      .otherSymbol:
      true
    default: false
    }
  }

  fileprivate var isMark: Bool {
    self == .nonspacingMark || self == .spacingMark || self == .enclosingMark
  }

  fileprivate var isPunctuationBefore: Bool {
    isPunctuationAfter || self == .openPunctuation
  }

  fileprivate var isPunctuationAfter: Bool {
    switch self {
    case .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation: true
    default: false
    }
  }
}
