import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBPackaging
import EPUBReader

/// What a book says of itself and what it holds, a row each.
struct BookFacts {
  private let opened: OpenedBook

  init(of opened: OpenedBook) { self.opened = opened }

  typealias Row = (name: String, value: String)

  var metadata: [Row] {
    let metadata = opened.book.publication.metadata
    var rows: [Row] = [("Title", opened.title)]
    func add(_ name: String, _ values: [String]) {
      rows += values.filter { !$0.isEmpty }.map { (name, $0) }
    }
    let title = metadata.title
    for other in metadata.titles where other != title {
      add(other.type == "subtitle" ? "Subtitle" : "Other title", [other.text.value])
    }
    for creator in metadata.creators { add(creator.word ?? "Author", [creator.name.value]) }
    for other in metadata.contributors { add(other.word ?? "Contributor", [other.name.value]) }
    for membership in metadata.memberships {
      let position = membership.position.map { ", \($0)" } ?? ""
      add(membership.type == "set" ? "Set" : "Series", [membership.name.value + position])
    }
    add("Language", [metadata.languages.joined(separator: ", ")])
    add("Publisher", metadata.publishers.map(\.value))
    add("Published", [metadata.published ?? ""])
    add("Modified", [metadata.modified ?? ""])
    add("Identifier", metadata.allIdentifiers)
    add("Subject", [metadata.subjects.map(\.value).joined(separator: ", ")])
    add("Rights", metadata.rights.map(\.value))
    add("Source", metadata.sources)
    add("Description", metadata.descriptions.map(\.value))
    return rows
  }

  /// - Parameter pictureCount: `nil` where nobody counted.
  func contents(_ survey: Survey, _ frame: PageFrame, pictureCount: Int?) -> [Row] {
    let publication = opened.book.publication
    let nonlinear = survey.items.count { !$0.isLinear }
    let aside = nonlinear == 0 ? "" : ", \(nonlinear) of them out of the linear order"
    var rows: [Row] = [
      ("Format", "EPUB \(publication.version.isEmpty ? "(no version)" : publication.version)"),
      ("Layout", publication.metadata.rendition["layout"] ?? "reflowable"),
    ]
    if publication.pageProgression == .rtl { rows.append(("Direction", "right to left")) }
    if !publication.lockedPaths.isEmpty {
      rows.append(("Locked", documents(publication.lockedPaths.count)))
    }
    rows.append(("Documents", "\(survey.items.count)\(aside)"))
    rows.append(("Pages", "\(survey.pageCount) at \(frame.columns)x\(frame.rows)"))
    rows.append(("Characters", String(survey.items.reduce(0) { $0 + $1.characterCount })))
    if let pictureCount { rows.append(("Pictures", String(pictureCount))) }
    let source =
      switch publication.navigation.contentsSource {
      case .none: " (from headings)"
      case .navigationDocument, .ncx, .guide:
        " (\(publication.navigation.contentsSource.rawValue))"
      }
    rows.append(("Contents entries", "\(survey.contents.flattened.count)\(source)"))
    if !survey.printPages.isEmpty {
      rows.append(("Print pages", String(survey.printPages.count)))
    }
    return rows
  }
}

extension Metadata {
  /// The unique identifier first.
  fileprivate var allIdentifiers: [String] {
    [uniqueIdentifier].compactMap { $0 }
      + identifiers.map(\.value).filter { $0 != uniqueIdentifier }
  }
}

extension Metadata.Contributor {
  /// What the first of its roles is called, `nil` without one that is known.
  fileprivate var word: String? {
    switch roles.first {
    case "aut": "Author"
    case "trl": "Translator"
    case "edt": "Editor"
    case "ill": "Illustrator"
    case "art": "Artist"
    case "nrt": "Narrator"
    case "bkp": "Book producer"
    case .some, .none: nil
    }
  }
}
