import EPUBBasics
public import EPUBContent
public import EPUBSegmentation

/// What a search found in one document.
public struct DocumentHits: Sendable {
  public var hits: [SearchHit] = []
  /// Whether a regular expression was given up in some block.
  public var isCut = false

  /// Searches the logical text block by block.
  ///
  /// - Parameter withCFI: `false` leaves `SearchHit.partialCFI` empty and `charactersBefore` 0.
  public init(
    of pattern: TextPattern, in document: ContentDocument, spine: Int, withCFI: Bool,
    segmenter: Segmenter
  ) {
    let readings = document.rubyReadings
    var counted = 0
    var characters = 0
    for block in document.blocks where block.textEnd > block.textStart {
      let found = pattern.matches(
        in: document.text, block.textRange, leavingOut: readings.inside(block.textRange), segmenter)
      isCut = isCut || found.isCut
      for range in found.ranges {
        if withCFI {
          characters += document.text.scalarCount(in: counted..<range.lowerBound)
          counted = range.lowerBound
        }
        hits.append(
          SearchHit(
            spine: spine, range: range,
            before: document.context(endingAt: range.lowerBound, in: block.textRange),
            after: document.context(startingAt: range.upperBound, in: block.textRange),
            partialCFI: withCFI ? document.partialCFI(at: range.lowerBound) : "",
            charactersBefore: characters))
      }
    }
  }
}

extension ContentDocument {
  private static var contextByteCount: Int { 60 }

  /// Some words before `end`, from a word's beginning.
  fileprivate func context(endingAt end: Int, in block: Range<Int>) -> Range<Int> {
    var start = max(block.lowerBound, end - Self.contextByteCount)
    if start > block.lowerBound {
      let whole = start
      while start < end, text[start] != 0x20 { start += 1 }
      if start == end { start = whole } else { start += 1 }
      while start < end, text[start].isUTF8Continuation { start += 1 }
    }
    return start..<end
  }

  /// Some words from `start` on, up to a word's end.
  fileprivate func context(startingAt start: Int, in block: Range<Int>) -> Range<Int> {
    var end = min(block.upperBound, start + Self.contextByteCount)
    if end < block.upperBound {
      let whole = end
      while end > start, text[end] != 0x20 { end -= 1 }
      if end == start { end = whole }
      while end > start, text[end].isUTF8Continuation { end -= 1 }
    }
    return start..<end
  }

  /// Appends logical text on one line: its line ends and tabs are spaces.
  public func appendOnOneLine(_ range: Range<Int>, to bytes: inout [UInt8]) {
    var start = bytes.count
    bytes.append(contentsOf: text[range])
    while let index = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x09 }) {
      bytes[index] = 0x20
      start = index + 1
    }
  }
}
