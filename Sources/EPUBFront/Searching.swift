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
    if request.search.countsOnly { return count(in: opened) }
    if let survey = opened.book.keptSurvey(layout: frame.layout) { return search(opened, survey) }
    let (pattern, form) = (pattern, form)
    let (survey, found) = opened.book.survey(layout: frame.layout) {
      spine, document, segmenter in
      Found(pattern, in: document, spine: spine, as: form, segmenter)
    }
    write(found, of: opened, survey)
    return sum(found, of: opened)
  }

  /// The same where pages are known already: what is found in a document is written at once.
  private func search(_ opened: OpenedBook, _ survey: Survey) -> Int {
    let (pattern, form) = (pattern, form)
    let lead = HitLead(opened, survey, leadsWithBook: leadsWithBook)
    var found: [Found] = []
    opened.book.forEachSpineItem { [book = opened.book] spine, segmenter in
      let document = book.document(at: spine)
      let found = Found(pattern, in: document, spine: spine, as: form, segmenter)
      return (found.withoutHits, found.lines(led: lead))
    } consume: { _, result in
      found.append(result.0)
      return output.write(result.1)
    }
    return sum(found, of: opened)
  }

  private func count(in opened: OpenedBook) -> Int {
    let pattern = pattern
    let (_, found) = opened.book.survey(layout: nil) { spine, document, segmenter in
      Found(pattern, in: document, spine: spine, as: nil, segmenter)
    }
    write(count: found.reduce(0) { $0 + $1.count }, of: opened)
    return sum(found, of: opened)
  }

  private var form: HitTexts.Form { request.json ? .json : .line(look) }

  /// What was found in one document.
  private struct Found: Sendable {
    let spine: Int
    let count: Int
    let isCut: Bool
    let losses: Losses
    /// What stands on the hits' lines, but for what leads them; `nil` where they are only counted.
    private var texts: HitTexts?
    /// Where they begin; of those whose Locators are told, all that is known.
    private var offsets: [Int32] = []
    private var hits: [SearchHit] = []

    init(
      _ pattern: TextPattern, in document: ContentDocument, spine: Int, as form: HitTexts.Form?,
      _ segmenter: Segmenter
    ) {
      let found = DocumentHits(
        of: pattern, in: document, spine: spine, withCFI: form == .json, segmenter: segmenter)
      self.spine = spine
      count = found.hits.count
      isCut = found.isCut
      losses = Losses(document.findings)
      guard let form else { return }
      texts = HitTexts(of: found.hits, in: document, as: form)
      if form == .json {
        hits = found.hits
      } else {
        offsets = found.hits.map { Int32(truncatingIfNeeded: $0.range.lowerBound) }
      }
    }

    var withoutHits: Found {
      var rest = self
      (rest.texts, rest.offsets, rest.hits) = (nil, [], [])
      return rest
    }

    /// The hits' lines; what leads them is known when the whole book was set.
    func lines(led lead: HitLead) -> [UInt8] {
      guard let texts else { return [] }
      var lead = lead
      var bytes: [UInt8] = []
      for (index, offset) in offsets.enumerated() {
        lead.appendLead(at: TextPosition(spine: spine, offset: Int(offset)), to: &bytes)
        bytes.append(contentsOf: texts[index])
      }
      for (index, hit) in hits.enumerated() {
        lead.appendMembers(of: hit, to: &bytes)
        bytes.append(contentsOf: texts[index])
        bytes.append(contentsOf: "}\n".utf8)
      }
      return bytes
    }
  }

  /// Tells what went wrong with it, and how many hits there are.
  private func sum(_ found: [Found], of opened: OpenedBook) -> Int {
    tell(found, of: opened)
    return found.reduce(0) { $0 + $1.count }
  }

  private func tell(_ found: [Found], of opened: OpenedBook) {
    if found.contains(where: \.isCut), output.isWhole {
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
    let lead = HitLead(opened, survey, leadsWithBook: leadsWithBook)
    opened.book.forEachSpineItem { spine, _ in
      found[spine].lines(led: lead)
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
