import EPUBBasics
public import EPUBContent
public import EPUBSegmentation

/// A word to mark wherever it stands.
public struct HighlightedWord: Hashable, Sendable {
  public var value: String
  /// `#rrggbb` or a colour's name (contract, "Words").
  public var color: String
  public var note: String?
  public init(value: String, color: String, note: String? = nil) {
    self.value = value
    self.color = color
    self.note = note
  }
}

/// Words to mark, ready to be looked for.
public struct HighlightedWords: Sendable {
  /// Of words that compare alike the last counts.
  public let words: [HighlightedWord]
  let set: WordSet

  public init(_ words: [HighlightedWord]) {
    self.words = words
    set = WordSet(words.map(\.value))
  }

  public var isEmpty: Bool { words.isEmpty }
}

/// Marks laid over a document when it is drawn; they never touch its layout.
public struct Overlay: Sendable {
  public struct Mark: Hashable, Sendable {
    /// Logical text.
    public let range: Range<Int>
    /// Index into the words.
    public let word: Int

    public init(range: Range<Int>, word: Int) {
      self.range = range
      self.word = word
    }
  }
  /// Ascending, not overlapping.
  public let marks: [Mark]

  public init(marks: [Mark]) { self.marks = marks }

  public static let none = Overlay(marks: [])
}

extension HighlightedWords {
  /// Every occurrence in a document.
  public func overlay(on document: ContentDocument, segmenter: Segmenter) -> Overlay {
    overlay(on: document, inBlocks: Array(document.blocks.indices), segmenter: segmenter)
  }

  /// Every occurrence in some of a document's blocks, which are in order.
  public func overlay(
    on document: ContentDocument, inBlocks blocks: [Int], segmenter: Segmenter
  ) -> Overlay {
    if isEmpty { return .none }
    let readings = document.rubyReadings
    var marks: [Overlay.Mark] = []
    for index in blocks where document.blocks.indices.contains(index) {
      let block = document.blocks[index]
      if block.textEnd == block.textStart { continue }
      let skipped = readings.inside(block.textRange)
      let found = set.matches(
        in: document.text, block.textRange, leavingOut: skipped, segmenter)
      marks += found.map { Overlay.Mark(range: $0.range, word: $0.word) }
    }
    return Overlay(marks: marks)
  }
}

extension ContentDocument {
  /// Logical text that gives the reading of a ruby base: searches pass over it, so that a word is found
  /// whole across its bases.
  var rubyReadings: [Range<Int>] {
    runs.lazy.filter { $0.style.contains(.rubyText) && $0.textEnd > $0.textStart }.map(\.textRange)
  }
}

extension [Range<Int>] {
  /// Those that touch `range`, cut to it; the ranges must be ascending.
  func inside(_ range: Range<Int>) -> [Range<Int>] {
    if isEmpty { return [] }
    let first = firstPlace { $0.upperBound > range.lowerBound }
    return self[first...].prefix { $0.lowerBound < range.upperBound }.map { $0.clamped(to: range) }
  }
}
