public import EPUBBasics
import Synchronization

/// The hyphenation dictionaries that are installed, each read when a language first asks for it.
///
/// A language finds its dictionary by name: `hyph_de_CH.dic` for `de-CH`, else with subtags left out from
/// the right; then that of the country of the same name (`ru`: `hyph_ru_RU.dic`), for `en` of the United
/// States; then the first there is of the language. Safe to use from several threads at once.
public final class HyphenationDictionaries: Sendable {
  /// Those of Debian's packages `hyphen-*`.
  public static let installed = HyphenationDictionaries(folder: "/usr/share/hyphen")

  private let folder: String
  private let state = Guarded(State())

  private struct State {
    /// Names of the dictionaries in the folder, sorted.
    var names: [String]?
    var dictionaries: [String: Dictionary?] = [:]
  }

  struct Dictionary: Sendable {
    let patterns: HyphenationPatterns
    /// Tells versions of the file apart.
    let digest: UInt64
  }

  /// Larger ones are not read; German's, the largest known, has a megabyte.
  private static let maximumByteCount = 16 << 20

  public init(folder: String) { self.folder = folder }

  func patterns(for language: String) -> HyphenationPatterns? {
    dictionary(for: language)?.dictionary.patterns
  }

  /// Names and contents of the dictionaries that these languages use, as a short text: where it is the
  /// same, words are hyphenated the same.
  public func digest(for languages: [String]) -> String {
    var digests: [String: UInt64] = [:]
    for language in languages {
      if let found = dictionary(for: language) { digests[found.name] = found.dictionary.digest }
    }
    return digests.sorted { $0.key < $1.key }
      .map { "\($0.key)=\(String($0.value, radix: 16))" }.joined(separator: " ")
  }

  /// Tells what is installed in all languages from what was before or is elsewhere: where it is the same,
  /// words are hyphenated the same. No dictionary is read for it.
  public var version: Digest {
    var builder = Digest.Builder()
    for name in InstalledFile.names(in: folder) where HyphenationName.isOne(name) {
      builder.add(name)
      builder.add(InstalledFile.version(of: "\(folder)/\(name)"))
    }
    return builder.digest
  }

  /// A note for each language whose words cannot be hyphenated, though they usually are.
  public func findings(for languages: [String]) -> [Finding] {
    var findings: [Finding] = []
    for language in languages where Self.mayHyphenate(language) {
      guard dictionary(for: language) == nil else { continue }
      let finding = Finding(
        "hyphenation-dictionary-missing", .note,
        done: "No dictionary to hyphenate the language \"\(language)\" is installed. "
          + "Its words are not divided.")
      if !findings.contains(finding) { findings.append(finding) }
    }
    return findings
  }

  /// Languages written without spaces or without hyphens need no dictionary.
  private static func mayHyphenate(_ language: String) -> Bool {
    switch HyphenationName.primary(language) {
    case "", "und", "zxx", "mul", "mis", "zh", "ja", "ko", "th", "lo", "km", "my", "bo", "dz", "ar",
      "fa", "he", "ur", "yi", "vi":
      false
    default: true
    }
  }

  private func dictionary(for language: String) -> (name: String, dictionary: Dictionary)? {
    guard !language.isEmpty else { return nil }
    return state.withLock { state in
      let names = state.names ?? InstalledFile.names(in: folder).filter(HyphenationName.isOne)
      state.names = names
      guard let name = HyphenationName.find(language, among: names) else { return nil }
      if let known = state.dictionaries[name] { return known.map { (name, $0) } }
      let dictionary = load(name)
      state.dictionaries.updateValue(dictionary, forKey: name)
      return dictionary.map { (name, $0) }
    }
  }

  private func load(_ name: String) -> Dictionary? {
    guard let bytes = InstalledFile.bytes("\(folder)/\(name)", limit: Self.maximumByteCount),
      let text = Self.inUTF8(bytes),
      let patterns = HyphenationPatterns(HyphenationText.checked(Self.syllables(of: text)))
    else { return nil }
    let digest = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Dictionary(patterns: patterns, digest: digest)
  }

  /// What a dictionary says of syllables. Some begin with a level of whole compounds, of little use beside
  /// that: German's 69,000 take the library 3.4 seconds to load, the other 8,700 patterns 7 ms.
  private static func syllables(of bytes: [UInt8]) -> [UInt8] {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    func begins(_ line: ArraySlice<UInt8>, _ word: String) -> Bool { line.starts(with: word.utf8) }
    guard let level = lines.firstIndex(where: { begins($0, "NEXTLEVEL") }) else { return bytes }
    let least = lines[..<level].filter {
      begins($0, "LEFTHYPHENMIN") || begins($0, "RIGHTHYPHENMIN")
    }
    return Array((lines[..<1] + least + lines[(level + 1)...]).joined(separator: [0x0A]))
  }

  /// A dictionary's first line names its character set; all else can be had in UTF-8 as well.
  private static func inUTF8(_ bytes: [UInt8]) -> [UInt8]? {
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    let name = String(decoding: line, as: UTF8.self).trimmingSpaces()
    // The library tells on standard error what is no UTF-8.
    if name == "UTF-8" { return Array(String(decoding: bytes, as: UTF8.self).utf8) }
    let charset = name.lowercased().hasPrefix("microsoft-") ? String(name.dropFirst(10)) : name
    guard let scalars = CharacterSets.decode(bytes[line.endIndex...], from: charset) else {
      return nil
    }
    return Array("UTF-8".utf8) + UTF8Decoder.bytes(scalars)
  }
}

extension HyphenationDictionaries: Hashable {
  public static func == (left: HyphenationDictionaries, right: HyphenationDictionaries) -> Bool {
    left.folder == right.folder
  }
  public func hash(into hasher: inout Hasher) { hasher.combine(folder) }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// Which file is a language's dictionary.
enum HyphenationName {
  static func isOne(_ name: String) -> Bool { name.hasPrefix("hyph_") && name.hasSuffix(".dic") }

  static func primary(_ language: String) -> String {
    language.prefix { $0 != "-" && $0 != "_" }.lowercased()
  }

  /// The name of the dictionary of a language (BCP 47), among those there are, sorted.
  static func find(_ language: String, among names: [String]) -> String? {
    let primary = primary(language)
    guard !primary.isEmpty else { return nil }
    func known(_ tag: String) -> String? {
      names.first { $0.lowercased() == "hyph_\(tag.lowercased()).dic" }
    }
    var tags = language.split { $0 == "-" || $0 == "_" }
    while !tags.isEmpty {
      if let name = known(tags.joined(separator: "_")) { return name }
      tags.removeLast()
    }
    return known("\(primary)_\(primary == "en" ? "us" : primary)")
      ?? names.first { $0.lowercased().hasPrefix("hyph_\(primary)_") }
  }
}
