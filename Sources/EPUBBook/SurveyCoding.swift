import EPUBBasics
import EPUBLayout

// What is kept of a survey as bytes. Whatever the bytes are, reading them ends, takes no more memory than
// some times what they do, and gives places that lie inside the book, or nothing.

private let offsets = 0...Int(Int32.max)

extension [SurveyedPages] {
  var encoded: [UInt8] {
    var writer = NumberWriter()
    writer.append(count)
    for pages in self {
      writer.append(pages.starts)
      writer.append(pages.footText)
      writer.append(pages.rowText)
    }
    return writer.bytes
  }

  /// - Parameter itemCount: of the book; there may be pages of fewer items.
  init?(decoding bytes: [UInt8], _ itemCount: Int) {
    self = []
    var reader = NumberReader(bytes)
    let count = reader.number(in: 0...itemCount)
    while self.count < count, reader.isSound {
      let starts = reader.pageStarts()
      append(
        SurveyedPages(
          starts: starts, footText: reader.placedText(pageCount: starts.count),
          rowText: reader.placedText(pageCount: starts.count)))
    }
    // Every item has a page at least.
    if !reader.isDone || contains(where: \.starts.isEmpty) { return nil }
  }
}

extension NumberWriter {
  fileprivate mutating func append(_ starts: [Survey.PageStart]) {
    append(starts.count)
    var last = Survey.PageStart(offset: 0, block: 0)
    for start in starts {
      append(Int(start.offset) - Int(last.offset))
      append(Int(start.block) - Int(last.block))
      last = start
    }
  }

  fileprivate mutating func append(_ text: PlacedText) {
    append(text.parts.count)
    var end = 0
    for part in text.parts {
      append(Int(part.text.lowerBound) - end)
      append(part.text.count)
      append(Int(part.blocks.lowerBound))
      append(part.blocks.count)
      append(part.stretches.count)
      var offset = Int(part.text.lowerBound)
      for stretch in text.stretches(of: part) {
        append(Int(stretch.textStart) - offset)
        append(Int(stretch.block) - Int(part.blocks.lowerBound))
        append(Int(stretch.value))
        offset = Int(stretch.textStart)
      }
      end = Int(part.text.upperBound)
    }
  }
}

extension NumberReader {
  fileprivate mutating func pageStarts() -> [Survey.PageStart] {
    var pages: [Survey.PageStart] = []
    var (offset, block) = (0, 0)
    for _ in 0..<count() {
      offset = sum(offset, number())
      block = sum(block, number())
      if !isSound { break }
      pages.append(Survey.PageStart(offset: Int32(offset), block: Int32(block)))
    }
    return pages
  }

  /// - Parameter pageCount: the pages that there are to show it.
  fileprivate mutating func placedText(pageCount: Int) -> PlacedText {
    var text = PlacedText()
    var end = 0
    for _ in 0..<count() {
      let start = sum(end, number(in: offsets))
      end = sum(start, number(in: offsets))
      let firstBlock = number(in: offsets)
      let endBlock = sum(firstBlock, number(in: offsets))
      var stretches: [PlacedText.Stretch] = []
      var offset = start
      for _ in 0..<count() {
        offset = sum(offset, number())
        let block = sum(firstBlock, number())
        let page = number(in: 0...max(0, pageCount - 1))
        if !isSound { return PlacedText() }
        stretches.append(
          PlacedText.Stretch(textStart: Int32(offset), block: Int32(block), value: Int32(page)))
      }
      if !isSound || stretches.isEmpty { fail() }
      if !isSound { return PlacedText() }
      text.append(
        Int32(start)..<Int32(end), blocks: Int32(firstBlock)..<Int32(endBlock), stretches)
    }
    return text
  }

  /// A sum that must be an offset, 0 where it is none.
  private mutating func sum(_ number: Int, _ difference: Int) -> Int {
    let (sum, overflow) = number.addingReportingOverflow(difference)
    if !overflow, offsets.contains(sum) { return sum }
    fail()
    return 0
  }
}

