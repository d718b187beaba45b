private import CICU

// The only file that sees ICU. What leaves it are numbers and arrays.

/// Where ICU divides a text: an offset in UTF-16 and the status of the rule that said so.
struct Boundary {
  var offset: Int32
  var status: Int32

  /// For line breaks: a line must end here.
  var isHardLineBreak: Bool { status >= 100 }
  /// For word breaks: what ends here holds letters, digits, kana or ideographs.
  var endsWord: Bool { status >= 100 }
}

/// One of ICU's break iterators. Not thread-safe: its owner keeps it on one thread.
@safe final class BreakIterator {
  enum Kind { case line, word }

  private let handle: OpaquePointer

  /// `nil` when ICU has no data for it, which only a broken installation lacks.
  init?(_ kind: Kind, locale: String) {
    var status = U_ZERO_ERROR
    let type = kind == .line ? UBRK_LINE : UBRK_WORD
    let opened = unsafe cicu_break_open(type, locale, &status)
    guard status.rawValue <= 0, let opened = unsafe opened else { return nil }
    unsafe handle = opened
  }

  deinit { unsafe cicu_break_close(handle) }

  /// Replaces `boundaries` with those of `units` after the start, the end included.
  func divide(_ units: [UInt16], into boundaries: inout [Boundary]) {
    boundaries.removeAll(keepingCapacity: true)
    unsafe units.withUnsafeBufferPointer { buffer in
      var status = U_ZERO_ERROR
      unsafe cicu_break_set_text(handle, buffer.baseAddress, Int32(buffer.count), &status)
      guard status.rawValue <= 0 else { return }
      _ = unsafe cicu_break_first(handle)
      while true {
        let offset = unsafe cicu_break_next(handle)
        if offset < 0 { break }
        unsafe boundaries.append(Boundary(offset: offset, status: cicu_break_status(handle)))
      }
      // The iterator must not keep the address of a buffer that is about to go.
      unsafe cicu_break_set_text(handle, nil, 0, &status)
    }
    if boundaries.last.map({ Int($0.offset) }) ?? 0 < units.count {
      boundaries.append(Boundary(offset: Int32(units.count), status: 0))
    }
  }
}

/// Properties of single scalars, read once into tables.
enum UnicodeData {
  static func lineBreakClass(_ scalar: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: cicu_property(Int32(scalar), UCHAR_LINE_BREAK))
  }

  static func clusterBreakClass(_ scalar: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: cicu_property(Int32(scalar), UCHAR_GRAPHEME_CLUSTER_BREAK))
  }

  static func isWide(_ scalar: UInt32) -> Bool {
    let width = cicu_property(Int32(scalar), UCHAR_EAST_ASIAN_WIDTH)
    return width == Int32(U_EA_WIDE.rawValue) || width == Int32(U_EA_FULLWIDTH.rawValue)
  }

  static func isPictographic(_ scalar: UInt32) -> Bool {
    cicu_has(Int32(scalar), UCHAR_EXTENDED_PICTOGRAPHIC) != 0
  }

  static func isEmojiModifier(_ scalar: UInt32) -> Bool {
    cicu_has(Int32(scalar), UCHAR_EMOJI_MODIFIER) != 0
  }

  /// Non-spacing and enclosing marks, format characters.
  static func isZeroWidth(_ scalar: UInt32) -> Bool {
    let category = Int32(cicu_category(Int32(scalar)))
    return category == Int32(U_NON_SPACING_MARK.rawValue)
      || category == Int32(U_ENCLOSING_MARK.rawValue)
      || category == Int32(U_FORMAT_CHAR.rawValue)
  }

  static func isControl(_ scalar: UInt32) -> Bool {
    Int32(cicu_category(Int32(scalar))) == Int32(U_CONTROL_CHAR.rawValue)
  }
}

extension UnicodeData {
  static func isUppercase(_ scalar: UInt32) -> Bool {
    let category = Int32(cicu_category(Int32(scalar)))
    return category == Int32(U_UPPERCASE_LETTER.rawValue)
      || category == Int32(U_TITLECASE_LETTER.rawValue)
  }

