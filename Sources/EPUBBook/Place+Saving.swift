import EPUBBasics
import EPUBContainer
public import EPUBContent
import EPUBPackaging
public import EPUBState

/// The rules by which documents become logical text.
public enum LogicalText {
  /// Goes up with every change that can move an offset of some document: saved offsets of another
  /// version mean nothing, and their CFI and quote decide.
  public static let version = 1
}

extension Book {
  /// What to keep of a place so that it is found again, whatever happens to the book.
  ///
  /// - Parameter survey: gives the exact share of the book before the place; without it the share is
  ///   estimated from the sizes that the container's directory states.
  public func savedPlace(
    at place: Place, in document: ContentDocument, survey: Survey? = nil
  ) -> SavedPlace {
    let spine = place.position.spine
    let offset = document.text.scalarStart(at: place.position.offset)
    let isEmptyBlock =
      document.blocks.indices.contains(place.block)
      && document.blocks[place.block].textRange.isEmpty
    let partial =
      isEmptyBlock
      ? document.partialCFI(ofBlock: place.block, withIDs: true)
      : document.partialCFI(at: offset, withIDs: true)
    return SavedPlace(
      spine: spine, offset: offset,
      cfi: "epubcfi(\(path(toSpine: spine, withIDs: true))!\(partial))",
      quote: SavedPlace.Quote(around: offset, in: document.text),
      totalProgression: totalProgression(spine, offset, in: document, survey),
      textRulesVersion: LogicalText.version, document: fingerprint(ofItem: spine))
  }

  private func totalProgression(
    _ spine: Int, _ offset: Int, in document: ContentDocument, _ survey: Survey?
  ) -> Double {
    guard let survey else {
      let count = document.text.count
      return progression(spine, count == 0 ? 0 : Double(offset) / Double(count))
    }
    let isLinear = publication.readingOrder[spine].isLinear
    let before = isLinear ? document.text.scalarCount(in: 0..<offset) : 0
    let total = survey.linearCharacterCount
    if total == 0 { return 0 }
    return Double(survey.linearCharactersBefore[spine] + before) / Double(total)
  }

  /// The share of the book before a share of one of its documents, by the directory's sizes.
  func progression(_ spine: Int, _ share: Double) -> Double {
    let sizes = linearByteCounts
    let total = sizes.reduce(0) { $0 + Double($1) }
    if total == 0 { return 0 }
    let before = sizes[..<spine].reduce(0) { $0 + Double($1) }
    return (before + share * Double(sizes[spine])) / total
  }

  /// Bytes of each spine item as the directory states them, 0 for items out of the linear order.
  var linearByteCounts: [Int] {
    publication.readingOrder.indices.map {
      publication.readingOrder[$0].isLinear ? byteCount(ofItem: $0) : 0
    }
  }
}

extension SavedPlace.Quote {
  /// Characters of each of the parts, at most.
  static var characterCount: Int { 32 }

  /// What stands around an offset of a document's logical text.
  init(around offset: Int, in text: [UInt8]) {
    let count = Self.characterCount
    let start = text.offset(ofScalar: -count, from: offset)
    let middle = text.offset(ofScalar: count, from: offset)
    let end = text.offset(ofScalar: count, from: middle)
    self.init(
      before: text.collapsedString(in: start..<offset),
      at: text.collapsedString(in: offset..<middle),
      after: text.collapsedString(in: middle..<end))
  }
}

extension [UInt8] {
  /// The start of the scalar that `offset` stands in, inside the text.
  func scalarStart(at offset: Int) -> Int {
    var at = Swift.max(0, Swift.min(offset, count))
    while at > 0, at < count, self[at].isUTF8Continuation { at -= 1 }
    return at
  }

  /// The offset `count` scalars after `start`, or before it where `count` is negative; the text's end
  /// or start where there are not as many.
  func offset(ofScalar count: Int, from start: Int) -> Int {
    var at = start
    var left = count
    while left > 0, at < self.count {
      at += 1
      while at < self.count, self[at].isUTF8Continuation { at += 1 }
      left -= 1
    }
    while left < 0, at > 0 {
      at -= 1
      while at > 0, self[at].isUTF8Continuation { at -= 1 }
      left += 1
    }
    return at
  }

  /// The text of `range`, every run of white space as one space.
  func collapsedString(in range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    for index in range {
      let byte = self[index]
      if !byte.isASCIISpace {
        bytes.append(byte)
      } else if index == range.lowerBound || !self[index - 1].isASCIISpace {
        bytes.append(0x20)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
