/// What elements look like before any sheet of the book says something: HTML's own suggestions
/// (HTML #rendering), with insets that suit a page of cells.
enum UserAgentSheet {
  static let sheet = StyleSheet(parsing: Array(text.utf8), maximumRuleCount: .max)
  /// What attributes of the markup say about looks; weaker than any rule of the book.
  static let hints = StyleSheet(parsing: Array(hintText.utf8), maximumRuleCount: .max)

  private static let text = """
    @namespace svg "http://www.w3.org/2000/svg";
    @namespace m "http://www.w3.org/1998/Math/MathML";

    address, article, aside, audio, blockquote, body, center, dd, details, dialog, dir, div, dl, dt,
    fieldset, figcaption, figure, footer, form, frameset, h1, h2, h3, h4, h5, h6, header, hgroup, hr,
    html, iframe, legend, main, menu, nav, noframes, object, ol, optgroup, option, p, pre, search,
    section, summary, ul, video, canvas { display: block }

    area, base, basefont, datalist, head, link, meta, noembed, param, rp, script, style, template,
    title, track, source { display: none }
    svg|defs, svg|desc, svg|metadata, svg|symbol, svg|clipPath, svg|mask, svg|pattern, svg|marker
    { display: none }
    m|annotation, m|annotation-xml { display: none }
    [hidden] { display: none }

    p, dl, blockquote, figure, pre, ul, ol, menu, dir { margin-top: 1em; margin-bottom: 1em }
    blockquote { margin-left: 2em; margin-right: 2em }
    dd { margin-inline-start: 2em }
    ul, ol, menu, dir { padding-inline-start: 2em }
    :is(ul, ol, menu, dir, dl) ul, :is(ul, ol, menu, dir, dl) ol, :is(ul, ol, menu, dir, dl) menu,
    :is(ul, ol, menu, dir, dl) dir, :is(ul, ol, menu, dir) dl { margin-top: 0; margin-bottom: 0 }
    ol { list-style-type: decimal }
    ul, menu, dir { list-style-type: disc }
    :is(ul, ol, menu, dir) ul, :is(ul, ol, menu, dir) menu { list-style-type: circle }
    :is(ul, ol, menu, dir) :is(ul, ol, menu, dir) ul { list-style-type: square }
    li { display: list-item }

    h1, h2, h3, h4, h5, h6 { font-weight: bold; break-after: avoid; break-inside: avoid }
    h1 { font-size: 2em; margin-top: .67em; margin-bottom: .67em }
    h2 { font-size: 1.5em; margin-top: .83em; margin-bottom: .83em }
    h3 { font-size: 1.17em; margin-top: 1em; margin-bottom: 1em }
    h4 { margin-top: 1.33em; margin-bottom: 1.33em }
    h5 { font-size: .83em; margin-top: 1.67em; margin-bottom: 1.67em }
    h6 { font-size: .67em; margin-top: 2.33em; margin-bottom: 2.33em }
    hr { margin-top: .5em; margin-bottom: .5em }

    b, strong, th { font-weight: bold }
    i, em, cite, var, dfn, address { font-style: italic }
    tt, code, kbd, samp { font-family: monospace }
    pre, listing, plaintext, xmp { font-family: monospace; white-space: pre }
    listing, plaintext, xmp { display: block; margin-top: 1em; margin-bottom: 1em }
    textarea { white-space: pre-wrap }
    nobr { white-space: nowrap }
    ins, u { text-decoration: underline }
    del, s, strike { text-decoration: line-through }
    small { font-size: smaller }
    big { font-size: larger }
    sub { vertical-align: sub; font-size: smaller }
    sup { vertical-align: super; font-size: smaller }
    q::before { content: open-quote }
    q::after { content: close-quote }
    center { text-align: center }

    table { display: table; text-indent: 0; margin-top: 1em; margin-bottom: 1em }
    table table { margin-top: 0; margin-bottom: 0 }
    caption { display: table-caption; text-align: center }
    colgroup, col { display: table-column }
    thead { display: table-header-group }
    tbody { display: table-row-group }
    tfoot { display: table-footer-group }
    tr { display: table-row }
    td, th { display: table-cell }
    button, input, select, meter, progress { display: inline-block; text-indent: 0 }

    ruby { display: ruby }
    rb { display: ruby-base }
    rt { display: ruby-text }
    rtc { display: ruby-text-container }
    ruby, rt { text-indent: 0 }

    [dir=ltr i] { direction: ltr }
    [dir=rtl i] { direction: rtl }
    [dir=auto i]:dir(ltr), bdi:not([dir]):dir(ltr) { direction: ltr }
    [dir=auto i]:dir(rtl), bdi:not([dir]):dir(rtl) { direction: rtl }
    bdi, output, [dir=ltr i], [dir=rtl i], [dir=auto i] { unicode-bidi: isolate }
    bdo, bdo[dir] { unicode-bidi: isolate-override }
    pre[dir=auto i], textarea[dir=auto i] { unicode-bidi: plaintext }

    svg|svg { text-indent: 0 }
    svg|text, svg|foreignObject { display: block }
    m|math { direction: ltr; unicode-bidi: isolate; text-indent: 0; font-style: normal; font-weight: normal; text-transform: none }
    m|math[display=block] { display: block; text-align: center; margin-top: 1em; margin-bottom: 1em }
    """

  private static let hintText = """
    @namespace svg "http://www.w3.org/2000/svg";

    svg|*[display=none] { display: none }
    svg|*[visibility=hidden], svg|*[visibility=collapse] { visibility: hidden }
    svg|*[visibility=visible] { visibility: visible }
    [align=left i] { text-align: left }
    [align=right i] { text-align: right }
    [align=center i], [align=middle i] { text-align: center }
    [align=justify i] { text-align: justify }
    table[align], hr[align], img[align], object[align], iframe[align], input[align], legend[align],
    caption[align] { text-align: unset }
    ol[type="1"], li[type="1"] { list-style-type: decimal }
    ol[type=a], li[type=a] { list-style-type: lower-alpha }
    ol[type=A], li[type=A] { list-style-type: upper-alpha }
    ol[type=i], li[type=i] { list-style-type: lower-roman }
    ol[type=I], li[type=I] { list-style-type: upper-roman }
    ul[type=none i], li[type=none i] { list-style-type: none }
    ul[type=disc i], li[type=disc i] { list-style-type: disc }
    ul[type=circle i], li[type=circle i] { list-style-type: circle }
    ul[type=square i], li[type=square i] { list-style-type: square }
    table[border]:not([border="0"]), table[rules]:not([rules=none i]) { border-style: solid }
    td[nowrap], th[nowrap] { white-space: nowrap }
    pre[wrap] { white-space: pre-wrap }
    font[size="1"] { font-size: x-small }
    font[size="2"] { font-size: small }
    font[size="3"] { font-size: medium }
    font[size="4"] { font-size: large }
    font[size="5"] { font-size: x-large }
    font[size="6"] { font-size: xx-large }
    font[size="7"] { font-size: xxx-large }
    font[size^="+"] { font-size: larger }
    font[size^="-"] { font-size: smaller }
    """
}
