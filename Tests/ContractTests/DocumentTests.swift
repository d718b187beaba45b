import Foundation
import TestKit
import Testing

@Suite("Small documents, one rule each") struct DocumentTests {
  private static let names: [String] = {
    let folder = "\(Golden.packageFolder)/Fixtures/Documents"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".xhtml") }.map { String($0.dropLast(6)) }.sorted()
  }()

  @Test("There are some") func some() { #expect(Self.names.count >= 13) }

  @Test("Read as their golden shows: laid out, as text, and in blocks", arguments: names)
  func document(_ name: String) throws {
    let path = "\(Golden.packageFolder)/Fixtures/Documents/\(name).xhtml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let book = BookBuilder { $0.document(text) }
    let printed = run(book, "--size", "60x24", "--width", "50", "-")
    let reading = run(book, "text", "-")
    let blocks = run(book, "text", "--json", "-")
    #expect(printed.isQuiet && reading.isQuiet && blocks.isQuiet)
    let shown =
      "# 50 cells wide\n\(printed.output)\n# text\n\(reading.output)\n# blocks\n\(blocks.output)"
    #expect(Golden.difference(shown, named: "Documents/\(name).txt") == nil)
  }
}
