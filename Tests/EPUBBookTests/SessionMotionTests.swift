import EPUBBook
import EPUBLayout
import EPUBPackaging
import EPUBSegmentation
import TestKit
import Testing

private let small = LayoutOptions(measure: 40, pageHeight: 10)

@Suite("Turning pages", .timeLimit(.minutes(10))) struct SessionPageTests {
  @Test(
    "Shows every line of the linear items once, and returns", arguments: [1, 2], [1, 2, 10, 23])
  func wholeBook(columnCount: Int, height: Int) throws {
    let book = try difficultBook()
    let layout = LayoutOptions(measure: 33, pageHeight: height)
    let host = SessionHost(book, layout, columnCount: columnCount)
    let session = host.session
    var views = [session.seen]
    while session.turnPages(1) {
      expectSound(session)
      views.append(session.seen)
    }
    var lines: [SeenColumn] = []
    for column in views.joined() {
      lines += column.lines.map { SeenColumn(spine: column.spine, lines: $0..<$0 + 1) }
    }
    let wanted = book.publication.readingOrder.indices.filter {
      book.publication.readingOrder[$0].isLinear
    }.flatMap { spine in
      session.chapterLines(spine, layout).map { SeenColumn(spine: spine, lines: $0..<$0 + 1) }
    }
    #expect(lines == wanted)
    let end = session.seen
    #expect(!session.turnPages(1) && session.seen == end)
    for view in views.dropLast().reversed() {
      #expect(session.turnPages(-1))
      #expect(session.seen == view)
    }
    #expect(!session.turnPages(-1))
    #expect(session.turnPages(views.count + 5) && session.seen == end)
    #expect(session.turnPages(-views.count - 5) && session.seen == views[0])
    #expect(session.turnPages(Int.max) && session.turnPages(Int.min + 1))
    #expect(session.seen == views[0])
  }

  @Test("Tells the page that the survey counts, whether counted yet or not")
  func pageNumbers() throws {
    let book = try difficultBook()
    let host = SessionHost(book, small)
    let session = host.session
    let survey = book.survey(layout: small)
    repeat {
      let column = try #require(session.columns.first)
      let page = survey.firstPages[column.chapter.spine] + column.page
      let told = session.status().page
      #expect(told == nil || told == page)
      _ = session.takeNews()
    } while session.turnPages(1)
    host.waitForSurvey()
    #expect(session.survey?.items.map(\.pages) == survey.items.map(\.pages))
    #expect(session.status().pageCount == survey.pageCount)
    #expect(session.status().percent == 100)
    #expect(session.turnPages(-2))
    expectSound(session)
  }

  @Test("From between page tops goes to the next page's top, or to that of its own page")
  func betweenTops() throws {
    let book = try openBook { $0.chapter(sentences(40, "word")) }
    for columnCount in [1, 2] {
      let session = SessionHost(book, small, columnCount: columnCount).session
      #expect(session.turnPages(2))
      let page = session.seen
      #expect(session.scrollLines(3))
      #expect(session.columns[0].beginsPage == false)
      #expect(session.turnPages(-1))
      #expect(session.seen == page)
      #expect(session.turnPages(1))
      let next = session.seen
      #expect(session.turnPages(-1) && session.scrollLines(3) && session.turnPages(1))
      #expect(session.seen[0].lines.lowerBound <= next[0].lines.lowerBound)
      #expect(session.columns[0].beginsPage)
      if columnCount == 1 { #expect(session.seen == next) }
      session.stop()
    }
  }

  @Test("Passes over items that are not linear, but reads on in those that were entered")
  func notLinear() throws {
    let book = try difficultBook()
    let session = SessionHost(book, small).session
    var spines: [Int] = []
    repeat { spines.append(session.status().spine) } while session.turnPages(1)
    #expect(!spines.contains(2) && !spines.contains(3) && !spines.contains(9))
    #expect(session.go(to: Place(TextPosition(spine: 2, offset: 0))) == .arrived)
    #expect(!session.status().isLinear)
    var entered: [Int] = []
    while session.status().spine < 4, session.turnPages(1) {
      entered.append(session.status().spine)
    }
    #expect(Set(entered) == [2, 3, 4])
    #expect(session.turnPages(-1) && session.status().spine == 1)
    #expect(session.go(to: Place(TextPosition(spine: 9, offset: 0))) == .arrived)
    #expect(!session.turnPages(1) && !session.scrollLines(1))
    #expect(session.turnPages(-1) && session.status().spine == 8)
  }

  @Test("Two columns are two pages, the right one of the next item where the left one ends it")
  func columns() throws {
    let book = try openBook {
      $0.chapter("<p>One.</p>")
      $0.chapter("<p>Two.</p>")
      $0.chapter("<p>Three.</p>")
    }
    let session = SessionHost(book, small, columnCount: 2).session
    #expect(session.seen.map(\.spine) == [0, 1])
    #expect(session.turnPages(1) && session.seen.map(\.spine) == [2])
    #expect(!session.turnPages(1))
    #expect(session.turnPages(-1) && session.seen.map(\.spine) == [0, 1])
    session.go(to: Place(TextPosition(spine: 1, offset: 0)))
    #expect(session.seen.map(\.spine) == [1, 2])
    #expect(!session.turnPages(1))
    #expect(session.turnPages(-1) && session.seen.map(\.spine) == [0, 1])
    session.goToEnd()
    #expect(session.seen.map(\.spine) == [1, 2])
    session.goToStart()
    #expect(session.seen.map(\.spine) == [0, 1])
  }
}

@Suite("Views between page tops", .timeLimit(.minutes(10))) struct SessionLineTests {
  @Test("Scroll through the book line by line and back", arguments: [1, 2], [1, 5, 12])
  func lines(columnCount: Int, height: Int) throws {
    let layout = LayoutOptions(measure: 33, pageHeight: height)
    let host = SessionHost(try difficultBook(), layout, columnCount: columnCount)
    let session = host.session
    var views = [session.seen]
    while session.scrollLines(1) {
      expectSound(session)
      views.append(session.seen)
    }
    #expect(
      session.columns.last?.lines.upperBound == session.columns.last?.chapter.galley.lines.count)
    #expect(session.columns.last?.chapter.spine == 8)
    for view in views.dropLast().reversed() {
      #expect(session.scrollLines(-1))
      #expect(session.seen == view)
    }
    #expect(!session.scrollLines(-1))
    #expect(session.scrollLines(views.count - 1) && session.seen == views.last)
    #expect(session.scrollLines(-3) && session.scrollLines(3))
    #expect(session.seen == views.last)
  }

  @Test("Half pages leave no line out, and end at the ends", arguments: [1, 2, 9, 30])
  func halfPages(height: Int) throws {
    let layout = LayoutOptions(measure: 33, pageHeight: height)
    let host = SessionHost(try difficultBook(), layout)
    let session = host.session
    var seen: Set<SeenColumn> = []
    func note() {
      expectSound(session)
      for column in session.seen {
        for line in column.lines {
          seen.insert(SeenColumn(spine: column.spine, lines: line..<line + 1))
        }
      }
    }
    note()
    while session.scrollHalfPages(1) { note() }
    let total = [0, 1, 4, 5, 6, 7, 8].reduce(0) { $0 + session.chapterLines($1, layout).count }
    #expect(seen.count == total)
    seen = []
    note()
    while session.scrollHalfPages(-1) { note() }
    #expect(seen.count == total)
    #expect(session.status().spine == 0)
  }

  @Test("Paragraphs begin the view, and the one at the top is gone back to first")
  func paragraphs() throws {
    let book = try openBook {
      $0.chapter(sentences(12, "word"))
      $0.chapter(sentences(2, "last"))
    }
    let session = SessionHost(book, small).session
    for number in 1..<12 {
      #expect(session.goToParagraph(1))
      #expect(session.shownText.hasPrefix("word\(number) "))
    }
    #expect(session.goToParagraph(2) && session.shownText.hasPrefix("last1 "))
    #expect(!session.goToParagraph(1))
    #expect(session.goToParagraph(-3) && session.shownText.hasPrefix("word10 "))
    #expect(session.scrollLines(1) && session.goToParagraph(-1))
    #expect(session.shownText.hasPrefix("word10 "))
    #expect(session.goToParagraph(-100) && !session.goToParagraph(-1))
    #expect(session.shownText.hasPrefix("word0 "))
  }

  @Test("Chapters are gone through by the contents, its own begin first when going back")
  func chapters() throws {
    let book = try openBook {
      $0.chapter(sentences(20, "front"))
      $0.chapter(sentences(40, "word"), title: "One")
      $0.chapter(sentences(20, "more"), title: "Three")
      $0.contentsList = """
        <ol><li><a href="chapter2.xhtml">One</a><ol><li><a href="chapter2.xhtml#word20">Two</a></li></ol></li>
        <li><a href="chapter3.xhtml">Three</a></li></ol>
        """
    }
    let host = SessionHost(book, small)
    let session = host.session
    #expect(session.goToChapter(2) && session.status().spine == 2)
    #expect(session.goToChapter(-1) && session.status().spine == 1)
    session.goToStart()
    host.waitForSurvey()
    #expect(session.goToChapter(1) && session.status().chapterTitle == "One")
    #expect(session.goToChapter(1) && session.shownText.contains("word20 "))
    #expect(session.turnPages(1) && session.status().chapterTitle == "Two")
    #expect(session.status().partTitle == "One")
    #expect(session.goToChapter(-1) && session.shownText.contains("word20 "))
    #expect(session.goToChapter(-1) && session.shownText.hasPrefix("word0 "))
    #expect(session.goToChapter(-1) && session.shownText.hasPrefix("front0 "))
    #expect(!session.goToChapter(-1))
    #expect(session.goToChapter(9) && session.status().chapterTitle == "Three")
    #expect(session.status().partTitle == nil)
    #expect(!session.goToChapter(1))
    #expect(session.back() && session.shownText.hasPrefix("word0 ") == false)
  }
}

extension ReadingSession {
  /// The lines of a chapter, set anew.
  func chapterLines(_ spine: Int, _ layout: LayoutOptions) -> Range<Int> {
    0..<book.chapter(at: spine, layout: layout, segmenter: Segmenter()).galley.lines.count
  }
}
