import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBReader

/// What stands around the hits of a document, ready to be written: as many as a common word has are made
/// on all cores, beside the search itself.
struct HitTexts: Sendable {
  enum Form: Equatable, Sendable {
    /// Context and match to the line's end.
    case line(LineLook)
    /// `{"before": …, "highlight": …, "after": …}`
    case json
  }

  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Whether the document's text has line ends or tabs, which become spaces.
  private let hasBreaks: Bool

  init(of hits: [SearchHit], in document: ContentDocument, as form: Form) {
    hasBreaks = !hits.isEmpty && document.text.holdsLineFeedsOrTabs
    if hits.isEmpty { return }
    let mayTurn = document.text.holdsDirectionControls
    // Two contexts of 60 bytes, and the hit between them.
    bytes.reserveCapacity(hits.count * 130)
    ends.reserveCapacity(hits.count)
    for hit in hits {
      switch form {
      case .line(let look): append(hit, document, look, closesDirections: mayTurn)
      case .json: appendJSON(hit, document)
      }
      ends.append(bytes.count)
    }
  }

  subscript(index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  private mutating func append(
    _ hit: SearchHit, _ document: ContentDocument, _ look: LineLook, closesDirections: Bool
  ) {
    let start = bytes.count
    switch look {
    // What stands around a hit touches it.
    case .plain: append(hit.before.lowerBound..<hit.after.upperBound, document)
    case .styled: append(hit, document, "7")
    case .colored: append(hit, document, "1;31")
    }
    while bytes.count > start, bytes[bytes.count - 1] == 0x20 { bytes.removeLast() }
    if closesDirections { bytes.closeBidiControls(from: start) }
    bytes.append(0x0A)
  }

  private mutating func append(_ range: Range<Int>, _ document: ContentDocument) {
    if hasBreaks {
      document.appendOnOneLine(range, to: &bytes)
    } else {
      bytes.append(contentsOf: document.text[range])
    }
  }

  private mutating func append(_ hit: SearchHit, _ document: ContentDocument, _ style: String) {
    append(hit.before, document)
    bytes.append(contentsOf: "\u{1B}[\(style)m".utf8)
    append(hit.range, document)
    bytes.append(contentsOf: "\u{1B}[0m".utf8)
    append(hit.after, document)
  }

  private mutating func appendJSON(_ hit: SearchHit, _ document: ContentDocument) {
    var line: [UInt8] = []
    for (name, range) in [
      ("{\"before\":", hit.before), (",\"highlight\":", hit.range), (",\"after\":", hit.after),
    ] {
      bytes.append(contentsOf: name.utf8)
      line.removeAll(keepingCapacity: true)
      document.appendOnOneLine(range, to: &line)
      bytes.appendJSONString(line[...])
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

/// What leads a hit: its book, page and chapter; it is the same for many hits in a row.
struct HitLead {
  private let opened: OpenedBook
  private let survey: Survey
  private let leadsWithBook: Bool
  private var stretch: SurveyStretch?
  private var line: [UInt8] = []

  init(_ opened: OpenedBook, _ survey: Survey, leadsWithBook: Bool) {
    self.opened = opened
    self.survey = survey
    self.leadsWithBook = leadsWithBook
  }

  /// `BOOK: page 57  Chapter: `, the book only where there are several.
  mutating func appendLead(at position: TextPosition, to bytes: inout [UInt8]) {
    if let stretch, stretch.spine == position.spine, position.offset < stretch.end {
      bytes.append(contentsOf: line)
      return
    }
    let found = survey.stretch(at: position)
    stretch = found
    let title = found.entry.map { "\($0.title.asLine): " } ?? ""
    line = Array("\(leadsWithBook ? "\(opened.name): " : "")page \(found.page)  \(title)".utf8)
    bytes.append(contentsOf: line)
  }

  /// The members of its Locator, `page`, and `"text":`.
  func appendMembers(of hit: SearchHit, to bytes: inout [UInt8]) {
    let position = TextPosition(spine: hit.spine, offset: hit.range.lowerBound)
    var members = opened.book.locator(of: hit, survey).members
    if leadsWithBook { members.insert(("book", .string(opened.name)), at: 0) }
    members.append(("page", .number(survey.page(holding: position))))
    JSON.object(members).append(to: &bytes)
    bytes.removeLast()
    bytes.append(contentsOf: ",\"text\":".utf8)
  }
}
