import Foundation
import TestKit
import Testing

@Suite("The README") struct ReadmeTests {
  @Test("Shows the program that is built, in thirty lines")
  func program() throws {
    let folder = "\(Golden.packageFolder)"
    let program = try String(
      contentsOfFile: "\(folder)/Tests/EndToEnd/hosts/embed/main.swift", encoding: .utf8)
    let readme = try String(contentsOfFile: "\(folder)/README.md", encoding: .utf8)
    let lines = program.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 30)
    let shown = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    #expect(readme.contains(shown))
  }
}
