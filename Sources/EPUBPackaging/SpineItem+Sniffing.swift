import EPUBBasics

extension SpineItem.Kind {
  /// What the first bytes of a resource say it is; `nil` when it is nothing that can be shown.
  init?(sniffing bytes: [UInt8]) {
    if Self.isRasterPicture(bytes) {
      self = .image
      return
    }
    // Zero bytes are left out, so that UTF-16 reads like ASCII.
    let start = bytes.prefix(4096).lazy.filter { $0 != 0 }.map(\.asciiLowercased)
    let head = Array(start)
    // Past a byte order mark and white space markup begins with a tag, whatever else speaks of tags.
    let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    guard head.first(where: { !marks.contains($0) && !$0.isASCIISpace }) == UInt8(ascii: "<") else {
      return nil
    }
    let html = head.offset(of: "<html") ?? head.offset(of: "<!doctype html")
    let svg = head.offset(of: "<svg")
    switch (html, svg) {
    case (nil, nil): return nil
    case (nil, _?): self = .svg
    case (let html?, let svg?) where svg < html: self = .svg
    default:
      self =
        head.offset(of: "<?xml") != nil || head.offset(of: "1999/xhtml") != nil
        ? .xhtml : .html
    }
  }

  private static func isRasterPicture(_ bytes: [UInt8]) -> Bool {
    let marks: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8),
      [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A],
    ]
    if marks.contains(where: { bytes.starts(with: $0) }) { return true }
    guard bytes.count >= 12 else { return false }
    let isWebP =
      bytes.starts(with: Array("RIFF".utf8)) && bytes[8..<12] == [0x57, 0x45, 0x42, 0x50]
    let isAVIF = bytes[4..<8] == [0x66, 0x74, 0x79, 0x70] && bytes[8..<11] == [0x61, 0x76, 0x69]
    return isWebP || isAVIF
  }
}

extension [UInt8] {
  /// Where `word` begins for the first time.
  func offset(of word: StaticString) -> Int? {
    let word = Array(word.description.utf8)
    guard let first = word.first, count >= word.count else { return nil }
    for start in 0...count - word.count where self[start] == first {
      if self[start..<start + word.count].elementsEqual(word) { return start }
    }
    return nil
  }
}
