import EPUBContent
import Testing

@testable import EPUBContent

@Suite("Lists") struct ListTests {
  @Test(
    "Items are numbered as HTML says",
    arguments: [
      Row("<ol><li>a</li><li>b</li></ol>", ["item1 ‹1.› a", "item1 ‹2.› b"]),
      Row(
        "<ol start=\"11\"><li>a</li><li value=\"40\">b</li><li>c</li></ol>",
        ["item1 ‹11.› a", "item1 ‹40.› b", "item1 ‹41.› c"]),
      Row("<ol reversed=\"\"><li>a</li><li>b</li></ol>", ["item1 ‹2.› a", "item1 ‹1.› b"]),
      Row("<ol start=\"-1\"><li>a</li><li>b</li></ol>", ["item1 ‹-1.› a", "item1 ‹0.› b"]),
      Row("<ol type=\"a\"><li>a</li><li>b</li></ol>", ["item1 ‹a.› a", "item1 ‹b.› b"]),
      Row("<ol type=\"I\"><li value=\"4\">a</li></ol>", ["item1 ‹IV.› a"]),
      Row(
        "<ol start=\"99999999999999999999\"><li>a</li><li>b</li></ol>",
        ["item1 ‹2147483647.› a", "item1 ‹2147483648.› b"]),
      Row("<ol start=\"x\"><li>a</li></ol>", ["item1 ‹1.› a"]),
      Row(
        "<ol><li>a</li><li style=\"display: none\">b</li><li>c</li></ol>",
        ["item1 ‹1.› a", "item1 ‹2.› c"]),
    ])
  func numbers(_ row: Row) throws { try row.check() }

  @Test(
    "Nested lists go deeper, each with its own marker",
    arguments: [
      Row(
        "<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li></ul>",
        ["item1 ‹•› a", "item2 ‹◦› b", "item3 ‹▪› c"]),
      Row(
        "<ol><li>a<ol><li>b</li></ol></li><li>c</li></ol>",
        ["item1 ‹1.› a", "item2 ‹1.› b", "item1 ‹2.› c"]),
      Row("<ol><li><p>a</p><p>b</p></li></ol>", ["item1 ‹1.› a", "item1 b"]),
      Row("<ol><li><ol><li>a</li></ol></li></ol>", ["item1 ‹1.›", "item2 ‹1.› a"]),
      Row("<ol><li/><li> </li><li>a</li></ol>", ["item1 ‹1.›", "item1 ‹2.›", "item1 ‹3.› a"]),
      Row("<ul><li><img src=\"x.png\" alt=\"b\"/></li></ul>", ["image ‹•› OEBPS/text/x.png \"b\""]),
    ])
  func nesting(_ row: Row) throws { try row.check() }

  @Test(
    "Markers are what the style says",
    arguments: [
      Row("<ul><li>a</li></ul>", css: "ul { list-style-type: none }", ["item1 a"]),
      Row("<ul><li>a</li></ul>", css: "ul { list-style-type: '→ ' }", ["item1 ‹→› a"]),
      Row("<ol><li>a</li></ol>", css: "ol { list-style-type: lower-greek }", ["item1 ‹α.› a"]),
      Row("<ul><li>a</li></ul>", css: "li { display: block }", ["item1 a"]),
      Row("<p class=\"x\">a</p>", css: ".x { display: list-item }", ["item1 ‹•› a"]),
      Row(
        "<ol><li>a</li><li>b</li></ol>", css: "li::marker { content: '(' counter(list-item) ')' }",
        ["item1 ‹(1)› a", "item1 ‹(2)› b"]),
    ])
  func styles(_ row: Row) throws { try row.check() }

  struct Number: Sendable {
    var style: ListStyle
    var number: Int
    var text: String
  }

