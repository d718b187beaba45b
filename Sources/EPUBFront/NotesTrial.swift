package import EPUBBook
package import EPUBReader

/// For tests: where imported annotations would lead, with nothing kept.
package enum NotesTrial {
  package static func places(
    of json: JSONInput, in book: Book
  ) -> [(place: TextPosition, text: String)] {
    let placing = AnnotationPlacing(book)
    let places = NotesImport.items(of: json)?.map { item in
      placing.places(of: IncomingAnnotation(item))
    }
    return places?.flatMap(\.self) ?? []
  }
}
