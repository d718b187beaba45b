import EPUBBook
import EPUBLayout
import EPUBSegmentation
import TestKit
import Testing

private let small = LayoutOptions(measure: 40, pageHeight: 10)

@Suite("Search of a reading session", .timeLimit(.minutes(10))) struct SessionSearchTests {
  private func host(at spine: Int = 0, columnCount: Int = 1) throws -> SessionHost {
    let book = try openBook {
      for number in 0..<5 {
        $0.chapter(
          sentences(10, "part\(number)x") + "<p>A needle here.</p>" + sentences(9, "rest")
            + (number == 3 ? "<p>No more.</p>" : "<p>Another needle.</p>"))
      }
    }
    return SessionHost(
      book, small, columnCount: columnCount, at: Place(TextPosition(spine: spine, offset: 0)))
  }

  private func needle(_ text: String = "needle") throws -> TextPattern {
    try TextPattern(literal: text, FoldingOptions())
  }

  /// Goes to a hit, waiting for it where it must.
  private func go(_ count: Int, _ host: SessionHost) -> ReadingSession.HitArrival {
    if host.session.goToHit(count) == .waiting { host.wait(for: [.arrived, .missed]) }
    expectSound(host.session)
    return host.session.hitArrival
  }

  @Test("Goes through all hits in the book's order and around its end", arguments: [1, 2])
  func forward(columnCount: Int) throws {
    let host = try host(at: 3, columnCount: columnCount)
    host.session.search(try needle(), forward: true)
    host.waitForSearch()
    #expect(host.session.found?.count == 9)
    #expect(host.session.found?.hits[3]?.count == 1)
    var arrivals: [ReadingSession.HitArrival] = []
    for _ in 0..<11 { arrivals.append(go(1, host)) }
    let expected: [(Int, Bool)] = [
      (7, false), (8, false), (9, false), (1, true), (2, false), (3, false), (4, false),
      (5, false), (6, false), (7, false), (8, false),
    ]
    for (arrival, (index, wrapped)) in zip(arrivals, expected) {
      #expect(arrival == .arrived(index: index, wrapped: wrapped))
    }
    #expect(go(-2, host) == .arrived(index: 6, wrapped: false))
    #expect(go(9, host) == .arrived(index: 6, wrapped: true))
    #expect(go(-21, host) == .arrived(index: 3, wrapped: true))
    #expect(go(Int.max, host) != .none)
  }

  @Test("Backward it begins before the first line shown")
  func backward() throws {
    let host = try host(at: 1)
    host.session.search(try needle(), forward: false)
    #expect(go(1, host) == .arrived(index: 2, wrapped: false))
    host.waitForSearch()
    #expect(go(1, host) == .arrived(index: 1, wrapped: false))
    #expect(go(1, host) == .arrived(index: 9, wrapped: true))
    #expect(go(-1, host) == .arrived(index: 1, wrapped: true))
    #expect(go(-1, host) == .arrived(index: 2, wrapped: false))
  }

  @Test("A hit that is seen moves the anchor and not the view")
  func seen() throws {
    let host = try host()
    let session = host.session
    session.search(try needle(), forward: true)
    host.waitForSearch()
    let hit = try #require(session.found?.hits[0]?.first)
    session.go(to: Place(TextPosition(spine: 0, offset: hit.range.lowerBound)))
    session.scrollLines(-1)
    let view = session.seen
    let places = session.history.places
    _ = go(1, host)
    #expect(session.seen == view && session.history.places == places)
    #expect(session.anchor.position.offset == hit.range.lowerBound)
    #expect(session.currentHit?.range == hit.range)
  }

  @Test("Hits gone through in a row are one jump; reading on begins from what is shown")
  func oneJump() throws {
    let host = try host(at: 2)
    let session = host.session
    session.turnPages(1)
    let before = session.anchor
    session.search(try needle(), forward: true)
    for _ in 0..<3 { _ = go(1, host) }
    #expect(session.history.places == [before])
    host.waitForSearch()
    session.goToStart()
    #expect(go(1, host) == .arrived(index: 1, wrapped: false))
    session.goToEnd()
    #expect(go(-1, host) == .arrived(index: 8, wrapped: false))
  }

  @Test("No hit is told as soon as the book has been looked through")
  func none() throws {
    let host = try host()
    let session = host.session
    #expect(session.goToHit(1) == .none)
    session.search(try needle("haystack"), forward: true)
    let seen = session.seen
    if session.goToHit(1) == .waiting {
      host.wait(for: [.arrived, .missed])
      #expect(host.news.contains(.missed))
    }
    #expect(session.hitArrival == .none && session.seen == seen)
    #expect(session.found?.isComplete == true && session.found?.count == 0)
    session.endSearch()
    #expect(session.found == nil && session.goToHit(1) == .none)
  }

  @Test("Another layout keeps the hits, another search replaces them")
  func changes() throws {
    let host = try host()
    let session = host.session
    session.search(try needle(), forward: true)
    session.setLayout(LayoutOptions(measure: 20, pageHeight: 5), columnCount: 2)
    host.waitForSearch()
    #expect(go(1, host) == .arrived(index: 1, wrapped: false))
    session.setLayout(small, columnCount: 1)
    #expect(go(1, host) == .arrived(index: 2, wrapped: false))
    for text in ["part1x", "part2x", "rest"] { session.search(try needle(text), forward: true) }
    host.waitForSearch()
    #expect(session.found?.count == 45)
    #expect(session.currentHit == nil)
  }

  @Test("What moves the view before a hit is found ends the waiting for it")
  func moving() throws {
    let host = try host()
    let session = host.session
    session.search(try needle("haystack"), forward: true)
    #expect(session.goToHit(1) == .waiting && session.hitArrival == .waiting)
    #expect(session.turnPages(1) && session.hitArrival == .none)
    host.waitForSearch()
    #expect(!host.news.contains(.missed))
  }

  @Test("In tables the line of a hit's row is shown")
  func tables() throws {
    let host = SessionHost(try difficultBook(), LayoutOptions(measure: 33, pageHeight: 6))
    let session = host.session
    session.search(try needle("many words"), forward: true)
    host.waitForSearch()
    let count = try #require(session.found?.count)
    #expect(count == 63)
    for index in 1...count { #expect(go(1, host) == .arrived(index: index, wrapped: false)) }
  }
}
