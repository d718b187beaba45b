import EPUBBasics
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
  /// - Parameters:
  ///   - document: the item's, where it is at hand.
  ///   - last: the last page that is wanted, from 0: what stands further behind it needs not be set. All
  ///     pages up to it are those of the whole chapter.
  public func chapter(
    at spineIndex: Int, layout: LayoutOptions, segmenter: Segmenter,
    document: ContentDocument? = nil, throughPage last: Int? = nil
  ) -> Chapter {
    let document = document ?? self.document(at: spineIndex)
    let layout = own(layout)
    if let last, document.isLarge,
      let chapter = beginning(of: spineIndex, document, layout, segmenter, throughPage: last)
    {
      return chapter
    }
    var galley = Galley(
      setting: document, pictures: pictures(of: document, layout), options: layout,
      segmenter: segmenter)
    let pages = galley.makePages(height: layout.pageHeight)
    return Chapter(spine: spineIndex, document: document, galley: galley, pages: pages)
  }

  /// The layout as the book completes it.
  private func own(_ layout: LayoutOptions) -> LayoutOptions {
    var layout = layout
    if layout.language.isEmpty { layout.language = publication.metadata.languages.first ?? "" }
    return layout
  }

  private func pictures(of document: ContentDocument, _ layout: LayoutOptions) -> [PixelSize?] {
    layout.picturesTakeRows ? document.images.map { pictureSize(of: $0) } : []
  }

  /// `nil` where nearly all would have to be set.
  private func beginning(
    of spine: Int, _ document: ContentDocument, _ layout: LayoutOptions, _ segmenter: Segmenter,
    throughPage last: Int
  ) -> Chapter? {
    let (pages, overflow) = last.addingReportingOverflow(3)
    var rows = pages.multipliedReportingOverflow(by: layout.pageHeight + 4)
    while !overflow, !rows.overflow, rows.partialValue * layout.measure < document.text.count {
      var galley = Galley(
        setting: document, fromBlock: 0, rows: rows.partialValue,
        pictures: pictures(of: document, layout), options: layout, segmenter: segmenter)
      let pages = galley.makePages(height: layout.pageHeight)
      // Where a page ends is seen from the lines of one page more.
      if !galley.isPart
        || pages.count > last + 1
          && galley.rowCount(from: pages.lines(of: last).upperBound) > 2 * layout.pageHeight
      {
        return Chapter(spine: spine, document: document, galley: galley, pages: pages)
      }
      rows = rows.partialValue.multipliedReportingOverflow(by: 2)
    }
    return nil
  }

  /// A part of a spine item that has room for some rows, from the line on that holds a place, where the
  /// item has so many; it makes no pages.
  func part(
    of spine: Int, _ document: ContentDocument, from place: Place, repeats: Int, rows: Int,
    layout: LayoutOptions, segmenter: Segmenter
  ) -> (chapter: Chapter, line: Int) {
    let layout = own(layout)
    let block =
      place.block >= 0 ? place.block : document.block(holding: place.position.offset)
    var wanted = rows
    while true {
      let galley = Galley(
        setting: document, fromBlock: block, rows: wanted, pictures: pictures(of: document, layout),
        options: layout, segmenter: segmenter)
      let chapter = Chapter(
        spine: spine, document: document, galley: galley,
        pages: PageTable(firstLines: [0], lineCount: galley.lines.count))
      let line = chapter.line(holding: place, repeats: repeats)
      if !galley.isPart || galley.rowCount(from: line) >= rows { return (chapter, line) }
      wanted *= 2
    }
  }
}

extension ContentDocument {
  /// Whether to set it takes so long that a page of it must not wait for that: it has a million bytes of
  /// text, some 10 ms.
  var isLarge: Bool { text.count > 1 << 20 }
}
