import EPUBBasics
import EPUBBook
import EPUBLayout
import TestKit
import Testing

private let small = LayoutOptions(measure: 40, pageHeight: 10)

private func place(_ spine: Int, _ offset: Int) -> Place {
  Place(TextPosition(spine: spine, offset: offset))
}

@Suite("Jumps of a reading session", .timeLimit(.minutes(10))) struct SessionJumpTests {
  @Test("Pages are gone to as soon as they are counted, whatever was asked before")
  func pages() throws {
    let book = try difficultBook()
    let survey = book.survey(layout: small)
    for page in [1, 2, survey.pageCount / 2, survey.pageCount] {
      let host = SessionHost(book, small)
      if host.session.go(toPage: page) == .waiting { host.wait(for: [.arrived, .missed]) }
      #expect(!host.news.contains(.missed))
      let item = survey.item(ofPage: page)
      #expect(host.session.seen.first?.spine == item.spine)
      #expect(host.session.columns.first?.page == item.page)
      expectSound(host.session)
      host.waitForSurvey()
      #expect(host.session.go(toPage: survey.pageCount + 1) == .noSuchPlace)
      #expect(host.session.go(toPage: 0) == .noSuchPlace)
    }
  }

  @Test("Each page of the book is found by its number")
  func everyPage() throws {
    let host = SessionHost(try difficultBook(), LayoutOptions(measure: 30, pageHeight: 2))
    host.waitForSurvey()
    let count = try #require(host.session.survey?.pageCount)
    for page in 1...count {
      #expect(host.session.go(toPage: page) == .arrived)
      #expect(host.session.status().page == page)
    }
  }

  @Test("What is nowhere is told, at once or once it is known")
  func nowhere() throws {
    let book = try difficultBook()
    let host = SessionHost(book, small)
    let seen = host.session.seen
    if host.session.go(toPage: 100_000) == .waiting { host.wait(for: [.arrived, .missed]) }
    #expect(!host.news.contains(.arrived))
    host.waitForSurvey()
    #expect(host.session.go(toPrintPage: "no such page") == .noSuchPlace)
    #expect(host.session.go(toPercent: .nan) == .noSuchPlace)
    #expect(host.session.go(to: place(10, 0)) == .noSuchPlace)
    #expect(host.session.go(to: place(-1, 0)) == .noSuchPlace)
    let path = try #require(ContainerPath("EPUB/none.xhtml"))
    #expect(host.session.go(to: Reference(path: path)) == .noSuchPlace)
    #expect(host.session.seen == seen && host.session.history.places.isEmpty)
    #expect(host.session.go(to: place(1, Int.max)) == .arrived)
    #expect(host.session.go(to: place(1, Int.min)) == .arrived)
  }

  @Test("Moving on, or saying so, ends the waiting")
  func cancelling() throws {
    let book = try difficultBook()
    for isMoved in [true, false] {
      let host = SessionHost(book, small)
      let waits = host.session.go(toPercent: 90) == .waiting
      if isMoved { host.session.turnPages(1) } else { host.session.cancelWaiting() }
      let seen = host.session.seen
      host.waitForSurvey()
      if waits { #expect(host.session.seen == seen && !host.news.contains(.arrived)) }
    }
  }

  @Test("Percents, print pages, contents and links lead to their places")
  func places() throws {
    let book = try difficultBook()
    let host = SessionHost(book, small)
    let session = host.session
    host.waitForSurvey()
    #expect(session.go(toPercent: 0) == .arrived && session.status().spine <= 1)
    #expect(session.go(toPercent: 100) == .arrived && session.status().percent == 100)
    for percent in stride(from: 0.0, through: 100, by: 7) {
      #expect(session.go(toPercent: percent) == .arrived)
      #expect(try #require(session.status().percent) >= percent)
    }
    #expect(session.go(toPrintPage: "x") == .arrived)
    #expect(session.shownText.contains("delta9 "))
    for entry in try #require(session.survey).contents.flattened {
      #expect(session.go(toContentsEntry: entry) == .arrived)
      #expect(session.anchor == entry.place)
    }
    let path = try #require(ContainerPath("EPUB/chapter7.xhtml"))
    #expect(session.go(to: Reference(path: path, fragment: "late")) == .arrived)
    #expect(session.shownText.contains("Late"))
    #expect(session.go(to: Reference(path: path, fragment: "nowhere")) == .arrived)
    #expect(session.anchor.position == TextPosition(spine: 6, offset: 0))
  }
}

