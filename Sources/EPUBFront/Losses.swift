import EPUBBasics
import EPUBContent
import EPUBReader

/// Documents of which reading text was lost; the only findings that are told outside `check`.
struct Losses: Sendable {
  private var paths: Set<String> = []

  init() {}

  init(_ findings: [Finding]) { note(findings) }

  mutating func note(_ findings: [Finding]) {
    for finding in findings where finding.losesText { paths.insert(finding.path ?? "") }
  }

  mutating func formUnion(_ others: Losses) { paths.formUnion(others.paths) }

  func tell(of book: OpenedBook, on output: Output) {
    if paths.isEmpty || !output.isWhole { return }
    output.note(
      "\(book.name): text of \(documents(paths.count)) could not be read; "
        + "epub-read check tells what is wrong")
  }
}
