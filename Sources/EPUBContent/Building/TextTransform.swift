import EPUBBasics

/// `text-transform`: what is shown for text that stays as it is.
enum TextTransform {
  /// A text that stands for itself.
  static func text(
    _ text: String, _ transform: ComputedStyle.TextTransform, language: String = ""
  ) -> String {
    guard transform != .none else { return text }
    var shown = ""
    var previous: Unicode.Scalar?
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      shown += mapped(scalar, after: previous, before: next, transform, language: language)
      previous = scalar
    }
    return shown
  }

  /// - Parameters:
  ///   - previous: the scalar before it in its block.
  ///   - next: the one after it, as far as that is known.
  static func mapped(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?,
    _ transform: ComputedStyle.TextTransform, language: String
  ) -> String {
    switch transform {
    case .none: return String(scalar)
    case .uppercase: return uppercase(scalar, after: previous, language)
    case .lowercase: return lowercase(scalar, after: previous, before: next, language)
    case .capitalize:
      guard beginsWord(after: previous) else { return String(scalar) }
      return isTurkic(language) && scalar == "i" ? "İ" : scalar.properties.titlecaseMapping
    case .fullWidth: return String(WideForms.fullWidth(scalar))
    case .fullSizeKana: return String(WideForms.fullSizeKana(scalar))
    }
  }

  private static func isTurkic(_ language: String) -> Bool {
    language.hasPrefix("tr") || language.hasPrefix("az")
  }

  private static func uppercase(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, _ language: String
  ) -> String {
    if scalar == "i", isTurkic(language) { return "İ" }
    if language.hasPrefix("el") { return GreekCapitals.capital(of: scalar, after: previous) }
    // The dot that Lithuanian keeps under an accent is not that of a capital.
    if scalar == "\u{307}", language.hasPrefix("lt"), let previous,
      "ijįIJĮ".unicodeScalars.contains(previous)
    {
      return ""
    }
    return scalar.properties.uppercaseMapping
  }

  private static func lowercase(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?,
    _ language: String
  ) -> String {
    switch scalar {
    case "I" where isTurkic(language): "ı"
    case "İ" where isTurkic(language): "i"
    case "Ì" where language.hasPrefix("lt"): "i\u{307}\u{300}"
    case "Í" where language.hasPrefix("lt"): "i\u{307}\u{301}"
    case "Ĩ" where language.hasPrefix("lt"): "i\u{307}\u{303}"
    case "Σ" where !beginsWord(after: previous) && beginsWord(after: next): "ς"
    default: scalar.properties.lowercaseMapping
    }
  }

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
  mutating func appendTransformed(_ range: Range<Int>) {
    document.runs += transformed(range, run.look.transform, like: Run(run.look, text: range))
  }

  /// The runs of a transformed stretch of text that look like `model`.
  ///
  /// A scalar whose mapping is several (`ß`) or none is a run of its own, so that the rest stays one to one.
  mutating func transformed(
    _ range: Range<Int>, _ transform: ComputedStyle.TextTransform, like model: Run
  ) -> [Run] {
    let language = document.languages[Int(model.language)].lowercased()
    var runs: [Run] = []
    var piece = TransformedPiece(start: range.lowerBound, shownStart: document.shownBytes.count)
    var previous = scalar(before: range.lowerBound)
    var at = range.lowerBound
    let scalars = Array(String(decoding: document.text[range], as: UTF8.self).unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = at + UTF8.width(scalar)
      let mapped = TextTransform.mapped(
        scalar, after: previous, before: index + 1 < scalars.count ? scalars[index + 1] : nil,
        transform, language: language)
      let isSingle = mapped.unicodeScalars.count == 1
      if !isSingle { close(&piece, at: at, model, &runs) }
      document.shownBytes += mapped.utf8
      piece.isChanged = piece.isChanged || mapped.unicodeScalars.first != scalar
      if !isSingle { close(&piece, at: next, model, &runs) }
      previous = scalar
      at = next
    }
    close(&piece, at: range.upperBound, model, &runs)
    return runs
  }

  private mutating func close(
    _ piece: inout TransformedPiece, at end: Int, _ model: Run, _ runs: inout [Run]
  ) {
    if end > piece.start {
      var run = model
      (run.textStart, run.textEnd) = (Int32(piece.start), Int32(end))
      if piece.isChanged {
        (run.shownStart, run.shownEnd) = (
          Int32(piece.shownStart), Int32(document.shownBytes.count)
        )
      } else {
        (run.shownStart, run.shownEnd) = (-1, -1)
        document.shownBytes.removeSubrange(piece.shownStart...)
      }
      runs.append(run)
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
