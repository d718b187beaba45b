public import EPUBContent
import EPUBPackaging

extension Book {
  /// The CFI, from the package document on, of the element that makes a block, or of the block's first
  /// character where it has text.
  public func cfi(ofBlock block: Int, in document: ContentDocument, spine: Int) -> String {
    "epubcfi(\(step(toSpine: spine))!\(document.partialCFI(ofBlock: block)))"
  }

  /// The CFI of the character at an offset in a document's logical text.
  public func cfi(at offset: Int, in document: ContentDocument, spine: Int) -> String {
    "epubcfi(\(step(toSpine: spine))!\(document.partialCFI(at: offset)))"
  }

  private func step(toSpine spine: Int) -> String {
    "/6/\(2 * (publication.readingOrder[spine].itemrefIndex + 1))"
  }
}
