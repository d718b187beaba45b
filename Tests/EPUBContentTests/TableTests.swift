import EPUBContent
import Testing

@Suite("Tables") struct TableTests {
  /// Rows of `column+span×rows=text`.
  private func grid(_ body: String, css: String = "") throws -> [String] {
    let document = try content(body, css: css)
    return document.tables.map { table in
      table.rows.map { row in
        (row.isHeader ? "H " : "")
          + row.cells.map { cell in
            let text = cell.blockRange.map { document.text(document.blocks[$0].textRange) }
            return "\(cell.column)+\(cell.columnSpan)×\(cell.rowSpan)"
              + (cell.isHeader ? "h" : "") + "=" + text.joined(separator: "/")
          }.joined(separator: " ")
      }.joined(separator: "\n")
    }
  }

  @Test("Cells stand in their columns, spans counted")
  func spans() throws {
    let body = """
      <table><thead><tr><th>A</th><th colspan="2">B</th></tr></thead>
      <tbody><tr><td rowspan="2">1</td><td>2<p>x</p></td><td>3</td></tr><tr><td>4</td><td/></tr>
      </tbody></table>
      """
    #expect(
      try grid(body) == [
        "H 0+1×1h=A 1+2×1h=B\n0+1×2=1 1+1×1=2/x 2+1×1=3\n1+1×1=4 2+1×1="
      ])
    #expect(try content(body).tables[0].columnCount == 3)
  }

  @Test("Blocks of cells are rows; captions and what is outside of cells are not")
  func kinds() throws {
    let body = """
      <table><caption>C</caption><tr><td><h2>a</h2><ul><li>b</li></ul></td></tr></table><p>c</p>
      """
    let document = try content(body)
    #expect(document.dump() == ["caption C", "row a", "row ‹•› b", "paragraph c"])
    #expect(document.blocks.map(\.table) == [-1, 0, 0, -1])
  }

  @Test(
    "Spans from the file are bounded",
    arguments: [
      ("colspan=\"1000000\"", "0+1×1=a"), ("colspan=\"0\"", "0+1×1=a"),
      ("colspan=\"-5\"", "0+1×1=a"), ("rowspan=\"1000000\"", "0+1×2=a"),
      ("rowspan=\"0\"", "0+1×2=a"), ("rowspan=\"99999999999999999999\"", "0+1×2=a"),
    ])
  func hugeSpans(_ attribute: String, _ cell: String) throws {
    let body = "<table><tr><td \(attribute)>a</td></tr><tr></tr></table>"
    #expect(try grid(body)[0].split(separator: "\n").first.map(String.init) == cell)
  }

  @Test("Spans do not leave their row group")
  func groups() throws {
    let body = """
      <table><tbody><tr><td rowspan="5">a</td><td>b</td></tr></tbody>\
      <tbody><tr><td>c</td></tr></tbody></table>
      """
    #expect(try grid(body) == ["0+1×1=a 1+1×1=b\n0+1×1=c"])
  }

  @Test("The foot is the last of its rows, wherever it is written")
  func feet() throws {
    let body = """
      <p>Be\u{AD}fore</p><table id='t'><caption>C</caption><thead><tr><th>A</th><th>B</th></tr></thead>\
      <tfoot id='f'><tr><td>sum\u{AD}med</td><td id='g'><b>up</b>\
      <table><tr><td>in</td><td>ner</td></tr></table></td></tr></tfoot>\
      <tbody id='b'><tr><td/><td id='c'>x<table><tr><td>de</td><td>ep</td></tr></table></td></tr>\
      <tr><td rowspan='2'>y\u{AD}y</td><td>z</td></tr><tr><td>zz</td></tr></tbody>\
      </table><p id='e'>after</p>
      """
    let document = try content(body)
    #expect(
      document.text(0..<document.text.count) == "BeforeCABxdeepyyzzzsummedupinnerafter")
    #expect(
      try grid(body) == [
        "H 0+1×1h=A 1+1×1h=B\n0+1×1= 1+1×1=x/de/ep\n0+1×2=yy 1+1×1=z\n1+1×1=zz\n"
          + "0+1×1=summed 1+1×1=up/in/ner",
        "0+1×1=in 1+1×1=ner", "0+1×1=de 1+1×1=ep",
      ])
    func text(at id: String) -> String? {
      document.anchor(id).map { anchor in
        #expect(document.blocks[Int(anchor.block)].textRange.contains(Int(anchor.offset)))
        return document.text(Int(anchor.offset)..<Int(anchor.offset) + 2)
      }
    }
    #expect(["t", "f", "g", "b", "c", "e"].map(text) == ["CA", "su", "up", "xd", "xd", "af"])
    #expect(document.softHyphens == [2, 15, 22])
    #expect(document.sourceMap.sourceOrder.count == document.sourceMap.spans.count)
    let inSource = document.sourceMap.sourceOrder.map { document.sourceMap.spans[Int($0)].element }
    #expect(inSource == inSource.sorted())
    #expect(
      document.blocks.first { document.text($0.textRange) == "summed" }?.style.spaceAbove == 0)
  }

  @Test("Ruby in what moves keeps its places")
  func rubyInFeet() throws {
    let body = """
      <ruby>甲<rt>a</rt></ruby><table><tfoot><tr><td>x<ruby>乙<rt>b</rt></ruby></td></tr></tfoot>\
      <tbody><tr><td>yyy<ruby>丙<rt>c</rt></ruby></td></tr></tbody></table><ruby>丁<rt>d</rt></ruby>
      """
    let document = try content(body)
    let bases = document.rubyBases.map { document.text(Int($0)..<Int($0) + 3) }
    #expect(bases == ["甲", "丙", "乙", "丁"])
    #expect(document.rubyBases == document.rubyBases.sorted())
  }

  @Test("Where the foot is written last, nothing moves")
  func footAtEnd() throws {
    let body = """
      <table><tbody><tr><td>a</td></tr></tbody><tfoot><tr><td>b</td></tr></tfoot></table>\
      <table><tfoot><tr><td>c</td></tr></tfoot></table>
      """
    let document = try content(body)
    #expect(document.text(0..<document.text.count) == "abc")
    #expect(document.sourceMap.sourceOrder.isEmpty)
  }

  @Test("A caption stands where its side is")
  func captions() throws {
    let body =
      "<table><caption>C</caption><tfoot><tr><td>f</td></tr></tfoot><tr><td>a</td></tr></table>"
    #expect(try dump(body) == ["caption C", "row a", "row f"])
    let css = "table { caption-side: bottom }"
    #expect(try dump(body, css: css) == ["row a", "row f", "caption C"])
  }

  @Test("A table in a cell lies inside the cell's blocks")
  func nested() throws {
    let body = """
      <table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table>d</td><td>e</td></tr></table>
      """
    let document = try content(body)
    #expect(document.blocks.map(\.table) == [0, 1, 1, 0, 0])
    #expect(document.tables.map(\.outer) == [-1, 0])
    #expect(document.tables[0].rows[0].cells.map(\.blockRange) == [0..<4, 4..<5])
    #expect(document.tables[1].rows[0].cells.map(\.blockRange) == [1..<2, 2..<3])
  }

  @Test("Elements are tables by their style, and stop being so")
  func styled() throws {
    let css = ".t { display: table } .r { display: table-row } .c { display: table-cell }"
    let cells = "<div class=\"r\"><span class=\"c\">a</span><span class=\"c\">b</span></div>"
    #expect(try grid("<div class=\"t\">\(cells)</div>", css: css) == ["0+1×1=a 1+1×1=b"])
    let plain = "table, tr, td { display: block }"
    #expect(try dump("<table><tr><td>a</td></tr></table>", css: plain) == ["paragraph a"])
    #expect(try dump("<div class=\"t\"><p>a</p></div>", css: css) == ["paragraph a"])
  }

  @Test("Cells without a row share one")
  func withoutRow() throws {
    let css = ".t { display: table } .c { display: table-cell }"
    let body = "<div class=\"t\"><p class=\"c\">a</p><p class=\"c\">b</p></div>"
    #expect(try grid(body, css: css) == ["0+1×1=a 1+1×1=b"])
  }

  @Test("Every cell of a row keeps the row's distance from what is above")
  func distance() throws {
    let css =
      "* { margin: 0; padding: 0; line-height: 1 } table { margin-top: 2em } .m { margin: 1em 0 }"
    let body = """
      <p>a</p><table><tr><td>b</td><td>c<p class="m">d</p></td></tr><tr><td>e</td></tr></table>
      """
    let document = try content(body, css: css)
    #expect(document.blocks.map(\.style.spaceAbove) == [0, 2, 2, 1, 0])
  }
}
