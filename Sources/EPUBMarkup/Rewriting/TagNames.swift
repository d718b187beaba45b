import EPUBBasics

/// What HTML's parsing rules ask of an element (HTML 13.1.2, 13.2.4.2).
struct TagTraits: OptionSet {
  let rawValue: UInt16

  /// Has neither content nor an end tag.
  static let void = TagTraits(rawValue: 1 << 0)
  /// Its start ends an open paragraph.
  static let closesParagraph = TagTraits(rawValue: 1 << 1)
  /// An end tag inside it closes nothing outside it.
  static let boundary = TagTraits(rawValue: 1 << 2)
  /// A block: an inline element's end tag inside it does not end it.
  static let block = TagTraits(rawValue: 1 << 3)
  /// Goes on in the next block when a block's end cuts it off.
  static let formatting = TagTraits(rawValue: 1 << 4)
  /// Belongs into the head as long as there is no body.
  static let headContent = TagTraits(rawValue: 1 << 5)
  /// Holds characters alone, up to its own end tag.
  static let rawText = TagTraits(rawValue: 1 << 6)
  static let heading = TagTraits(rawValue: 1 << 7)
  /// A part of a table, whose end tag reaches beyond the cell it stands in.
  static let tablePart = TagTraits(rawValue: 1 << 8)
  /// Ends SVG or MathML that was left open.
  static let leavesForeign = TagTraits(rawValue: 1 << 9)
}

/// The elements that have rules of their own; the raw value is the identifier in `TagNames`.
enum Tag: Int, CaseIterable {
  case html, head, body, frameset, p, br, a, li, ul, ol, menu, dl, dt, dd, table, caption, colgroup,
    col, thead, tbody, tfoot, tr, td, th, option, optgroup, select, ruby, rb, rt, rtc, rp
  case svg, math, foreignobject, desc, title
  case annotationXML, mi, mn, mo, ms, mtext
  case address, article, aside, blockquote, center, details, dialog, dir, div, fieldset, figcaption,
    figure, footer, form, h1, h2, h3, h4, h5, h6, header, hgroup, hr, main, nav, pre, listing,
    search, section, summary, xmp
  case area, base, basefont, bgsound, embed, frame, img, image, input, keygen, link, meta, param,
    source, track, wbr
  case b, big, code, em, font, i, nobr, s, small, strike, strong, tt, u
  case span, sub, sup, `var`
  case applet, object, marquee, template, button, iframe, noscript, script, style, textarea

  var name: String {
    let names = Self.names.split(separator: UInt8(ascii: " "))
    return String(decoding: names[rawValue], as: UTF8.self)
  }

  /// The cases' names in their order; taking them from the cases would cost half a millisecond.
  fileprivate static let names = Array(
    """
    html head body frameset p br a li ul ol menu dl dt dd table caption colgroup col thead \
    tbody tfoot tr td th option optgroup select ruby rb rt rtc rp svg math foreignobject \
    desc title annotation-xml mi mn mo ms mtext address article aside blockquote center \
    details dialog dir div fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header \
    hgroup hr main nav pre listing search section summary xmp area base basefont bgsound \
    embed frame img image input keygen link meta param source track wbr b big code em font \
    i nobr s small strike strong tt u span sub sup var applet object marquee template \
    button iframe noscript script style textarea
    """.utf8)

  var traits: TagTraits {
    switch self {
    case .html: [.boundary, .block]
    case .head, .body, .frameset: [.block]
    case .p: [.block, .closesParagraph, .leavesForeign]
    case .br: [.void, .leavesForeign]
    case .a: []
    case .li, .dt, .dd, .ul, .ol, .menu, .dl: [.block, .closesParagraph, .leavesForeign]
    case .table: [.block, .boundary, .closesParagraph, .tablePart, .leavesForeign]
    case .caption, .td, .th: [.block, .boundary, .tablePart]
    case .colgroup, .thead, .tbody, .tfoot, .tr: [.block, .tablePart]
    case .col: [.void]
    case .option, .optgroup, .select, .ruby, .rb, .rt, .rtc, .rp: []
    case .svg, .math, .foreignobject, .annotationXML: [.boundary]
    case .desc, .mi, .mn, .mo, .ms, .mtext: []
    case .title: [.headContent]
    case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .fieldset,
      .figcaption, .figure, .footer, .form, .header, .hgroup, .main, .nav, .pre, .listing, .search,
      .section, .summary, .xmp:
      [.block, .closesParagraph, .leavesForeign]
    case .h1, .h2, .h3, .h4, .h5, .h6: [.block, .closesParagraph, .heading, .leavesForeign]
    case .hr: [.void, .closesParagraph, .leavesForeign]
    case .base, .basefont, .bgsound, .link, .meta: [.void, .headContent]
    case .area, .embed, .frame, .img, .image, .input, .keygen, .param, .source, .track, .wbr:
      [.void]
    case .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
      [.formatting, .leavesForeign]
    case .span, .sub, .sup, .var: [.leavesForeign]
    case .applet, .object, .marquee, .template: [.block, .boundary]
    case .button: [.boundary]
    case .iframe, .noscript, .textarea: []
    case .script, .style: [.rawText, .headContent]
    }
  }
}

/// Numbers for the names of elements, whatever their case: a `Tag`'s raw value, or the next free one.
struct TagNames {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Open addressing; at most half of it is used; -1 is free.
  private var slots = [Int32](repeating: -1, count: 512)

  private static let known: TagNames = {
    var names = TagNames(empty: ())
    var start = 0
    while start < Tag.names.count {
      var end = start
      while end < Tag.names.count, Tag.names[end] != UInt8(ascii: " ") { end += 1 }
      _ = names.number(of: Tag.names, in: start..<end)
      start = end + 1
    }
    return names
  }()

  private init(empty: ()) {}

  init() { self = Self.known }

  var count: Int { ends.count }

  mutating func number(of text: [UInt8], in range: Range<Int>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for index in range { hash = (hash ^ UInt32(text[index].asciiLowercased)) &* 16_777_619 }
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      if isName(Int(slots[slot]), text, range) { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = ends.count
    for index in range { bytes.append(text[index].asciiLowercased) }
    ends.append(bytes.count)
    slots[slot] = Int32(truncatingIfNeeded: number)
    if ends.count * 2 > slots.count { grow() }
    return number
  }

  private func isName(_ number: Int, _ text: [UInt8], _ range: Range<Int>) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - start == range.count else { return false }
    for offset in 0..<range.count
    where bytes[start + offset] != text[range.lowerBound + offset].asciiLowercased {
      return false
    }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    var start = 0
    for (number, end) in ends.enumerated() {
      var hash: UInt32 = 2_166_136_261
      for index in start..<end { hash = (hash ^ UInt32(bytes[index])) &* 16_777_619 }
      var slot = Int(hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: number)
      start = end
    }
  }
}
