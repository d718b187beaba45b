import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBPackaging
import EPUBReader
import EPUBState

/// Annotations as a W3C AnnotationPage (Web Annotation Data Model), the form that reading systems
/// exchange: each with its CFI, the text it quotes, and where that text stands in its document.
struct AnnotationJSON {
  static let fragmentStandard = "http://www.idpf.org/epub/linking/cfi/epub-cfi.html"

  private let annotations: [PlacedAnnotation]
  private let opened: OpenedBook

  init(_ annotations: [PlacedAnnotation], of opened: OpenedBook) {
    self.annotations = annotations
    self.opened = opened
  }

  var page: JSON {
    var items: [JSON] = []
    var document: (spine: Int, document: ContentDocument)?
    for annotation in annotations {
      let spine = annotation.start.position.spine
      if document?.spine != spine { document = (spine, opened.book.document(at: spine)) }
      if let document { items.append(json(of: annotation, in: document.document)) }
    }
    let identifier = opened.book.publication.metadata.uniqueIdentifier
    return .object([
      ("@context", .string("http://www.w3.org/ns/anno.jsonld")),
      ("type", .string("AnnotationPage")),
      (
        "about",
        .object([
          ("dc:identifier", JSON.nonEmpty(identifier)), ("dc:title", .string(opened.title)),
          ("dc:creator", JSON.nonEmpty(opened.author)),
          ("dc:format", .string("application/epub+zip")),
        ])
      ),
      ("items", .list(items)),
    ])
  }

  private func json(of annotation: PlacedAnnotation, in document: ContentDocument) -> JSON {
    let record = annotation.record
    return .object([
      ("id", .string(record.id)), ("type", .string("Annotation")),
      ("motivation", .string(record.kind.motivation)),
      ("created", .string(Timestamp.text(of: record.created))),
      ("modified", .string(Timestamp.text(of: record.modified))),
      ("body", body(of: record)),
      ("target", target(of: annotation, in: document)),
    ])
  }

  private func body(of record: AnnotationRecord) -> JSON? {
    if record.note == nil, record.color == nil { return nil }
    return .object([
      ("type", .string("TextualBody")), ("value", .string(record.note ?? "")),
      ("format", .string("text/plain")), ("color", record.color.map { .string($0) }),
    ])
  }

  private func target(of annotation: PlacedAnnotation, in document: ContentDocument) -> JSON {
    let item = opened.book.publication.readingOrder[annotation.start.position.spine]
    let chapter = annotation.record.chapter.flatMap { title in
      title.isEmpty ? nil : JSON.object([("level", .number(1)), ("txt", .string(title))])
    }
    return .object([
      ("source", .string(item.path?.urlEncoded ?? item.shown.href)),
      ("meta", chapter.map { .object([("headings", .list([$0]))]) }),
      ("selector", .list(selectors(of: annotation, in: document))),
    ])
  }

  private func selectors(of annotation: PlacedAnnotation, in document: ContentDocument) -> [JSON] {
    let record = annotation.record
    // What has moved is told by where it stands now.
    let start =
      annotation.hasMoved
      ? opened.book.savedPlace(at: annotation.start, in: document) : record.start
    var end = record.end
    if annotation.hasMoved, let place = annotation.end {
      let spine = place.position.spine
      let last =
        spine == annotation.start.position.spine ? document : opened.book.document(at: spine)
      end = opened.book.savedPlace(at: place, in: last)
    }
    var selectors: [JSON] = [
      .object([
        ("type", .string("FragmentSelector")), ("conformsTo", .string(Self.fragmentStandard)),
        ("value", .string(cfi(from: start, to: end))),
      ]),
      .object([
        ("type", .string("TextQuoteSelector")),
        ("exact", .string(end == nil ? start.quote.at : record.text)),
        ("prefix", .string(start.quote.before)),
        ("suffix", .string(end?.quote.at ?? start.quote.after)),
      ]),
    ]
    if let positions = positions(of: annotation, in: document) {
      selectors.append(
        .object([
          ("type", .string("TextPositionSelector")), ("start", .number(positions.lowerBound)),
          ("end", .number(positions.upperBound)),
        ]))
    }
    return selectors
  }

  private func cfi(from start: SavedPlace, to end: SavedPlace?) -> String {
    guard let end else { return start.cfi }
    do throws(CFIError) {
      return CFI(from: try CFI(start.cfi), to: try CFI(end.cfi))?.description ?? start.cfi
    } catch {
      // What cannot be read as a CFI is handed on as it is.
      return start.cfi
    }
  }

  /// Characters of the document's logical text before start and end; `nil` where the end is in another
  /// document.
  private func positions(
    of annotation: PlacedAnnotation, in document: ContentDocument
  ) -> Range<Int>? {
    let start = annotation.start.position
    let end = annotation.end?.position ?? start
    guard end.spine == start.spine, start.offset <= end.offset else { return nil }
    let count = document.text.count
    let first = document.text.scalarCount(in: 0..<min(start.offset, count))
    return first..<first
      + document.text.scalarCount(in: min(start.offset, count)..<min(end.offset, count))
  }
}

extension AnnotationRecord.Kind {
  /// The motivation of the Web Annotation Vocabulary.
  var motivation: String {
    switch self {
    case .bookmark: "bookmarking"
    case .highlight: "highlighting"
    case .note: "commenting"
    }
  }

  init?(motivation: String) {
    switch motivation.split(separator: ":").last ?? "" {
    case "bookmarking": self = .bookmark
    case "highlighting": self = .highlight
    case "commenting", "describing", "replying", "editing", "questioning", "tagging": self = .note
    default: return nil
    }
  }
}
