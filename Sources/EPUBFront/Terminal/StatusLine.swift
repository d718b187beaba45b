import EPUBBook
import EPUBSegmentation
import EPUBTerminal

/// The screen's last row: where the reader is. What does not fit is left out, the page number last.
struct StatusLine {
  var title: String
  /// What the title is a number in.
  var part: String?
  /// From the one that is kept longest to the one that goes first.
  var parts: [String]
  /// What keys are waiting for: a count, the beginning of a sequence.
  var waiting = ""
  /// Said instead of all the rest, until the next key.
  var message: String?

  init(_ status: ReadingSession.Status, bookTitle: String, minutesLeft: Int?) {
    title = status.chapterTitle ?? bookTitle
    part = title.isNumber ? status.partTitle : nil
    parts = []
    if status.isProvisional {
      parts.append(status.pageCount.map { "… of \($0)" } ?? "…")
    } else if let page = status.page, let count = status.pageCount {
      parts.append("\(page) of \(count)")
    } else if status.counted.of > 0 {
      parts.append("counting pages \(100 * status.counted.done / status.counted.of) %")
    }
    if let percent = status.percent { parts.append("\(Int(percent)) %") }
    if let label = status.printPage { parts.append("print \(label)") }
    if let minutesLeft {
      parts.append(
        minutesLeft < 60
          ? "\(minutesLeft) min left" : "\(minutesLeft / 60) h \(minutesLeft % 60) min left")
    }
    if !status.isLinear { parts.append("aside") }
  }

  func draw(on screen: inout Screen, row: Int, _ look: ReaderLook, _ segmenter: Segmenter) {
    let style = look.status
    let columns = screen.columns
    screen.fill(Rectangle(column: 0, row: row, columns: columns, rows: 1), style)
    var end = columns - 1
    func width(_ text: String) -> Int {
      let bytes = Array(text.utf8)
      return segmenter.width(of: bytes, in: 0..<bytes.count)
    }
    func writeRight(_ text: String) {
      let start = max(0, end - width(text))
      screen.write(text, column: start, row: row, before: end, style, segmenter: segmenter)
      end = start - 2
    }
    if !waiting.isEmpty { writeRight(waiting) }
    if let message {
      screen.write(
        message.cut(toWidth: end - 1, segmenter), column: 1, row: row, before: end, look.message,
        segmenter: segmenter)
      return
    }
    let separator = look.isPlain ? ", " : " · "
    var shown = parts
    while shown.count > 1, width(shown.joined(separator: separator)) > end - 12 {
      shown.removeLast()
    }
    if !shown.isEmpty { writeRight(shown.joined(separator: separator)) }
    if end > 6 {
      let whole = part.map { $0 + separator + title } ?? title
      // Where both have no room, the title is the one that tells more.
      let text = (width(whole) < end ? whole : title).cut(toWidth: end - 1, segmenter)
      screen.write(text, column: 1, row: row, before: end, style, segmenter: segmenter)
    }
  }
}

extension String {
  /// Whether a title says hardly more than which one it is: `IV`, `12.`, `B`.
  fileprivate var isNumber: Bool {
    let letters = unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return letters.count <= 2
      || letters.allSatisfy { "ivxlcdmIVXLCDM0123456789".unicodeScalars.contains($0) }
  }

  /// Cut to so many cells, with an ellipsis where something is missing.
  func cut(toWidth width: Int, _ segmenter: Segmenter) -> String {
    let bytes = Array(utf8)
    if width <= 0 { return "" }
    if segmenter.width(of: bytes, in: 0..<bytes.count) <= width { return self }
    var clusters: [Cluster] = []
    segmenter.appendClusters(of: bytes, in: 0..<bytes.count, to: &clusters)
    var used = 0
    var end = 0
    for cluster in clusters {
      if used + Int(cluster.width) > width - 1 { break }
      used += Int(cluster.width)
      end = Int(cluster.end)
    }
    return String(decoding: bytes[..<end], as: UTF8.self) + "…"
  }
}
