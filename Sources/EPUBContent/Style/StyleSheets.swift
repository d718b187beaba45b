public import EPUBBasics
import Synchronization

/// The stylesheets of one book, each parsed once and shared by all of its documents and threads.
public final class StyleSheets: Sendable {
  /// What the reader chose. It never enters `display`, `visibility`, `white-space` or `content`: the
  /// logical text depends on the book alone.
  public struct Options: Hashable, Sendable {
    /// `false`: of the book's sheets only those four properties count.
    public var usesBookStyle: Bool
    /// A stylesheet of the user's origin, its text.
    public var userSheet: String?
    public init(usesBookStyle: Bool = true, userSheet: String? = nil) {
      self.usesBookStyle = usesBookStyle
      self.userSheet = userSheet
    }
  }

  let options: Options
  private let limits: Limits
  private let load: @Sendable (ContainerPath) -> [UInt8]?
  let userSheet: StyleSheet?
  private let known = Guarded(Known())

  private struct Known {
    /// By path; `nil` inside for a sheet that is not there.
    var files: [ContainerPath: StyleSheet?] = [:]
    var references: [ReferenceKey: Found] = [:]
    /// By the text of a `style` element: many documents of a book repeat it.
    var inline: [[UInt8]: StyleSheet] = [:]
    var ruleSets: [[RuleSetKey]: RuleSet] = [:]
  }

  private struct ReferenceKey: Hashable {
    var folder: Substring
    var reference: String
  }

  private struct RuleSetKey: Hashable {
    var sheet: ObjectIdentifier
    var layer: [String]
  }

  /// How many are remembered; more are parsed anew, so that a book of a different `style` element in
  /// each document takes no more memory than others.
  private static let maximumInlineCount = 256
  private static let maximumReferenceCount = 4096
  private static let maximumRuleSetCount = 16

  /// - Parameter load: the bytes of a stylesheet, `nil` when the container has none there.
  public init(
    options: Options = Options(), limits: Limits = Limits(),
    load: @escaping @Sendable (ContainerPath) -> [UInt8]?
  ) {
    self.options = options
    self.limits = limits
    self.load = load
    userSheet = options.userSheet.map {
      StyleSheet(parsing: Array($0.utf8), maximumRuleCount: limits.maximumStyleRuleCount)
    }
  }

  /// Where a reference to a sheet leads, and what is there.
  struct Found: Sendable {
    /// `nil` outside of the book.
    var path: ContainerPath?
    var sheet: StyleSheet?
  }

  /// The sheet that the resource at `base` refers to, loaded and parsed by whoever asks first.
  ///
  /// Documents of one folder ask for the same sheets over and over: 0.3 µs then, against 8 to resolve
  /// the reference.
  func sheet(_ reference: String, from base: ContainerPath) -> Found {
    let folder = base.string.utf8.lastIndex(of: UInt8(ascii: "/")).map { base.string[..<$0] } ?? ""
    let key = ReferenceKey(folder: folder, reference: reference)
    return known.withLock { known in
      if let found = known.references[key] { return found }
      var found = Found()
      if case .inside(let target, _) = base.resolving(reference) {
        found = Found(path: target.path, sheet: file(target.path, &known))
      }
      if known.references.count < Self.maximumReferenceCount { known.references[key] = found }
      return found
    }
  }

  private func file(_ path: ContainerPath, _ known: inout Known) -> StyleSheet? {
    if let sheet = known.files[path] { return sheet }
    let sheet = load(path).map { parse(SheetDecoding.utf8($0)) }
    known.files[path] = .some(sheet)
    return sheet
  }

  /// The sheet that a `style` element holds.
  func sheet(inline text: [UInt8]) -> StyleSheet {
    if let sheet = known.withLock({ $0.inline[text] }) { return sheet }
    let sheet = parse(text)
    return known.withLock { known in
      if let first = known.inline[text] { return first }
      if known.inline.count < Self.maximumInlineCount { known.inline[text] = sheet }
      return sheet
    }
  }

  private func parse(_ text: [UInt8]) -> StyleSheet {
    StyleSheet(parsing: text, maximumRuleCount: limits.maximumStyleRuleCount)
  }

  /// The rules of these sheets of the book, those of the user agent and of the user before them.
  func ruleSet(_ sources: [RuleSet.Source], maximumRuleCount: Int) -> RuleSet {
    let key = sources.map { RuleSetKey(sheet: ObjectIdentifier($0.sheet), layer: $0.layer) }
    if let rules = known.withLock({ $0.ruleSets[key] }) { return rules }
    var all = [RuleSet.Source(sheet: UserAgentSheet.sheet, origin: .userAgent)]
    if let userSheet { all.append(RuleSet.Source(sheet: userSheet, origin: .user)) }
    all.append(RuleSet.Source(sheet: UserAgentSheet.hints, origin: .hints))
    let rules = RuleSet(all + sources, maximumRuleCount: maximumRuleCount)
    return known.withLock { known in
      if let first = known.ruleSets[key] { return first }
      if known.ruleSets.count >= Self.maximumRuleSetCount { known.ruleSets.removeAll() }
      known.ruleSets[key] = rules
      return rules
    }
  }
}
