/// Line breaking classes of UAX #14, and which pairs of them may be parted.
///
/// Numbered as ICU numbers them, with classes that a rule resolves at once resolved: AI, SG and XX are
/// AL. `slow` stands for all that ICU's iterator decides: scripts with dictionaries, Hangul, Hebrew,
/// emoji, joiners, and brackets that are wide.
enum LineClass {
  static let alphabetic = 2
  static let bothSides = 3
  static let breakAfter = 4
  static let breakBefore = 5
  static let mandatory = 6
  static let closing = 8
  static let combining = 9
  static let carriageReturn = 10
  static let exclamation = 11
  static let glue = 12
  static let hyphen = 13
  static let ideographic = 14
  static let inseparable = 15
  static let infixSeparator = 16
  static let lineFeed = 17
  static let nonStarter = 18
  static let numeric = 19
  static let opening = 20
  static let postfix = 21
  static let prefix = 22
  static let quotation = 23
  static let space = 26
  static let solidus = 27
  static let zeroWidthSpace = 28
  static let nextLine = 29
  static let wordJoiner = 30
  static let closingParenthesis = 36
  static let slow = 63

  static func of(_ scalar: UInt32) -> Int {
    // They make emoji of what stands before them, whose width is no sum.
    if scalar == 0xFE0F || scalar == 0x20E3 { return slow }
    let given = Int(UnicodeData.lineBreakClass(scalar))
    switch given {
    case 0, 1, 25: return alphabetic
    case opening, closingParenthesis:
      return UnicodeData.isWide(scalar) ? slow : given
    case alphabetic...mandatory, closing...quotation, space, solidus, zeroWidthSpace, nextLine,
      wordJoiner:
      return given
    default: return slow
    }
  }

  /// Words of its script, and so line breaks, are found by a dictionary (Thai, Lao, Khmer, Burmese).
  static func isComplex(_ scalar: UInt32) -> Bool { UnicodeData.lineBreakClass(scalar) == 24 }

  /// May a line end between two classes?
  enum Pair {
    static let always: UInt8 = 0
    /// Only where spaces stand between.
    static let afterSpaces: UInt8 = 1
    static let never: UInt8 = 2
    /// The pair alone doesn't tell: numbers, and hyphens at the start.
    static let context: UInt8 = 3
  }

  /// Indexed by class before × 64 + class after. Spaces, line ends and marks are no matter of pairs.
  static let pairs: [UInt8] = {
    var table = [UInt8](repeating: Pair.always, count: 64 * 64)
    for before in 0..<64 {
      for after in 0..<64 { table[before << 6 | after] = pair(before, after) }
    }
    return table
  }()

  private static func pair(_ before: Int, _ after: Int) -> UInt8 {
    // LB7, LB8
    if after == zeroWidthSpace { return Pair.never }
    if before == zeroWidthSpace { return Pair.always }
    // LB11, LB13, LB14
    if after == wordJoiner || before == opening { return Pair.never }
    if [closing, closingParenthesis, exclamation, solidus].contains(after) { return Pair.never }
    if after == infixSeparator { return Pair.context }
    // LB15, LB16, LB17
    if before == quotation && after == opening { return Pair.never }
    if [closing, closingParenthesis].contains(before) && after == nonStarter { return Pair.never }
    if before == bothSides && after == bothSides { return Pair.never }
    // LB11, LB12, LB12a
    if before == wordJoiner || before == glue { return Pair.afterSpaces }
    if after == glue {
      return before == breakAfter || before == hyphen ? Pair.always : Pair.afterSpaces
    }
    // LB19, LB21, LB22
    if before == quotation || after == quotation || before == breakBefore {
      return Pair.afterSpaces
    }
    if [breakAfter, hyphen, nonStarter, inseparable].contains(after) { return Pair.afterSpaces }
    return wordPair(before, after)
  }

  /// LB20 (hyphens at the start), LB23 to LB30.
  private static func wordPair(_ before: Int, _ after: Int) -> UInt8 {
    switch (before, after) {
    case (hyphen, alphabetic), (breakAfter, alphabetic): Pair.context
    case (solidus, numeric): Pair.context
    case (_, prefix) where before != alphabetic: Pair.context
    case (_, postfix) where before != alphabetic && before != ideographic: Pair.context
    case (prefix, opening), (postfix, opening): Pair.context
    case (alphabetic, numeric), (numeric, alphabetic), (alphabetic, alphabetic),
      (numeric, numeric), (infixSeparator, numeric), (infixSeparator, alphabetic),
      (hyphen, numeric), (prefix, numeric), (postfix, numeric),
      (prefix, alphabetic), (postfix, alphabetic), (alphabetic, prefix), (alphabetic, postfix),
      (prefix, ideographic), (ideographic, postfix),
      (alphabetic, opening), (numeric, opening),
      (closingParenthesis, alphabetic), (closingParenthesis, numeric):
      Pair.afterSpaces
    default: Pair.always
    }
  }
}
