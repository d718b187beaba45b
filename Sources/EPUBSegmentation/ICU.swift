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

  static func wordBreakClass(_ scalar: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: cicu_property(Int32(scalar), UCHAR_WORD_BREAK))
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
