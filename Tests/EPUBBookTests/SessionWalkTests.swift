import Dispatch
import EPUBBook
import EPUBLayout
import EPUBSegmentation
import Synchronization
import TestKit
import Testing

/// Random walks: whatever is done in whatever order, views are sound.
struct Walk {
  let host: SessionHost
  var random: SeededGenerator
  private let notesStandAtFoot: Bool
  private var session: ReadingSession { host.session }

  init(_ book: Book, seed: UInt64, notesStandAtFoot: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.notesStandAtFoot = notesStandAtFoot
    var layout = LayoutOptions(measure: 40, pageHeight: 12)
    layout.notesStandAtFoot = notesStandAtFoot
    host = SessionHost(book, layout)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }

  mutating func run(steps: Int, seed: UInt64, _ location: SourceLocation = #_sourceLocation) throws
  {
    for step in 0..<steps {
      let (anchor, seen) = (session.anchor, session.seen)
      if try self.step() == false {
        #expect(session.anchor == anchor && session.seen == seen, "seed \(seed), step \(step)")
      }
      expectSound(session, location)
    }
  }

  /// Does something; `false` when it says that nothing has changed.
  private mutating func step() throws -> Bool {
    switch number(0...18) {
    case 0...3: return session.turnPages(number(-3...3))
    case 4, 5: return session.scrollLines(number(-12...12))
    case 6: return session.scrollHalfPages(number(-2...2))
    case 7: return session.goToParagraph(number(-4...4))
    case 8: return session.goToChapter(number(-2...2))
    case 9: return session.back()
    case 10: return session.forward()
    case 11: return session.goBeforeLastJump()
    case 12: return session.go(toPage: number(-1...40)) == .arrived
    case 13: return session.go(toPercent: Double(number(0...100))) == .arrived
    case 14:
      let spine = number(0...session.book.spineCount)
      return session.go(
        to: Place(
          TextPosition(spine: spine, offset: number(0...3000)), block: number(-1...20)))
        == .arrived
    case 15:
      var layout = LayoutOptions(measure: number(2...60), pageHeight: number(1...30))
      layout.lineSpacing = number(1...2)
      layout.notesStandAtFoot = notesStandAtFoot && number(0...3) > 0
      session.setLayout(layout, columnCount: number(1...2))
    case 16:
      let word = ["the", "word", "e", "zzz"][number(0...3)]
      session.search(
        try TextPattern(literal: word, FoldingOptions()), forward: number(0...1) == 0)
    case 17:
      if case .arrived = session.goToHit(number(-3...3)) { return true }
      return false
    case 18: if number(0...5) == 0 { session.goToEnd() } else { session.goToStart() }
    default: break
    }
    _ = session.takeNews()
    return true
  }
}

@Suite("Walks through books", .timeLimit(.minutes(10))) struct SessionWalkTests {
  @Test("Any walk shows sound views", arguments: 1...12)
  func built(seed: UInt64) throws {
    var walk = Walk(try difficultBook(), seed: seed)
    try walk.run(steps: 300, seed: seed)
    walk.host.waitForSurvey()
    try walk.run(steps: 100, seed: seed)
  }

  @Test("Books of a line, of a picture, of nothing, of no linear item", arguments: 0..<5)
  func small(kind: Int) throws {
    let book = try openBook {
      switch kind {
      case 0: $0.chapter("<p>One line.</p>")
      case 1: $0.chapter("<img src=\"x.png\" alt=\"\"/>")
      case 2: $0.chapter("")
      case 3: for _ in 0..<3 { $0.chapter("", isLinear: false) }
      default:
        $0.chapter("")
        $0.chapter("<hr/>", isLinear: false)
        $0.chapter("")
      }
    }
    for seed in 1...5 {
      var walk = Walk(book, seed: UInt64(seed))
      try walk.run(steps: 100, seed: UInt64(seed))
    }
  }

  @Test(
    "Real books are walked through",
    .enabled(if: Corpus.folder != nil, "there is no ../shared/corpus here"),
    arguments: ["calibre--eng", "cxxtest--guide", "debmake-doc--debmake-doc.ja"])
  func corpus(name: String) throws {
    let path = try #require(Corpus.books("books").first { $0.hasSuffix("/\(name).epub") })
    var walk = Walk(try Book(path: path), seed: 5)
    try walk.run(steps: 150, seed: 5)
  }

  @Test(
    "Every line of a real book is shown once",
    .enabled(if: Corpus.folder != nil, "there is no ../shared/corpus here"))
  func wholeBook() throws {
    let path = try #require(Corpus.books("books").first { $0.hasSuffix("/cxxtest--guide.epub") })
    let host = SessionHost(try Book(path: path), LayoutOptions(measure: 60, pageHeight: 21))
    host.waitForSurvey()
    var last: (spine: Int, end: Int) = (-1, 0)
    var pages = 0
    repeat {
      expectSound(host.session)
      let column = try #require(host.session.columns.first)
      #expect(column.lines.lowerBound == (column.chapter.spine == last.spine ? last.end : 0))
      last = (column.chapter.spine, column.lines.upperBound)
      pages += 1
    } while host.session.turnPages(1)
    #expect(pages == host.session.survey?.pageCount)
  }
}

@Suite("Background work of a reading session", .timeLimit(.minutes(10)))
struct SessionBackgroundTests {
  private func book(_ chapters: Int = 60) throws -> Book {
    try openBook {
      for number in 0..<chapters { $0.chapter(sentences(12, "part\(number)x"), title: "\(number)") }
    }
  }

