import EPUBBasics
import EPUBContent
import TestKit
import Testing

@Suite("Bounds of a document") struct BoundTests {
  private func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits()
    change(&limits)
    return limits
  }

  struct Long: Sendable, CustomTestStringConvertible {
    var body: String
    var text: String
    var blocks: Int
    var testDescription: String { body }
  }

  @Test(
    "A paragraph that is too long goes on in another, no text lost",
    arguments: [
      Long(body: "<p>aaaa bbbb cccc dddd</p>", text: "aaaa bbbbcccc dddd", blocks: 2),
      Long(body: "<p>aaaabbbbccccdddd</p>", text: "aaaabbbbccccdddd", blocks: 2),
      Long(body: "<p>ééééééééé</p>", text: "ééééééééé", blocks: 2),
      Long(body: "<p>a<b>bbb</b>bcccc<i>dddd e</i></p>", text: "abbbbccccdddd e", blocks: 2),
      Long(body: "<pre>aaaa bbbb cccc</pre>", text: "aaaa bbbb cccc", blocks: 2),
      Long(
        body: "<p><ruby>aaaaaaaa<rt>bbbbbb</rt></ruby></p>", text: "aaaaaaaabbbbbb",
        blocks: 2),
      Long(
        body: "<table><tr><td>aaaa bbbb cccc</td></tr></table>", text: "aaaa bbbbcccc", blocks: 2),
      Long(body: "<p>aaaa bbb</p><p>cccc ddd</p>", text: "aaaa bbbcccc ddd", blocks: 2),
      Long(body: "<p>漢漢漢漢漢漢</p>", text: "漢漢漢漢漢漢", blocks: 2),
    ])
  func paragraphs(_ long: Long) throws {
    let limits = limits { $0.maximumBlockByteCount = 10 }
    let document = try content(long.body, limits: limits)
    #expect(String(decoding: document.text, as: UTF8.self) == long.text)
    #expect(document.blocks.count == long.blocks)
    #expect(document.blocks.allSatisfy { $0.textRange.count <= 10 })
    let isBroken = !long.body.contains("</p><p>")
    #expect(document.findings.map(\.code) == (isBroken ? ["content-paragraph-limit"] : []))
  }

  @Test("No scalar is too long for any limit", arguments: 0...5)
  func scalars(_ count: Int) throws {
    let limits = limits { $0.maximumBlockByteCount = count }
    let document = try content("<p>a é 漢 😀 <img src='a.png' alt='é漢'/> b</p>", limits: limits)
    let text = String(decoding: document.text, as: UTF8.self)
    #expect(text.filter { $0 != " " } == "aé漢😀b")
  }

  @Test("What stands for pictures breaks a paragraph, too, and is cut where it is one by itself")
  func insertions() throws {
    let limits = limits { $0.maximumBlockByteCount = 20 }
    let one = "<img src='a.png' alt='one'/>"
    let pictures = try content("<p>some text \(one)\(one)\(one)</p>", limits: limits)
    #expect(pictures.blocks.count > 1)
    #expect(pictures.images.count == 3)
    #expect(pictures.findings.map(\.code) == ["content-paragraph-limit"])
    let long = String(repeating: "é", count: 100)
    let label = try content("<p>a <img src='a.png' alt='\(long)'/></p>", limits: limits)
    #expect(label.findings.map(\.code).contains("content-insertion-limit"))
    #expect(label.shownBytes.count <= 20)
  }

  @Test("Links past the limit are text, pictures past it are not shown, both told once")
  func links() throws {
    let limits = limits {
      $0.maximumLinkCount = 2
      $0.maximumPictureCount = 1
    }
    let link = "<a href='#a'>link</a> "
    let picture = "<img src='a.png' alt='A'/>"
    let document = try content(
      "<p>\(link)\(link)<a href='#b'><i>\(link)</i></a>\(link)</p>\(picture)\(picture)\(picture)",
      limits: limits)
    #expect(document.links.count == 2)
    #expect(document.images.count == 1)
    #expect(String(decoding: document.text, as: UTF8.self) == "link link link link")
    #expect(document.findings.map(\.code) == ["content-link-limit", "content-picture-limit"])
  }

  @Test("Rows past the limit are paragraphs, line ends past it spaces")
  func rows() throws {
    let limits = limits {
      $0.maximumRowCount = 2
      $0.maximumKeptLineCount = 2
    }
    let row = "<tr><td>a</td><td>b</td></tr>"
    let tables = try content(
      "<table>\(row)</table><table>\(row)\(row)<td>c</td></table>", limits: limits)
    #expect(tables.tables.map(\.rows.count) == [1, 1])
    #expect(String(decoding: tables.text, as: UTF8.self) == "abababc")
    #expect(tables.findings.map(\.code) == ["content-row-limit"])
    let lines = try content("<pre>a\nb\nc\nd\ne</pre><pre>f\ng</pre>", limits: limits)
    #expect(String(decoding: lines.text, as: UTF8.self) == "a\nb\nc d ef g")
    #expect(lines.findings.map(\.code) == ["content-line-limit"])
  }

  @Test("A document of nothing but stylesheets' text is bounded whatever it holds itself")
  func generated() throws {
    let limits = limits { $0.maximumGeneratedByteCount = 1000 }
    let items = String(repeating: "<p>a</p>", count: 1000)
    let document = try content(items, css: "p::before { content: 'bbbb' }", limits: limits)
    #expect(document.shownBytes.count == 996)
    #expect(document.findings.map(\.code) == ["generated-content-too-long"])
  }
}
