import EPUBBasics
import EPUBMarkup

/// From text nodes to logical text (CSS Text 3, 4.1): white space is collapsed or kept, soft hyphens
/// are noted and taken out, controls and noncharacters dropped.
///
/// Text is copied in stretches that need no change; a span of the source map is made where the distance
/// between source and text changes.
extension ContentBuilder {
  mutating func appendText(_ node: Int) {
    let depth = frames.count - 1
    guard frames[depth].style.isVisible, !frames[depth].traits.contains(.muted) else { return }
    var range = tree.textRange(of: node)
    if frames[depth].traits.contains(.spaceless), isWhite(range) { return }
    var place = SourcePlace(
      element: frames[depth].element, step: 2 * frames[depth].childElements + 1,
      start: range.lowerBound)
    let whiteSpace = frames[depth].style.whiteSpace
    if whiteSpace.keepsSpace {
      range = afterOpeningLineFeed(range, node)
      let end = keptLinesEnd(range)
      appendKept(range.lowerBound..<end, look: frames[depth].look, &place)
      guard end < range.upperBound else { return }
      appendCollapsed(
        end..<range.upperBound, look: frames[depth].look, keepsLineFeeds: false, &place)
    } else {
      appendCollapsed(
        range, look: frames[depth].look, keepsLineFeeds: whiteSpace == .preLine, &place)
    }
  }

  private func isWhite(_ range: Range<Int>) -> Bool {
    range.allSatisfy { bytes[$0].isASCIISpace }
  }

  /// A line feed right after `<pre>` is the author's, not the text's (HTML, 4.4.3); `<pre><code>`
  /// counts as one tag here.
  private func afterOpeningLineFeed(_ range: Range<Int>, _ node: Int) -> Range<Int> {
    var parent = node - 1
    if nodes[parent].kind == .element, nodes[parent].name == .code, parent > 0 { parent -= 1 }
    guard nodes[parent].kind == .element, nodes[parent].name == .pre,
      bytes[range.lowerBound] == 0x0A
    else { return range }
    return range.lowerBound + 1..<range.upperBound
  }

  private mutating func appendCollapsed(
    _ range: Range<Int>, look: Look, keepsLineFeeds: Bool, _ place: inout SourcePlace
  ) {
    let bytes = bytes
    var at = range.lowerBound
    let end = range.upperBound
    while at < end {
      let byte = bytes[at]
      if byte.isASCIISpace {
        at = appendSpace(at, end, look: look, keepsLineFeeds: keepsLineFeeds, &place)
        continue
      }
      let stop = stretchEnd(bytes, from: at, to: end)
      if stop > at {
        append(bytes, at..<stop, look: look, &place)
        block.hasInk = true
        at = stop
      } else {
        at = passOver(at, look: look, &place)
      }
    }
  }

  /// The end of the stretch from `start` that is text as it stands, with single spaces between words.
  ///
  /// A space ends no step of the loop, only two in a row do: a branch at every word would be
  /// mispredicted every time, which doubles the time of reading text.
  private func stretchEnd(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    // The loop's bound is the span's own, so that the compiler drops its bounds checks.
    let text = bytes.span.extracting(start..<end)
    var at = 0
    var previous: UInt8 = 0x20
    while at < text.count {
      let plain = text.plainCount(from: at, after: previous)
      if plain > 0 {
        at += plain
        previous = text[at - 1]
        continue
      }
      let byte = text[at]
      let step = byte | previous == 0x20 ? 0xFF : byte &- 0x20
      if step < 0x5F {
        at += 1
      } else {
        let length = byte < 0x80 ? 0 : plainLength(bytes, start + at)
        if length == 0 { break }
        at += length
      }
      previous = byte
    }
    return at > 0 && text[at - 1] == 0x20 ? start + at - 1 : start + at
  }

  /// Bytes of the scalar at `at`, 0 when it must not stand in the text as it is.
  private func plainLength(_ bytes: [UInt8], _ at: Int) -> Int {
    switch bytes[at] {
    case 0xC2:
      let second = bytes[at + 1]
      return second < 0xA0 || second == 0xAD ? 0 : 2
    case 0xC3..<0xE0: return 2
    case 0xE2:
      return bytes[at + 1] == 0x80 && bytes[at + 2] & 0xFE == 0xA8 ? 0 : 3
    case 0xEF:
      let second = bytes[at + 1]
      let third = bytes[at + 2]
      let isDropped =
        second == 0xBB && third == 0xBF || second == 0xBF && third >= 0xBE
        || second == 0xB7 && third >= 0x90 && third < 0xB0
      return isDropped ? 0 : 3
    case 0xE0..<0xF0: return 3
    case 0xF0...:
      let isNoncharacter =
        bytes[at + 1] & 0x0F == 0x0F && bytes[at + 2] == 0xBF && bytes[at + 3] >= 0xBE
      return isNoncharacter ? 0 : 4
    default: return 0
    }
  }

  private mutating func append(
    _ bytes: [UInt8], _ range: Range<Int>, look: Look, _ place: inout SourcePlace
  ) {
    if range.count > roomInBlock { return appendInParts(bytes, range, look: look, &place) }
    appendWhole(bytes, range, look: look, &place)
  }

  mutating func appendWhole(
    _ bytes: [UInt8], _ range: Range<Int>, look: Look, _ place: inout SourcePlace
  ) {
    if spaceWasLineFeed, joinWideLines(range.lowerBound) { place.isExact = false }
    if mayNeedSeparator { settleSeparator(before: bytes[range.lowerBound]) }
    prepare(look)
    sync(&place, range.lowerBound)
    document.text.append(contentsOf: bytes[range])
    dropsSpace = false
    endsInSpace = false
  }

