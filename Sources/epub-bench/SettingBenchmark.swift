import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBSegmentation

/// What it costs to set a book's lines, and how even they are: in this process, on one thread, the
/// documents already read.
struct SettingBenchmark {
  private let documents: [ContentDocument]

  init?(_ path: String) {
    do {
      let book = try Book(path: path)
      documents = (0..<book.spineCount).map { book.document(at: $0) }
    } catch {
      return nil
    }
  }

  /// One way to set the book.
  private struct Way {
    var name: String
    var options: LayoutOptions
  }

  private static let turnCount = 9

  func print() {
    let ways = Self.ways
    var times = [[Double]](repeating: [], count: ways.count)
    var best = Double.infinity
    for turn in 0...Self.turnCount {
      let walls = ways.map { seconds(setting: $0.options) }
      if turn == 0 { continue }  // warm-up
      best = min(best, walls[0])
      for index in ways.indices { times[index].append(walls[index] / walls[0]) }
    }
    Swift.print(
      pad("lines of 72 cells", 34) + "  time       lines  hyphens   raggedness, time of the first "
        + fixed(best * 1000, 1) + " ms")
    for (way, times) in zip(ways, times) {
      let evenness = Evenness(of: documents, options: way.options)
      Swift.print(
        pad(way.name, 34) + left(fixed(median(times), 2), 6) + left("\(evenness.lines)", 12)
          + left("\(evenness.hyphens)", 9) + left("\(evenness.raggedness)", 13))
    }
  }

  private static var ways: [Way] {
    let options = LayoutOptions(measure: 72, pageHeight: 23)
    var firstFit = options
    firstFit.breaksFirstFit = true
    var justified = options
    justified.justifies = true
    var hyphenated = options
    hyphenated.hyphenates = true
    var both = justified
    both.hyphenates = true
    return [
      Way(name: "first-fit", options: firstFit), Way(name: "whole paragraphs", options: options),
      Way(name: "justified", options: justified), Way(name: "hyphenated", options: hyphenated),
      Way(name: "justified, hyphenated", options: both),
    ]
  }

  /// With a segmenter of its own, which knows no words yet.
  private func seconds(setting options: LayoutOptions) -> Double {
    let start = monotonicSeconds()
    let segmenter = Segmenter()
    var lineCount = 0
    for document in documents {
      lineCount += Galley(setting: document, options: options, segmenter: segmenter).lines.count
    }
    precondition(lineCount >= 0)
    return monotonicSeconds() - start
  }
}

/// How evenly the lines of a book are filled.
private struct Evenness {
  var lines = 0
  var hyphens = 0
  /// Sum of the squares of the cells that lines leave free, the last of each block not counted.
  var raggedness = 0

  init(of documents: [ContentDocument], options: LayoutOptions) {
    let segmenter = Segmenter()
    for document in documents {
      let galley = Galley(setting: document, options: options, segmenter: segmenter)
      lines += galley.lines.count
      for line in galley.lines {
        guard let last = galley.pieces[line.pieceRange].last else { continue }
        if last.source == .ornament, last.textRange.isEmpty, last.width == 1 { hyphens += 1 }
        if line.flags.contains(.endsBlock) { continue }
        let free = options.measure - Int(last.column + last.width)
        raggedness += free * free
      }
    }
  }
}
