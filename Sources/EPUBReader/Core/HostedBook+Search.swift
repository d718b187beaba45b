import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBSegmentation

/// What to search for.
public struct ReaderSearch: Hashable, Sendable {
  public var pattern: String
  /// `nil`: unless the pattern has capitals, accents.
  public var ignoresCase: Bool?
  public var ignoresAccents: Bool?
  public var wholeWords = false
  /// ICU's syntax.
  public var isRegularExpression = false
  /// No more hits than these.
  public var limit = Int.max

  public init(_ pattern: String) { self.pattern = pattern }
}

extension HostedBook {
  /// The hits in the book's order.
  func search(_ search: ReaderSearch) throws(ReaderError) -> [ReaderHit] {
    let pattern = try search.compiled()
    var hits: [ReaderHit] = []
    if search.limit <= 0 { return hits }
    let (book, survey, limit) = (book, survey, search.limit)
    book.forEachSpineItem(firstGroup: limit < 1_000 ? 4 : Int.max) { spine, segmenter in
      let document = book.document(at: spine)
      let found = DocumentHits(
        of: pattern, in: document, spine: spine, withCFI: true, segmenter: segmenter)
      return found.hits.prefix(limit).map { ReaderHit($0, document, book, survey) }
    } consume: { _, found in
      hits += found.prefix(limit - hits.count)
      return hits.count < limit
    }
    return hits
  }
}

extension ReaderSearch {
  fileprivate func compiled() throws(ReaderError) -> TextPattern {
    var options =
      isRegularExpression
      ? FoldingOptions(smartForRegularExpression: pattern) : FoldingOptions(smartFor: pattern)
    options.ignoresCase = ignoresCase ?? options.ignoresCase
    options.ignoresAccents = ignoresAccents ?? options.ignoresAccents
    do throws(TextPattern.PatternError) {
      if isRegularExpression {
        return try TextPattern(regularExpression: pattern, options, wholeWords: wholeWords)
      }
      return try TextPattern(literal: pattern, options, wholeWords: wholeWords)
    } catch {
      switch error {
      case .empty: throw .badMessage("the pattern is empty")
      case .invalid(let offset, let reason):
        throw .badMessage("no regular expression: \(reason) at character \(offset + 1)")
      }
    }
  }
}

extension ReaderHit {
  fileprivate init(
    _ hit: SearchHit, _ document: ContentDocument, _ book: Book, _ survey: Survey
  ) {
    func text(_ range: Range<Int>) -> String {
      var bytes: [UInt8] = []
      document.appendOnOneLine(range, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    locator = book.locator(of: hit, survey)
    page = survey.page(
      holding: TextPosition(spine: hit.spine, offset: hit.range.lowerBound))
    before = text(hit.before)
    self.text = text(hit.range)
    after = text(hit.after)
  }

  /// A Locator with the page and the text around it.
  package var json: JSON {
    .object(
      locator.members + [
        ("page", .number(page)),
        (
          "text",
          .object([
            ("before", .string(before)), ("highlight", .string(text)), ("after", .string(after)),
          ])
        ),
      ])
  }
}
