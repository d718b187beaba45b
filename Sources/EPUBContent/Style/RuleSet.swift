import EPUBBasics
import EPUBMarkup
import Synchronization

/// All rules that apply to a document, from every origin, bound to atoms and sorted by how strongly
/// they win: of two rules that match, the one with the higher index wins.
///
/// Rules are found by the rightmost compound of their selectors: by an id or a word of an attribute,
/// by an attribute's name, by type, or among the few that could match anything. Documents with the
/// same sheets share one rule set.
final class RuleSet: Sendable {
  enum Origin: UInt8, Sendable { case userAgent, user, hints, author }

  /// A sheet as one document uses it.
  struct Source: Sendable {
    var sheet: StyleSheet
    var origin: Origin
    /// Names of the layers that imports put it into.
    var layer: [String] = []
  }

  struct CompiledSelector: Sendable {
    var firstCompound: Int32 = 0
    var compoundCount: Int32 = 0
    /// Bits that the element's ancestors must have.
    var mask: UInt64 = 0
    /// Bits that the element right before it must have.
    var siblingMask: UInt64 = 0
    /// Index into `blocks`.
    var block: Int32 = 0
    var pseudo = Selector.Pseudo.none
  }

  struct CompiledCompound: Sendable {
    var combinator = Selector.Combinator.none
    /// Raw value, -1 for any.
    var namespace: Int16 = -1
    /// Atoms of the type's name in lower case and as written; -1 for `*`.
    var lowerType: Int32 = -1
    var exactType: Int32 = -1
    var firstWord: Int32 = 0
    var wordCount: Int32 = 0
    var firstTest: Int32 = 0
    var testCount: Int32 = 0
  }

  enum CompiledTest: Sendable {
    case attribute(
      name: Int32, namespace: Int16, Selector.AttributeOperator, value: Int32, ignoresCase: Bool)
    /// `list` of inner selectors, -1 for none.
    case nth(Selector.Nth, list: Int32)
    case any(list: Int32)
    case not(list: Int32)
    case has(list: Int32)
    case language(index: Int32)
    case rightToLeft(Bool)
    case root, empty, link, anchor, never
  }

  /// Declarations of one rule.
  struct Block: Sendable {
    var source: Int32
    var declarations: Range<Int32>
    /// Rank of its layer, higher wins; counts down where `!important`.
    var layer: Int32
  }

  /// A selector and the atom that it is found by.
  struct Filed: Sendable {
    var atom: Int32
    var selector: Int32
  }

  /// Lists of selectors by atom, one after another.
  struct Buckets: Sendable {
    private var starts: [Int32]
    let items: [Int32]

    init(_ filed: [Filed], atomCount: Int) {
      var starts = [Int32](repeating: 0, count: atomCount + 1)
      for entry in filed { starts[Int(entry.atom) + 1] += 1 }
      for atom in 0..<atomCount { starts[atom + 1] += starts[atom] }
      var places = starts
      var items = [Int32](repeating: 0, count: filed.count)
      for entry in filed {
        items[Int(places[Int(entry.atom)])] = entry.selector
        places[Int(entry.atom)] += 1
      }
      self.starts = starts
      self.items = items
    }

    var isEmpty: Bool { items.isEmpty }

    func range(_ atom: Int32) -> Range<Int> {
      Int(starts[Int(atom)])..<Int(starts[Int(atom) + 1])
    }
  }

  /// An attribute whose words are atoms.
  struct WordAttribute: Hashable, Sendable {
    var name: Int32
    var namespace: Int16
  }

  let sources: [Source]
  let blocks: [Block]
  let selectors: [CompiledSelector]
  let innerSelectors: [CompiledSelector]
  let compounds: [CompiledCompound]
  /// Atoms of ids and of attributes' words.
  let words: [Int32]
  let tests: [CompiledTest]
  /// Ranges of `innerSelectors`.
  let lists: [Range<Int32>]
  let values: [[UInt8]]
  let languages: [[String]]
  let atoms: AtomTable
  /// Which bit of an ancestors' mask an atom sets; 255 for none.
  let bits: [UInt8]
  /// `nameSpace` + 2 + index is the atom space of its words.
  let wordAttributes: [WordAttribute]
  let byWord: Buckets
  let byAttribute: Buckets
  let byType: Buckets
  let universal: [Int32]
  /// Selectors of the user agent's sheet; they stand first.
  let userAgentCount: Int32
  /// Those that sheets define, by name.
  let counterStyles: [String: CounterStyle]
  /// Whether the limit of rules left some out.
  let isCut: Bool
  /// What these rules were found to make of elements, left by documents that are done: chapters are much
  /// alike.
  private let spareCaches = Guarded<[StyleCache]>([])

  static let nameSpace: Int32 = 0
  static let idSpace: Int32 = 1
  static let firstWordSpace: Int32 = 2

  init(_ sources: [Source], maximumRuleCount: Int) {
    var compiler = RuleCompiler(sources, maximumRuleCount: maximumRuleCount)
    compiler.compile()
    self.sources = sources
    var counterStyles: [String: CounterStyle] = [:]
    for source in sources where !source.sheet.counterStyles.isEmpty {
      counterStyles.merge(source.sheet.counterStyles) { $1 }
    }
    self.counterStyles = counterStyles
    blocks = compiler.blocks
    selectors = compiler.selectors
    innerSelectors = compiler.innerSelectors
    compounds = compiler.compounds
    words = compiler.words
    tests = compiler.tests
    lists = compiler.lists
    values = compiler.values
    languages = compiler.languages
    atoms = compiler.atoms
    bits = compiler.bits
    wordAttributes = compiler.wordAttributes
    let count = compiler.atoms.count
    byWord = Buckets(compiler.byWord, atomCount: count)
    byAttribute = Buckets(compiler.byAttribute, atomCount: count)
    byType = Buckets(compiler.byType, atomCount: count)
    universal = compiler.universal
    userAgentCount = compiler.userAgentCount
    isCut = compiler.isCut
  }

  /// A cache of styles that no other document uses.
  func takeCache() -> StyleCache {
    spareCaches.withLock { $0.popLast() } ?? StyleCache(initial: Cascade.initial)
  }

  /// Keeps it for the next document.
  func keep(_ cache: StyleCache) { spareCaches.withLock { $0.append(cache) } }
}
