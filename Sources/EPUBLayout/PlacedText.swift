import EPUBBasics

/// Text that is shown elsewhere than the order of the text says: which line, or page, shows it.
///
/// That is text at the foot of pages (`Galley.footText`), and text in tables whose cells stand side by side
/// (`Galley.rowText`). Parts are in text order and none overlaps another, and so are the stretches of each that
/// its lines show.
public struct PlacedText: Hashable, Sendable {
  /// A note; or all that stands side by side in a table's row.
  public struct Part: Hashable, Sendable {
    /// Logical text, never empty.
    public var text: Range<Int32>
    /// From its first block to the one that is meant where its text ends.
    public var blocks: Range<Int32>
    /// Range in `stretches`, never empty.
    public var stretches: Range<Int32>

    public init(text: Range<Int32>, blocks: Range<Int32>, stretches: Range<Int32>) {
      (self.text, self.blocks, self.stretches) = (text, blocks, stretches)
    }
  }

  /// From here to the next, or to the part's end.
  public struct Stretch: Hashable, Sendable {
    public var textStart: Int32
    public var block: Int32
    /// Index of the line in its galley, or whatever it was mapped to.
    public var value: Int32

    public init(textStart: Int32, block: Int32, value: Int32) {
      (self.textStart, self.block, self.value) = (textStart, block, value)
    }
  }

  public private(set) var parts: [Part] = []
  public private(set) var stretches: [Stretch] = []

  public init() {}

  public var isEmpty: Bool { parts.isEmpty }

  /// Adds a part behind those that there are; nothing without stretches.
  public mutating func append(
    _ text: Range<Int32>, blocks: Range<Int32>, _ added: some Sequence<Stretch>
  ) {
    let first = Int32(stretches.count)
    for stretch in added {
      // Neighbours of one value are one.
      if stretches.count > first, stretches.last?.value == stretch.value { continue }
      stretches.append(stretch)
    }
    let range = first..<Int32(stretches.count)
    if !range.isEmpty { parts.append(Part(text: text, blocks: blocks, stretches: range)) }
  }

  /// What shows a place; `nil` for one of the text that is shown in its order.
  ///
  /// - Parameter block: index of the block that is meant, negative where the offset alone counts.
  public func value(at offset: Int, block: Int = -1) -> Int? {
    part(at: offset, block: block).map { Int(stretch(at: offset, block: block, of: $0).value) }
  }

  /// The same, other values in place of those that there are; neighbours of one value become one.
  ///
  /// - Parameter isWanted: whether to keep a part with those of its values.
  public func mapped(
    _ value: (Int) -> Int, where isWanted: (Part, [Stretch]) -> Bool = { _, _ in true }
  ) -> PlacedText {
    var mapped = PlacedText()
    for part in parts {
      var made: [Stretch] = []
      for var stretch in stretches[part.range] {
        stretch.value = Int32(value(Int(stretch.value)))
        if made.last?.value != stretch.value { made.append(stretch) }
      }
      if isWanted(part, made) { mapped.append(part.text, blocks: part.blocks, made) }
    }
    return mapped
  }

  /// Where what is at an offset ends to be shown by the same value; where the next part begins for text that
  /// is in none, `nil` behind the last.
  public func end(at offset: Int) -> Int? {
    guard let part = part(at: offset, block: -1) else {
      let next = parts.firstPlace { Int($0.text.lowerBound) > offset }
      return next < parts.count ? Int(parts[next].text.lowerBound) : nil
    }
    let next = stretches[part.range].firstPlace { Int($0.textStart) > offset }
    return next < part.range.upperBound
      ? Int(stretches[next].textStart) : Int(part.text.upperBound)
  }

  /// The running text's place for an offset: itself, else where that text goes on behind the note, else
  /// the last byte of what stands before.
  public func runningOffset(_ offset: Int, textEnd: Int) -> Int {
    var index = parts.firstPlace { Int($0.text.upperBound) > offset }
    guard index < parts.count, parts[index].text.contains(Int32(offset)) else { return offset }
    var start = index
    while start > 0, parts[start - 1].text.upperBound == parts[start].text.lowerBound { start -= 1 }
    while index + 1 < parts.count, parts[index + 1].text.lowerBound == parts[index].text.upperBound
    {
      index += 1
    }
    let end = Int(parts[index].text.upperBound)
    return end < textEnd ? end : max(0, Int(parts[start].text.lowerBound) - 1)
  }

  private func part(at offset: Int, block: Int) -> Part? {
    if parts.isEmpty { return nil }
    let index = parts.firstPlace { part in
      block >= 0
        ? (Int(part.text.upperBound), Int(part.blocks.upperBound)) > (offset, block)
        : Int(part.text.upperBound) > offset
    }
    guard index < parts.count else { return nil }
    let part = parts[index]
    // What stands at a part's end without any text, such as a picture, is told by its block.
    let isInside =
      block >= 0
      ? (Int(part.text.lowerBound), Int(part.blocks.lowerBound)) <= (offset, block)
      : Int(part.text.lowerBound) <= offset
    return isInside ? part : nil
  }

  /// The last stretch of a part that begins at or before a place.
  private func stretch(at offset: Int, block: Int, of part: Part) -> Stretch {
    let next = stretches[part.range.dropFirst()].firstPlace { stretch in
      block >= 0
        ? (Int(stretch.textStart), Int(stretch.block)) > (offset, block)
        : Int(stretch.textStart) > offset
    }
    return stretches[next - 1]
  }
}

extension PlacedText {
  public func stretches(of part: Part) -> ArraySlice<Stretch> { stretches[part.range] }

  /// A range of the text without that of the parts.
  public func otherText(of range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = range.lowerBound
    for part in parts[parts.firstPlace(where: { Int($0.text.upperBound) > start })...] {
      if Int(part.text.lowerBound) >= range.upperBound { break }
      if start < Int(part.text.lowerBound) { found.append(start..<Int(part.text.lowerBound)) }
      start = Int(part.text.upperBound)
    }
    if start < range.upperBound || found.isEmpty && range.isEmpty {
      found.append(start..<max(start, range.upperBound))
    }
    return found
  }

  /// The stretches that lines show, with the blocks in which they begin, in the lines' order.
  ///
  /// - Parameter range: the parts that reach into it, or touch it, are looked at.
  public func shown(
    on lines: Range<Int>, within range: Range<Int> = 0..<Int.max
  ) -> [(text: Range<Int>, block: Int, line: Int)] {
    var shown: [(text: Range<Int>, block: Int, line: Int)] = []
    for part in parts[parts.firstPlace(where: { Int($0.text.upperBound) >= range.lowerBound })...] {
      if Int(part.text.lowerBound) > range.upperBound { break }
      for index in part.range where lines.contains(Int(stretches[index].value)) {
        let end =
          index + 1 < part.range.upperBound
          ? stretches[index + 1].textStart : part.text.upperBound
        shown.append(
          (
            Int(stretches[index].textStart)..<Int(end), Int(stretches[index].block),
            Int(stretches[index].value)
          ))
      }
    }
    return shown.sorted { ($0.line, $0.text.lowerBound) < ($1.line, $1.text.lowerBound) }
  }
}

extension PlacedText.Part {
  var range: Range<Int> { Int(stretches.lowerBound)..<Int(stretches.upperBound) }
}
