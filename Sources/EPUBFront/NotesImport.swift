import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBReader
import EPUBState

/// Takes annotations in that are W3C annotations: our own, and those of other programs.
///
/// A place is found by its CFI if the text quoted agrees, else by the text quoted, near the position
/// that is stated where one is. What is known already under its id stays as it is unless what comes in
/// is newer or says something else without a time.
struct NotesImport {
  private let opened: OpenedBook
  private let state: KeptState
  private let output: Output

  init(_ opened: OpenedBook, _ state: KeptState, _ output: Output) {
    self.opened = opened
    self.state = state
    self.output = output
  }

  func run(_ bytes: [UInt8], from path: String) throws(Failure) {
    let json: JSONInput
    do throws(JSONInput.Wrong) {
      json = try JSONInput(bytes)
    } catch {
      throw .noAnnotations(path, "no JSON in line \(error.line), \(error.words)")
    }
    let items = Self.items(of: json)
    guard let items else { throw .noAnnotations(path, "no AnnotationPage") }
    let book = try state.recordToWrite(of: opened)
    let now = state.now
    let placing = AnnotationPlacing(opened.book)
    let missing = try state.change { store throws(StateError) in
      var known: [String: AnnotationRecord] = [:]
      for record in try store.annotations(of: book.id) { known[record.id] = record }
      var records: [AnnotationRecord] = []
      var missing = 0
      for item in items {
        let incoming = IncomingAnnotation(item)
        let id = incoming.id
        if let kept = known[id], incoming.isOlder(than: kept) { continue }
        if let record = placing.record(of: incoming, known: known[id], now: now) {
          records.append(record)
        } else {
          missing += 1
        }
      }
      try store.atOnce { () throws(StateError) in
        var kept: [String: AnnotationRecord] = [:]
        for record in try store.annotations(of: book.id) { kept[record.id] = record }
        // What another program made newer while places were looked for stays.
        let records = records.filter { record in
          guard let kept = kept[record.id], kept != known[record.id] else { return true }
          return kept.modified < record.modified
        }
        _ = try store.saveAnnotations(records, of: book.id)
      }
      return missing
    }
    if missing == 0 { return }
    let line = Failure.notPlaced(missing, of: items.count, path: path, book: opened.name)
    if missing == items.count { throw Failure(.notThere, line) }
    output.note(line)
  }

  /// The annotations of a page, of a collection with its first page, of a list, or one alone; `nil` for
  /// anything else.
  static func items(of json: JSONInput) -> [JSONInput]? {
    if case .list(let items) = json { return items }
    if let items = json["items"] { return items.items }
    if let page = json["first"] { return page["items"]?.items }
    return json["target"] == nil ? nil : [json]
  }
}

/// What an annotation says, before its place is found.
struct IncomingAnnotation {
  var id: String
  var kind: AnnotationRecord.Kind
  var color: String?
  var note: String?
  var chapter: String?
  var created: Int64?
  var modified: Int64?
  var source: String?
  var cfi: CFI?
  var exact: String?
  var prefix = ""
  var suffix = ""
  /// Characters of the document's text.
  var start: Int?
  var end: Int?

  init(_ json: JSONInput) {
    created = json["created"]?.string.flatMap { Timestamp.seconds(of: $0) }
    modified = json["modified"]?.string.flatMap { Timestamp.seconds(of: $0) }
    (color, note) = (nil, nil)
    for body in json["body"]?.items ?? [] {
      let text = body["value"]?.string ?? body["chars"]?.string ?? ""
      let isTag = body["purpose"]?.string == "tagging"
      if !text.isEmpty, !isTag { note = note.map { "\($0)\n\(text)" } ?? text }
      color = color ?? body["color"]?.string
    }
    if note == nil, let text = json["bodyValue"]?.string, !text.isEmpty { note = text }
    color = color.map { HighlightColor.hex(of: $0) ?? $0 }
    let motivations = json["motivation"]?.items.compactMap(\.string) ?? []
    kind =
      motivations.lazy.compactMap { AnnotationRecord.Kind(motivation: $0) }.first
      ?? (note == nil ? .highlight : .note)
    id = json["id"]?.string ?? ""
    takeTarget(json["target"]?.items.first ?? .null)
    if id.isEmpty { id = madeUpID }
  }

  private mutating func takeTarget(_ target: JSONInput) {
    if let url = target.string {
      takeFragment(url)
      source = url.split(separator: "#", maxSplits: 1).first.map(String.init)
      return
    }
    source = target["source"]?.string ?? target["source"]?["id"]?.string
    chapter = target["meta"]?["headings"]?.items.last?["txt"]?.string
    var waiting = Array((target["selector"]?.items ?? []).reversed())
    while let selector = waiting.popLast() {
      take(selector)
      if let refined = selector["refinedBy"] { waiting.append(refined) }
    }
  }

