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

  @Test("Attributes of all elements together are cut to the limit")
  func attributeTotal() throws {
    var limits = Limits()
    limits.maximumAttributeTotal = 3
    let tree = try parse(
      "<a b='1' c='2'><d e='3' f='4'/><g h='5'/></a>", as: .xml, limits: limits)
    #expect(tree.dump() == "none:a[b=1 c=2](none:d[e=3] none:g)")
    #expect(tree.findings.map(\.code) == ["markup-attribute-limit"])
  }

  @Test("Half a million open elements take no memory each", arguments: ["<i>", "<i>x", "<div>"])
  func openElements(_ tag: String) throws {
    let text = String(repeating: tag, count: 500_000)
    let tree = try parse("<html><body><p>" + text + "end", as: .xhtml)
    #expect(tree.text(of: 0).hasSuffix("end"))
    #expect(tree.text(of: 0).filter { $0 == "x" }.count == (tag == "<i>x" ? 500_000 : 0))
    #expect(tree.findings.map(\.code).contains("markup-depth-limit"))
    let closed = try parse(
      "<a>" + String(repeating: "<i>x", count: 200_000) + String(repeating: "</i>", count: 200_000)
        + "<b>end</b></a>", as: .xhtml)
    #expect(closed.text(of: 0).hasSuffix("xend"))
    #expect(closed.faults() == [])
  }

  @Test("A text that comes to the parser in pieces is read as others are")
  func pieces() throws {
    let value = String(repeating: "é“v” &amp; ", count: 3_000)
    var text = "<html>"
    for index in 0..<60 {
      text += "<p id='é\(index)' title='\(value)'>\(value)<![CDATA[<ж>]]><br/>\(index)</p>\n"
    }
    let tree = try parse(text + "</html>", as: .xhtml)
    let plain = value.replacing("&amp;", with: "&")
    #expect(text.utf8.count > 3 << 20)
    #expect(tree.findings == [])
    #expect(tree.faults() == [])
    let expected = (0..<60).map { "\(plain)<ж>\($0)\n" }.joined()
    #expect(tree.text(of: 0) == expected)
    let values = tree.attributes.map {
      String(decoding: tree.bytes[Int($0.start)..<Int($0.end)], as: UTF8.self)
    }
    #expect(values == (0..<60).flatMap { ["é\($0)", plain] })
  }

  @Test("The beginning of a document is read up to where it was cut, which is no fault of its own")
  func beginnings() throws {
    let whole =
      "<html lang='en'><p class='x'>one &amp; é<b>two</b><!-- c --><br/></p><p>three</p></html>"
    let text = try parse(whole, as: .xhtml).text(of: 0)
    for count in 17..<whole.utf8.count {
      let bytes = Array(whole.utf8.prefix(count))
      let reference = bytes.lastIndex(of: UInt8(ascii: "&")).map { bytes[$0...] } ?? [0x3B]
      guard String(validating: bytes, as: UTF8.self) != nil, reference.contains(0x3B) else {
        continue
      }
      let tree = try MarkupTree(parsing: bytes, as: .xhtml, at: testPath, isCut: true)
      #expect(text.hasPrefix(tree.text(of: 0)), "\(count)")
      #expect(tree.findings == [], "\(count)")
      #expect(tree.faults() == [])
    }
    let section = "<html><p>a<![CDATA[bcd"
    let tree = try MarkupTree(parsing: Array(section.utf8), as: .xhtml, at: testPath, isCut: true)
    #expect(tree.text(of: 0) == "abcd")
    let soup = "<p>a&nbsp;<b>b<br>c<p>d"
    let read = try MarkupTree(parsing: Array(soup.utf8), as: .xhtml, at: testPath, isCut: true)
    #expect(read.text(of: 0) == "a\u{A0}bcd")
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
