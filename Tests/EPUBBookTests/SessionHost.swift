import Dispatch
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBSegmentation
import TestKit
import Testing

/// A session with a host that waits for its news.
final class SessionHost {
  let session: ReadingSession
  private let bell: DispatchSemaphore
  private(set) var news: ReadingSession.News = []

  init(_ book: Book, _ layout: LayoutOptions, columnCount: Int = 1, at place: Place? = nil) {
    let bell = DispatchSemaphore(value: 0)
    self.bell = bell
    session = ReadingSession(book, layout: layout, columnCount: columnCount, at: place) {
      bell.signal()
    }
  }

  deinit { session.stop() }

  /// Takes what comes until something is there; fails when it does not come.
  func wait(for wanted: ReadingSession.News, _ location: SourceLocation = #_sourceLocation) {
    var seen: ReadingSession.News = []
    while seen.isDisjoint(with: wanted) {
      guard bell.wait(timeout: .now() + 120) == .success else {
        Issue.record("no news of \(wanted)", sourceLocation: location)
        return
      }
      seen.formUnion(session.takeNews())
    }
    news.formUnion(seen)
  }

  func waitForSurvey(_ location: SourceLocation = #_sourceLocation) {
    if session.survey == nil { wait(for: .counted, location) }
  }

  func waitForSearch(_ location: SourceLocation = #_sourceLocation) {
    while session.found?.isComplete == false { wait(for: .found, location) }
  }
}

/// What is seen, to be compared.
struct SeenColumn: Hashable {
  var spine: Int
  var lines: Range<Int>
}

extension ReadingSession {
  var seen: [SeenColumn] {
    columns.map { SeenColumn(spine: $0.chapter.spine, lines: $0.lines) }
  }

  var shownText: String {
    columns.map { column in
      column.chapter.galley.lines[column.lines].map { line in
        String(decoding: column.chapter.document.text[line.textRange], as: UTF8.self)
      }.joined(separator: "|")
    }.joined(separator: "‖")
  }
}

func openBook(_ build: (inout BookBuilder) -> Void) throws -> Book {
  try Book(bytes: BookBuilder(build).bytes)
}

func sentences(_ count: Int, _ word: String) -> String {
  (0..<count).map { number in
    "<p id=\"\(word)\(number)\">\(word)\(number) "
      + String(repeating: "goes on and on ", count: 1 + number * 7 % 9) + "ends.</p>"
  }.joined()
}

/// A book of all that makes views difficult.
func difficultBook() throws -> Book {
  try openBook {
    $0.stylesheet(".new { page-break-before: always } h2 { margin-top: 3em }")
    $0.chapter("", isLinear: true)
    $0.chapter("<h1>First</h1>" + sentences(20, "alpha"), title: "First")
    $0.chapter("<p>A note that stands aside.</p>" + sentences(9, "note"), isLinear: false)
    $0.chapter("<p>Another note.</p>", isLinear: false)
    $0.chapter("<p><img src=\"nowhere.png\" alt=\"A picture alone\"/></p>", title: "Picture")
    $0.chapter("<p></p>")
    let cell = String(repeating: "many words in a cell ", count: 9)
    let rows = (0..<7).map { "<tr><td>row \($0)</td><td>\(cell)</td></tr>" }.joined()
    $0.chapter(
      "<h1>Tables</h1><table>\(rows)</table><h2 id=\"late\">Late</h2>" + sentences(12, "beta")
        + "<p class=\"new\">New page.</p><hr/>" + sentences(3, "gamma"), title: "Tables")
    $0.chapter("<p>One line.</p>", title: "Short")
    $0.chapter(sentences(30, "delta"), title: "Last")
    $0.chapter("<p>Behind the end.</p>", isLinear: false)
    $0.pageList = [
      ("1", "chapter2.xhtml"), ("2", "chapter7.xhtml#late"), ("x", "chapter9.xhtml#delta9"),
    ]
  }
}

/// What must hold of every view.
func expectSound(_ session: ReadingSession, _ location: SourceLocation = #_sourceLocation) {
  let columns = session.columns
  #expect(!columns.isEmpty && columns.count <= session.columnCount, sourceLocation: location)
  for (index, column) in columns.enumerated() {
    let chapter = column.chapter
    let first = column.lines.lowerBound
    #expect(column.page == chapter.page(ofLine: first), sourceLocation: location)
    let page = chapter.pages.lines(of: column.page)
    #expect(column.beginsPage == (page.lowerBound == first), sourceLocation: location)
    if column.beginsPage { #expect(column.lines == page, sourceLocation: location) }
    #expect(column.lines.upperBound <= chapter.galley.lines.count, sourceLocation: location)
    let rows = chapter.rows(of: column.lines)
    #expect(rows.first.map(\.row) ?? 0 == 0, sourceLocation: location)
    if column.lines.count > 1, let last = rows.last {
      #expect(last.row < session.layout.pageHeight, sourceLocation: location)
    }
    guard index > 0 else { continue }
    let before = columns[index - 1]
    if before.chapter.spine == chapter.spine {
      #expect(before.lines.upperBound == first, sourceLocation: location)
    } else {
      #expect(before.lines.upperBound == before.chapter.galley.lines.count && first == 0)
    }
  }
  let anchor = session.anchor
  let isSeen = columns.contains { column in
    guard column.chapter.spine == anchor.position.spine else { return false }
    return column.lines.isEmpty
      || column.lines.contains(column.chapter.line(holding: anchor))
      || column.lines.contains { isBegun(column.chapter.place(ofLine: $0), anchor) }
        && column.chapter.line(holding: anchor) >= column.lines.lowerBound
  }
  #expect(isSeen, "the anchor \(anchor) is not seen", sourceLocation: location)
  expectSoundStatus(session, location)
}

/// Whether a line that begins at `start` stands at or before a place.
private func isBegun(_ start: Place, _ place: Place) -> Bool {
  place.block < 0 ? start.position <= place.position : start <= place
}

private func expectSoundStatus(_ session: ReadingSession, _ location: SourceLocation) {
  let status = session.status()
  #expect(status.spine == session.columns.first?.chapter.spine, sourceLocation: location)
  #expect(status.charactersLeftInChapter >= 0, sourceLocation: location)
  if let percent = status.percent {
    #expect((0...100).contains(percent), sourceLocation: location)
  }
  guard let survey = session.survey, let first = session.columns.first else { return }
  let local = status.page.map { survey.item(ofPage: $0) }
  #expect(
    local?.spine == first.chapter.spine && local?.page == first.page, sourceLocation: location)
  #expect(status.pageCount == survey.pageCount, sourceLocation: location)
}
