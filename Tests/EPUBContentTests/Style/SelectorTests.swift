import Testing

@testable import EPUBContent

@Suite("Selectors") struct SelectorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var selector: String
    var ids: String
    var testDescription: String { selector }
    init(_ selector: String, _ ids: String) { (self.selector, self.ids) = (selector, ids) }
  }

  static let document = """
    <div id="a" class="x y"><p id="b" epub:type="chapter z3998:letter" lang="en-GB">one</p>\
    <p id="c" title="Hello World" xml:lang="zh-Hant-TW"><i id="d">two</i><b id="e"/> </p>\
    <q id="f" class="Y"/><p id="g"><i id="h"/><i id="i"/><i id="j" data-k="a-b"/></p></div>\
    <section id="k"><a id="l" href="#a">x</a><a id="m">y</a>\
    <svg xmlns="http://www.w3.org/2000/svg" id="n"><a id="o"/>\
    <linearGradient id="p"/></svg></section>
    """

  static let rows: [Row] = [
    Row("p", "b c g"), Row("P", "b c g"), Row("div p", "b c g"), Row("div > i", ""),
    Row("#c", "c"), Row(".x", "a"), Row(".x.y", "a"), Row(".Y", "f"), Row("div.x.z", ""),
    Row("*|linearGradient", "p"), Row("linearGradient", "p"), Row("lineargradient", ""),
    Row("p + p", "c"), Row("p ~ p", "c g"), Row("p ~ p i", "d h i j"), Row("i + i + i", "j"),
    Row("div > p > i", "d h i j"), Row("section ~ p", ""),
    Row("[title]", "c"), Row("[title='Hello World']", "c"), Row("[title~=World]", "c"),
    Row("[title~='Hello World']", ""), Row("[title^=Hell]", "c"), Row("[title$=World]", "c"),
    Row("[title*='o W']", "c"), Row("[title*='']", ""), Row("[title='hello world']", ""),
    Row("[title='hello world' i]", "c"), Row("[title='hello world' s]", ""),
    Row("[lang|=en]", "b"), Row("[lang|='en-GB']", "b"), Row("[lang|='en-G']", ""),
    Row("[data-k|=a]", "j"), Row("[*|type~=chapter]", "b"), Row("[type]", ""),
    Row(#"[epub\:type~="z3998:letter"]"#, "b"), Row(#"[epub\:type='z3998:letter']"#, ""),
    Row(#"[xml\:lang]"#, "c"), Row("[class~=y]", "a"), Row("[class=x]", ""),
    Row("p:first-child", "b"), Row("p:last-child", "g"), Row("a:only-child", ""),
    Row("p:nth-child(2)", "c"), Row("i:nth-child(odd)", "d h j"), Row("i:nth-child(even)", "i"),
    Row("i:nth-child(2n + 1)", "d h j"), Row("i:nth-child(-n+2)", "d h i"),
    Row("i:nth-child(n+3)", "j"), Row("i:nth-child(n)", "d h i j"), Row("i:nth-child(0n+1)", "d h"),
    Row("i:nth-last-child(1)", "j"), Row("i:nth-last-child(2)", "d i"),
    Row("p:nth-of-type(3)", "g"), Row("p:first-of-type", "b"), Row("p:last-of-type", "g"),
    Row("b:only-of-type", "e"), Row("i:only-of-type", "d"), Row("q:nth-last-of-type(1)", "f"),
    Row("div :nth-child(2 of p)", "c"), Row("div > :nth-last-child(1 of p)", "g"),
    Row("i:empty", "h i j"), Row("p:empty", ""), Row("div:root", ""),
    Row("a:link", "l"), Row("a:any-link", "l"), Row("a:visited", ""), Row("a:hover", ""),
    Row("p:lang(en)", "b"), Row("p:lang(zh-TW)", "c"), Row("p:lang('*-TW')", "c"),
    Row("i:lang(zh)", "d"), Row("p:lang(en-US)", ""), Row("p:lang(fr, en)", "b"),
    Row("p:not(:first-child)", "c g"), Row("p:not(#b, #c)", "g"), Row("p:not(.x)", "b c g"),
    Row("p:is(#b, #g)", "b g"), Row("p:where(#b, :bogus, #g)", "b g"), Row("p:is()", ""),
    Row("p:has(i)", "c g"), Row("p:has(> b)", "c"), Row("p:has(+ q)", "c"),
    Row("p:has(~ p)", "b c"),
    Row("p:has(i + b)", "c"), Row("div:has(i + i + i)", "a"), Row("section:has(i)", ""),
    Row("p:not(:has(i))", "b"), Row("p:has(:not(i))", "c"), Row(":is(div, section) > a", "l m"),
    Row("p:has(:has(i))", ""), Row("p:nth-child(x)", ""), Row("p:unknown", ""),
    Row("p::unknown", ""),
    Row("p >> i", ""), Row("p,, i", ""), Row(", p", ""), Row("p, :bogus", ""), Row("", ""),
    Row("p::first-line, i:empty", "h i j"), Row("p::-webkit-x, i:empty", "h i j"),
    Row("zz|p", ""), Row("|p", ""), Row("*|p", "b c g"), Row("p:dir(ltr)", "b c g"),
    Row("#\\63", "c"), Row("#1c", ""), Row("p#\\67 ", "g"), Row("p /* x */ > /**/i", "d h i j"),
  ]

  @Test("Match these elements", arguments: rows)
  func matching(_ row: Row) throws {
    let css = "b { font-weight: normal } \(row.selector) { font-weight: bold }"
    let reset = "* { font-weight: normal } "
    let probe = try StyleProbe(
      Self.document, css: reset + css)
    #expect(probe.boldIDs.joined(separator: " ") == row.ids)
  }
}
