public import EPUBBasics
public import EPUBContent
public import EPUBSegmentation

extension Galley {
  /// Sets a document. Nothing can fail: a line of the measure's width holds at least one cluster.
  ///
  /// - Parameter pictures: size of each of the document's images, `nil` where unknown; may be empty
  ///   unless pictures take rows.
  public init(
    setting document: ContentDocument, pictures: [PixelSize?] = [], options: LayoutOptions,
    segmenter: Segmenter
  ) {
    segmenter.measurer = options.measurer
    var compositor = Compositor(
      document: document, pictures: pictures, options: options, segmenter: segmenter)
    compositor.setDocument()
    self = compositor.finish()
  }
}
