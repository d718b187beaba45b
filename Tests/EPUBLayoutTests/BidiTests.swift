import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBMarkup
import EPUBSegmentation
import Testing

@Suite("Bidirectional text") struct BidiTests {
  /// The lines of a body as they are seen, checked as all are.
  func seen(_ body: String, measure: Int = 30, css: String = "") throws -> [String] {
    let (galley, document) = try set(body, measure: measure, css: css)
    return galley.visualDump(of: document, Segmenter())
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  func set(_ body: String, measure: Int, css: String = "") throws -> (Galley, ContentDocument) {
    let text = """
      <html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title><style>* { margin: 0 }
      \(css)</style></head><body>\(body)</body></html>
      """
    let path = ContainerPath("a.xhtml") ?? .root
    let tree = try MarkupTree(parsing: Array(text.utf8), as: .xhtml, at: path)
    let document = ContentDocument(reading: tree, at: path, styles: StyleSheets { _ in nil })
    var draft = Draft()
    draft.document = document
    return (checked(draft, LayoutOptions(measure: measure, pageHeight: 24)), document)
  }

  struct Row {
    var body: String
    var seen: [String]
    var css = ""
  }

  // The letters are Hebrew; what is seen is written here from left to right.
  private static let rows: [Row] = [
    Row(body: "<p>abc אבג def</p>", seen: ["abc גבא def"]),
    Row(body: "<p dir=\"rtl\">אבג abc דהו.</p>", seen: [blanks(18) + ".והד abc גבא"]),
    // Numbers keep their order, whatever is around them.
    Row(body: "<p>אב 12.50 גד</p>", seen: ["דג 12.50 בא"]),
    Row(body: "<p>ab ٢٥ cd</p>", seen: ["ab ٢٥ cd"]),
    // Brackets are mirrored, and take the direction of what they hold.
    Row(body: "<p dir=\"rtl\">א (ב) ג</p>", seen: [blanks(23) + "ג (ב) א"]),
    Row(body: "<p dir=\"rtl\">a (ב) c</p>", seen: [blanks(23) + "c (ב) a"]),
    // An isolate does not carry the number after it along.
    Row(body: "<p>x <bdi>אב</bdi> 3 y</p>", seen: ["x בא 3 y"]),
    Row(body: "<p>x אב 3 y</p>", seen: ["x 3 בא y"]),
    Row(
      body: "<p>x <span dir=\"rtl\">a (<bdi>b א c</bdi>) ב</span> y</p>",
      seen: ["x ב (b א c) a y"]),
    Row(body: "<p>x <bdo dir=\"rtl\">abc</bdo> y</p>", seen: ["x cba y"]),
    Row(body: "<p>x <u>אב 3</u> y</p>", seen: ["x 3 בא y"]),
    Row(body: "<p>x <u>אב</u> 3 y</p>", seen: ["x בא 3 y"], css: "u { unicode-bidi: isolate }"),
    Row(body: "<p>x <u>אב</u> 3 y</p>", seen: ["x בא 3 y"], css: "u { unicode-bidi: embed }"),
    Row(body: "<p>x <span dir=\"rtl\">abc.</span> y</p>", seen: ["x .abc y"]),
    // Directions by the text itself.
    Row(body: "<p dir=\"auto\">אב c</p>", seen: [blanks(26) + "c בא"]),
    Row(body: "<p dir=\"auto\">a בג</p>", seen: ["a גב"]),
    Row(body: "<p dir=\"auto\"><bdi>x</bdi> א!</p>", seen: [blanks(26) + "!א x"]),
    Row(
      body: "<p>a ב.<br/>ב a.</p>", seen: ["a ב.", blanks(26) + ".a ב"],
      css: "p { unicode-bidi: plaintext }"),
    // What is embedded goes on after a forced break.
    Row(body: "<p>x <span dir=\"rtl\">א b<br/>ב c</span> y</p>", seen: ["x b א", "c ב y"]),
    Row(
      body: "<p dir=\"rtl\" style=\"text-align: center\">אב</p>",
      seen: [blanks(14) + "בא"]),
    Row(body: "<p dir=\"rtl\" style=\"text-align: left\">אב</p>", seen: ["בא"]),
  ]

  @Test("Is put where it is seen", arguments: rows.indices)
  func row(_ index: Int) throws {
    let row = Self.rows[index]
    #expect(try seen(row.body, css: row.css) == row.seen)
  }

  @Test("Is broken in reading order, each line reordered by itself")
  func lines() throws {
    #expect(try seen("<p>ab אבג דהו זחט cd</p>", measure: 7) == ["ab גבא", "טחז והד", "cd"])
  }

  @Test("Hangs markers at the right, their numbers in order")
  func markers() throws {
    let list = "<ol dir=\"rtl\" start=\"12\"><li>אב</li><li>ab</li></ol>"
    #expect(try seen(list, measure: 12) == ["      בא .12", "      ab .13"])
  }

  @Test("Lets pages be written in reading order, with the blanks of what is seen")
  func reading() throws {
    let (galley, document) = try set(
      "<p dir=\"rtl\">אב cd</p><ol dir=\"rtl\"><li>אב</li></ol>", measure: 12)
    #expect(galley.rows(of: document) == ["       אב cd", "       1. אב"])
  }

  @Test("Does not touch what runs from left to right")
  func plain() throws {
    let (galley, _) = try set("<p>“Plain” text – of <bdi>one</bdi> way.</p>", measure: 30)
    #expect(galley.pieces.allSatisfy { $0.level == 0 })
    #expect(galley.lines.allSatisfy { !$0.flags.contains(.isReordered) })
  }

  @Test("Ends, however deep directions are nested")
  func deep() throws {
    let body =
      "<p>" + String(repeating: "<bdo dir=\"rtl\">a<bdi>א", count: 400)
      + String(repeating: "</bdi></bdo>", count: 400) + "</p>"
    #expect(try !seen(body).isEmpty)
  }
}

private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
