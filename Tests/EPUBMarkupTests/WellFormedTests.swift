import EPUBBasics
import EPUBMarkup
import Testing

@Suite("Well-formed XML") struct WellFormedTests {
  @Test("Becomes a flat tree in document order")
  func flatTree() throws {
    let tree = try parse(
      "<html xmlns='http://www.w3.org/1999/xhtml'><body id=\"b\"><p>One &amp; t<![CDATA[w]]>o</p>x</body></html>"
    )
    #expect(tree.dump() == "xhtml:html(xhtml:body[id=b](xhtml:p('One & two')'x'))")
    #expect(tree.findings.isEmpty)
  }
}
