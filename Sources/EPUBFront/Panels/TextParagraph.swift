/// A paragraph of a `TextPanel`.
struct TextParagraph: Hashable, Sendable {
  enum Style { case title, normal, dim }

  /// Line ends in it are kept, as are spaces; an empty one makes a blank line.
  var text: String
  /// Stands before the text: keys in the help, names of facts.
  var lead = ""
  /// Cells that the lead takes; where it is longer, and in narrow panels, the text stands below it.
  var leadColumns = 0
  /// Cells before all of it.
  var indent = 0
  var style = Style.normal
  /// Parts of the text that can be chosen, in UTF-8 offsets on scalar boundaries, ascending.
  var links: [Range<Int>] = []
}

/// A paragraph as it is looked through and drawn: one text, in which nothing jumps but line feeds.
struct TextSource {
  private(set) var bytes: [UInt8] = []
  /// The lead; a line feed parts it from the text.
  let lead: Range<Int>
  /// Where the text begins.
  let start: Int
  private(set) var links: [Range<Int>] = []

  init(_ paragraph: TextParagraph) {
    bytes.appendAsLine(Array(paragraph.lead.utf8)[...])
    lead = 0..<bytes.count
    if !bytes.isEmpty { bytes.append(0x0A) }
    start = bytes.count
    let text = Array(paragraph.text.utf8)
    // Cleaned piece by piece, since offsets of links change with what is before them.
    var at = 0
    for link in paragraph.links {
      let link = link.clamped(to: at..<text.count)
      append(text[at..<link.lowerBound])
      let linkStart = bytes.count
      append(text[link])
      links.append(linkStart..<bytes.count)
      at = link.upperBound
    }
    append(text[at...])
  }

  /// All kinds of line ends become line feeds, tabs lead to every eighth column.
  private mutating func append(_ text: ArraySlice<UInt8>) {
    var at = text.startIndex
    while at < text.endIndex {
      let length = [UInt8].lengthOfJump(text, at)
      if length == 0 {
        bytes.append(text[at])
      } else if text[at] == 0x09 {
        bytes += Array(repeating: 0x20, count: 8 - characterCountOfLine % 8)
      } else {
        bytes.append(0x0A)
      }
      at += max(1, length)
    }
  }

  private var characterCountOfLine: Int {
    let lineStart = bytes[start...].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
    return bytes[lineStart...].count { $0 & 0xC0 != 0x80 }
  }
}
