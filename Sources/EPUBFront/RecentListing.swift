import EPUBBasics
import EPUBReader
import EPUBState

/// `epub-read recent`.
struct RecentListing {
  private let request: Request
  private let state: KeptState
  private let output: Output

  init(_ request: Request, _ state: KeptState, _ output: Output) {
    self.request = request
    self.state = state
    self.output = output
  }

  func run() {
    for book in state.ask([], { store throws(StateError) in try store.recentBooks(limit: .max) }) {
      output.write(request.json ? json(of: book).line : Array(lines(of: book).utf8))
    }
  }

  /// Date, percent and title; below them where it was left and the file.
  private func lines(of book: BookRecord) -> String {
    let percent = book.place.map { "\($0.percent) %" } ?? "-"
    let indent = String(repeating: " ", count: 19)
    let author = book.author.isEmpty ? "" : ", \(book.author)"
    let gap = String(repeating: " ", count: max(0, 5 - percent.utf8.count))
    var text =
      "\(Timestamp.day(of: book.lastRead))  \(gap)\(percent)  \((book.title + author).asLine)\n"
    if let place = book.place { text += "\(indent)\(place.cfi.asLine)\n" }
    if let path = book.fingerprint.path { text += "\(indent)\(path.asLine)\n" }
    return text
  }

  private func json(of book: BookRecord) -> JSON {
    .object([
      ("title", .string(book.title)), ("author", JSON.nonEmpty(book.author)),
      ("path", JSON.nonEmpty(book.fingerprint.path)),
      ("identifier", JSON.nonEmpty(book.fingerprint.identifier)),
      ("lastRead", .string(Timestamp.text(of: book.lastRead))),
      ("percent", book.place.map { .number($0.percent) }),
      ("locator", book.place.map { $0.json }),
    ])
  }
}

extension SavedPlace {
  var percent: Int { Int((min(max(0, totalProgression), 1) * 100).rounded(.down)) }

  /// What of a Locator is known without the book.
  fileprivate var json: JSON {
    .object([
      (
        "locations",
        .object([("cfi", .string(cfi)), ("totalProgression", .decimal(totalProgression))])
      ),
      (
        "text",
        .object([
          ("before", .string(quote.before)), ("highlight", .string(quote.at)),
          ("after", .string(quote.after)),
        ])
      ),
    ])
  }
}
