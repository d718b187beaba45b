import EPUBBasics
public import EPUBContent

extension Book {
  /// Whether a text stands at an offset of a document, white space apart.
  public func stands(_ text: String, at offset: Int, in document: ContentDocument) -> Bool {
    end(of: text, from: offset, in: document) != nil
  }

  /// Where a text ends that begins at an offset, white space apart; `nil` when it doesn't stand there.
  public func end(of text: String, from offset: Int, in document: ContentDocument) -> Int? {
    let ink = Ink(text)
    guard !ink.isEmpty, document.text.hasInk(ink.bytes, startingAt: offset) else { return nil }
    var left = ink.bytes.count
    var at = max(0, offset)
    while left > 0, at < document.text.count {
      let length = inklessLength(document.text, at)
      if length == 0 { left -= 1 }
      at += max(1, length)
    }
    return at
  }
}
