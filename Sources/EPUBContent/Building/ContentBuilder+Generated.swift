import EPUBBasics
import EPUBMarkup

/// Generated content: `::before`, `::after`, quotes, counters.
extension ContentBuilder {
  mutating func openGenerated(_ node: Int) {
    let depth = frames.count - 1
    if let before = cascade.style(of: .before, on: node, in: tree, parent: frames[depth].style) {
      appendGenerated(before, node)
    }
    if let after = cascade.style(of: .after, on: node, in: tree, parent: frames[depth].style) {
      afterStyles.append((depth, after))
      frames[depth].traits.insert(.after)
    }
  }

  mutating func closeGenerated(_ depth: Int) {
    guard frames[depth].traits.contains(.after), let after = afterStyles.popLast() else { return }
    appendGenerated(after.style, Int(frames[depth].node))
  }

  private mutating func appendGenerated(_ style: ComputedStyle, _ node: Int) {
    guard style.display != .none, let parts = style.content else { return }
    if appendGeneratedRule(style, parts) { return }
    counters.apply(style, depth: frames.count)
    var look = frames[frames.count - 1].look
    look.set(style)
    if style.unicodeBidi != .normal { look.embed(style, &document) }
    if style.display.isBlockLevel { finishBlock() }
    for part in parts {
      if case .image(let source, let alternative) = part {
        appendGeneratedPicture(source, alternative: alternative, look: look)
      } else if generatedBudget > 0 {
        let text = generated([part], node, number: nil)
        if style.isVisible, spend(text) { insert(shown(text, style), look: look) }
      }
    }
    if style.display.isBlockLevel { finishBlock() }
  }

  /// Whether the stylesheets may add `text`.
  mutating func spend(_ text: String) -> Bool {
    let left = generatedBudget - text.utf8.count
    guard left <= 0 else {
      generatedBudget = left
      return true
    }
    if generatedBudget > 0 {
      document.findings.append(
        Finding(
          "generated-content-too-long", .warning, path: path.string, clause: "CSS Content 3",
          done: "The stylesheets add more text than the document holds; the rest of it is left out."
        ))
    }
    generatedBudget = 0
    return false
  }

  /// Generated text as its style shows it.
  private func shown(_ text: String, _ style: ComputedStyle) -> String {
    let keepsLineFeeds = style.whiteSpace.keepsSpace || style.whiteSpace == .preLine
    let kept =
      keepsLineFeeds
      ? text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).printable }.joined(separator: "\n")
      : text.printable
    let language = document.languages[Int(frames[frames.count - 1].look.language)].lowercased()
    return TextTransform.text(kept, style.textTransform, language: language)
  }

  /// - Parameter number: the item's, for a marker.
  mutating func generated(_ parts: [ComputedStyle.ContentPart], _ node: Int, number: Int?)
    -> String
  {
    var text = ""
    for part in parts {
      switch part {
      case .text(let string): text += string
      case .attribute(let name): text += attributeText(name, node)
      case .counter(let name, let style):
        text += cascade.counterStyles.text(counter(name, number).last ?? 0, style)
      case .counters(let name, let separator, let style):
        text += counter(name, number).suffix(Self.maximumCounterDepth)
          .map { cascade.counterStyles.text($0, style) }
          .joined(separator: separator)
      case .openQuote:
        text += quotes(at: quoteDepth).open
        quoteDepth += 1
      case .closeQuote:
        quoteDepth = max(0, quoteDepth - 1)
        text += quotes(at: quoteDepth).close
      case .noOpenQuote: quoteDepth += 1
      case .noCloseQuote: quoteDepth = max(0, quoteDepth - 1)
      case .image: break
      }
    }
    return text
  }

  /// Counters nested deeper than that are told from the inside.
  private static var maximumCounterDepth: Int { 100 }

  private func counter(_ name: String, _ number: Int?) -> [Int] {
    let own = counters.all(name)
    guard own.isEmpty, name == "list-item" else { return own.isEmpty ? [0] : own }
    var numbers = lists.map { $0.number &- $0.step }
    if let number, !numbers.isEmpty { numbers[numbers.count - 1] = number }
    return numbers.isEmpty ? [number ?? 0] : numbers
  }

  private func attributeText(_ name: String, _ node: Int) -> String {
    let local = name.split(whereSeparator: { $0 == "|" || $0 == ":" }).last.map(String.init) ?? name
    for index in tree.attributeRange(of: node) {
      let attribute = attributes[index]
      if tree.names[Int(attribute.nameIndex)] == local {
        return bytes.string(in: Int(attribute.start)..<Int(attribute.end))
      }
    }
    return ""
  }

  private func quotes(at depth: Int) -> ComputedStyle.QuotePair {
    let frame = frames[frames.count - 1]
    let pairs =
      frame.style.quotes
      ?? Quotes.pairs(for: document.languages[Int(frame.look.language)])
    guard !pairs.isEmpty else { return ComputedStyle.QuotePair(open: "", close: "") }
    return pairs[min(depth, pairs.count - 1)]
  }
}

/// Quotation marks by language, outermost first (CLDR's main and alternate delimiters).
enum Quotes {
  static func pairs(for language: String) -> [ComputedStyle.QuotePair] {
    let tag = language.lowercased()
    let primary = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map(String.init)
    return table[tag] ?? table[primary ?? ""] ?? english
  }

  private static let english = pairs("“”‘’")

  /// Four or more marks; spaces inside French ones are no-break ones.
  private static func pairs(_ marks: String) -> [ComputedStyle.QuotePair] {
    let marks = marks.unicodeScalars.map(String.init)
    return stride(from: 0, to: marks.count - 1, by: 2).map {
      ComputedStyle.QuotePair(open: marks[$0], close: marks[$0 + 1])
    }
  }

  private static let table: [String: [ComputedStyle.QuotePair]] = {
    var table: [String: [ComputedStyle.QuotePair]] = [:]
    for (languages, marks) in groups {
      for language in languages.split(separator: " ") { table[String(language)] = pairs(marks) }
    }
    table["fr"] = [
      ComputedStyle.QuotePair(open: "«\u{A0}", close: "\u{A0}»"),
      ComputedStyle.QuotePair(open: "“", close: "”"),
    ]
    return table
  }()

  private static let groups = [
    ("de cs sk sl lt is et bg ka lb mk sr bs dsb hsb", "„“‚‘"),
    ("hr", "„”‚’"),
    ("sr-latn", "„”‘’"),
    ("pl hu ro nl-be", "„”«»"),
    ("es it ca gl eu pt-pt el sq", "«»“”"),
    ("ru uk be kk ky mn", "«»„“"),
    ("hy", "«»«»"),
    ("eo af", "“”‘’"),
    ("cy", "‘’“”"),
    ("az uz", "“”‘’"),
    ("de-ch fr-ch it-ch rm gsw", "«»‹›"),
    ("sv fi", "””’’"),
    ("da nb nn no", "«»‘’"),
    ("ja zh-hant zh-tw zh-hk", "「」『』"),
    ("zh ko", "“”‘’"),
    ("fa ar-ma", "«»‹›"),
    ("ar ur", "”“’‘"),
    ("he", "””’’"),
  ]
}
