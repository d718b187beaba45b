import EPUBBasics

/// `text-transform`: what is shown for text that stays as it is.
enum TextTransform {
  /// A text that stands for itself.
  static func text(_ text: String, _ transform: ComputedStyle.TextTransform) -> String {
    guard transform != .none else { return text }
    var shown = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      shown += mapped(scalar, after: previous, transform, language: "")
      previous = scalar
    }
    return shown
  }

  /// - Parameter previous: the scalar before it in its block.
  static func mapped(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?,
    _ transform: ComputedStyle.TextTransform, language: String
  ) -> String {
    switch transform {
    case .none: return String(scalar)
    case .uppercase: return uppercase(scalar, language)
    case .lowercase:
      return isTurkic(language) && scalar == "I" ? "ı" : scalar.properties.lowercaseMapping
    case .capitalize:
      guard beginsWord(after: previous) else { return String(scalar) }
      return isTurkic(language) && scalar == "i" ? "İ" : scalar.properties.titlecaseMapping
    case .fullWidth:
      guard (0x21...0x7E).contains(scalar.value),
        let wide = Unicode.Scalar(scalar.value + 0xFEE0)
      else { return String(scalar) }
      return String(wide)
    }
  }

  private static func isTurkic(_ language: String) -> Bool {
    language.hasPrefix("tr") || language.hasPrefix("az")
  }

  private static func uppercase(_ scalar: Unicode.Scalar, _ language: String) -> String {
    if scalar == "i", isTurkic(language) { return "İ" }
    // Greek capitals carry no accents.
    if language.hasPrefix("el"), let plain = greekCapitals[scalar] { return plain }
    return scalar.properties.uppercaseMapping
  }

  private static let greekCapitals: [Unicode.Scalar: String] = [
    "ά": "Α", "έ": "Ε", "ή": "Η", "ί": "Ι", "ό": "Ο", "ύ": "Υ", "ώ": "Ω", "ΐ": "Ϊ", "ΰ": "Ϋ",
    "Ά": "Α", "Έ": "Ε", "Ή": "Η", "Ί": "Ι", "Ό": "Ο", "Ύ": "Υ", "Ώ": "Ω",
  ]

  private static func beginsWord(after previous: Unicode.Scalar?) -> Bool {
    guard let previous else { return true }
    switch previous.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return false
    default: return previous != "'" && previous != "’" && previous != "\u{AD}"
    }
  }
}

extension ContentBuilder {
  /// Appends the runs of a transformed stretch of text.
  ///
  /// A scalar whose mapping is several (`ß`) is a run of its own, so that the rest stays one to one.
  mutating func appendTransformed(_ range: Range<Int>) {
    let look = run.look
    let language = document.languages[Int(look.language)].lowercased()
    var piece = TransformedPiece(start: range.lowerBound, shownStart: document.shownBytes.count)
    var previous = scalar(before: range.lowerBound)
    var at = range.lowerBound
    for scalar in String(decoding: document.text[range], as: UTF8.self).unicodeScalars {
      let next = at + UTF8.width(scalar)
      let mapped = TextTransform.mapped(
        scalar, after: previous, look.transform, language: language)
      let isSingle = mapped.unicodeScalars.dropFirst().isEmpty
      if !isSingle { close(&piece, at: at, look) }
      document.shownBytes += mapped.utf8
      piece.isChanged = piece.isChanged || mapped.unicodeScalars.first != scalar
      if !isSingle { close(&piece, at: next, look) }
      previous = scalar
      at = next
    }
    close(&piece, at: range.upperBound, look)
  }

  private mutating func close(_ piece: inout TransformedPiece, at end: Int, _ look: Look) {
    if end > piece.start {
      if piece.isChanged {
        document.runs.append(
          Run(
            look, text: piece.start..<end, shownStart: Int32(piece.shownStart),
            shownEnd: Int32(document.shownBytes.count)))
      } else {
        document.shownBytes.removeSubrange(piece.shownStart...)
        document.runs.append(Run(look, text: piece.start..<end))
      }
    }
    piece = TransformedPiece(start: end, shownStart: document.shownBytes.count)
  }

  /// The scalar before `offset` in the open block.
  func scalar(before offset: Int) -> Unicode.Scalar? {
    guard offset > Int(block.value.textStart) else { return nil }
    var start = offset - 1
    while start > 0, document.text[start].isUTF8Continuation { start -= 1 }
    return String(decoding: document.text[start..<offset], as: UTF8.self).unicodeScalars.first
  }
}

private struct TransformedPiece {
  var start: Int
  var shownStart: Int
  var isChanged = false
}
