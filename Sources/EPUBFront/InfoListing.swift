import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBPackaging

/// `epub-read info`.
struct InfoListing {
  private let opened: OpenedBook
  private let request: Request
  private let output: Output
  private let frame: PageFrame

  init(
    _ opened: OpenedBook, _ request: Request, _ environment: Environment, _ output: Output
  ) throws(Failure) {
    self.opened = opened
    self.request = request
    self.output = output
    frame = try PageFrame(request, environment)
  }

  func run() throws(Failure) {
    if request.json {
      output.write(PublicationManifest(of: opened).json.line)
      return
    }
    let (survey, extras) = opened.book.survey(layout: frame.layout) { _, document, _ in
      (pictures: document.pictureCount, losses: Losses(document.findings))
    }
    var rows = metadataRows
    rows += contentRows(survey, pictureCount: extras.reduce(0) { $0 + $1.pictures })
    let width = rows.map(\.name.count).max() ?? 0
    for (name, value) in rows {
      let gap = String(repeating: " ", count: width - name.count + 2)
      output.write("\(name)\(gap)\(value.asLine)\n")
    }
    var losses = Losses(opened.book.findings)
    for extra in extras { losses.formUnion(extra.losses) }
    losses.tell(of: opened, on: output)
  }

  private typealias Row = (name: String, value: String)

  private var metadataRows: [Row] {
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

  private func contentRows(_ survey: Survey, pictureCount: Int) -> [Row] {
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
    rows.append(("Pictures", String(pictureCount)))
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