  @Test(
    "Numbers are written in each counter style",
    arguments: [
      Number(style: .decimal, number: -3, text: "-3"),
      Number(style: .decimalLeadingZero, number: 7, text: "07"),
      Number(style: .lowerRoman, number: 1994, text: "mcmxciv"),
      Number(style: .upperRoman, number: 4000, text: "4000"),
      Number(style: .upperRoman, number: 0, text: "0"),
      Number(style: .lowerAlpha, number: 26, text: "z"),
      Number(style: .upperAlpha, number: 27, text: "AA"),
      Number(style: .lowerAlpha, number: 0, text: "0"),
      Number(style: .lowerGreek, number: 24, text: "ω"),
      Number(style: .named("hebrew"), number: 15, text: "טו"),
      Number(style: .named("hebrew"), number: 421, text: "תכא"),
      Number(style: .named("armenian"), number: 1999, text: "ՌՋՂԹ"),
      Number(style: .named("georgian"), number: 1996, text: "ჩშჟვ"),
      Number(style: .named("arabic-indic"), number: 120, text: "١٢٠"),
      Number(style: .named("cjk-decimal"), number: 120, text: "一二〇"),
      Number(style: .named("trad-chinese-informal"), number: 12, text: "十二"),
      Number(style: .named("japanese-informal"), number: 230, text: "二百三十"),
      Number(style: .named("hiragana"), number: 2, text: "い"),
      Number(style: .named("hebrew"), number: 5784, text: "ה׳תשפד"),
      Number(style: .named("georgian"), number: 19_999, text: "ჵჰშჟთ"),
      Number(style: .named("ethiopic-numeric"), number: 1, text: "፩"),
      Number(style: .named("ethiopic-numeric"), number: 100, text: "፻"),
      Number(style: .named("ethiopic-numeric"), number: 78_010_092, text: "፸፰፻፩፼፺፪"),
      Number(style: .named("ethiopic-numeric"), number: 780_100_000_092, text: "፸፰፻፩፼፼፺፪"),
      Number(style: .named("cjk-earthly-branch"), number: 12, text: "亥"),
      Number(style: .named("cjk-earthly-branch"), number: 13, text: "一三"),
      Number(style: .named("simp-chinese-informal"), number: 1010, text: "一千零一十"),
      Number(style: .named("simp-chinese-informal"), number: 6001, text: "六千零一"),
      Number(style: .named("simp-chinese-formal"), number: 11, text: "壹拾壹"),
      Number(style: .named("trad-chinese-formal"), number: -120, text: "負壹佰貳拾"),
      Number(style: .named("cjk-ideographic"), number: 10_000, text: "一〇〇〇〇"),
      Number(style: .named("japanese-informal"), number: 1111, text: "千百十一"),
      Number(style: .named("japanese-formal"), number: 1003, text: "壱阡参"),
      Number(style: .named("korean-hangul-formal"), number: 15, text: "일십오"),
      Number(style: .named("korean-hanja-informal"), number: 15, text: "十五"),
      Number(style: .named("korean-hanja-formal"), number: 0, text: "零"),
      Number(style: .named("disclosure-open"), number: 1, text: "▾"),
      Number(style: .named("no-such-style"), number: 5, text: "5"),
    ])
  func counterStyles(_ row: Number) {
    #expect(CounterText.text(row.number, row.style) == row.text)
  }

  @Test(
    "Sheets define styles of their own",
    arguments: [
      ("system: cyclic; symbols: '*' '†'; suffix: ' '", ["*", "†", "*"]),
      ("symbols: '*' '†'", ["*.", "†.", "**."]),
      ("system: numeric; symbols: '0' '1'; prefix: '('; suffix: ')'", ["(1)", "(10)", "(11)"]),
      ("system: alphabetic; symbols: a b", ["a.", "b.", "aa."]),
      ("system: fixed 2; symbols: x y", ["1.", "x.", "y."]),
      ("system: additive; additive-symbols: 2 'II', 1 'I'", ["I.", "II.", "III."]),
      ("system: extends lower-roman; suffix: '/'", ["i/", "ii/", "iii/"]),
      ("system: extends decimal; pad: 3 '0'", ["001.", "002.", "003."]),
      ("system: extends decimal; range: 2 infinite; fallback: upper-roman", ["I.", "2.", "3."]),
      ("system: extends x", ["1.", "2.", "3."]),
      ("system: cyclic", ["1.", "2.", "3."]),
      ("system: nonsense; symbols: a", ["a.", "aa.", "aaa."]),
      ("system: additive; additive-symbols: 1 'I', 2 'II'", ["1.", "2.", "3."]),
    ] as [(String, [String])])
  func defined(_ descriptors: String, _ markers: [String]) throws {
    let css = "@counter-style x { \(descriptors) } ol { list-style-type: x }"
    let document = try content("<ol><li>a</li><li>b</li><li>c</li></ol>", css: css)
    #expect(document.blocks.map { $0.markerRange.map(document.shown) ?? "" } == markers)
  }

  @Test("Numbers below zero have signs, in what is generated too")
  func negative() throws {
    let css = """
      @counter-style Minus { system: numeric; symbols: '0' '1' '2' '3' '4' '5' '6' '7' '8' '9';
        negative: '(' ')'; pad: 4 '0' }
      p { counter-reset: n -5 } p::before { content: counter(n, Minus) }
      """
    #expect(try dump("<p>a</p>", css: css) == ["paragraph ⟨(05)⟩a"])
  }

  @Test("Symbols may stand in the value itself; what no sheet may define stays as it is")
  func symbols() throws {
    let css = """
      ol { list-style: symbols(cyclic '*' '†') inside } @counter-style decimal { symbols: x }
      ul { list-style-type: DECIMAL }
      """
    let document = try content("<ol><li>a</li><li>b</li></ol><ul><li>c</li></ul>", css: css)
    #expect(document.blocks.map { $0.markerRange.map(document.shown) } == ["*", "†", "1."])
  }

  @Test("Markers end as their script has it")
  func suffixes() {
    let markers = [
      "thai", "ethiopic-numeric", "korean-hanja-formal", "hiragana", "disclosure-open",
    ]
    .map { CounterText.marker(3, .named($0)) }
    #expect(markers == ["๓.", "፫/", "參,", "う、", "▾"])
  }
}
