/// One parsed stylesheet. Media queries and `@supports` are answered already, since what they ask
/// about never changes; names stand as they were written.
final class StyleSheet: Sendable {
  struct Rule: Sendable {
    /// Range in `selectors`.
    var selectors: Range<Int32>
    /// Range in `declarations`.
    var declarations: Range<Int32>
    /// Index into `layers`.
    var layer: Int32
  }

  struct Import: Sendable {
    var reference: String
    /// Index into `layers`: the layer that its rules go into.
    var layer: Int32
  }

  /// Names from the outermost layer inward; the first one is empty: no layer.
  let layers: [[String]]
  let imports: [Import]
  let rules: [Rule]
  let selectors: [Selector]
  let declarations: [Declaration]
  let counterStyles: [String: CounterStyle]
  /// Rules and declarations that were no CSS and were passed over.
  let brokenCount: Int
  let firstBrokenLine: Int?
  /// Whether the sheet held more rules than the limit lets in.
  let isCut: Bool
  /// Of its text.
  let byteCount: Int

  init(_ parser: CSSParser, byteCount: Int = 0) {
    self.byteCount = byteCount
    layers = parser.layers
    imports = parser.imports
    rules = parser.rules
    selectors = parser.selectors
    declarations = parser.declarations
    counterStyles = parser.counterStyles
    brokenCount = parser.brokenCount
    firstBrokenLine = parser.firstBroken.map { parser.text.line(of: $0) }
    isCut = parser.isCut
  }

  /// - Parameter source: the sheet's text in UTF-8.
  convenience init(parsing source: [UInt8], maximumRuleCount: Int) {
    var parser = CSSParser(source, maximumRuleCount: maximumRuleCount)
    parser.readSheet()
    self.init(parser, byteCount: source.count)
  }
}