  private mutating func take(_ selector: JSONInput) {
    switch selector["type"]?.string {
    case "FragmentSelector", "EPUBcfiSelector": takeFragment(selector["value"]?.string ?? "")
    case "TextQuoteSelector":
      exact = selector["exact"]?.string ?? exact
      prefix = selector["prefix"]?.string ?? prefix
      suffix = selector["suffix"]?.string ?? suffix
    case "TextPositionSelector":
      start = selector["start"]?.integer ?? start
      end = selector["end"]?.integer ?? end
    default: break
    }
  }

  /// A CFI with or without what stands before it in a URL.
  private mutating func takeFragment(_ text: String) {
    guard let range = text.firstRange(of: "epubcfi(") else { return }
    do throws(CFIError) { cfi = try CFI(String(text[range.lowerBound...])) } catch { return }
  }

  /// For what comes without an id: the same for the same annotation, so that it comes in once.
  private var madeUpID: String {
    let told = [
      source ?? "", cfi?.description ?? "", exact ?? "", prefix, suffix,
      start.map(String.init) ?? "",
      kind.rawValue,
    ].joined(separator: "\u{0}")
    let digits = [Self.hash(told, 0xCBF2_9CE4_8422_2325), Self.hash(told, 0x9E37_79B9_7F4A_7C15)]
      .map {
        let text = String($0, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
      }
    var all = Array(digits.joined())
    // A UUID of version 8, which is any that its maker counts for.
    all[12] = "8"
    all[16] = "8"
    return "urn:uuid:\(String(all[..<8]))-\(String(all[8..<12]))-\(String(all[12..<16]))"
      + "-\(String(all[16..<20]))-\(String(all[20...]))"
  }

  private static func hash(_ text: String, _ seed: UInt64) -> UInt64 {
    var hash = seed
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }

  /// Whether what it quotes is there to find it by and not what it is about.
  var meansAPoint: Bool {
    if kind == .bookmark { return true }
    guard let cfi, cfi.range == nil else { return false }
    return exact?.isEmpty ?? true || (end != nil && end == start)
  }

  /// Whether what it quotes, with what stands around it, is too short to tell a place by.
  var quotesLittle: Bool {
    guard let exact, !exact.isEmpty else { return false }
    return (prefix + exact + suffix).unicodeScalars.count < 12
  }

  func isOlder(than kept: AnnotationRecord) -> Bool {
    modified.map { $0 < kept.modified } ?? false
  }
}

/// The documents of a book that were read last: annotations come in any order, and mostly many of one.
private final class DocumentShelf {
  private let book: Book
  /// The last one used at the end.
  private var documents: [(spine: Int, document: ContentDocument)] = []
  private static var size: Int { 8 }

  init(_ book: Book) { self.book = book }

  func document(at spine: Int) -> ContentDocument {
    if let index = documents.lastIndex(where: { $0.spine == spine }) {
      documents.append(documents.remove(at: index))
    } else {
      if documents.count == Self.size { documents.removeFirst() }
      documents.append((spine, book.document(at: spine)))
    }
    return documents[documents.count - 1].document
  }
}

/// Finds the places of incoming annotations.
struct AnnotationPlacing {
  private let book: Book
  private let shelf: DocumentShelf

  init(_ book: Book) {
    self.book = book
    shelf = DocumentShelf(book)
  }

  private func document(at spine: Int) -> ContentDocument { shelf.document(at: spine) }

  /// Where it starts and where it ends, with the text between.
  func places(of incoming: IncomingAnnotation) -> [(place: TextPosition, text: String)] {
    guard let record = record(of: incoming, known: nil, now: 0) else { return [] }
    return [record.start, record.end].compactMap(\.self).map {
      (book.resolve($0).position, record.text)
    }
  }

  /// `nil` when it has no place in the book.
  func record(
    of incoming: IncomingAnnotation, known: AnnotationRecord?, now: Int64
  ) -> AnnotationRecord? {
    guard let range = range(of: incoming) else { return known }
    let created = incoming.created ?? known?.created ?? incoming.modified ?? now
    var record = AnnotationRecord(
      id: incoming.id, kind: incoming.kind,
      start: savedPlace(at: range.start, like: known?.start),
      end: range.end.map { savedPlace(at: $0, like: known?.end) }, color: incoming.color,
      note: incoming.note, chapter: incoming.chapter, created: created,
      modified: incoming.modified ?? known?.modified ?? created)
    if let end = range.end { record.text = text(from: range.start, to: end, incoming) }
    if incoming.modified == nil, let known {
      record.modified = known.modified
      if record != known { record.modified = now }
    }
    return record
  }