extension SurveyOutline {
  var encoded: [UInt8] {
    var writer = NumberWriter()
    writer.append(items.count)
    for item in items {
      writer.append(item.isLinear ? 1 : 0)
      writer.append(item.characterCount)
      writer.append(item.byteCount)
    }
    let entries = contents.flattened
    writer.append(entries.count)
    for entry in entries { writer.append(entry) }
    writer.append(printPages.count)
    for page in printPages {
      writer.append(page.label)
      writer.append(page.place)
    }
    return writer.bytes
  }

  init?(decoding bytes: [UInt8], _ itemCount: Int) {
    var reader = NumberReader(bytes)
    (items, contents, printPages) = ([], [], [])
    guard reader.count() == itemCount else { return nil }
    while items.count < itemCount, reader.isSound {
      items.append(
        Item(
          isLinear: reader.number(in: 0...1) == 1, characterCount: reader.number(in: offsets),
          byteCount: reader.number(in: offsets)))
    }
    let entryCount = reader.count()
    var rows: [ContentsEntry] = []
    while rows.count < entryCount, reader.isSound {
      rows.append(reader.entry(number: rows.count + 1, itemCount))
    }
    contents = rows.nested
    let pageCount = reader.count()
    while printPages.count < pageCount, reader.isSound {
      let label = reader.text()
      printPages.append(PrintPage(label: label, place: reader.place(itemCount)))
    }
    if !reader.isDone { return nil }
  }
}

extension NumberWriter {
  fileprivate mutating func append(_ place: Place) {
    append(place.position.spine)
    append(place.position.offset)
    append(place.block)
  }

  /// Without its number, which its rank is, and its children, which follow.
  fileprivate mutating func append(_ entry: ContentsEntry) {
    append(entry.level)
    append(entry.title)
    append(entry.target?.path.string)
    append(entry.target?.fragment)
    append(entry.externalURL)
    append(entry.place == nil ? 0 : 1)
    if let place = entry.place { append(place) }
  }
}

extension NumberReader {
  fileprivate mutating func place(_ itemCount: Int) -> Place {
    let spine = number(in: 0...max(0, itemCount - 1))
    let offset = number(in: offsets)
    return Place(
      TextPosition(spine: spine, offset: offset), block: number(in: -1...offsets.upperBound))
  }

  fileprivate mutating func entry(number: Int, _ itemCount: Int) -> ContentsEntry {
    let level = self.number(in: 1...number)
    let title = text()
    let path = optionalText()
    let fragment = optionalText()
    let target = path.flatMap { ContainerPath($0) }
    if path != target?.string { fail() }
    return ContentsEntry(
      number: number, level: level, title: title,
      target: target.map { Reference(path: $0, fragment: fragment) },
      externalURL: optionalText(), place: self.number(in: 0...1) == 1 ? place(itemCount) : nil,
      children: [])
  }
}

extension [ContentsEntry] {
  /// Entries of all levels in order, each put under the last one before it of the level above.
  fileprivate var nested: [ContentsEntry] {
    // What stands open: an entry of each level, and its children so far.
    var open: [(entry: ContentsEntry, children: [ContentsEntry])] = []
    var top: [ContentsEntry] = []
    func close(to depth: Int) {
      while open.count > depth, let (entry, children) = open.popLast() {
        let whole = entry.with(children)
        if open.isEmpty { top.append(whole) } else { open[open.count - 1].children.append(whole) }
      }
    }
    for entry in self {
      close(to: entry.level - 1)
      open.append((entry, []))
    }
    close(to: 0)
    return top
  }
}

extension ContentsEntry {
  fileprivate func with(_ children: [ContentsEntry]) -> ContentsEntry {
    ContentsEntry(
      number: number, level: level, title: title, target: target, externalURL: externalURL,
      place: place, children: children)
  }
}
