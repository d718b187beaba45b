import EPUBBasics
import EPUBSegmentation
import EPUBTerminal

/// A text to read and search: a note, the help, what is known of the book, what a look-up said.
///
///     var note = TextPanel(title: "Note", paragraphs: [TextParagraph(text: text, links: ranges)])
///     note.share = 2
///     case .chose(let link): follow(links[link])
///
///     var help = TextPanel(title: "Keys", paragraphs: [
///       TextParagraph(text: "Moving", style: .title),
///       TextParagraph(text: "one line down", lead: "j, Down", leadColumns: 18, indent: 2),
///     ])
///
/// Keys: lines, pages, half pages, an end, the count's line or percent; `/` searches as one types,
/// Enter keeps what was found for `n` and `N`, Escape lets go of it; Tab and S-Tab go to links, Enter
/// and clicks choose them.
struct TextPanel: Panel {
  let title: String
  let paragraphs: [TextParagraph]
  /// It wants no more than this part of the rows: 2 is half of them.
  var share = 1
  /// No line is longer, in cells.
  static let measure = 80

  let sources: [TextSource]
  /// Where links stand, counted through all paragraphs as they are in answers.
  let links: [TextPlace]
  private(set) var link: Int?

  var lines: [TextLine] = []
  private var columns = 0
  /// The way each paragraph runs, whatever its single lines begin with.
  private(set) var directions: [ParagraphDirection] = []
  /// The line at the top of what is seen.
  private(set) var top = 0
  /// What stands there when the width changes: the text that was scrolled to.
  private var held = TextPlace(paragraph: 0, range: 0..<0)
  /// Rows for text when it was drawn last.
  var height = 10
  /// Links drawn, for clicks.
  var linkCells: [(row: Int, columns: Range<Int>, link: Int)] = []

  var pattern: LineField?
  private(set) var takesText = false
  private(set) var matches: [TextPlace] = []
  private(set) var match: Int?
  /// Where the search began.
  private var origin = 0

  init(title: String, paragraphs: [TextParagraph]) {
    self.title = title
    self.paragraphs = paragraphs
    let sources = paragraphs.map(TextSource.init)
    self.sources = sources
    links = sources.indices.flatMap { index in
      sources[index].links.map { TextPlace(paragraph: index, range: $0) }
    }
  }

  mutating func wantedRows(columns: Int, rows: Int, _ segmenter: Segmenter) -> Int {
    lay(columns: columns, segmenter)
    return max(0, min(lines.count + 1, share > 1 ? max(2, rows / share) : rows, rows))
  }

  func takes(_ key: KeyStroke) -> Bool {
    takesText || key.key == .tab && !links.isEmpty
  }

  mutating func click(column: Int, row: Int) -> PanelAnswer {
    let met = linkCells.first { $0.row == row && $0.columns.contains(column) }
    guard let met else { return .stays }
    link = met.link
    return .chose(met.link)
  }

  /// Cells left free at the left.
  static let margin = 1

  /// Makes the lines anew when the width changed; the text at the top stays there.
  mutating func lay(columns: Int, _ segmenter: Segmenter) {
    guard columns != self.columns || lines.isEmpty else { return }
    self.columns = columns
    directions = sources.map { source in
      LineOrder(source.bytes, .resolved, segmenter).base % 2 == 1 ? .rightToLeft : .leftToRight
    }
    let width = max(1, min(columns - Self.margin, Self.measure))
    lines = TextLines(paragraphs, sources, columns: width, segmenter).lines
    top = line(of: held)
  }

  /// The end of the text is at the panel's foot.
  mutating func settle() {
    top = max(0, min(top, lines.count - height))
  }
}

/// A part of a paragraph, in its `TextSource`.
struct TextPlace: Hashable {
  var paragraph: Int
  var range: Range<Int>
}

extension TextPanel {
  /// The line that a place begins in.
  func line(of place: TextPlace) -> Int {
    let behind = lines.firstPlace { line in
      line.paragraph != place.paragraph
        ? line.paragraph > place.paragraph : line.range.lowerBound > place.range.lowerBound
    }
    let before = max(0, behind - 1)
    // A lead stands in the first line of its paragraph, but before its text.
    let isLead = lines.indices.contains(before) && lines[before].paragraph < place.paragraph
    return isLead ? behind : before
  }

  mutating func scroll(to line: Int) {
    top = line
    settle()
    if lines.indices.contains(top) {
      held = TextPlace(paragraph: lines[top].paragraph, range: lines[top].range)
    }
  }

  /// Scrolls no further than a place needs to be seen.
  private mutating func show(_ place: TextPlace) {
    let line = line(of: place)
    if line < top || line >= top + height { scroll(to: line - height / 3) }
  }

  // MARK: Links

  mutating func moveToLink(_ step: Int) {
    guard !links.isEmpty else { return }
    if let link {
      self.link = ((link + step) % links.count + links.count) % links.count
    } else {
      let seen = links.firstPlace { line(of: $0) >= top }
      let last = links.firstPlace { line(of: $0) >= top + height } - 1
      link = step > 0 ? seen % links.count : max(0, last)
    }
    if let link { show(links[link]) }
  }

  // MARK: Searching

  mutating func beginSearch() {
    pattern = LineField()
    matches = []
    match = nil
    takesText = true
    origin = top
  }

  mutating func search() {
    let finder = pattern.flatMap { Finder($0.editor.text, asPhrase: true) }
    matches = sources.indices.flatMap { index in
      finder?.ranges(in: sources[index].bytes).map { TextPlace(paragraph: index, range: $0) } ?? []
    }
    scroll(to: origin)
    let next = matches.firstPlace { line(of: $0) >= origin }
    match = matches.isEmpty ? nil : next % matches.count
    if let match { show(matches[match]) }
  }

  mutating func moveToMatch(_ step: Int) {
    guard let match, !matches.isEmpty else { return }
    let next = ((match + step) % matches.count + matches.count) % matches.count
    self.match = next
    show(matches[next])
  }

  mutating func endTyping() {
    takesText = false
    if pattern?.editor.isEmpty ?? true { liftSearch() }
  }

  mutating func liftSearch() {
    pattern = nil
    takesText = false
    matches = []
    match = nil
  }
}