  /// Letters, and numbers that are letters (Roman numerals).
  static func isLetter(_ scalar: UInt32) -> Bool {
    let category = Int32(cicu_category(Int32(scalar)))
    return (Int32(U_UPPERCASE_LETTER.rawValue)...Int32(U_OTHER_LETTER.rawValue)).contains(category)
      || category == Int32(U_LETTER_NUMBER.rawValue)
  }

  static func isDigit(_ scalar: UInt32) -> Bool {
    Int32(cicu_category(Int32(scalar))) == Int32(U_DECIMAL_DIGIT_NUMBER.rawValue)
  }

  /// A mark of any kind, or a joiner: goes on with what stands before it.
  static func extendsCluster(_ scalar: UInt32) -> Bool {
    let category = Int32(cicu_category(Int32(scalar)))
    let marks = Int32(U_NON_SPACING_MARK.rawValue)...Int32(U_COMBINING_SPACING_MARK.rawValue)
    return marks.contains(category) || scalar == 0x200D
      || cicu_has(Int32(scalar), UCHAR_GRAPHEME_EXTEND) != 0
  }

  static func combiningClass(_ scalar: UInt32) -> UInt8 { cicu_combining_class(Int32(scalar)) }

  /// Han, Hiragana and Katakana: words are found by a dictionary.
  static func isIdeographOrKana(_ scalar: UInt32) -> Bool {
    let script = cicu_property(Int32(scalar), UCHAR_SCRIPT)
    return script == Int32(USCRIPT_HAN.rawValue) || script == Int32(USCRIPT_HIRAGANA.rawValue)
      || script == Int32(USCRIPT_KATAKANA.rawValue)
  }

  /// The full canonical decomposition; itself when it has none.
  static func decomposition(_ scalar: UInt32) -> [UInt32] {
    var target = [UInt16](repeating: 0, count: 32)
    var status = U_ZERO_ERROR
    let count = unsafe cicu_decomposition(
      Int32(scalar), &target, Int32(target.count), &status)
    guard count > 0, count <= 32, status.rawValue <= 0 else { return [scalar] }
    return UTF16Text.scalars(target[..<Int(count)])
  }

  /// Full case folding.
  static func caseFolding(_ scalars: [UInt32]) -> [UInt32] {
    let units = UTF16Text.units(scalars)
    var target = [UInt16](repeating: 0, count: units.count * 3 + 8)
    var status = U_ZERO_ERROR
    let count = unsafe cicu_fold_case(
      &target, Int32(target.count), units, Int32(units.count), &status)
    guard count >= 0, Int(count) <= target.count, status.rawValue <= 0 else { return scalars }
    return UTF16Text.scalars(target[..<Int(count)])
  }

  /// Normalization Form C of a short text.
  static func composed(_ text: String) -> String {
    let units = Array(text.utf16)
    var target = [UInt16](repeating: 0, count: units.count * 3 + 8)
    var status = U_ZERO_ERROR
    let count = unsafe cicu_compose(
      units, Int32(units.count), &target, Int32(target.count), &status)
    guard count >= 0, Int(count) <= target.count, status.rawValue <= 0 else { return text }
    return String(decoding: target[..<Int(count)], as: UTF16.self)
  }
}

/// Character sets of files that are not in UTF-8.
enum CharacterSets {
  /// The text of `bytes`, `nil` when ICU does not know the set or it is none of single bytes.
  static func decode(_ bytes: ArraySlice<UInt8>, from name: String) -> [UInt32]? {
    var units = [UInt16](repeating: 0, count: bytes.count)
    var status = U_ZERO_ERROR
    let count = unsafe bytes.withUnsafeBytes { bytes in
      unsafe cicu_decode(
        name, bytes.baseAddress, Int32(clamping: bytes.count), &units, Int32(clamping: units.count),
        &status)
    }
    guard status.rawValue <= 0, count >= 0, Int(count) <= units.count else { return nil }
    return UTF16Text.scalars(units[..<Int(count)])
  }
}

