public import EPUBContent
public import EPUBLayout
import EPUBPackaging
public import EPUBSegmentation

/// A spine item read and set: what pages of it are drawn from.
public struct Chapter: Sendable {
  /// Index in the reading order.
  public let spine: Int
  public let document: ContentDocument
  public let galley: Galley
  public let pages: PageTable
}

extension Book {
  /// Reads and sets a spine item.
  ///
  /// - Parameter document: the item's, where it is at hand.
  public func chapter(
    at spineIndex: Int, layout: LayoutOptions, segmenter: Segmenter,
    document: ContentDocument? = nil
  ) -> Chapter {
    let document = document ?? self.document(at: spineIndex)
    var layout = layout
    if layout.language.isEmpty { layout.language = publication.metadata.languages.first ?? "" }
    let pictures = layout.picturesTakeRows ? document.images.map { pictureSize(of: $0) } : []
    var galley = Galley(
      setting: document, pictures: pictures, options: layout, segmenter: segmenter)
    let pages = galley.makePages(height: layout.pageHeight)
    return Chapter(spine: spineIndex, document: document, galley: galley, pages: pages)
  }
}
