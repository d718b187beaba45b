import EPUBBook
import EPUBState
import Foundation
import TestKit
import Testing

@testable import EPUBFront

@Suite("What the reader in the terminal keeps", .timeLimit(.minutes(10)))
struct ReaderStateTests {
  private let kell = "\(Golden.packageFolder)/Fixtures/Books/lights-of-kell.epub"

  @Test("Back and forward lead in the next run where they would have led in this one")
  func history() throws {
    let folder = try TemporaryFolder()
    var screen = try ReaderOnScreen([kell], state: folder.path)
    screen.press("8 G")
    screen.leave()
    screen = try ReaderOnScreen([kell], state: folder.path)
    #expect(screen.status.contains("8 of 10"))
    screen.press("Ctrl-O")
    #expect(screen.status.contains("2 of 10"))
    for page in ["4", "6", "9"] { screen.press("\(page) G") }
    screen.press("Ctrl-O Ctrl-O Ctrl-O")
    #expect(screen.status.contains("2 of 10"))
    screen.leave()
    screen = try ReaderOnScreen([kell], state: folder.path)
    for page in [4, 6, 9] {
      screen.press("Alt-Right")
      #expect(screen.status.contains("\(page) of 10"))
    }
  }

  @Test("Keys that are faster than what is kept lose nothing of it", arguments: [true, false])
  func earlyKeys(readsOn: Bool) throws {
    let folder = try TemporaryFolder()
    var screen = try ReaderOnScreen([kell], state: folder.path)
    screen.press("5 G")
    screen.press("B")
    screen.press("8 G")
    screen.leave()
    screen = try ReaderOnScreen([kell], state: folder.path, fetches: false)
    screen.press("3 G")
    screen.press("B")
    screen.reader.fetchKept()
    if readsOn {
      screen.settle()
      #expect(screen.reader.annotations.count == 2)
      screen.press("9 G")
    }
    screen.leave()
    screen = try ReaderOnScreen([kell], state: folder.path)
    for page in (readsOn ? [3] : []) + [8, 5, 2] {
      screen.press("Ctrl-O")
      #expect(screen.status.contains("\(page) of 10"))
    }
  }

  @Test("What another program holds back is written when it lets go, in its order")
  func heldByOthers() throws {
    let folder = try TemporaryFolder()
    let screen = try ReaderOnScreen([kell], state: folder.path)
    let other = try StateStore(folder: folder.path, now: 0)
    try other.execute("BEGIN IMMEDIATE")
    screen.press("8 G")
    screen.press("B")
    #expect(!screen.status.contains("Only until you quit"))
    try other.execute("ROLLBACK")
    screen.leave()
    let book = try #require(try other.recentBooks(limit: 1).first)
    #expect(book.place?.spine == 4)
    #expect(try other.history(of: book.id).places.count == 1)
    let kept = try other.annotations(of: book.id)
    #expect(kept.map(\.kind) == [.bookmark] && kept.first?.start == book.place)
    #expect(screen.output.newestHeldNote() == nil)
  }

  @Test("A book that is not known yet comes to be known when the state is let go")
  func unknownBook() throws {
    let folder = try TemporaryFolder()
    let other = try StateStore(folder: folder.path, now: 0)
    try other.execute("BEGIN IMMEDIATE")
    let screen = try ReaderOnScreen([kell], state: folder.path)
    screen.press("8 G")
    try other.execute("ROLLBACK")
    screen.leave()
    #expect(try other.recentBooks(limit: 1).first?.place?.spine == 4)
  }

  @Test("A place that is asked for is come to by a jump from where the book was left")
  func askedPlace() throws {
    let folder = try TemporaryFolder()
    var screen = try ReaderOnScreen([kell], state: folder.path)
    screen.press("8 G")
    screen.leave()
    screen = try ReaderOnScreen(["--page", "3", kell], state: folder.path)
    #expect(screen.status.contains("3 of 10"))
    screen.press("Space")
    for page in [8, 2] {
      screen.press("Ctrl-O")
      #expect(screen.status.contains("\(page) of 10"))
    }
  }

  @Test(
    "The list of notes has those that other programs made meanwhile, and not those they removed")
  func foreignNotes() throws {
    let folder = try TemporaryFolder()
    let screen = try ReaderOnScreen([kell], state: folder.path)
    let other = try ReaderOnScreen([kell], state: folder.path)
    screen.press("B")
    other.press("8 G")
    other.press("B")
    screen.press("L")
    #expect(screen.text.contains("Bookmarks and notes") && screen.text.contains("The Last Entry"))
    #expect(screen.reader.annotations.count == 2)
    screen.press("Esc")
    other.press("B")
    screen.press("L")
    #expect(screen.reader.annotations.map(\.start.position.spine) == [1])
  }
}
