import EPUBBasics
import EPUBMarkup

/// Text above or below the line, settled when its element closes.
extension ContentBuilder {
  mutating func openRaised(_ frame: inout Frame, _ node: Int) {
    let raised: TextStyle = [.superscript, .subscript]
    guard !frame.look.style.isDisjoint(with: raised) else { return }
    let parentIsRaised = frames.last.map { !$0.look.style.isDisjoint(with: raised) } ?? false
    guard !parentIsRaised || nodes[node].name == .sup || nodes[node].name == .sub else { return }
    frame.traits.insert(.raised)
    frame.start = mark()
  }

  mutating func closeRaised(_ depth: Int) {
    guard var runs = runs(since: frames[depth].start), runs.count <= Self.maximumRaisedRuns else {
      return
    }
    if endsInSpace {
      runs = setSpaceApart(runs)
      if runs.isEmpty { return }
    }
    run.floor = document.runs.count
    let isRaised = frames[depth].traits.contains(.raised)
    if !isRaised, runs.contains(where: { document.runs[$0].style.contains(.superscript) }) {
      return
    }
    let texts = runs.filter { !document.runs[$0].textRange.isEmpty }
    let plain = texts.filter { document.runs[$0].shownStart < 0 }
    guard !plain.isEmpty, !isBracketed(runs) else { return }
    guard plain.count == texts.count else {
      // Something inside is shown in its own way: 2^(n²).
      wrap(runs, "^(", ")", depth)
      return
    }
    show(runs, showing(of: runs), depth)
  }

  /// Whether the sheets put brackets around it.
  private func isBracketed(_ runs: Range<Int>) -> Bool {
    func bytes(_ run: Run) -> ArraySlice<UInt8> {
      run.shownRange.map { document.shownBytes[$0] } ?? document.text[run.textRange]
    }
    let first = bytes(document.runs[runs.lowerBound]).first
    return first == 0x5B && bytes(document.runs[runs.upperBound - 1]).last == 0x5D
  }

  /// Gives the space at the end a run of its own: it belongs to what follows.
  private mutating func setSpaceApart(_ runs: Range<Int>) -> Range<Int> {
    var space = document.runs[runs.upperBound - 1]
    if space.textEnd - space.textStart > 1, space.shownStart < 0 {
      document.runs[runs.upperBound - 1].textEnd -= 1
      space.textStart = space.textEnd - 1
      document.runs.append(space)
      return runs
    }
    return runs.dropLast()
  }

  private func showing(of runs: Range<Int>) -> RaisedText.Showing {
    let start = Int(document.runs[runs.lowerBound].textStart)
    let range = start..<Int(document.runs[runs.upperBound - 1].textEnd)
    guard range.count <= Self.maximumRaisedByteCount else { return .asIs }
    let text = Array(String(decoding: document.text[range], as: UTF8.self).unicodeScalars)
    guard text.first == " " else {
      return showing(text, after: scalar(before: start), of: runs)
    }
    let rest = showing(Array(text.dropFirst()), after: " ", of: runs)
    if case .mapped(let scalars) = rest { return .mapped([" "] + scalars) }
    return .asIs
  }

  private func showing(
    _ text: [Unicode.Scalar], after previous: Unicode.Scalar?, of runs: Range<Int>
  ) -> RaisedText.Showing {
    let style = document.runs[runs.lowerBound].style
    if style.contains(.subscript) { return RaisedText.subscript(text, after: previous) }
    let isNoteReference = runs.contains { index in
      let link = Int(document.runs[index].link)
      return link >= 0 && document.links[link].kind == .noteReference
    }
    return RaisedText.superscript(text, after: previous, isNoteReference: isNoteReference)
  }

  /// Longer text is raised for its looks.
  private static var maximumRaisedByteCount: Int { 40 }
  static var maximumRaisedRuns: Int { 40 }

  private mutating func show(_ runs: Range<Int>, _ showing: RaisedText.Showing, _ depth: Int) {
    switch showing {
    case .asIs: break
    case .mapped(let scalars): show(runs, scalars)
    case .wrapped(let open, let close): wrap(runs, open, close, depth)
    case .replaced(let text):
      guard document.runs[runs].allSatisfy({ !$0.textRange.isEmpty }) else { return }
      document.runs[runs.lowerBound].textEnd = document.runs[runs.upperBound - 1].textEnd
      document.runs.removeSubrange(runs.lowerBound + 1..<runs.upperBound)
      let start = Int32(document.shownBytes.count)
      document.shownBytes += text.utf8
      document.runs[runs.lowerBound].shownStart = start
      document.runs[runs.lowerBound].shownEnd = Int32(document.shownBytes.count)
    }
  }

  private mutating func show(_ runs: Range<Int>, _ scalars: [Unicode.Scalar]) {
    var rest = scalars[...]
    for index in runs where !document.runs[index].textRange.isEmpty {
      let count = document.text.scalarCount(in: document.runs[index].textRange)
      document.runs[index].shownStart = Int32(document.shownBytes.count)
      for scalar in rest.prefix(count) { document.shownBytes += String(scalar).utf8 }
      document.runs[index].shownEnd = Int32(document.shownBytes.count)
      rest = rest.dropFirst(count)
    }
  }

  private mutating func wrap(_ runs: Range<Int>, _ open: String, _ close: String, _ depth: Int) {
    let first = document.runs[runs.lowerBound].textStart
    let last = document.runs[runs.upperBound - 1].textEnd
    insertRun(close, at: runs.upperBound, offset: last, depth)
    insertRun(open, at: runs.lowerBound, offset: first, depth)
    run.floor = document.runs.count
    block.insertionCount += 2
  }

  private mutating func insertRun(_ text: String, at index: Int, offset: Int32, _ depth: Int) {
    let start = Int32(document.shownBytes.count)
    document.shownBytes += text.utf8
    document.runs.insert(
      Run(
        frames[depth].look, text: Int(offset)..<Int(offset), shownStart: start,
        shownEnd: Int32(document.shownBytes.count)), at: index)
  }
}
