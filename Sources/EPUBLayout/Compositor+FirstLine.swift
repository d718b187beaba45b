import EPUBBasics
import EPUBContent

// A block whose first line looks otherwise (`::first-line`): all of it is planned as it looks there, and the
// first line set; what is left is taken from the block's own runs and set as a text without indent. So a
// first line of capitals ends where capitals end, and the rest as if that line had always been there.

extension Compositor {
  /// Sets the first line of a block and takes what is left of its text as shown text, for lines of `shape`.
  mutating func setFirstLine(of index: Int, _ shape: inout LineShape) {
    let block = document.blocks[index]
    takeOwn(document.firstLines[Int(block.firstLine)])
    guard !shown.range.isEmpty else { return }
    findAtoms(of: block, room: shape.rest.width)
    directions.reset()
    resolveOrder(of: block, in: shown.range)
    var first = shape
    first.endsAfterFirst = true
    let end = breakLines(of: index, first)
    let rest =
      end < shown.range.upperBound
      ? self.rest(of: block, after: shown.insertions(before: end), text: Int(coveredEnd)) : []
    takeOwn(rest)
    shape.first = shape.rest
  }

  private mutating func takeOwn(_ runs: [Run]) {
    shown.take(runs[...], of: document)
    shown.ownRuns = runs
  }

  /// A block's own runs without what the first line has shown.
  private func rest(
    of block: Block, after taken: ShownText.Insertions, text end: Int
  ) -> [Run] {
    var rest: [Run] = []
    var insertionCount = 0
    for var run in document.runs[block.runRange] {
      if run.textRange.isEmpty {
        insertionCount += 1
        if insertionCount <= taken.count { continue }
        if insertionCount == taken.count + 1 { cut(&run, scalars: taken.scalarCount) }
      } else {
        if Int(run.textEnd) <= end { continue }
        if Int(run.textStart) < end {
          cut(&run, scalars: document.text.scalarCount(in: Int(run.textStart)..<end))
          run.textStart = Int32(end)
        }
      }
      rest.append(run)
    }
    return rest
  }

  /// Takes scalars off the start of what a run shows in place of its text.
  private func cut(_ run: inout Run, scalars count: Int) {
    guard let shown = run.shownRange else { return }
    var start = shown.lowerBound
    for _ in 0..<count where start < shown.upperBound {
      start += 1
      while start < shown.upperBound, document.shownBytes[start].isUTF8Continuation { start += 1 }
    }
    run.shownStart = Int32(start)
  }
}

extension ShownText {
  /// Insertions that were shown: whole ones, and scalars of the next.
  struct Insertions {
    var count = 0
    var scalarCount = 0
  }

  /// Those before an offset of the shown text.
  func insertions(before offset: Int) -> Insertions {
    var taken = Insertions()
    for stretch in stretches where stretch.meaning == .insertion {
      if stretch.end <= offset {
        taken.count += 1
      } else {
        if stretch.start < offset {
          taken.scalarCount = scratch.scalarCount(in: stretch.start..<offset)
        }
        break
      }
    }
    return taken
  }
}
