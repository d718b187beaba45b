import EPUBSegmentation
import TestKit

enum DictionaryFuzzing {
  static func run(_ bytes: [UInt8], _ claims: inout Claims) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.count > 1 ? Array(Array(parts[1]).text.utf8) : Array("hyphenation".utf8)
    let folder: TemporaryFolder
    do {
      folder = try TemporaryFolder()
      try folder.write("hyph_en.dic", Array(parts[0]))
    } catch {
      return claims.claim(false, "no folder to work in: \(error)")
    }
    let hyphens = hyphens(of: text, folder)
    claims.claim(hyphens == self.hyphens(of: text, folder), "asking twice differs")
    claims.claim(zip(hyphens, hyphens.dropFirst()).allSatisfy(<), "\(hyphens) do not ascend")
    for hyphen in hyphens {
      let isInside = hyphen > 0 && Int(hyphen) < text.count
      claims.claim(isInside && text[Int(hyphen)] & 0xC0 != 0x80, "\(hyphen) parts no letters")
    }
  }

  private static func hyphens(of text: [UInt8], _ folder: TemporaryFolder) -> [Int32] {
    let dictionaries = HyphenationDictionaries(folder: folder.path)
    var hyphens: [Int32] = []
    Segmenter().appendHyphens(
      of: text, in: 0..<text.count, within: 0..<text.count, language: "en", by: dictionaries,
      to: &hyphens)
    return hyphens
  }
}
