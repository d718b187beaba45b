import EPUBBasics
public import EPUBContent
import EPUBSegmentation

/// Where a word stands, and the sentence around it.
public struct WordOccurrence: Hashable, Sendable {
  public let spine: Int
  /// Logical text.
  public let range: Range<Int>
  public let cfi: String
  /// On one line.
  public let sentence: String
}

extension Book {
  /// For each word where it stands first at or behind a place, else first in the book; `nil` where it
  /// stands nowhere. One pass over the book for any number of words.
  public func occurrences(
    of words: [String], from start: TextPosition = TextPosition(spine: 0, offset: 0)
  ) -> [WordOccurrence?] {
    let wanted = HighlightedWords(words.map { HighlightedWord(value: $0, color: "") })
    var found = [WordOccurrence?](repeating: nil, count: words.count)
    var left = words.count
    let first = min(max(0, start.spine), max(0, spineCount - 1))
    func look(in range: Range<Int>, from start: TextPosition?) {
      forEachSpineItem(in: range, firstGroup: words.count > 8 ? Int.max : 4) { spine, segmenter in
        occurrences(of: wanted, spine, start, segmenter)
      } consume: { _, occurrences in
        for (word, occurrence) in occurrences where found[word] == nil {
          found[word] = occurrence
          left -= 1
        }
        return left > 0
      }
    }
    look(in: first..<spineCount, from: start)
    if left > 0, start > TextPosition(spine: 0, offset: 0) {
      look(in: 0..<min(first + 1, spineCount), from: nil)
    }
    return found
  }

  /// The first occurrence of each word in one document.
  private func occurrences(
    of words: HighlightedWords, _ spine: Int, _ start: TextPosition?, _ segmenter: Segmenter
  ) -> [(word: Int, WordOccurrence)] {
    let document = document(at: spine)
    var seen: Set<Int> = []
    var found: [(word: Int, WordOccurrence)] = []
    for mark in words.overlay(on: document, segmenter: segmenter).marks {
      let position = TextPosition(spine: spine, offset: mark.range.lowerBound)
      if let start, position < start { continue }
      guard seen.insert(mark.word).inserted else { continue }
      let occurrence = WordOccurrence(
        spine: spine, range: mark.range,
        cfi: cfi(at: mark.range.lowerBound, in: document, spine: spine),
        sentence: document.sentence(around: mark.range))
      found.append((mark.word, occurrence))
    }
    return found
  }
}

// Sentences are told apart by their marks, not by grammar: one ends at a point, a question or an
// exclamation mark with the quotes and brackets behind it, where white space and no small letter
// follow. A point behind a title or a single letter ends none. Marks of scripts that set no space end
// one anywhere.
extension ContentDocument {
  private static var longestSentence: Int { 600 }

  /// The sentence that a stretch of one block stands in, on one line; cut where it is longer than
  /// anything one would learn a word with.
  public func sentence(around range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    appendOnOneLine(sentenceRange(around: range), to: &bytes)
    return bytes.collapsedString(in: 0..<bytes.count).trimmed
  }

  /// The same as a stretch of the logical text, without the space behind it.
  public func sentenceRange(around range: Range<Int>) -> Range<Int> {
    let block = blocks.first { $0.textRange.contains(range.lowerBound) }?.textRange ?? range
    let first = text.scalarStart(at: max(block.lowerBound, range.lowerBound - Self.longestSentence))
    let last = text.scalarStart(at: min(block.upperBound, range.upperBound + Self.longestSentence))
    var start = first
    var at = first
    while at < range.lowerBound {
      let end = sentenceEnd(at, block)
      if let end, end <= range.lowerBound { start = end }
      at += 1
    }
    var end = last
    at = range.upperBound
    while at < last {
      if let found = sentenceEnd(at, block) {
        end = min(found, last)
        break
      }
      at += 1
    }
    while start < range.lowerBound, text[start].isASCIISpace { start += 1 }
    end = max(end, range.upperBound)
    while end > range.upperBound, text[end - 1].isASCIISpace { end -= 1 }
    return start..<end
  }

  /// Where a sentence ends whose mark stands at an offset; `nil` when none does.
  private func sentenceEnd(_ at: Int, _ block: Range<Int>) -> Int? {
    if matches(at, "。") || matches(at, "！") || matches(at, "？") {
      return closed(from: at + 3, block)
    }
    let isPoint = text[at] == UInt8(ascii: ".")
    guard
      isPoint || text[at] == UInt8(ascii: "!") || text[at] == UInt8(ascii: "?")
        || matches(at, "…") || matches(at, "।") || matches(at, "؟")
    else { return nil }
    let length = text[at] < 0x80 ? 1 : matches(at, "؟") ? 2 : 3
    let end = closed(from: at + length, block)
    guard end < block.upperBound else { return end }
    guard text[end].isASCIISpace else { return nil }
    if isPoint, isAbbreviation(endingAt: at, block) { return nil }
    var next = end
    while next < block.upperBound, text[next].isASCIISpace { next += 1 }
    let isSmall = next < block.upperBound && text[next] &- 0x61 < 26
    return isSmall ? nil : end
  }

  /// Behind further marks, quotes and brackets that close.
  private func closed(from start: Int, _ block: Range<Int>) -> Int {
    var at = start
    while at < block.upperBound {
      if ".!?\"')]".utf8.contains(text[at]) {
        at += 1
      } else if let mark = ["”", "’", "」", "』", "）", "…"].first(where: { matches(at, $0) }) {
        at += mark.utf8.count
      } else if matches(at, "»") {
        at += 2
      } else {
        break
      }
    }
    return min(at, block.upperBound)
  }

  private func matches(_ at: Int, _ mark: String) -> Bool {
    text[at] >= 0x80 && text[at...].starts(with: mark.utf8)
  }

  private func isAbbreviation(endingAt end: Int, _ block: Range<Int>) -> Bool {
    var start = end
    while start > block.lowerBound, text[start - 1].isASCIILetter { start -= 1 }
    if start > block.lowerBound, text[start - 1] >= 0x80 { return false }
    if end - start == 1 { return text[start] != UInt8(ascii: "I") }
    return Self.titles.contains(text.string(in: start..<end))
  }

  private static let titles: Set<String> = [
    "Mr", "Mrs", "Ms", "Dr", "St", "Prof", "Capt", "Col", "Gen", "Lt", "Rev", "Hon", "Mme", "Mlle",
    "Messrs", "Sr", "Jr", "Vol", "vs", "cf",
  ]
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
