/// Where a line of ideographs may be widened without parting what belongs together (Requirements for
/// Japanese Text Layout, 3.8.3, in whole cells).
public enum IdeographicGap {
  /// Whether a cell may be added between the scalars before and after an offset of well-formed UTF-8.
  public static func mayWiden(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset > 0, offset < bytes.count else { return false }
    var start = offset - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let before = UTF8Decoder.next(bytes, &start)
    var at = offset
    let after = UTF8Decoder.next(bytes, &at)
    if closes(before) { return !closes(after) }
    return opens(after) || isIdeographic(before) != isIdeographic(after)
  }

  /// A full-width mark whose ink stands in its first half.
  private static func closes(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B,
      0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF60:
      true
    default: false
    }
  }

  /// And one whose ink stands in its second half.
  private static func opens(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0xFF08, 0xFF3B,
      0xFF5B, 0xFF5F:
      true
    default: false
    }
  }

  /// Ideographs, kana and the marks among them.
  private static func isIdeographic(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x2_0000...0x3_FFFD:
      true
    default: false
    }
  }
}