  @Test("A layout set while pages are counted is the one that is counted")
  func resizing() throws {
    let host = SessionHost(try book(), LayoutOptions(measure: 40, pageHeight: 10))
    for measure in 20..<50 {
      host.session.setLayout(LayoutOptions(measure: measure, pageHeight: 10), columnCount: 1)
      _ = host.session.takeNews()
      host.session.turnPages(1)
    }
    host.waitForSurvey()
    let survey = host.session.book.survey(layout: LayoutOptions(measure: 49, pageHeight: 10))
    #expect(host.session.survey?.firstPages == survey.firstPages)
    #expect(host.session.status().counted.done == 60)
  }

  @Test("It can be stopped at any moment, and wakes nobody after", arguments: 0..<12)
  func stopping(delay: Int) throws {
    let book = try book()
    // Woken after the stop.
    let states = Mutex((isStopped: false, wokenLate: false))
    let session = ReadingSession(book, layout: LayoutOptions(measure: 40, pageHeight: 10)) {
      states.withLock { $0.wokenLate = $0.wokenLate || $0.isStopped }
    }
    session.search(try TextPattern(literal: "part", FoldingOptions()), forward: true)
    for _ in 0..<delay {
      session.turnPages(1)
      _ = session.takeNews()
    }
    session.stop()
    states.withLock { $0.isStopped = true }
    #expect(session.turnPages(1))
    session.setLayout(LayoutOptions(measure: 30, pageHeight: 10), columnCount: 2)
    session.search(try TextPattern(literal: "goes", FoldingOptions()), forward: true)
    expectSound(session)
    #expect(session.found?.isComplete == true && session.found?.isCut == true)
    #expect(session.goToHit(1) == .none && session.go(toPercent: 50) != .waiting)
    session.stop()
    let isWokenLate = states.withLock { $0.wokenLate }
    #expect(!isWokenLate)
  }

  @Test("A session that is let go ends by itself")
  func lettingGo() throws {
    let book = try book()
    for _ in 0..<10 {
      let session = ReadingSession(book, layout: LayoutOptions(measure: 40, pageHeight: 10)) {}
      session.search(try TextPattern(literal: "part", FoldingOptions()), forward: false)
    }
  }
}
