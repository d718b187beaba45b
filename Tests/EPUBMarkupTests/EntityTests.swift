import EPUBBasics
import EPUBMarkup
import Testing

@Suite("Entities and references") struct EntityTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let markup: String
    let dump: String
    var codes: [String] = []
    var testDescription: String { markup }
  }

  static func subset(_ declarations: String, _ content: String) -> String {
    "<!DOCTYPE x [\(declarations)]><x>\(content)</x>"
  }

  static let rows = [
    Row(
      markup:
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.1//EN\" \"xhtml11.dtd\">\n<x>&nbsp;&mdash;&eacute;&hellip;</x>",
      dump: "none:x('\u{A0}—é…')"),
    Row(markup: "<x>a&nbsp;b</x>", dump: "none:x('a\u{A0}b')", codes: ["markup-entity-undeclared"]),
    Row(
      markup: "<!DOCTYPE x PUBLIC 'p' 's'><x t='&ldquo;&amp;&NotEqualTilde;'/>",
      dump: "none:x[t=“&≂̸]"),
    Row(markup: "<!DOCTYPE x SYSTEM 's'><x>&LT;&AMP;&gt;&QUOT;</x>", dump: "none:x('<&>\"')"),
    Row(markup: "<!DOCTYPE x SYSTEM 's'><x t='&NewLine;&Tab;'/>", dump: "none:x[t=\n\t]"),
    Row(markup: "<x>&#147;Don&#146;t&#148; &#x80;3&#x97;</x>", dump: "none:x('“Don’t” €3—')"),
    Row(markup: "<x t='&#147;a'/>", dump: "none:x[t=“a]"),
    Row(markup: "<x t='&#10;&#9;a&#13;'>&#13;</x>", dump: "none:x[t=\n\ta\r]('\r')"),
    Row(
      markup: subset("<!ENTITY a 'b &c; d'><!ENTITY c \"<y z='&e;'>f</y>\"><!ENTITY e 'g'>", "&a;"),
      dump: "none:x('b ' none:y[z=g]('f') ' d')"),
    Row(markup: subset("<!ENTITY a '1'><!ENTITY a '2'>", "&a;"), dump: "none:x('1')"),
    Row(
      markup: subset("<!ENTITY lt '&#38;#60;'><!ENTITY n '&#xA0;'>", "&lt;&n;"),
      dump: "none:x('<\u{A0}')"),
    Row(
      markup: subset(
        "<!-- <!ENTITY a 'no'> --><?p <!ENTITY a 'no'>?><!ELEMENT x ANY>\n<!ATTLIST x y CDATA '>'><!ENTITY a 'yes]>'>",
        "&a;"), dump: "none:x('yes]>')"),
    Row(markup: subset("<!ENTITY % p \"<!ENTITY a 'in'>\">%p;%q;", "&a;"), dump: "none:x('in')"),
    Row(
      markup: subset("<!ENTITY a SYSTEM 'file:///etc/passwd'>", "[&a;]"), dump: "none:x('[]')",
      codes: ["markup-entity-external"]),
    Row(
      markup: subset("<!ENTITY a 'b'>", "<![CDATA[&a;]]><!-- &a; -->&a;"), dump: "none:x('&a;b')"),
    Row(
      markup: subset("<!ENTITY a '&b;'><!ENTITY b '&a;'>", "[&a;]"), dump: "none:x('[]')",
      codes: ["markup-entity-limit"]),
    Row(
      markup: subset("<!ENTITY a 'it &a;'>", "[&a;]"), dump: "none:x('[]')",
      codes: ["markup-entity-limit"]),
    Row(markup: subset("<!ENTITY a ''>", "<y t='&a;'/>&a;"), dump: "none:x(none:y[t=])"),
  ]

  @Test("Are resolved without a document type of others", arguments: rows)
  func references(_ row: Row) throws {
    for syntax in [MarkupSyntax.xml, .xhtml, .html] {
      let tree = try parse(row.markup, as: syntax)
      #expect(tree.dump() == row.dump)
      #expect(tree.findings.map(\.code) == row.codes, "\(tree.findings)")
      #expect(!tree.isReadAsHTML)
      #expect(tree.faults() == [])
    }
  }

  static func bomb(levels: Int, width: Int) -> String {
    var declarations = "<!ENTITY l0 'ho '>"
    for level in 1...levels {
      let inner = String(repeating: "&l\(level - 1);", count: width)
      declarations += "<!ENTITY l\(level) '\(inner)'>"
    }
    return declarations
  }

  @Test("A bomb of entities is left out, and what stands around it is kept")
  func bomb() throws {
    let content = "before &l9; <y a='&l9;'/> between &l1; after"
    let tree = try parse(Self.subset(Self.bomb(levels: 9, width: 10), content))
    #expect(tree.text(of: 0) == "before   between \(String(repeating: "ho ", count: 10)) after")
    #expect(tree.findings.map(\.code) == ["markup-entity-limit"])
    #expect(tree.findings.first?.losesText == true)
  }

  @Test("Entities of nothing and many small ones use up the limit as well")
  func slowBombs() throws {
    var limits = Limits()
    limits.maximumEntityByteCount = 1000
    let empty = try parse(
      Self.subset(Self.bomb(levels: 30, width: 2).replacing("ho ", with: ""), "a&l30;b"),
      limits: limits)
    #expect(empty.text(of: 0) == "ab")
    let many = try parse(
      Self.subset("<!ENTITY a '123456789'>", String(repeating: "&a;", count: 500)), limits: limits)
    #expect(many.bytes.count == 900)
    #expect(many.findings.map(\.code) == ["markup-entity-limit"])
  }

  @Test("A chain of a hundred thousand entities is measured without recursion")
  func longChain() throws {
    var declarations = "<!ENTITY e0 'end'>"
    for link in 1...100_000 { declarations += "<!ENTITY e\(link) '&e\(link - 1);'>" }
    var limits = Limits()
    limits.maximumEntityByteCount = 4 << 20
    let tree = try parse(Self.subset(declarations, "&e100000;"), limits: limits)
    #expect(tree.text(of: 0) == "end")
  }

  @Test("Every name of HTML is known")
  func allNames() throws {
    // Three of the longest, the shortest, the first and the last of the list.
    let rows = [
      ("CounterClockwiseContourIntegral", "∳"), ("DoubleLongLeftRightArrow", "⟺"),
      ("NotSquareSupersetEqual", "⋣"), ("gt", ">"), ("AElig", "Æ"), ("zwnj", "\u{200C}"),
      ("zwj", "\u{200D}"),
      ("ThickSpace", "\u{205F}\u{200A}"), ("fjlig", "fj"), ("Aacute", "Á"),
    ]
    for (name, text) in rows {
      let tree = try parse("<!DOCTYPE x SYSTEM 's'><x>&\(name);</x>")
      #expect(Array(tree.text(of: 0).unicodeScalars) == Array(text.unicodeScalars))
    }
  }
}
