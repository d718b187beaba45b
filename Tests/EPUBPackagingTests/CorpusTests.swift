import EPUBBasics
import EPUBContainer
import EPUBPackaging
import Foundation
import TestKit
import Testing

/// What others found in the books beside the checkout, compared with what this room makes of them.
@Suite("Packages of real books", .enabled(if: Corpus.folder != nil, "no ../shared/corpus"))
struct CorpusTests {
  static let whole =
    ExpectedBook.all("w3c", rows: Rows.W3C.self) { $0.facts }
    + ExpectedBook.all("samples", rows: Rows.Whole.self) { $0.facts }
    + ExpectedBook.all("books", rows: Rows.Whole.self) { $0.facts }
  static let cases = ExpectedBook.all("cases", rows: Rows.Case.self) { $0.expect }
  static let valid = ExpectedBook.all("epubcheck", rows: Rows.Validator.self) { $0.valid ? 0 : nil }
  static let invalid = ExpectedBook.all("epubcheck", rows: Rows.Validator.self) {
    $0.valid ? nil : $0.fatal
  }

  @Test("Says what an independent extraction says", arguments: whole)
  func facts(_ book: ExpectedBook<ExpectedFacts>) throws {
    let publication = try book.publication()
    let (metadata, fact) = (publication.metadata, book.fact)
    #expect(publication.packagePath.string == fact.package)
    #expect(publication.version == fact.version)
    #expect(metadata.title?.text.value == fact.title)
    #expect(metadata.creators.map(\.name.value) == fact.creators)
    #expect(metadata.languages.first == fact.language)
    #expect(metadata.uniqueIdentifier == fact.identifier)
    #expect(publication.pageProgression.rawValue == fact.pageProgression)
    #expect(metadata.rendition["layout"] ?? "reflowable" == fact.layout)
    if let direction = metadata.titles.first?.text.direction, direction != .auto {
      #expect(direction.rawValue == fact.titleDirection)
    }
    expectSpine(publication, fact.spine)
    expectContents(publication, fact)
  }

  private func expectSpine(_ publication: Publication, _ expected: [ExpectedFacts.SpineRow]) {
    // One resource under several fragments is shown once.
    var seen: Set<String?> = []
    let isRepeated = publication.findings.contains { $0.code == "spine-resource-repeated" }
    let rows = expected.filter { !isRepeated || seen.insert($0.href).inserted }
    #expect(publication.readingOrder.map { $0.item.path?.string } == rows.map(\.href))
    #expect(publication.readingOrder.map(\.isLinear) == rows.map(\.linear))
    for (item, row) in zip(publication.readingOrder, rows) {
      if let shown = row.shown { #expect(item.path?.string == shown) }
      if let layout = row.layout {
        #expect(item.properties.contains("rendition:layout-" + layout))
      }
    }
  }

  private func expectContents(_ publication: Publication, _ fact: ExpectedFacts) {
    let navigation = publication.navigation
    let sources: [String?: Navigation.Source] = [
      "nav": .navigationDocument, "ncx": .ncx, nil: Navigation.Source.none,
    ]
    #expect(navigation.contentsSource == sources[fact.tocSource])
    let rows = flat(navigation.contents)
    #expect(rows.map { normalised($0.entry.title) } == fact.toc.map { normalised($0.label ?? "") })
    #expect(rows.map(\.depth) == fact.toc.map(\.depth))
    let targets = rows.map { row in
      row.entry.externalURL
        ?? row.entry.target.map { $0.path.string + ($0.fragment.map { "#" + $0 } ?? "") }
    }
    #expect(targets == fact.toc.map(\.href))
  }

  @Test("Has title and contents of small books, one for each kind of fault", arguments: cases)
  func faults(_ book: ExpectedBook<ExpectedCase>) throws {
    let expected = book.fact
    guard expected.exit != "error" else {
      #expect(throws: (any Error).self) { try book.publication() }
      return
    }
    let publication = try book.publication()
    let title = publication.metadata.title?.text.value
    if let wanted = expected.title { #expect(title == wanted) }
    if let refused = expected.titleAbsent { #expect(title?.contains(refused) != true) }
    let rows = flat(publication.navigation.contents)
    let labels = rows.map { normalised($0.entry.title) }
    if let toc = expected.toc { #expect(labels.filter(toc.contains) == toc) }
    if let depths = expected.tocDepths { #expect(rows.map { $0.depth - 1 } == depths) }
    for label in expected.tocAbsent ?? [] { #expect(!labels.contains(label)) }
    #expect(publication.readingOrder.contains { $0.kind != .foreign })
  }

  @Test("Opens every valid book of the validator's suite and finds no error", arguments: valid)
  func validBooks(_ book: ExpectedBook<Int>) throws {
    let publication = try book.publication()
    #expect(publication.readingOrder.contains { $0.kind != .foreign })
    #expect(publication.findings.filter { $0.severity == .error } == [])
  }

  @Test("Opens invalid books of the validator's suite unless they are no books", arguments: invalid)
  func invalidBooks(_ book: ExpectedBook<Bool>) throws {
    do {
      #expect(!(try book.publication()).readingOrder.isEmpty)
    } catch let error as ContainerError {
      #expect(book.fact, "\(error)")
    } catch let error as PackagingError {
      // One is a text processor's document under another name.
      #expect(book.fact || error == .noPackageDocument, "\(error)")
    }
  }

  private func flat(
    _ entries: [Navigation.Entry], depth: Int = 1
  ) -> [(entry: Navigation.Entry, depth: Int)] {
    entries.flatMap { [($0, depth)] + flat($0.children, depth: depth + 1) }
  }

  private func normalised(_ text: String) -> String {
    text.precomposedStringWithCanonicalMapping
      .filter { !["\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}"].contains($0) }
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
