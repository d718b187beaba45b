import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBReader
import EPUBSegmentation

/// `epub-read search PATTERN [BOOK…]`.
struct Searching {
  let request: Request
  let environment: Environment
  let output: Output
  private let pattern: TextPattern
  private let frame: PageFrame
  private let operands: [OpenedBook.Operand]
  private let look: LineLook

  init(
    _ request: Request, _ state: KeptState, _ environment: Environment, _ output: Output
  ) throws(Failure) {
    self.request = request
    self.environment = environment
    self.output = output
    guard let text = request.operands.first else { throw .noPattern }
    pattern = try Self.pattern(text, request.search)
    frame = try PageFrame(request, environment)
    look = LineLook(request, environment)
    let named = request.operands.dropFirst().map { OpenedBook.Operand.argument($0) }
    operands = named.isEmpty ? [try state.lastBook()] : named
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
  private func search(_ operand: OpenedBook.Operand) throws(Failure) -> Int {
    let opened = try OpenedBook(operand, request, environment)
    let pattern = pattern
    let form: HitTexts.Form = request.json ? .json : .line(look)
    let countsOnly = request.search.countsOnly
    let (survey, found) = opened.book.survey(layout: countsOnly ? nil : frame.layout) {
      spine, document, segmenter in
      let hits = DocumentHits(
        of: pattern, in: document, spine: spine, withCFI: form == .json && !countsOnly,
        segmenter: segmenter)
      return Found(
        hits: hits, texts: countsOnly ? nil : HitTexts(of: hits.hits, in: document, as: form),
        losses: Losses(document.findings))
    }
    let count = found.reduce(0) { $0 + $1.hits.hits.count }
    if countsOnly { write(count: count, of: opened) } else { write(found, of: opened, survey) }
    tell(found, of: opened)
    return count
  }

  /// What was found in one document.
  private struct Found: Sendable {
    var hits: DocumentHits
    var texts: HitTexts?
    var losses: Losses

    /// The hits' lines; what leads them is known when the whole book was set.
    func lines(led lead: HitLead, json: Bool) -> [UInt8] {
      guard let texts else { return [] }
      var lead = lead
      var bytes: [UInt8] = []
      for (index, hit) in hits.hits.enumerated() {
        if json {
          lead.appendMembers(of: hit, to: &bytes)
          bytes.append(contentsOf: texts[index])
          bytes.append(contentsOf: "}\n".utf8)
        } else {
          lead.appendLead(of: hit, to: &bytes)
          bytes.append(contentsOf: texts[index])
        }
      }
      return bytes
    }
  }

  private func tell(_ found: [Found], of opened: OpenedBook) {
    if found.contains(where: \.hits.isCut), output.isWhole {
      output.note(
        "\(opened.name): the expression took too many steps in places and was given up there; "
          + "write a simpler one")
    }
    var losses = Losses(opened.book.textFindings)
    for document in found { losses.formUnion(document.losses) }
    losses.tell(of: opened, on: output)
  }

  private var leadsWithBook: Bool { operands.count > 1 }

  private func write(_ found: [Found], of opened: OpenedBook, _ survey: Survey) {
    let json = request.json
    let lead = HitLead(opened, survey, leadsWithBook: leadsWithBook)
    opened.book.forEachSpineItem { spine, _ in
      found[spine].lines(led: lead, json: json)
    } consume: { _, lines in
      output.write(lines)
    }
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