  /// What is kept already where it means the same place.
  private func savedPlace(at place: Place, like known: SavedPlace?) -> SavedPlace {
    if let known, book.resolve(known).position == place.position { return known }
    return book.savedPlace(at: place, in: document(at: place.position.spine))
  }

  private func text(
    from start: Place, to end: Place, _ incoming: IncomingAnnotation
  ) -> String {
    if let exact = incoming.exact, !exact.isEmpty { return exact }
    guard start.position.spine == end.position.spine else { return "" }
    let document = document(at: start.position.spine)
    var bytes: [UInt8] = []
    document.appendOnOneLine(
      start.position.offset..<max(start.position.offset, end.position.offset), to: &bytes)
    return String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
  }

  // MARK: Places

  private func range(of incoming: IncomingAnnotation) -> (start: Place, end: Place?)? {
    guard var found = found(by: incoming) else { return nil }
    if incoming.meansAPoint { found.end = nil }
    return found
  }

  private func found(by incoming: IncomingAnnotation) -> (start: Place, end: Place?)? {
    guard let stated = stated(by: incoming) else {
      let spine = sourceSpine(incoming)
      if spine == nil, incoming.quotesLittle { return quotedOnce(by: incoming) }
      return quoted(by: incoming, near: TextPosition(spine: spine ?? 0, offset: 0))
    }
    guard let exact = incoming.exact, !exact.isEmpty else { return stated }
    let document = document(at: stated.start.position.spine)
    if let end = stated.end, end.position.spine != stated.start.position.spine {
      // What is quoted goes on in the next document; its beginning tells.
      let isThere = book.stands(
        String(exact.prefix(32)), at: stated.start.position.offset, in: document)
      return isThere ? stated : nil
    }
    guard let end = book.end(of: exact, from: stated.start.position.offset, in: document) else {
      return quoted(by: incoming, near: stated.start.position)
    }
    let place = Place(TextPosition(spine: stated.start.position.spine, offset: end))
    return (stated.start, stated.end ?? place)
  }

  private func sourceSpine(_ incoming: IncomingAnnotation) -> Int? {
    guard let source = incoming.source,
      case .inside(let reference, _) = ContainerPath.root.resolving(source)
    else { return nil }
    return book.spineIndex(of: reference.path)
  }

  /// Where its CFI or its position in the text leads.
  private func stated(by incoming: IncomingAnnotation) -> (start: Place, end: Place?)? {
    if let cfi = incoming.cfi, let spine = book.spineIndex(of: cfi) {
      let resolved = book.resolve(cfi, in: document(at: spine), spine: spine)
      return (resolved.place, resolved.end)
    }
    guard let start = incoming.start, start >= 0, let spine = sourceSpine(incoming) else {
      return nil
    }
    let text = document(at: spine).text
    func place(_ characters: Int) -> Place {
      Place(TextPosition(spine: spine, offset: text.offset(ofCharacter: characters)))
    }
    return (place(start), incoming.end.map { place(max(start, $0)) })
  }

  private func quoted(
    by incoming: IncomingAnnotation, near position: TextPosition
  ) -> (start: Place, end: Place?)? {
    guard let exact = incoming.exact, !exact.isEmpty else { return nil }
    let quote = SavedPlace.Quote(before: incoming.prefix, at: exact, after: incoming.suffix)
    guard let start = book.place(of: quote, near: position, reading: shelf.document) else {
      return nil
    }
    return (start, end(of: exact, from: start))
  }

  /// A few letters that stand in many places mean one only where they stand once.
  private func quotedOnce(by incoming: IncomingAnnotation) -> (start: Place, end: Place?)? {
    guard let exact = incoming.exact,
      let start = book.onlyPlace(of: exact, reading: shelf.document)
    else { return nil }
    return (start, end(of: exact, from: start))
  }

  private func end(of exact: String, from start: Place) -> Place? {
    let document = document(at: start.position.spine)
    let end = book.end(of: exact, from: start.position.offset, in: document)
    return end.map { Place(TextPosition(spine: start.position.spine, offset: $0)) }
  }
}

extension [UInt8] {
  fileprivate func offset(ofCharacter number: Int) -> Int {
    var left = number
    for (index, byte) in enumerated() where !byte.isUTF8Continuation {
      if left == 0 { return index }
      left -= 1
    }
    return count
  }
}
