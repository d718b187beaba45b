import EPUBBasics

/// A name as an archive stores it, decoded.
struct EntryName {
  let string: String
  /// `false` when the bytes were none, flag or no flag, and were read as code page 437.
  let wasUTF8: Bool

  /// The flag that says UTF-8 (bit 11) is not asked: without it the format means code page 437,
  /// but nearly every archive holds UTF-8 there too, and few names in a legacy encoding happen to
  /// be valid UTF-8; with it, names in a legacy encoding occur as well.
  init(_ bytes: [UInt8], _ name: Range<Int>, extra: Range<Int>) {
    if let unicode = EntryName.unicodePath(bytes, name, extra) {
      string = unicode
      wasUTF8 = true
    } else if let utf8 = String(validating: bytes[name], as: UTF8.self) {
      string = utf8
      wasUTF8 = true
    } else {
      string = EntryName.codePage437(bytes[name])
      wasUTF8 = false
    }
  }

  var isFolder: Bool { string.utf8.last == UInt8(ascii: "/") || string.utf8.last == 0x5C }

  /// What macOS leaves in archives and folders: never part of a book.
  var isSystemLitter: Bool {
    string.hasPrefix("__MACOSX/") || string == ".DS_Store" || string.hasSuffix("/.DS_Store")
  }

  /// The name of the Unicode path extra field (0x7075), where it belongs to this very name.
  private static func unicodePath(
    _ bytes: [UInt8], _ name: Range<Int>, _ extra: Range<Int>
  ) -> String? {
    guard !extra.isEmpty, let field = bytes.extraField(0x7075, in: extra), field.count > 5,
      bytes[field.lowerBound] == 1,
      bytes.u32(field.lowerBound + 1) == crc32(of: bytes.span.extracting(name))
    else { return nil }
    return String(validating: bytes[(field.lowerBound + 5)..<field.upperBound], as: UTF8.self)
  }

  private static func codePage437(_ bytes: ArraySlice<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      scalars.append(byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80])
    }
    return String(scalars)
  }

  /// 0x80 to 0xFF of code page 437.
  private static let upperHalf = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
