import EPUBBook
import EPUBContent
import EPUBSegmentation

/// The words that a host has highlighted: a set in which the last colour wins.
///
/// A host may know a word by the value that `SelectedWord` gave it, letters and digits only. Such a value
/// means the word that was selected; else, where it stands in the book itself, just that; else what it is
/// when apostrophes and hyphens don't count.
struct WordMarks {
  private struct Entry {
    var word: HighlightedWord
    /// What is looked for, instead of the value.
    var forms: [String]

    var soughtWords: [HighlightedWord] {
      forms.map { HighlightedWord(value: $0, color: word.color, note: word.note) }
    }

    func hasForm(in folded: Set<String>) -> Bool {
      forms.contains { folded.contains(WordSet.folded($0)) }
    }
  }

  private var entries: [Entry] = []
  /// Words that were selected by their values.
  private var selected: [String: String] = [:]
  private var compiled = HighlightedWords([])
  /// The words as the host knows them, for each that is looked for.
  private(set) var shown: [HighlightedWord] = []

  /// In the order in which they were set.
  var words: [HighlightedWord] { entries.map(\.word) }

  /// - Returns: what is looked for now because of them.
  @discardableResult
  mutating func set(_ words: [HighlightedWord], in book: Book) -> [HighlightedWord] {
    let words = words.filter { !WordSet.folded($0.value).isEmpty }
    let meanings = meanings(of: words.map(\.value), in: book)
    // Of several that are one word the last counts.
    var owners: [String: Int] = [:]
    var set = zip(words, meanings).map { word, meaning -> Entry? in
      Entry(
        word: HighlightedWord(value: meaning.value, color: word.color, note: word.note),
        forms: meaning.forms)
    }
    for (index, meaning) in meanings.enumerated() {
      for form in meaning.forms.map({ WordSet.folded($0) }) {
        if let owner = owners[form], owner != index { set[owner] = nil }
        owners[form] = index
      }
    }
    let replaced = Set(owners.keys)
    entries.removeAll { $0.hasForm(in: replaced) }
    let new = set.compactMap { $0 }
    entries += new
    compile()
    return new.flatMap(\.soughtWords)
  }

  /// - Returns: what is not looked for any more.
  mutating func remove(_ values: [String], in book: Book) -> [String] {
    let forms = meanings(of: values, in: book).flatMap { [$0.value] + $0.forms }
    let folded = Set((values + forms).map { WordSet.folded($0) })
    let removed = entries.filter { $0.hasForm(in: folded) }
    entries.removeAll { $0.hasForm(in: folded) }
    compile()
    return removed.flatMap(\.forms)
  }

  /// Remembers what a value means.
  mutating func note(_ value: String, means word: String) {
    if selected.count > 10_000 { selected = [:] }
    selected[value] = word
  }

  func overlay(on document: ContentDocument, inBlocks blocks: [Int], _ segmenter: Segmenter)
    -> Overlay
  {
    compiled.overlay(on: document, inBlocks: blocks, segmenter: segmenter)
  }

  private mutating func compile() {
    shown = entries.flatMap { entry in entry.forms.map { _ in entry.word } }
    compiled = HighlightedWords(entries.flatMap(\.soughtWords))
  }
}

// What values mean
extension WordMarks {
  /// For each value what it is kept as, and what is looked for.
  private func meanings(
    of values: [String], in book: Book
  ) -> [(value: String, forms: [String])] {
    let bare = values.filter(\.isBare)
    let standing = Self.standing(bare, in: book)
    let joined = Self.joinedForms(of: bare.filter { !standing.contains($0) }, in: book)
    return values.map { value in
      if let word = selected[value], word != WordSet.folded(value) {
        // Kept as the value only if it will be understood without having been selected.
        let isClear = joined[value].map { $0 == [word] } ?? false
        return (isClear ? value : word, [word])
      }
      return (value, joined[value] ?? [value])
    }
  }

  /// Values that stand in the book as they are.
  private static func standing(_ values: [String], in book: Book) -> Set<String> {
    if values.isEmpty { return [] }
    let found = book.occurrences(of: values)
    return Set(zip(values, found).filter { $0.1 != nil }.map(\.0))
  }

  /// The words of the book that are a value when their apostrophes and hyphens are left out.
  private static func joinedForms(of values: [String], in book: Book) -> [String: [String]] {
    if values.isEmpty { return [:] }
    let set = WordSet(values, ignoringJoiners: true)
    var forms: [String: [String]] = [:]
    book.forEachSpineItem { spine, segmenter in
      let document = book.document(at: spine)
      var found: Set<JoinedForm> = []
      for block in document.blocks where block.textEnd > block.textStart {
        for match in set.matches(in: document.text, block.textRange, segmenter) {
          let text = String(decoding: document.text[match.range], as: UTF8.self)
          found.insert(JoinedForm(value: match.word, form: WordSet.folded(text)))
        }
      }
      return found.sorted { ($0.value, $0.form) < ($1.value, $1.form) }
    } consume: { _, found in
      for one in found where !(forms[values[one.value]]?.contains(one.form) ?? false) {
        forms[values[one.value], default: []].append(one.form)
      }
      return true
    }
    return forms
  }

  private struct JoinedForm: Hashable, Sendable {
    var value: Int
    var form: String
  }
}

extension String {
  /// Whether it can be the value of a selected word: without apostrophes, hyphens and spaces.
  fileprivate var isBare: Bool {
    WordSet.folded(self).utf8.allSatisfy { $0 >= 0x80 || $0 != 0x27 && $0 != 0x2D && $0 != 0x20 }
  }
}
