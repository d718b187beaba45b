import EPUBBasics

/// Text that is shown at the foot of pages, and not where it stands: which line, or page, shows it.
///
/// Notes are in text order and none overlaps another, and so are the stretches of each that its lines
/// show. All else of the text is in running order.
public struct FootText: Hashable, Sendable {
  struct Note: Hashable, Sendable {
    /// Logical text, never empty.
    var text: Range<Int32>
    /// Indices of its blocks.
    var blocks: Range<Int32>
    /// Range in `stretches`, never empty.
    var stretches: Range<Int32>
  }

  /// From here to the next, or to the note's end.
  struct Stretch: Hashable, Sendable {
    var textStart: Int32
    var block: Int32
    /// Index of the line in its galley, or whatever it was mapped to.
    var value: Int32
  }

  var notes: [Note] = []
  var stretches: [Stretch] = []

  public init() {}

  public var isEmpty: Bool { notes.isEmpty }

  /// What shows a place; `nil` for one of the running text.
  ///
  /// - Parameter block: index of the block that is meant, negative where the offset alone counts.
  public func value(at offset: Int, block: Int = -1) -> Int? {
    note(at: offset, block: block).map { Int(stretch(at: offset, block: block, of: $0).value) }
  }

  /// The same, other values in place of those that there are; neighbours of one value become one.
  public func mapped(_ value: (Int) -> Int) -> FootText {
    var mapped = FootText()
    for note in notes {
      let first = Int32(mapped.stretches.count)
      for var stretch in stretches[note.range] {
        stretch.value = Int32(value(Int(stretch.value)))
        if mapped.stretches.count > first, mapped.stretches.last?.value == stretch.value {
          continue
        }
        mapped.stretches.append(stretch)
      }
      mapped.notes.append(
        Note(
          text: note.text, blocks: note.blocks, stretches: first..<Int32(mapped.stretches.count)))
    }
    return mapped
  }

  /// Where what is at an offset ends to be shown by the same value; where the next note begins for the
  /// running text, `nil` behind the last.
  public func end(at offset: Int) -> Int? {
    guard let note = note(at: offset, block: -1) else {
      let next = notes.firstPlace { Int($0.text.lowerBound) > offset }
      return next < notes.count ? Int(notes[next].text.lowerBound) : nil
    }
    let next = stretches[note.range].first { Int($0.textStart) > offset }
    return next.map { Int($0.textStart) } ?? Int(note.text.upperBound)
  }

  /// The running text's place for an offset: itself, else where that text goes on behind the note, else
  /// the last byte of what stands before.
  public func runningOffset(_ offset: Int, textEnd: Int) -> Int {
    var index = notes.firstPlace { Int($0.text.upperBound) > offset }
    guard index < notes.count, notes[index].text.contains(Int32(offset)) else { return offset }
    var start = index
    while start > 0, notes[start - 1].text.upperBound == notes[start].text.lowerBound { start -= 1 }
    while index + 1 < notes.count, notes[index + 1].text.lowerBound == notes[index].text.upperBound
    {
      index += 1
    }
    let end = Int(notes[index].text.upperBound)
    return end < textEnd ? end : max(0, Int(notes[start].text.lowerBound) - 1)
  }

  /// A range of the text without that of notes.
  public func runningText(of range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for note in notes[notes.firstPlace(where: { Int($0.text.upperBound) > start })...] {
      if Int(note.text.lowerBound) >= range.upperBound { break }
      if start < Int(note.text.lowerBound) { parts.append(start..<Int(note.text.lowerBound)) }
      start = Int(note.text.upperBound)
    }
    if start < range.upperBound || parts.isEmpty && range.isEmpty {
      parts.append(start..<max(start, range.upperBound))
    }
    return parts
  }

  /// The stretches that lines show, with the blocks in which they begin, in the lines' order.
  public func shown(on lines: Range<Int>) -> [(text: Range<Int>, block: Int, line: Int)] {
    var shown: [(text: Range<Int>, block: Int, line: Int)] = []
    for note in notes {
      for index in note.range where lines.contains(Int(stretches[index].value)) {
        let end =
          index + 1 < note.range.upperBound
          ? stretches[index + 1].textStart : note.text.upperBound
        shown.append(
          (
            Int(stretches[index].textStart)..<Int(end), Int(stretches[index].block),
            Int(stretches[index].value)
          ))
      }
    }
    return shown.sorted { $0.line < $1.line }
  }

  private func note(at offset: Int, block: Int) -> Note? {
    if notes.isEmpty { return nil }
    let index = notes.firstPlace {
      block >= 0 ? Int($0.blocks.upperBound) > block : Int($0.text.upperBound) > offset
    }
    guard index < notes.count else { return nil }
    let note = notes[index]
    // What stands at a note's end without any text, such as a picture, is told by its block.
    let isInside =
      block >= 0
      ? note.blocks.contains(Int32(block))
        && Int(note.text.lowerBound)...Int(note.text.upperBound) ~= offset
      : note.text.contains(Int32(offset))
    return isInside ? note : nil
  }

  /// The last stretch of a note that begins at or before a place.
  private func stretch(at offset: Int, block: Int, of note: Note) -> Stretch {
    let range = note.range
    let next = stretches[range.dropFirst()].firstPlace { stretch in
      block >= 0
        ? (Int(stretch.textStart), Int(stretch.block)) > (offset, block)
        : Int(stretch.textStart) > offset
    }
    return stretches[next - 1]
  }
}

extension FootText.Note {
  var range: Range<Int> { Int(stretches.lowerBound)..<Int(stretches.upperBound) }
}