@Suite("History of a reading session", .timeLimit(.minutes(10))) struct SessionHistoryTests {
  private func session() throws -> ReadingSession {
    ReadingSession(
      try openBook { for number in 0..<9 { $0.chapter(sentences(30, "part\(number)x")) } },
      layout: small
    ) {}
  }

  @Test("Goes back where jumps left, as far as was read on, and forward again")
  func backAndForward() throws {
    let session = try session()
    #expect(!session.back() && !session.forward() && !session.goBeforeLastJump())
    session.turnPages(2)
    let first = session.anchor
    session.go(to: place(4, 300))
    session.turnPages(1)
    let second = session.anchor
    session.go(to: place(7, 0))
    #expect(session.history.places == [first, second] && session.history.current == 2)
    #expect(session.back() && session.anchor == second)
    #expect(session.back() && session.anchor == first)
    #expect(!session.back() && session.anchor == first)
    #expect(session.forward() && session.anchor == second)
    #expect(session.forward() && session.anchor == place(7, 0))
    #expect(!session.forward())
    #expect(session.back() && session.turnPages(1))
    let third = session.anchor
    session.go(to: place(2, 0))
    #expect(session.history.places == [first, third])
    #expect(!session.forward())
    session.stop()
  }

  @Test("Pages, lines and places that are shown leave nothing in it")
  func motions() throws {
    let session = try session()
    session.turnPages(3)
    session.scrollLines(2)
    session.scrollHalfPages(1)
    session.goToParagraph(2)
    session.turnPages(1)
    #expect(session.history.places.isEmpty)
    session.go(to: session.anchor)
    let line = session.columns[0].lines.upperBound - 1
    session.go(to: session.columns[0].chapter.place(ofLine: line))
    #expect(session.history.places.isEmpty)
    session.goToEnd()
    #expect(session.history.places.count == 1)
    session.stop()
  }

  @Test("The place before the last jump and the one after it change about")
  func beforeLastJump() throws {
    let session = try session()
    session.turnPages(2)
    let before = session.anchor
    session.go(to: place(5, 100))
    #expect(session.goBeforeLastJump() && session.anchor == before)
    #expect(session.goBeforeLastJump() && session.anchor == place(5, 100))
    #expect(session.goBeforeLastJump() && session.anchor == before)
    session.stop()
  }

  @Test("Several chapters gone through in a row are one jump")
  func strides() throws {
    let session = try session()
    session.turnPages(1)
    let first = session.anchor
    for _ in 0..<4 { #expect(session.goToChapter(1)) }
    #expect(session.back() && session.anchor == first)
    session.stop()
  }

  @Test("Is bounded, and restored in another session, whatever was saved")
  func bounded() throws {
    let session = try session()
    for number in 0..<500 { session.go(to: place(number % 9, 100 * (number % 7))) }
    #expect(session.history.places.count <= 200)
    for _ in 0..<50 { #expect(session.back()) }
    let saved = session.history
    #expect(saved.places.count <= 200)
    let other = try self.session()
    other.go(to: session.anchor)
    other.history = saved
    #expect(other.back() && session.back() && other.anchor == session.anchor)
    #expect(other.forward() && other.forward())
    other.history = ([place(99, 0), place(3, 1 << 40), place(-1, 0)], 77)
    #expect(other.history.places.count == 1 && other.history.current == 1)
    #expect(other.back() && other.status().spine == 3)
    other.history = ([], -5)
    #expect(!other.back() && !other.forward())
    session.stop()
    other.stop()
  }
}
