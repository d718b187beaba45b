import EPUBBasics

/// The notes of a document that its own text refers to: what may stand at the foot of a page.
///
/// A note is what the book calls so (`epub:type`, DPUB roles, items of a section of notes), as far as its
/// text is in one piece and no part of a table's cell. A link to it refers to it; links that are marked as
/// references, or raised like them, put plain ones to the same note aside. What only notes that nothing
/// leads to refer to is left out.
public struct ReferredNotes: Sendable {
  public struct Note: Hashable, Sendable {
    /// Indices of its blocks.
    public var blocks: Range<Int>
    /// Its logical text, never empty.
    public var text: Range<Int>
    /// Where the text refers to it first; in another note, perhaps.
    public var reference: Int
  }

  /// In text order; none overlaps another.
  public private(set) var notes: [Note] = []
  /// For each of the document's links the note that it refers to, -1 for none.
  public private(set) var noteOfLink: [Int32] = []

  /// - Parameter withPictures: `false` leaves out notes that hold pictures of their own.
  public init(of document: ContentDocument, withPictures: Bool) {
    guard !document.links.isEmpty, document.boxes.contains(where: { $0.kind == .note }) else {
      return
    }
    let holders = document.noteBoxes
    let candidates = document.notes(in: holders, withPictures: withPictures)
    guard !candidates.isEmpty else { return }
    var references = document.references(to: candidates, holders)
    let marked = Set(references.filter(\.isMarked).map(\.note))
    references.removeAll { !$0.isMarked && marked.contains($0.note) }
    take(candidates, references, linkCount: document.links.count)
  }

  /// Keeps those that the text leads to, at once or by way of others.
  private mutating func take(
    _ candidates: [Candidate], _ references: [NoteReference], linkCount: Int
  ) {
    var first = [Int](repeating: -1, count: candidates.count)
    var waiting = [-1]
    let byPlace = Dictionary(grouping: references, by: \.from)
    while let from = waiting.popLast() {
      for reference in byPlace[from] ?? [] where first[reference.note] < 0 {
        first[reference.note] = reference.offset
        waiting.append(reference.note)
      }
    }
    var kept = [Int32](repeating: -1, count: candidates.count)
    for (index, note) in candidates.enumerated() where first[index] >= 0 {
      kept[index] = Int32(notes.count)
      notes.append(Note(blocks: note.blocks, text: note.text, reference: first[index]))
    }
    noteOfLink = Array(repeating: -1, count: linkCount)
    for reference in references { noteOfLink[reference.link] = kept[reference.note] }
  }

  fileprivate struct Candidate {
    var box: Int32
    var blocks: Range<Int>
    var text: Range<Int>
  }

  fileprivate struct NoteReference {
    /// The note that it stands in, -1 for the text.
    var from: Int
    var note: Int
    var link: Int
    var offset: Int
    var isMarked: Bool
  }
}

extension ContentDocument {
  /// For each box the outermost note that it is or lies in, -1 for none and in the cells of tables.
  fileprivate var noteBoxes: [Int32] {
    var holders: [Int32] = []
    var isInCell: [Bool] = []
    for (index, box) in boxes.enumerated() {
      let parent = Int(box.parent)
      let hasParent = parent >= 0 && parent < index
      let outer = hasParent ? holders[parent] : -1
      isInCell.append(box.kind == .cell && outer < 0 || hasParent && isInCell[parent])
      holders.append(outer < 0 && box.kind == .note && !isInCell[index] ? Int32(index) : outer)
    }
    return holders
  }

  fileprivate func notes(
    in holders: [Int32], withPictures: Bool
  ) -> [ReferredNotes.Candidate] {
    var notes: [ReferredNotes.Candidate] = []
    var seen: Set<Int32> = []
    var index = 0
    while index < blocks.count {
      let holder = self.holder(ofBlock: index, in: holders)
      let start = index
      index += 1
      guard holder >= 0 else { continue }
      while index < blocks.count, self.holder(ofBlock: index, in: holders) == holder { index += 1 }
      // What comes a second time is not in one piece.
      guard seen.insert(holder).inserted else {
        notes.removeAll { $0.box == holder }
        continue
      }
      let text = Int(blocks[start].textStart)..<Int(blocks[index - 1].textEnd)
      let hasPicture = blocks[start..<index].contains { $0.image >= 0 }
      if text.isEmpty || hasPicture && !withPictures { continue }
      notes.append(ReferredNotes.Candidate(box: holder, blocks: start..<index, text: text))
    }
    return notes
  }

  private func holder(ofBlock index: Int, in holders: [Int32]) -> Int32 {
    let box = Int(blocks[index].box)
    return holders.indices.contains(box) ? holders[box] : -1
  }

  /// The links to `notes`, in text order, but for those of a note to itself.
  fileprivate func references(
    to notes: [ReferredNotes.Candidate], _ holders: [Int32]
  ) -> [ReferredNotes.NoteReference] {
    let targets = targets(of: notes, holders)
    guard !targets.isEmpty else { return [] }
    var references: [ReferredNotes.NoteReference] = []
    var last: Int32 = -1
    var note = 0
    for index in blocks.indices {
      while note < notes.count, notes[note].blocks.upperBound <= index { note += 1 }
      let from = note < notes.count && notes[note].blocks.contains(index) ? note : -1
      for run in runs[blocks[index].runRange] where run.link >= 0 && run.link != last {
        last = run.link
        guard let target = targets[Int(run.link)], target != from else { continue }
        references.append(
          ReferredNotes.NoteReference(
            from: from, note: target, link: Int(run.link), offset: Int(run.textStart),
            isMarked: links[Int(run.link)].kind == .noteReference))
      }
    }
    return references
  }

  /// For each link into a note, which one.
  private func targets(
    of notes: [ReferredNotes.Candidate], _ holders: [Int32]
  ) -> [Int: Int] {
    var fragments: [Int: String] = [:]
    for (index, link) in links.enumerated() where link.kind != .backlink {
      if let fragment = ownFragment(of: link.href) { fragments[index] = fragment }
    }
    let wanted = Set(fragments.values)
    let numbers = Dictionary(uniqueKeysWithValues: notes.enumerated().map { ($1.box, $0) })
    var noteByID: [String: Int] = [:]
    var known: Set<String> = []
    for anchor in anchors where wanted.contains(anchor.id) && known.insert(anchor.id).inserted {
      guard blocks.indices.contains(Int(anchor.block)) else { continue }
      noteByID[anchor.id] = numbers[holder(ofBlock: Int(anchor.block), in: holders)]
    }
    return fragments.compactMapValues { noteByID[$0] }
  }

  /// The id that a reference names, if it leads into this very document.
  private func ownFragment(of href: String) -> String? {
    guard href.utf8.contains(UInt8(ascii: "#")) else { return nil }
    if let path {
      guard case .inside(let reference, _) = path.resolving(href), reference.path == path else {
        return nil
      }
      return reference.fragment
    }
    return href.hasPrefix("#") ? String(href.dropFirst()) : nil
  }
}
