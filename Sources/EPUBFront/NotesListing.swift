import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBReader
import EPUBState

/// An annotation and where it stands in the book as it is now.
struct PlacedAnnotation {
  var record: AnnotationRecord
  var start: Place
  var end: Place?
  /// Whether it stands elsewhere than when it was made.
  var hasMoved: Bool

  init(_ record: AnnotationRecord, in book: Book) {
    self.record = record
    let start = book.resolve(record.start)
    let end = record.end.map { book.resolve($0) }
    self.start = start.place
    self.end = end.map(\.place)
    hasMoved = start.grade != .exact || end.map { $0.grade != .exact } ?? false
    if hasMoved, end != nil, !record.text.isEmpty { findText(in: book) }
  }

  /// One that is made now.
  init(_ record: AnnotationRecord, from start: Place, to end: Place?) {
    self.record = record
    self.start = start
    self.end = end
    hasMoved = false
  }

  /// In a text that was changed the words marked tell more than what stands around them.
  private mutating func findText(in book: Book) {
    var at = start
    var document = book.document(at: at.position.spine)
    if !book.stands(record.text, at: at.position.offset, in: document) {
      let quote = SavedPlace.Quote(before: "", at: record.text, after: "")
      guard let found = book.place(of: quote, near: at.position) else { return }
      at = found
      document = book.document(at: at.position.spine)
    }
    guard let end = book.end(of: record.text, from: at.position.offset, in: document) else {
      return
    }
    start = at
    self.end = Place(TextPosition(spine: at.position.spine, offset: end))
  }
}

/// The bookmarks, highlights and notes of a book in reading order.
struct NotesListing {
  private let opened: OpenedBook
  private let annotations: [PlacedAnnotation]

  init(of opened: OpenedBook, _ state: KeptState) {
    self.opened = opened
    let record = state.record(of: opened)
    let records = record.map { record in
      state.ask([]) { store throws(StateError) in try store.annotations(of: record.id) }
    }
    annotations = (records ?? []).map { PlacedAnnotation($0, in: opened.book) }.enumerated().sorted
    {
      ($0.element.start.position, $0.offset) < ($1.element.start.position, $1.offset)
    }.map(\.element)
  }

  func bytes(as format: Request.Format, _ frame: PageFrame) -> [UInt8] {
    if format == .json { return AnnotationJSON(annotations, of: opened).page.line }
    if annotations.isEmpty { return [] }
    let survey = opened.book.survey(layout: frame.layout)
    var text = format == .markdown ? "# \(opened.title.asLine.escapedForMarkdown)\n" : ""
    var chapter: String?
    for annotation in annotations {
      let title = survey.contentsEntry(at: annotation.start.position)?.title.asLine ?? ""
      let page = survey.page(holding: annotation.start)
      if title != chapter {
        chapter = title
        text += heading(title, format, isFirst: text.isEmpty)
      }
      text += format == .markdown ? markdown(annotation, page) : plain(annotation, page)
    }
    return Array(text.utf8)
  }

  private func heading(_ title: String, _ format: Request.Format, isFirst: Bool) -> String {
    if title.isEmpty { return isFirst ? "" : "\n" }
    if format == .markdown { return "\n## \(title.escapedForMarkdown)\n" }
    return "\(isFirst ? "" : "\n")\(title)\n"
  }

  private func plain(_ annotation: PlacedAnnotation, _ page: Int) -> String {
    let record = annotation.record
    var text = "  page \(page)  \(record.kind.rawValue)"
    if let color = record.color { text += " (\(HighlightColor.name(of: color).asLine))" }
    if !record.text.isEmpty { text += ": \(record.text.asLine)" }
    text += "\n"
    for line in (record.note ?? "").split(separator: "\n") {
      text += "    \(String(line).asLine)\n"
    }
    return text
  }

  private func markdown(_ annotation: PlacedAnnotation, _ page: Int) -> String {
    let record = annotation.record
    var text = "\n"
    if !record.text.isEmpty { text += "> \(record.text.asLine.escapedForMarkdown)\n\n" }
    for line in (record.note ?? "").split(separator: "\n") {
      text += "\(String(line).asLine.escapedForMarkdown)\n\n"
    }
    let color = record.color.map { ", \(HighlightColor.name(of: $0).asLine)" } ?? ""
    return text + "*\(record.kind.rawValue)\(color), page \(page)*\n"
  }
}

extension String {
  /// So that it reads as it stands, whatever signs are in it.
  fileprivate var escapedForMarkdown: String {
    var escaped = ""
    for scalar in unicodeScalars {
      if "\\`*_[]<>#|".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
