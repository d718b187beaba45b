import EPUBBasics
import EPUBBook
import EPUBContainer
import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBTerminal

/// A picture's file, read once.
struct PictureFile {
  var id: Int
  var bytes: [UInt8]
  var mediaType: String
  var size: PixelSize
}

extension Reader {
  /// `nil` for what is missing or has no size that can be read.
  func pictureFile(at path: ContainerPath) -> PictureFile? {
    if let known = pictureFiles[path] { return known }
    guard let size = opened.book.pictureSize(at: path) else { return nil }
    guard let bytes = pictureBytes(at: path) else { return nil }
    let mediaType =
      opened.book.publication.manifest.first { $0.path == path }?.mediaType ?? ""
    let file = PictureFile(
      id: pictureFiles.count + 1, bytes: bytes, mediaType: mediaType,
      size: size)
    // A comic's pages are large: only some are kept.
    if pictureFiles.values.reduce(0, { $0 + $1.bytes.count }) > 64 << 20 { pictureFiles = [:] }
    pictureFiles[path] = file
    return file
  }

  func pictureBytes(at path: ContainerPath) -> [UInt8]? {
    do { return try opened.book.container.resource(at: path).bytes } catch { return nil }
  }

  /// The first picture in view, in the program that the configuration names.
  func openPicture() {
    let pictures = session.columns.flatMap { column -> [ContainerPath] in
      let document = column.chapter.document
      return column.chapter.blocks(of: column.lines).flatMap { block in
        document.images(of: document.blocks[block]).compactMap(\.path)
      }
    }
    guard let path = pictures.first else {
      message = "No picture in view"
      return
    }
    open(picture: path)
  }
}

extension ContentDocument {
  func images(of block: Block) -> [Image] {
    if block.image >= 0 { return [images[Int(block.image)]] }
    return runs[block.runRange].filter { $0.image >= 0 }.map { images[Int($0.image)] }
  }
}

extension Reader {
  /// Once, where the terminal can draw and the book has pictures in view: how they are switched on.
  func suggestPictures() {
    let hasPicture = session.columns.contains { !$0.chapter.document.images.isEmpty }
    if hasPicture, message == nil {
      message =
        "This terminal can draw pictures: --pictures rows, or \"pictures\": \"rows\" in config.json"
    }
  }
}
