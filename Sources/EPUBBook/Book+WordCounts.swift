import EPUBBasics
import EPUBContent
import EPUBSegmentation

/// How often a word stands in a book.
public struct WordCount: Hashable, Sendable {
  /// As words are compared (contract, "Words").
  public let word: String
  public let count: Int
}

extension Book {
  /// The words of the whole book with how often each stands in it, the most frequent first, those as
  /// frequent in the order of their characters. Readings of ruby are left out.
  public func wordCounts(workers: Int? = nil) -> [WordCount] {
    var total = WordTally()
    forEachSpineItem(workers: workers) { index, segmenter in
      let document = document(at: index)
      let readings = document.rubyReadings
      var tally = WordTally()
      for block in document.blocks where block.textEnd > block.textStart {
        let folded = FoldedText(
          folding: document.text, in: block.textRange, FoldingOptions(),
          leavingOut: readings.inside(block.textRange)
        ).bytes
        for word in segmenter.words(of: folded, in: 0..<folded.count) {
          tally.add(folded, word, count: 1)
        }
      }
      return tally
    } consume: { _, tally in
      total.add(tally)
      return true
    }
    return total.counts
  }
}

/// Words and their counts, the words' bytes one behind the other: no `String` is made for a word that
/// was met before.
private struct WordTally: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var hashes: [UInt64] = []
  private var numbers: [Int] = []
  /// Index of a word by its hash, -1 where there is none; at most half of them are taken.
  private var slots = [Int32](repeating: -1, count: 256)

  private func range(of word: Int) -> Range<Int> { (word == 0 ? 0 : ends[word - 1])..<ends[word] }

  mutating func add(_ source: [UInt8], _ range: Range<Int>, count: Int) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range { hash = (hash ^ UInt64(source[index])) &* 0x0000_0100_0000_01B3 }
    var slot = Self.slot(of: hash, slots.count)
    while slots[slot] >= 0 {
      let word = Int(slots[slot])
      if hashes[word] == hash, isEqual(word, source, range) {
        numbers[word] += count
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(numbers.count)
    bytes.append(contentsOf: source[range])
    ends.append(bytes.count)
    hashes.append(hash)
    numbers.append(count)
    if numbers.count * 2 > slots.count { grow() }
  }

  mutating func add(_ other: WordTally) {
    for word in other.numbers.indices {
      add(other.bytes, other.range(of: word), count: other.numbers[word])
    }
  }

  private static func slot(of hash: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: hash ^ hash >> 32) & (count - 1)
  }

  private func isEqual(_ word: Int, _ source: [UInt8], _ range: Range<Int>) -> Bool {
    let known = self.range(of: word)
    if known.count != range.count { return false }
    for index in 0..<known.count
    where bytes[known.lowerBound + index] != source[range.lowerBound + index] {
      return false
    }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for (word, hash) in hashes.enumerated() {
      var slot = Self.slot(of: hash, slots.count)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(word)
    }
  }

  /// What was folded from composed and from decomposed text is one word here.
  var counts: [WordCount] {
    var byWord: [String: Int] = [:]
    byWord.reserveCapacity(numbers.count)
    for (word, count) in numbers.enumerated() {
      let text = bytes.string(in: range(of: word))
      byWord[text.utf8.allSatisfy { $0 < 0x80 } ? text : WordSet.folded(text), default: 0] += count
    }
    return byWord.map { WordCount(word: $0.key, count: $0.value) }.sorted {
      $0.count != $1.count
        ? $0.count > $1.count : $0.word.utf8.lexicographicallyPrecedes($1.word.utf8)
    }
  }
}
