import EPUBBasics
import Testing

@testable import EPUBMarkup

extension Testing.Tag {
  @Tag static var hostile: Testing.Tag
}

@Suite("Hostile bytes", .tags(.hostile), .timeLimit(.minutes(10))) struct HostileTests {
  static let samples: [String] = [
    "<?xml version='1.0' encoding='utf-8'?>\n<!DOCTYPE html [<!ENTITY e '<b>é</b>'>]>\n"
      + "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:epub='http://www.idpf.org/2007/ops'>"
      + "<head><title>t</title><style>p>a{}</style></head><body><p id=\"a\" epub:type='x'>&e;&nbsp;&#147;"
      + "<![CDATA[<x>]]><!-- c --><br/>ж日😀</p><svg xmlns='http://www.w3.org/2000/svg'><text>s</text></svg></body></html>",
    "<html><head><meta charset=utf-8><body><table><tr><td><b>a<p>b</b><td>&copy c<li>d</table><p/>"
      + "<math><mi>x<svg><foreignObject><p>e</svg><script>a<b</script><a href='x>y</a><!-- z",
    "<package xmlns='http://www.idpf.org/2007/opf'><metadata><dc:title opf:x='y'>a & b</dc:title>"
      + "<meta name='c' content=\"d\"/></metadata><spine><itemref idref='e'/></spine></package>",
  ]

  static let syntaxes = [MarkupSyntax.xhtml, .html, .xml]

  /// Either an error or a tree that keeps the rules, and never a rewriting that libxml2 refuses.
  func check(_ bytes: [UInt8], limits: Limits = Limits(), _ comment: @autoclosure () -> String) {
    for syntax in Self.syntaxes {
      guard let tree = try? parse(bytes, as: syntax, limits: limits) else { continue }
      let faults = tree.faults()
      if !faults.isEmpty { Issue.record("\(comment()): \(faults)") }
      for finding in tree.findings where finding.done.utf8.contains(where: { $0 < 0x20 }) {
        Issue.record("\(comment()): \(finding)")
      }
    }
    var text = DecodedText(bytes, as: .xhtml, at: testPath)
    text.check()
    for rules in [MarkupRewriter.Rules.asWritten, .html] {
      var rewriter = MarkupRewriter(text.bytes, by: rules, limits: limits)
      rewriter.run()
      let outcome = LibXML.parse(
        rewriter.output, into: TreeBuilder(limits: limits, documentByteCount: 0))
      if outcome.builder.hasRoot, let fault = outcome.fault {
        Issue.record(
          "\(comment()): \(fault) in \(rewriter.output.string(in: rewriter.output.indices))")
      }
    }
  }

  @Test("Documents cut at every byte")
  func truncation() {
    for sample in Self.samples {
      let bytes = Array(sample.utf8)
      for end in 0...bytes.count { check(Array(bytes[..<end]), "cut at \(end)") }
    }
  }

  @Test("Ten thousand documents with flipped, dropped and doubled bytes", arguments: [1, 2, 3, 4])
  func damage(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let marks = Array("<>&;\"'=/!-[]?#x: \0\u{8}\n%".utf8) + [0x80, 0xFF, 0xEF, 0xC3]
    for round in 0..<2500 {
      var bytes = Array((Self.samples.randomElement(using: &numbers) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...6, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        case 1: bytes[place] = marks.randomElement(using: &numbers) ?? 0
        case 2: bytes.remove(at: place)
        default:
          let end = min(bytes.count, place + Int.random(in: 1...40, using: &numbers))
          let target = Int.random(in: 0..<bytes.count, using: &numbers)
          bytes.insert(contentsOf: Array(bytes[place..<end]), at: target)
        }
      }
      check(bytes, "seed \(seed), round \(round)")
    }
  }

  @Test("Random bytes and random markup", arguments: [11, 12])
  func noise(_ seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let words = [
      "<", ">", "</", "/>", "<p", "<b>", "</b>", "<li>", "<table>", "<td>", "</table>", "<svg>",
      "<math>",
      "<foreignObject>", "</p>", "<a href=", "'", "\"", "&", "&nbsp;", "&#", "&#x8;", ";", "<!--",
      "-->",
      "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE x [", "<!ENTITY a 'b&a;'>", "]>", "&a;", "text",
      " ",
      "\n", "é", "\u{FFFF}", "\0", "x:y", ":", "=", "<html>", "<body>", "<head>", "<title>",
      "<style>",
      "</style>", "<br>", "</br>", "<x:y>", "</x:y>", "xmlns='u'", "xmlns:x='v'",
    ]
    for round in 0..<1500 {
      var text = ""
      for _ in 0..<Int.random(in: 1...60, using: &numbers) {
        text += words.randomElement(using: &numbers) ?? ""
      }
      check(Array(text.utf8), "seed \(seed), round \(round)")
      let bytes = (0..<Int.random(in: 1...80, using: &numbers)).map { _ in
        UInt8.random(in: 0...255, using: &numbers)
      }
      check(bytes, "seed \(seed), round \(round)")
    }
  }

  @Test("Twenty thousand nested elements are flattened with a finding")
  func deepNesting() throws {
    let count = 20_000
    let inside = "<p>bottom</p>"
    let nested =
      "<html><body>" + String(repeating: "<div>", count: count) + inside
      + String(repeating: "</div>", count: count) + "<p>after</p></body></html>"
    let tree = try parse(nested)
    #expect(tree.text(of: 0) == "bottomafter")
    #expect(tree.findings.map(\.code) == ["markup-depth-limit"])
    #expect(tree.nodes.count == count + 6)
    #expect(tree.faults() == [])
    let last = try #require(tree.nodes.indices.last { tree.isElement($0) })
    #expect(tree.nodes[last].parent == 1)

    let soup = try parse("<html><body>" + String(repeating: "<div><b>", count: count) + inside)
    #expect(soup.text(of: 0) == "bottom")
    #expect(soup.isReadAsHTML)
    #expect(soup.faults() == [])
  }

  @Test("Elements deeper than the limit stand at the limit, text in its order")
  func depthLimit() throws {
    var limits = Limits()
    limits.maximumElementDepth = 3
    let tree = try parse(
      "<a><b>1<c>2<d>3<e>4</e>5</d>6</c>7</b>8<b><c/></b></a>", as: .xml, limits: limits)
    #expect(
      tree.dump()
        == "none:a(none:b('1' none:c('2') none:d('3') none:e('4') '567') '8' none:b(none:c))")
    #expect(tree.faults() == [])
    #expect(tree.findings.map(\.place) == ["line 1"])
  }

  @Test("Of elements past the limit the text alone is taken in")
  func elementLimit() throws {
    var limits = Limits()
    limits.maximumNodeCount = 4
    let tree = try parse(
      "<a><b>1<c>2</c>3</b><d x='y'>4<e>5</e></d>6<f/>7</a>", as: .xml, limits: limits)
    #expect(tree.dump() == "none:a(none:b('1' none:c('2') '3') '4567')")
    #expect(tree.faults() == [])
    #expect(tree.findings.map(\.code) == ["markup-element-limit"])
  }

  @Test("A million attributes of one element are cut to the limit")
  func manyAttributes() throws {
    var text = "<x"
    for index in 0..<1_000_000 { text += " a\(index)='\(index)'" }
    text += ">b</x>"
    let tree = try parse(text, as: .xml)
    #expect(tree.attributes.count == Limits().maximumAttributeCount)
    #expect(tree.text(of: 0) == "b")
    #expect(tree.findings.map(\.code) == ["markup-attribute-limit"])
  }

  @Test("Few attributes too many are cut as well")
  func attributeLimit() throws {
    var limits = Limits()
    limits.maximumAttributeCount = 2
    for text in ["<x a='1' b='2' c='3'/>", "<x a='1' b=2 c='3'/>"] {
      let tree = try parse(text, as: .xml, limits: limits)
      #expect(tree.dump() == "none:x[a=1 b=2]")
      #expect(tree.findings.contains { $0.code == "markup-attribute-limit" })
    }
  }

  @Test("Thousands of nested namespaces are no reason to stop")
  func manyNamespaces() throws {
    var text = "<html>"
    for index in 0..<20_000 { text += "<p\(index):x xmlns:p\(index)='u\(index)'>" }
    text += "a"
    for index in (0..<20_000).reversed() { text += "</p\(index):x>" }
    let tree = try parse(text + "</html>", as: .xml)
    #expect(tree.text(of: 0) == "a")
  }

  @Test("More names than can be numbered")
  func manyNames() throws {
    var text = "<x>"
    for index in 0..<70_000 { text += "<n\(index)/>" }
    let tree = try parse(text + "<p/></x>", as: .xml)
    #expect(tree.nodes.count == 70_002)
    #expect(tree.names.count == 65_536)
    #expect(tree.nodes.last?.name == .p)
  }

  @Test("A text of ten million bytes", arguments: ["<x>", "<p><br>"])
  func longText(_ start: String) throws {
    let bytes = Array(start.utf8) + [UInt8](repeating: 0x61, count: 10_500_000) + Array("</x>".utf8)
    let tree = try parse(bytes)
    #expect(tree.bytes.count == 10_500_000)
  }

  @Test(
    "Markup that never ends costs no more than its length",
    arguments: [
      "<!--", "<![CDATA[", "<?x", "<a b='", "<a b=\"", "<style>", "<script>", "&#", "&x", "<x y z",
      "</",
      "<p", "<b>", "<i><p></b>", "<td></div>", "<table><tr><td>", "<svg><p>", "<a><p></a>",
      "<q></r>",
      "<!DOCTYPE x [", "<![if", "<b a='b' c='d'><p>x</p>", "<v><w>",
    ])
  func unending(_ piece: String) {
    let bytes = Array(("<html><body>" + String(repeating: piece, count: 20_000)).utf8)
    for syntax in Self.syntaxes {
      guard let tree = try? parse(bytes, as: syntax) else { continue }
      #expect(tree.faults() == [])
      #expect(tree.bytes.count < bytes.count * 20)
    }
  }
}