  /// White space from `start` on becomes one space, a line break or nothing.
  private mutating func appendSpace(
    _ start: Int, _ end: Int, look: Look, keepsLineFeeds: Bool, _ place: inout SourcePlace
  ) -> Int {
    var at = start
    var hasLineFeed = false
    while at < end, bytes[at].isASCIISpace {
      if bytes[at] == 0x0A { hasLineFeed = true }
      at += 1
    }
    if keepsLineFeeds, hasLineFeed {
      for index in start..<at where bytes[index] == 0x0A {
        place.isExact = false
        appendLineFeed(index, look: look, &place)
      }
      place.isExact = false
      return at
    }
    guard !dropsSpace else {
      place.isExact = false
      return at
    }
    wantsSeparator = false
    mayNeedSeparator = false
    prepare(look)
    sync(&place, start)
    spaceWasLineFeed = hasLineFeed && document.text.last.map { $0 >= 0x80 } == true
    document.text.append(0x20)
    dropsSpace = true
    endsInSpace = true
    if at - start > 1 { place.isExact = false }
    return at
  }

  private mutating func appendLineFeed(_ at: Int, look: Look, _ place: inout SourcePlace) {
    if endsInSpace {
      dropTrailingSpace()
      place.isExact = false
    }
    prepare(look)
    sync(&place, at)
    document.text.append(0x0A)
    dropsSpace = true
  }

  /// What does not stand in the text as it is written.
  ///
  /// - Returns: the place after it.
  private mutating func passOver(_ at: Int, look: Look, _ place: inout SourcePlace) -> Int {
    if bytes[at] == 0xE2 {
      appendLineFeed(at, look: look, &place)
      return at + 3
    }
    if bytes[at] == 0xC2, bytes[at + 1] == 0xAD { noteSoftHyphen() }
    place.isExact = false
    switch bytes[at] {
    case 0..<0x80: return at + 1
    case 0xC2: return at + 2
    case 0xEF: return at + 3
    default: return at + 4
    }
  }

  private mutating func noteSoftHyphen() {
    let offset = Int32(document.text.count)
    guard block.isOpen, offset > block.value.textStart, document.softHyphens.last != offset else {
      return
    }
    guard document.softHyphens.count < limits.maximumSpanCount else { return tell(.places) }
    document.softHyphens.append(offset)
  }

  /// A line end between East Asian characters is no space (CSS Text 3, 4.1.2).
  ///
  /// - Returns: whether the space is gone.
  private mutating func joinWideLines(_ next: Int) -> Bool {
    spaceWasLineFeed = false
    guard endsInSpace, isWide(bytes, at: next) else { return false }
    var before = document.text.count - 2
    while before > 0, document.text[before].isUTF8Continuation { before -= 1 }
    guard before >= Int(block.value.textStart), isWide(document.text, at: before) else {
      return false
    }
    dropTrailingSpace()
    return true
  }

  /// Text whose white space counts.
  private mutating func appendKept(_ range: Range<Int>, look: Look, _ place: inout SourcePlace) {
    let bytes = bytes
    var at = range.lowerBound
    let end = range.upperBound
    while at < end {
      let stop = keptEnd(bytes, from: at, to: end)
      guard stop > at else {
        at = passOver(at, look: look, &place)
        continue
      }
      append(bytes, at..<stop, look: look, &place)
      if !block.hasInk { block.hasInk = (at..<stop).contains { bytes[$0] > 0x20 } }
      dropsSpace = bytes[stop - 1] == 0x0A
      at = stop
    }
  }

  private func keptEnd(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
    var at = start
    while at < end {
      let byte = bytes[at]
      if byte &- 0x20 < 0x5F || byte == 0x0A || byte == 0x09 {
        at += 1
      } else {
        let length = plainLength(bytes, at)
        if length == 0 { break }
        at += length
      }
    }
    return at
  }

  // MARK: Source map

  /// Makes a span where the text to come does not follow on the last one.
  private mutating func sync(_ place: inout SourcePlace, _ at: Int) {
    guard !place.isExact else { return }
    guard document.sourceMap.spans.count < limits.maximumSpanCount else { return tell(.places) }
    place.isExact = true
    place.count(to: at, bytes)
    let start = Int32(document.text.count)
    if let last = document.sourceMap.spans.last, last.textStart >= start {
      document.sourceMap.spans.removeLast()
    }
    document.sourceMap.spans.append(
      SourceMap.Span(
        textStart: start, element: place.element, step: place.step,
        sourceOffset: Int32(place.units)))
  }
}

/// Where in a text node the builder is.
struct SourcePlace {
  let element: Int32
  let step: Int32
  /// Bytes counted, as an offset in the tree's bytes, and their UTF-16 units.
  private(set) var counted: Int
  private(set) var units = 0
  /// The last span still tells the place of what comes next.
  var isExact = false

  init(element: Int32, step: Int32, start: Int) {
    self.element = element
    self.step = step
    counted = start
  }

  mutating func count(to end: Int, _ bytes: [UInt8]) {
    units += bytes.utf16Count(in: counted..<end)
    counted = end
  }
}

/// Whether the scalar there is East Asian wide or full-width, and not Hangul, which has spaces.
func isWide(_ bytes: [UInt8], at index: Int) -> Bool {
  let lead = bytes[index]
  guard lead >= 0xE2 else { return false }
  let scalar = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
    .unicodeScalars.first?.value
  switch scalar ?? 0 {
  case 0x2E80...0x312F, 0x3190...0x31FF, 0x3220...0x325F, 0x3280...0xA4CF, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1_B000...0x1_B2FF, 0x2_0000...0x3_FFFD:
    return true
  default: return false
  }
}
