import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBPackaging
import EPUBReader

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
      output.write(PublicationManifest(of: opened.book, title: opened.title).json.line)
      return
    }
    let (survey, extras) = opened.book.survey(layout: frame.layout) { _, document, _ in
      (pictures: document.pictureCount, losses: Losses(document.findings))
    }
    let facts = BookFacts(of: opened)
    var rows = facts.metadata
    rows += facts.contents(survey, frame, pictureCount: extras.reduce(0) { $0 + $1.pictures })
    let width = rows.map(\.name.count).max() ?? 0
    for (name, value) in rows {
      let gap = String(repeating: " ", count: width - name.count + 2)
      output.write("\(name)\(gap)\(value.asLine)\n")
    }
    var losses = Losses(opened.book.findings)
    for extra in extras { losses.formUnion(extra.losses) }
    losses.tell(of: opened, on: output)
  }
}
