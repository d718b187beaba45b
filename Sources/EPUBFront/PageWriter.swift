import EPUBBook
import EPUBLayout

/// Puts lines and free rows together to pages, or to one column.
///
/// Free rows are written only when something follows them on their page: pages end with their last
/// visible line.
struct PageWriter {
  private(set) var bytes: [UInt8] = []
  private var waitingRows = 0
  private var lineWriter: LineWriter

  init(_ lineWriter: LineWriter) { self.lineWriter = lineWriter }

  /// One page, without a form feed before it.
  mutating func appendPage(_ lines: Range<Int>) {
    waitingRows = lineWriter.frame.top
    for index in lines {
      let line = lineWriter.chapter.galley.lines[index]
      append(line, spaceAbove: index == lines.lowerBound ? 0 : Int(line.spaceAbove))
    }
    waitingRows = 0
  }

  /// All lines one below the other, with the free rows that a page top would swallow.
  mutating func appendColumn() {
    waitingRows = 0
    let lines = lineWriter.chapter.galley.lines
    for line in lines where !line.flags.contains(.isRepeated) {
      append(line, spaceAbove: Int(line.spaceAbove) + Int(line.withheldRows))
    }
    waitingRows = 0
  }

  private mutating func append(_ line: Line, spaceAbove: Int) {
    waitingRows += spaceAbove
    let start = bytes.count
    for _ in 0..<waitingRows {
      lineWriter.appendBlank(to: &bytes)
      bytes.append(0x0A)
    }
    let textStart = bytes.count
    lineWriter.append(line, to: &bytes)
    if bytes.count == textStart {
      bytes.removeSubrange(start...)
      waitingRows += Int(line.rows)
    } else {
      bytes.append(0x0A)
      waitingRows = Int(line.rows) - 1
    }
  }
}
