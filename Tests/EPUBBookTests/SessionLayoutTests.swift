import EPUBBook
import EPUBLayout
import TestKit
import Testing

@Suite("Layout of a reading session", .timeLimit(.minutes(10))) struct SessionLayoutTests {
  private func randomLayout(_ random: inout SeededGenerator) -> LayoutOptions {
    var layout = LayoutOptions(
      measure: .random(in: 2...80, using: &random), pageHeight: .random(in: 1...40, using: &random))
    layout.lineSpacing = .random(in: 1...2, using: &random)
    layout.paragraphs = [.book, .indent, .space].randomElement(using: &random) ?? .book
    return layout
  }

  @Test("A thousand random sizes and back leave place and view as they were", arguments: [1, 2, 3])
  func resizing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let book = try difficultBook()
    let layout = LayoutOptions(measure: 44, pageHeight: 12)
    let session = SessionHost(book, layout).session
    for round in 0..<10 {
      moveAnywhere(session, &random)
      let (anchor, seen) = (session.anchor, session.seen)
      for _ in 0..<33 {
        session.setLayout(randomLayout(&random), columnCount: .random(in: 1...2, using: &random))
        expectSound(session)
        #expect(session.anchor == anchor)
      }
      session.setLayout(layout, columnCount: 1)
      #expect(session.anchor == anchor, "seed \(seed), round \(round)")
      #expect(session.seen == seen, "seed \(seed), round \(round)")
    }
    session.stop()
  }

  private func moveAnywhere(_ session: ReadingSession, _ random: inout SeededGenerator) {
    session.goToStart()
    session.turnPages(.random(in: 0...30, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: session.scrollLines(.random(in: -9...9, using: &random))
    case 1: session.goToParagraph(.random(in: -9...9, using: &random))
    case 2:
      let spine = Int.random(in: 0..<10, using: &random)
      session.go(
        to: Place(TextPosition(spine: spine, offset: .random(in: 0...900, using: &random))))
    default: break
    }
  }

  @Test("A view is what a fresh session shows at its anchor", arguments: [1, 2])
  func fresh(columnCount: Int) throws {
    var random = SeededGenerator(seed: 7)
    let book = try difficultBook()
    let session = SessionHost(book, LayoutOptions(measure: 44, pageHeight: 12)).session
    for _ in 0..<60 {
      session.go(
        to: Place(
          TextPosition(
            spine: .random(in: 0..<10, using: &random),
            offset: .random(in: 0...2000, using: &random))))
      let layout = randomLayout(&random)
      session.setLayout(layout, columnCount: columnCount)
      let other = SessionHost(book, layout, columnCount: columnCount, at: session.anchor).session
      #expect(other.seen == session.seen)
      #expect(other.anchor == session.anchor)
      other.stop()
    }
    session.stop()
  }

  @Test("The place jumped to stays the place, however the page that holds it begins")
  func anchorOfJump() throws {
    let book = try openBook { $0.chapter(sentences(40, "word")) }
    let session = SessionHost(book, LayoutOptions(measure: 40, pageHeight: 10)).session
    let place = Place(TextPosition(spine: 0, offset: 777))
    #expect(session.go(to: place) == .arrived)
    #expect(session.anchor == place)
    session.setLayout(LayoutOptions(measure: 10, pageHeight: 3), columnCount: 1)
    #expect(session.anchor == place)
    let lines = session.columns[0].chapter.galley.lines[session.columns[0].lines]
    #expect(lines.contains { $0.textRange.contains(777) })
    #expect(session.turnPages(1))
    #expect(session.anchor != place)
  }

  @Test("What does not depend on layout is known at once after a resize")
  func outline() throws {
    let host = SessionHost(try difficultBook(), LayoutOptions(measure: 40, pageHeight: 10))
    let session = host.session
    host.waitForSurvey()
    #expect(session.go(toPrintPage: "x") == .arrived)
    let before = session.status()
    #expect(before.page != nil && before.chapterTitle == "Last" && before.printPage == "2")
    session.setLayout(LayoutOptions(measure: 39, pageHeight: 200), columnCount: 1)
    let after = session.status()
    #expect(session.survey == nil && after.pageCount == nil)
    #expect(after.percent == 100 && after.chapterTitle == "Last")
    #expect(after.charactersLeftInChapter == 0)
    #expect(session.go(toPrintPage: "1") == .arrived)
    #expect(session.go(toPercent: 50) == .arrived)
    host.waitForSurvey()
    #expect(session.status().pageCount == session.survey?.pageCount)
    expectSound(session)
  }

  @Test("Lines keep the rows that pages are filled by", arguments: [1, 2, 3])
  func rows(spacing: Int) throws {
    var layout = LayoutOptions(measure: 40, pageHeight: 11)
    layout.lineSpacing = spacing
    let session = SessionHost(try difficultBook(), layout).session
    repeat {
      for column in session.columns {
        var row = 0
        for (index, placed) in column.chapter.rows(of: column.lines).enumerated() {
          let line = column.chapter.galley.lines[placed.line]
          if index > 0 { row += Int(line.spaceAbove) }
          #expect(placed.row == row && placed.row < 11)
          row += Int(line.rows)
        }
      }
    } while session.scrollLines(1)
  }
}
