import EPUBBasics

/// What the first bytes of a file that is no archive say it is, as a noun phrase for a message.
enum FileKind {
  /// As many bytes as the kinds below look at.
  static let headByteCount = 4096

  /// `nil` for an archive, and for what is not recognised.
  static func name(of head: [UInt8]) -> String? {
    if head.isEmpty { return "an empty file" }
    for signature in signatures where head.holds(signature.bytes, at: signature.offset) {
      return signature.name
    }
    return textKind(head)
  }

  private struct Signature {
    let offset: Int
    let bytes: [UInt8]
    let name: String

    init(_ text: String, at offset: Int = 0, _ name: String) {
      self.init(Array(text.utf8), at: offset, name)
    }

    init(_ bytes: [UInt8], at offset: Int = 0, _ name: String) {
      self.offset = offset
      self.bytes = bytes
      self.name = name
    }
  }

  private static let signatures: [Signature] = [
    Signature("%PDF-", "a PDF document"),
    Signature("BOOKMOBI", at: 60, "a Kindle or Mobipocket book"),
    Signature("TEXtREAd", at: 60, "a PalmDOC book"),
    Signature("TPZ", "a Kindle Topaz book"),
    Signature([0xEA] + Array("DRMION".utf8) + [0xEE], "a protected Kindle book (KFX)"),
    Signature(Array("CONT".utf8) + [2, 0], "a Kindle book (KFX)"),
    Signature("SQLite format 3\0", "an SQLite database"),
    Signature("Rar!\u{1A}\u{7}", "a RAR archive"),
    Signature([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
    Signature([0x1F, 0x8B], "gzip data"),
    Signature("BZh", "bzip2 data"),
    Signature([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz data"),
    Signature([0x28, 0xB5, 0x2F, 0xFD], "Zstandard data"),
    Signature("ustar", at: 257, "a tar archive"),
    Signature([0xFF, 0xD8, 0xFF], "a JPEG image"),
    Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a PNG image"),
    Signature("GIF8", "a GIF image"),
    Signature("WEBP", at: 8, "a WebP image"),
    Signature("RIFF", "an audio or video file"),
    Signature("ftyp", at: 4, "an audio or video file"),
    Signature([0x1A, 0x45, 0xDF, 0xA3], "an audio or video file"),
    Signature("OggS", "an audio or video file"),
    Signature("ID3", "an audio file"),
    Signature("ITSF", "a compiled HTML help file (CHM)"),
    Signature("AT&TFORM", "a DjVu document"),
    Signature("{\\rtf", "an RTF document"),
    Signature("%!PS", "a PostScript document"),
    Signature(
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old Microsoft Office document"),
    Signature([0x7F, 0x45, 0x4C, 0x46], "a program"),
    Signature("bplist00", "a property list"),
  ]

  private static func textKind(_ head: [UInt8]) -> String? {
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return "plain text" }
    var text = head[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { $0.isASCIISpace }
    let lower = text.prefix(headByteCount).map(\.asciiLowercased)
    if lower.holds("<!doctype html") || lower.holds("<html") { return "a web page" }
    if lower.holds("<?xml") || lower.holds("<!--") || lower.holds("<!doctype") {
      if lower.contains("<fictionbook") { return "an FB2 book" }
      if lower.contains("<html") { return "a web page" }
      if lower.contains("<package") { return "a package document, without its book" }
      return "an XML document"
    }
    if lower.holds("<fictionbook") { return "an FB2 book" }
    let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0.isASCIISpace || $0 == 0x1B }
    return isText ? "plain text" : nil
  }
}

extension [UInt8] {
  fileprivate func holds(_ bytes: [UInt8], at offset: Int) -> Bool {
    count >= offset + bytes.count && self[offset..<(offset + bytes.count)].elementsEqual(bytes)
  }

  fileprivate func holds(_ text: String) -> Bool { starts(with: text.utf8) }

  fileprivate func contains(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return indices.contains { self[$0] == text[0] && holds(text, at: $0) }
  }
}
