import EPUBBasics
import EPUBBook
import EPUBContainer
import EPUBContent
import EPUBPackaging
import EPUBReader
import EPUBSegmentation

/// `epub-read check`: every finding, in reading order.
struct CheckListing {
  let opened: OpenedBook
  let request: Request
  let output: Output

  init(_ opened: OpenedBook, _ request: Request, _ output: Output) {
    self.opened = opened
    self.request = request
    self.output = output
  }

  func run() {
    let book = opened.book
    var checked: [Int: Checked] = [:]
    book.forEachSpineItem { spine, _ in
      Checked(book.document(at: spine), at: book.publication.readingOrder[spine].path)
    } consume: { spine, document in
      checked[spine] = document
      return true
    }
    let links = LinkCheck(book, checked)
    // What several documents tell alike (a stylesheet they share, a document that stands twice) is
    // told once.
    var told: Set<Finding> = []
    var findings = book.findings.filter { told.insert($0).inserted }
    for spine in 0..<book.spineCount {
      guard let document = checked[spine] else { continue }
      let met = document.findings + links.findings(of: document)
      findings += met.filter { told.insert($0).inserted }
    }
    if request.hyphenates {
      var languages = opened.book.publication.metadata.languages
      for spine in checked.keys.sorted() { languages += checked[spine]?.languages ?? [] }
      let missing = HyphenationDictionaries.installed.findings(for: languages)
      findings += missing.filter { told.insert($0).inserted }
    }
    if request.json {
      for finding in findings { output.write(Self.json(of: finding).line) }
    } else {
      for finding in findings.prefix(Self.maximumLineCount) {
        output.write(Self.line(of: finding))
      }
      let rest = findings.count - Self.maximumLineCount
      if rest > 0 { output.write("\(rest) more; --json tells all of them.\n") }
      output.write(Self.summary(of: findings))
    }
  }

  /// Nobody reads more of them.
  private static var maximumLineCount: Int { 1000 }

  private static func json(of finding: Finding) -> JSON {
    .object([
      ("code", .string(finding.code)), ("severity", .string(finding.severity.rawValue)),
      ("path", finding.path.map { .string($0) } ?? .null),
      ("place", finding.place.map { .string($0) } ?? .null),
      ("clause", finding.clause.map { .string($0) } ?? .null), ("done", .string(finding.done)),
    ])
  }

  private static func line(of finding: Finding) -> String {
    let place = [finding.path, finding.place].compactMap { $0 }.joined(separator: ", ")
    let clause = finding.clause.map { "; \($0)" } ?? ""
    let lead = place.isEmpty ? "" : "\(place): "
    return
      "\(finding.severity.rawValue): \(lead)\(finding.done) [\(finding.code)\(clause)]".asLine
      + "\n"
  }

  private static func summary(of findings: [Finding]) -> String {
    if findings.isEmpty { return "Nothing is wrong with it.\n" }
    let counts = Finding.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : counted(count, severity.rawValue, "\(severity.rawValue)s")
    }
    return "\(counts.joined(separator: ", ")).\n"
  }
}

/// What `check` keeps of a document.
private struct Checked: Sendable {
  var path: ContainerPath?
  var findings: [Finding]
  /// Written links and the paths of pictures, each once, in order.
  var links: [String] = []
  var pictures: [ContainerPath] = []
  var ids: Set<String>
  /// Of its passages.
  var languages: [String]

  init(_ document: ContentDocument, at path: ContainerPath?) {
    self.path = path
    languages = document.languages
    findings = document.findings
    ids = Set(document.anchors.map(\.id))
    var seenLinks: Set<String> = []
    for link in document.links where seenLinks.insert(link.href).inserted {
      links.append(link.href)
    }
    var seenPictures: Set<ContainerPath> = []
    for picture in document.images.compactMap(\.path) where seenPictures.insert(picture).inserted {
      pictures.append(picture)
    }
  }
}

/// Links and pictures that lead nowhere.
private struct LinkCheck {
  private let book: Book
  private var idsByPath: [ContainerPath: Set<String>] = [:]

  init(_ book: Book, _ documents: [Int: Checked]) {
    self.book = book
    for document in documents.values {
      if let path = document.path { idsByPath[path] = document.ids }
    }
  }

  func findings(of document: Checked) -> [Finding] {
    guard let path = document.path else { return [] }
    let missing = document.pictures.filter { book.container.entry(at: $0) == nil }.map { picture in
      Finding(
        "picture-missing", .error, path: path.string, place: picture.string,
        clause: "EPUB 3.3 #sec-manifest-elem",
        done: "The picture is not in the book; its alternative text stands in its place.")
    }
    return missing + document.links.compactMap { finding(of: $0, in: path) }
  }

  private func finding(of link: String, in path: ContainerPath) -> Finding? {
    func finding(_ code: String, _ done: String) -> Finding {
      Finding(
        code, .warning, path: path.string, place: link.printable,
        clause: "EPUB 3.3 #sec-xhtml-content-conformance", done: done)
    }
    switch path.resolving(link) {
    case .external: return nil
    case .invalid:
      return finding("link-invalid", "The link is no URL; it leads nowhere.")
    case .inside(let reference, _):
      if book.container.entry(at: reference.path) == nil {
        return finding(
          "link-target-missing", "The link's resource is not in the book; it leads nowhere.")
      }
      guard let fragment = reference.fragment, let ids = idsByPath[reference.path],
        !ids.contains(fragment), !fragment.hasPrefix("epubcfi(")
      else { return nil }
      return finding(
        "link-fragment-missing",
        "No element has the id that the link names; it leads to the document's beginning.")
    }
  }
}