/// A compiled regular expression. Not thread-safe: its owner keeps it on one thread.
@safe final class RegularExpression {
  struct Fault: Error {
    var offset: Int
    var reason: String
  }

  /// Some tens of milliseconds of trying in vain; in ICU's steps, so equal on every machine.
  private static let stepLimit: Int32 = 100
  private static let stackByteLimit: Int32 = 1 << 23
  private let handle: OpaquePointer

  init(_ pattern: String, ignoresCase: Bool) throws(Fault) {
    let units = Array(pattern.utf16)
    var status = U_ZERO_ERROR
    var error = UParseError()
    let flags = ignoresCase ? UInt32(UREGEX_CASE_INSENSITIVE.rawValue) : 0
    let opened = unsafe cicu_regex_open(units, Int32(units.count), flags, &error, &status)
    guard status.rawValue <= 0, let opened = unsafe opened else {
      throw unsafe Fault(
        offset: Int(max(0, error.offset)), reason: String(cString: cicu_error_name(status)))
    }
    unsafe handle = opened
    unsafe cicu_regex_limit(handle, Self.stepLimit, Self.stackByteLimit, &status)
  }

  deinit { unsafe cicu_regex_close(handle) }

  /// Hits in `units`, none empty; `isCut` when it was given up for the limits.
  func matches(in units: [UInt16]) -> (ranges: [Range<Int32>], isCut: Bool) {
    unsafe units.withUnsafeBufferPointer { buffer in
      var status = U_ZERO_ERROR
      var found: [Range<Int32>] = []
      unsafe cicu_regex_set_text(handle, buffer.baseAddress, Int32(buffer.count), &status)
      while status.rawValue <= 0, unsafe cicu_regex_find_next(handle, &status) != 0 {
        let start = unsafe cicu_regex_start(handle, &status)
        let end = unsafe cicu_regex_end(handle, &status)
        if start < end { found.append(start..<end) }
      }
      let isCut = status.rawValue > 0
      // The expression must not keep the address of a buffer that is about to go.
      status = U_ZERO_ERROR
      unsafe cicu_regex_set_text(handle, [0], 0, &status)
      return (found, isCut)
    }
  }
}

/// ICU's bidirectional algorithm (UAX #9). Not thread-safe: its owner keeps it on one thread.
@safe final class BidirectionalAlgorithm {
  private let handle: OpaquePointer

  /// `nil` only when memory is used up.
  init?() {
    guard let opened = unsafe cicu_bidi_open() else { return nil }
    unsafe handle = opened
  }

  deinit { unsafe cicu_bidi_close(handle) }

  /// The direction of a paragraph that its first strong character decides, from left to right for lack of
  /// one.
  static let resolved: UInt8 = 0xFE

  /// Replaces `levels` with those of the units of one paragraph.
  ///
  /// - Parameter base: the paragraph's level, or `resolved`.
  /// - Returns: the paragraph's level; `nil` when ICU has no answer.
  func resolve(_ units: [UInt16], base: UInt8, into levels: inout [UInt8]) -> UInt8? {
    levels.removeAll(keepingCapacity: true)
    return unsafe units.withUnsafeBufferPointer { buffer in
      var status = U_ZERO_ERROR
      var paragraph: UInt8 = 0
      let found = unsafe cicu_bidi_levels(
        handle, buffer.baseAddress, Int32(buffer.count), base, &paragraph, &status)
      guard status.rawValue <= 0, let found = unsafe found else { return nil }
      unsafe levels.append(
        contentsOf: UnsafeBufferPointer(start: found, count: buffer.count))
      return paragraph
    }
  }
}

extension UnicodeData {
  /// What stands for the scalar where text runs from right to left; itself for most.
  static func mirrored(_ scalar: UInt32) -> UInt32 { UInt32(cicu_mirrored(Int32(scalar))) }
}
