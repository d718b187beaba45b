import EPUBBasics
import EPUBContent

// Notes that will stand at the foot of pages are set after all else, each on lines of its own, as if nothing
// stood before it; what follows a note in the book is set as if the note was not there.

extension Compositor {
  /// Sets the whole document.
  mutating func setDocument() {
    guard options.notesStandAtFoot, options.pageHeight >= FootNotes.leastPageHeight else {
      setBlocks(document.blocks.indices, in: page)
      closeBorders(to: 0)
      return
    }
    let referred = ReferredNotes(of: document, withPictures: !options.picturesTakeRows)
    var next = 0
    for note in referred.notes {
      setBlocks(next..<note.blocks.lowerBound, in: page)
      passOver(note)
      next = note.blocks.upperBound
    }
    setBlocks(next..<document.blocks.count, in: page)
    closeBorders(to: 0)
    if referred.notes.isEmpty { return }
    if lines.isEmpty {
      // Nothing is left to refer to them.
      coveredEnd = 0
      setBlocks(document.blocks.indices, in: page)
      closeBorders(to: 0)
    } else {
      setFootNotes(referred)
    }
  }

  /// The line before a note stands for its text, too: so the running lines have no gap.
  private mutating func passOver(_ note: ReferredNotes.Note) {
    coveredEnd = Int32(note.text.upperBound)
    if let last = lines.indices.last { lines[last].textEnd = coveredEnd }
  }

  private mutating func setFootNotes(_ referred: ReferredNotes) {
    var notes = FootNotes(runningLineCount: lines.count, blockCount: document.blocks.count)
    if let last = lines.indices.last { lines[last].textEnd = Int32(document.text.count) }
    let (tableHeadCount, pieceCount) = (tableHeads.count, pieces.count)
    for note in referred.notes {
      let first = lines.count
      pending = BetweenBlocks()
      lastBlock = -1
      coveredEnd = Int32(note.text.lowerBound)
      var frame = page
      frame.firstLine = first
      setBlocks(note.blocks, in: frame)
      closeBorders(to: 0)
      notes.notes.append(
        FootNotes.Note(lines: first..<lines.count, text: note.text, blocks: note.blocks))
    }
    // Within a note no head is shown again.
    tableHeads.removeLast(tableHeads.count - tableHeadCount)
    notes.findReferences(referred, lines, pieces)
    order.reset()
    let left = pieces[pieceCount...].reduce(options.measure - 1) { min($0, Int($1.column)) }
    let room = options.measure - left
    appendRule(width: max(min(room, 3), min(20, room / 4)), at: left)
    notes.rule = pieces.count - 1
    pieces[notes.rule].beginsGroup = true
    (pieces[notes.rule].textStart, pieces[notes.rule].textEnd) = (0, 0)
    footNotes = notes
  }
}

/// The notes of a galley that stand at the foot of the pages that refer to them.
struct FootNotes: Sendable {
  struct Note: Hashable, Sendable {
    /// Indices of its lines, which come after all running ones; none for a note that shows nothing.
    var lines: Range<Int>
    var text: Range<Int>
    var blocks: Range<Int>
  }

  /// A line, the rule, a line of a note: no page that has not twice as much is parted so.
  static let leastPageHeight = 4

  /// Lines of the galley that are not notes'.
  let runningLineCount: Int
  let blockCount: Int
  /// In text order.
  var notes: [Note] = []
  /// Notes in the order of their references, with the running lines that refer to them, ascending.
  var order: [(line: Int, note: Int)] = []
  /// Index of the piece that parts notes from the text above.
  var rule = 0

  init(runningLineCount: Int, blockCount: Int) {
    self.runningLineCount = runningLineCount
    self.blockCount = blockCount
  }

  /// Finds the line that refers to each note first. A note that another one refers to follows that one.
  mutating func findReferences(_ referred: ReferredNotes, _ lines: [Line], _ pieces: [Piece]) {
    var isFound = [Bool](repeating: false, count: notes.count)
    for line in 0..<runningLineCount {
      var waiting = referred.notes(in: lines[line], pieces)
      while let note = waiting.popLast() {
        if isFound[note] { continue }
        isFound[note] = true
        order.append((line, note))
        for line in notes[note].lines.reversed() {
          waiting += referred.notes(in: lines[line], pieces)
        }
      }
    }
    placeOthers(isFound, referred, lines)
  }

  /// Notes whose references show nothing go with the line that holds them.
  private mutating func placeOthers(
    _ isFound: [Bool], _ referred: ReferredNotes, _ lines: [Line]
  ) {
    guard isFound.contains(false) else { return }
    let running = lines[..<runningLineCount]
    for note in notes.indices where !isFound[note] {
      let offset = referred.notes[note].reference
      let line = max(1, running.firstPlace { Int($0.textStart) > offset }) - 1
      order.append((line, note))
    }
    order = order.enumerated().sorted {
      ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
    }
    .map(\.element)
  }
}

extension ReferredNotes {
  /// The notes that a line refers to, the first one last.
  fileprivate func notes(in line: Line, _ pieces: [Piece]) -> [Int] {
    var notes: [Int] = []
    for piece in pieces[line.pieceRange] where piece.link >= 0 {
      let note = Int(noteOfLink[Int(piece.link)])
      if note >= 0, notes.last != note { notes.append(note) }
    }
    return notes.reversed()
  }
}
