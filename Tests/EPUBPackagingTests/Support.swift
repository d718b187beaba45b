import EPUBBasics
import EPUBContainer
import EPUBPackaging
import TestKit
import Testing

/// Reads a book that is built here.
func publication(
  limits: Limits = Limits(), _ build: (inout BookBuilder) -> Void = { _ in }
) throws -> Publication {
  let book = BookBuilder {
    build(&$0)
    if $0.items.allSatisfy({ !$0.isInSpine }) && $0.packageDocument == nil {
      $0.chapter("<p>Text.</p>", title: "One")
    }
  }
  return try Publication(reading: try OCFContainer(bytes: book.bytes), limits: limits)
}

/// A book of one chapter, `c.xhtml`, whose package document is given but for its root element.
func publication(package: String, files: [(path: String, text: String)] = []) throws -> Publication
{
  let root =
    "<package xmlns=\"http://www.idpf.org/2007/opf\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
    + "xmlns:opf=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\">"
  return try publication {
    $0.hasNavigationDocument = false
    $0.packageDocument = root + package + "</package>"
    $0.file("EPUB/c.xhtml", "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body/></html>")
    for file in files { $0.file(file.path, file.text) }
  }
}

/// The titles of entries, nested ones in brackets: `One [One A, One B], Two`.
func outline(_ entries: [Navigation.Entry]) -> String {
  entries.map { entry in
    entry.title + (entry.children.isEmpty ? "" : " [\(outline(entry.children))]")
  }.joined(separator: ", ")
}

func written(_ reference: Reference?) -> String? {
  reference.map { $0.path.string + ($0.fragment.map { "#" + $0 } ?? "") }
}

extension Publication {
  var codes: Set<String> { Set(findings.map(\.code)) }
  var shownPaths: [String] { readingOrder.map { $0.path?.string ?? "-" } }
}

extension SpineItem.Kind {
  var name: String { "\(self)" }
}
