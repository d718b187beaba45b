import EPUBMarkup

/// A selector as a sheet writes it, before it is bound to a document's names.
struct Selector: Sendable {
  enum Combinator: UInt8, Sendable { case none, descendant, child, next, later }

  enum Pseudo: UInt8, Sendable {
    case none, before, after, marker, firstLine, firstLetter
    /// One that exists but has no place in a book's text (`::selection` …).
    case unused
  }

  /// Rightmost first.
  var compounds: [Compound]
  var pseudo = Pseudo.none
  var specificity = Specificity()
  /// Compounds one inside the other and in all, those of the lists in it counted: what bounds the
  /// stack and the time that matching takes.
  var depth = 0
  var size = 0

  struct Compound: Sendable {
    /// What stands between this compound and the next one (to its left).
    var combinator = Combinator.none
    var namespace = NamespaceTest.any
    /// `nil` for `*`.
    var type: String?
    var tests: [Test] = []
  }

  enum NamespaceTest: Hashable, Sendable {
    case any
    case only(MarkupNamespace)
  }

  struct AttributeName: Hashable, Sendable {
    var namespace: NamespaceTest
    var local: String
  }

  enum AttributeOperator: UInt8, Sendable {
    case exists, equals, word, dash, prefix, suffix, contains
  }

  enum Test: Sendable {
    case id(String)
    /// One of the words of an attribute: `.class`, `[name~=word]`.
    case word(AttributeName, String)
    case attribute(AttributeName, AttributeOperator, value: [UInt8], ignoresCase: Bool)
    case nth(Nth)
    case any([Selector])
    case not([Selector])
    case has([Selector])
    case language([String])
    case rightToLeft(Bool)
    case root, empty, link
    /// The element that a `:has()` is asked of.
    case anchor
    /// What no book's reader ever is in: `:hover`, `:visited`.
    case never
  }

  /// `an+b`, counted from 1.
  struct Nth: Sendable {
    var step: Int32
    var offset: Int32
    var fromEnd = false
    var ofType = false
    var list: [Selector] = []

    func matches(_ position: Int) -> Bool {
      let distance = position - Int(offset)
      return step == 0
        ? distance == 0 : distance % Int(step) == 0 && distance / Int(step) >= 0
    }
  }

  /// Ids, classes and attributes, types; each counts up to 1023.
  struct Specificity: Comparable, Sendable {
    var ids = 0
    var classes = 0
    var types = 0

    var rank: UInt32 {
      UInt32(min(ids, 1023)) << 20 | UInt32(min(classes, 1023)) << 10 | UInt32(min(types, 1023))
    }
    static func < (a: Specificity, b: Specificity) -> Bool { a.rank < b.rank }
    static func += (a: inout Specificity, b: Specificity) {
      a.ids += b.ids
      a.classes += b.classes
      a.types += b.types
    }
  }
}

extension Selector {
  mutating func measure() {
    size = compounds.count
    var inner = 0
    for test in compounds.lazy.flatMap(\.tests) {
      guard let list = test.list else { continue }
      size += list.reduce(0) { $0 + $1.size }
      inner = max(inner, list.reduce(0) { max($0, $1.depth) })
    }
    depth = compounds.count + inner
  }
}

extension Selector.Test {
  fileprivate var list: [Selector]? {
    switch self {
    case .any(let list), .not(let list), .has(let list): list
    case .nth(let nth): nth.list
    default: nil
    }
  }
}

extension [Selector] {
  var highestSpecificity: Selector.Specificity {
    self.map(\.specificity).max() ?? Selector.Specificity()
  }
}
