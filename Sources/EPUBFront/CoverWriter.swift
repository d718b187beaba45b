import EPUBBasics
import EPUBBook
import EPUBContainer
import EPUBContent
import EPUBPackaging
import EPUBReader
import EPUBTerminal

/// `epub-read cover`: the cover's picture, drawn on a terminal, its bytes in a pipe.
struct CoverWriter {
  let opened: OpenedBook
  let request: Request
  let environment: Environment
  let output: Output

  init(
    _ opened: OpenedBook, _ request: Request, _ environment: Environment, _ output: Output
  ) {
    self.opened = opened
    self.request = request
    self.environment = environment
    self.output = output
  }

  func run() throws(Failure) {
    guard let cover = opened.book.cover else { throw .noCover(book: opened.name) }
    guard environment.outputIsTerminal else {
      output.write(cover.bytes)
      return
    }
    if let terminal = environment.openTerminal(Terminal.Options(request, environment)),
      CoverOnTerminal(terminal: terminal, title: opened.title, cover: cover).run()
    {
      return
    }
    let size = counted(cover.bytes.count, "byte", "bytes")
    output.write("Cover: \(cover.path.string), \(size)".asLine + "\n")
    output.write("Save it with: epub-read cover BOOK > \(cover.path.name)".asLine + "\n")
  }
}

extension Book {
  /// The first of these that is a picture in the container: what the manifest marks as the cover, what
  /// an EPUB 2 `meta` names, the guide's or the landmarks' cover, a picture of the first document.
  fileprivate var cover: (path: ContainerPath, bytes: [UInt8])? {
    let named = publication.metadata.others["cover"]?.first
    let marked =
      publication.manifest.filter { $0.properties.contains("cover-image") }
      + publication.manifest.filter { !$0.id.isEmpty && $0.id == named }
    for path in marked.compactMap(\.path) {
      if let found = picture(behind: path) { return found }
    }
    for entry in publication.navigation.landmarks where entry.type == "cover" {
      if let path = entry.target?.path, let found = picture(behind: path) { return found }
    }
    return publication.readingOrder.first?.path.flatMap { picture(behind: $0) }
  }

  /// The picture itself, or the first one of the document that lies there.
  private func picture(behind path: ContainerPath) -> (path: ContainerPath, bytes: [UInt8])? {
    guard let spine = spineIndex(of: path) else { return bytes(ofPicture: path) }
    return document(at: spine).pictures.lazy.compactMap(\.path)
      .compactMap { self.bytes(ofPicture: $0) }.first
  }

  private func bytes(ofPicture path: ContainerPath) -> (path: ContainerPath, bytes: [UInt8])? {
    do {
      let resource = try container.resource(at: path)
      return resource.bytes.isEmpty ? nil : (path, resource.bytes)
    } catch {
      return nil
    }
  }
}
