import EPUBBook
import Foundation
import TestKit
import Testing

@testable import EPUBFront

@Suite("The reader in the terminal") struct ReaderTests {
  private let kell = "\(Golden.packageFolder)/Fixtures/Books/lights-of-kell.epub"

  @Test("Shows the page that is printed, and where it is", .timeLimit(.minutes(10)))
  func pages() throws {
    let screen = try ReaderOnScreen(["--page", "3", kell, "--no-state"])
    let printed = World().run(["--page", "3", "--size", "80x24", kell])
    let shown = screen.lines.dropLast().map { String($0.dropFirst(4)) }
    #expect(Array(shown.prefix(printed.lines.count)) == printed.lines.map(String.init))
    #expect(screen.status.contains("3 of 10"))
    screen.press("Space")
    #expect(screen.status.contains("4 of 10"))
    screen.press("b b")
    #expect(screen.status.contains("2 of 10"))
    screen.press("7 G")
    #expect(screen.status.contains("7 of 10"))
    screen.press("5 0 %")
    screen.press("G")
    #expect(screen.status.contains("10 of 10"))
    #expect(screen.status.contains("100 %"))
  }
}
