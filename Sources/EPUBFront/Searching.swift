import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBSegmentation

/// `epub-read search PATTERN [BOOK…]`.
struct Searching {
  let request: Request
  let environment: Environment
  let output: Output
  private let pattern: TextPattern
  private let frame: PageFrame
  private let operands: [String]
  private let look: LineLook

  init(_ request: Request, _ environment: Environment, _ output: Output) throws(Failure) {
    self.request = request
    self.environment = environment
    self.output = output
    guard let text = request.operands.first else { throw .noPattern }
    pattern = try Self.pattern(text, request.search)
    frame = try PageFrame(request, environment)
    operands = Array(request.operands.dropFirst())
    look = LineLook(request, environment)
    if operands.isEmpty { throw .noBookYet }
  }

  private static func pattern(
    _ text: String, _ search: Request.Search
  ) throws(Failure) -> TextPattern {
    let letters = search.isRegularExpression ? withoutEscapes(text) : text
    var options = FoldingOptions(smartFor: letters)
    options.ignoresCase = search.ignoresCase ?? options.ignoresCase
    options.ignoresAccents = search.ignoresAccents ?? options.ignoresAccents
    do {
      if search.isRegularExpression {
        return try TextPattern(
          regularExpression: text, options, wholeWords: search.wholeWords)
      }
      return try TextPattern(literal: text, options, wholeWords: search.wholeWords)
    } catch {
      throw Failure(error, pattern: text)
    }
  }

  /// A regular expression's own letters: `\W` and `\p{Lu}` are no capitals of it.
  private static func withoutEscapes(_ pattern: String) -> String {
    var kept = ""
    var rest = pattern[...]
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        kept.append(character)
        continue
      }
      if "pPNx".contains(escaped), rest.first == "{" {
        rest = rest.drop { $0 != "}" }.dropFirst()
      }
    }
    return kept
  }

  /// Exit status 0 when there is a hit in some book, else that of the first book that can't be read,
  /// else 1.
  func run() throws(Failure) -> ExitStatus {
    var hasHit = false
    var failed: ExitStatus?
    for operand in operands where output.state == .done {
      do {
        let count = try search(operand)
        hasHit = hasHit || count > 0
      } catch {
        if operands.count == 1 { throw error }
        output.note(error.line)
        failed = failed ?? error.status
      }
    }
    return hasHit ? .done : failed ?? .notThere
  }

  /// Prints the hits of one book and returns how many there are.
  private func search(_ operand: String) throws(Failure) -> Int {
    let opened = try OpenedBook(operand, request, environment)
    let pattern = pattern
    let wantsCFI = request.json && !request.search.countsOnly
    let layout = request.search.countsOnly ? nil : frame.layout
    let (survey, found) = opened.book.survey(layout: layout) { spine, document, segmenter in
      let hits = DocumentHits(
        of: pattern, in: document, spine: spine, withCFI: wantsCFI, segmenter: segmenter)
      return (hits, Losses(document.findings))
    }
    var losses = Losses(opened.book.findings)
    var count = 0
    for (hits, lost) in found {
      losses.formUnion(lost)
      count += hits.hits.count
      if !request.search.countsOnly { write(hits.hits, of: opened, survey) }
    }
    if request.search.countsOnly { write(count: count, of: opened) }
    if output.state == .done, found.contains(where: \.0.isCut) {
      output.note(
        "\(opened.name): the expression took too many steps in places and was given up there; "
          + "write a simpler one")
    }
    losses.tell(of: opened, on: output)
    return count
  }

  private var leadsWithBook: Bool { operands.count > 1 }

  private func write(_ hits: [SearchHit], of opened: OpenedBook, _ survey: Survey) {
    var bytes: [UInt8] = []
    for hit in hits {
      let position = TextPosition(spine: hit.spine, offset: hit.range.lowerBound)
      let page = survey.page(holding: position)
      if request.json {
        var members = opened.book.locator(of: hit, survey).members
        if leadsWithBook { members.insert(("book", .string(opened.name)), at: 0) }
        let text = JSON.object([
          ("before", .string(hit.before)), ("highlight", .string(hit.match)),
          ("after", .string(hit.after)),
        ])
        JSON.object(members + [("text", text), ("page", .number(page))]).append(to: &bytes)
      } else {
        bytes +=
          line(of: hit, page: page, title: survey.contentsEntry(at: position)?.title, opened)
          .utf8
      }
      bytes.append(0x0A)
    }
    output.write(bytes)
  }

  private func line(
    of hit: SearchHit, page: Int, title: String?, _ opened: OpenedBook
  ) -> String {
    let lead = leadsWithBook ? "\(opened.name): " : ""
    let chapter = title.map { "\($0.asLine): " } ?? ""
    let match =
      switch look {
      case .plain: hit.match.asLine
      case .styled: "\u{1B}[7m\(hit.match.asLine)\u{1B}[0m"
      case .colored: "\u{1B}[1;31m\(hit.match.asLine)\u{1B}[0m"
      }
    let before = hit.before.drop { $0 == " " }
    var after = hit.after[...]
    while after.last == " " { after.removeLast() }
    return "\(lead)page \(page)  \(chapter)\(String(before).asLine)\(match)\(String(after).asLine)"
  }

  private func write(count: Int, of opened: OpenedBook) {
    if request.json {
      output.write(
        JSON.object([
          ("book", leadsWithBook ? .string(opened.name) : nil), ("count", .number(count)),
        ]).line)
    } else {
      output.write("\(leadsWithBook ? "\(opened.name): " : "")\(count)\n")
    }
  }
}
