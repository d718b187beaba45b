/// The figures of one book.
struct Benchmark {
  var book: String
  var reader: String

  /// One row of the table.
  private struct Row {
    var name: String
    var command: [String]
    /// What the project promises, as a ratio to the floor's wall time.
    var bar: Double?
  }

  private static let runCount = 9

  func print() {
    let floor = [CommandLine.arguments[0], "--floor", book]
    var rows = [
      Row(name: "whole book printed", command: [reader, "--no-state", book], bar: 1.2),
      Row(name: "--page 1", command: [reader, "--no-state", "--page", "1", book], bar: 0.25),
      Row(
        name: "--page 1, with state",
        command: ["env", "XDG_STATE_HOME=/tmp/epub-bench.state", reader, "--page", "1", book]),
      Row(
        name: "--page 1, by env", command: ["env", reader, "--no-state", "--page", "1", book]),
      Row(
        name: "justified, hyphenated",
        command: [reader, "--no-state", "--justify", "--hyphenate", book]),
      Row(name: "text", command: [reader, "--no-state", "text", book], bar: 0.9),
      Row(name: "search, common word", command: [reader, "--no-state", "search", "the", book]),
      Row(
        name: "search, known book",
        command: [
          "env", "XDG_CACHE_HOME=/tmp/epub-bench.cache", "XDG_STATE_HOME=/tmp/epub-bench.state",
          reader, "search", "the", book,
        ], bar: 1.2),
    ]
    rows += [
      Row(name: "mutool, whole book", command: ["mutool", "draw", "-q", "-F", "txt", book]),
      Row(name: "mutool, page 1", command: ["mutool", "draw", "-q", "-F", "txt", book, "1"]),
      Row(name: "epy, whole book", command: ["epy", "-d", book]),
    ].filter { isInstalled($0.command[0]) }

    Swift.print(book)
    Swift.print(pad("", 22) + "  wall/floor  cpu/floor   wall ms  peak MiB   bar")
    for row in rows { measure(row, against: floor) }
    printKnownBook()
    printFirstPages()
    printGrowth()
  }

  /// A page far on in a book that was read before, against the first one.
  private func printKnownBook() {
    setVariable("XDG_CACHE_HOME", "/tmp/epub-bench.cache")
    setVariable("XDG_STATE_HOME", "/tmp/epub-bench.state")
    let page = ["1000", "100", "10"].first {
      run([reader, "--page", $0, book], output: outputPath)?.status == 0
    }
    guard let page else { return }
    Swift.print(pad("known book", 22) + "  wall/page 1, cpu/page 1")
    measure(
      Row(name: "--page \(page)", command: [reader, "--page", page, book], bar: 1.3),
      against: [reader, "--page", "1", book])
  }

  /// From the start to the first page on a terminal, the programs in turn.
  private func printFirstPages() {
    var commands = [("first page, terminal", [reader, "--no-state", "--no-config", book])]
    if isInstalled("epy") { commands.append(("epy, first page", ["epy", book])) }
    var times = [[Double]](repeating: [], count: commands.count)
    for turn in 0...Self.runCount {
      for (index, command) in commands.enumerated() {
        guard let time = firstPageSeconds(["env", "TERM=xterm-256color"] + command.1) else {
          return Swift.print(pad(command.0, 22) + "  shows no page")
        }
        if turn > 0 { times[index].append(time) }  // the first one is a warm-up
      }
    }
    for (command, times) in zip(commands, times) {
      Swift.print(pad(command.0, 22) + left(fixed(median(times) * 1000, 1), 33))
    }
  }

  /// The book two and four times over: the whole takes so many times as long, the first page no longer.
  private func printGrowth() {
    guard let multiplied = MultipliedBook(book) else { return }
    let paths = [1, 2, 4].map { "/tmp/epub-bench.\($0).epub" }
    for (copies, path) in zip([1, 2, 4], paths) {
      guard write(multiplied.bytes(copies: copies), to: path) else {
        return Swift.print("growth: \(path) could not be written")
      }
    }
    for (name, options) in [
      ("whole", ["--no-state"]), ("--page 1", ["--no-state", "--page", "1"]),
    ] {
      var ratios = [[Double]](repeating: [], count: paths.count)
      for turn in 0...Self.runCount {
        let walls = paths.map { path in
          run([reader] + options + [path], output: outputPath)?.wallSeconds ?? .nan
        }
        if turn == 0 { continue }  // warm-up
        for index in paths.indices { ratios[index].append(walls[index] / walls[0]) }
      }
      let columns = ratios.dropFirst().map { left(fixed(median($0), 2), 12) }.joined()
      Swift.print(pad("2 and 4 times, \(name)", 26) + columns + "  of the time of the book once")
    }
  }

  private func isInstalled(_ program: String) -> Bool {
    run([program, "--version"], output: "/dev/null").map { $0.status >> 8 != 127 } ?? false
  }

  /// Row and floor in turn, so that a machine whose speed drifts slows both; ratios pair by pair.
  private func measure(_ row: Row, against floor: [String]) {
    var walls: [Double] = []
    var wallRatios: [Double] = []
    var cpuRatios: [Double] = []
    var peak = 0
    for turn in 0...Self.runCount {
      guard let base = run(floor, output: "/dev/null"),
        let cost = run(row.command, output: outputPath)
      else { return Swift.print(pad(row.name, 22) + "  could not be started") }
      if cost.status != 0 {
        return Swift.print(pad(row.name, 22) + "  failed, status \(cost.status >> 8)")
      }
      if turn == 0 { continue }  // warm-up
      walls.append(cost.wallSeconds)
      wallRatios.append(cost.wallSeconds / base.wallSeconds)
      cpuRatios.append(cost.cpuSeconds / base.cpuSeconds)
      peak = max(peak, cost.peakBytes)
    }
    let ratio = median(wallRatios)
    let verdict = row.bar.map { "\(fixed($0, 2))\(ratio <= $0 ? "" : "  MISSED")" } ?? ""
    Swift.print(
      pad(row.name, 22) + left(fixed(ratio, 2), 12) + left(fixed(median(cpuRatios), 2), 11)
        + left(fixed(median(walls) * 1000, 1), 10) + left(fixed(Double(peak) / 1_048_576, 1), 10)
        + left(verdict, 6))
  }

  /// A plain file: what printing to one costs is part of the figure.
  private var outputPath: String { "/tmp/epub-bench.out" }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func fixed(_ value: Double, _ digits: Int) -> String {
  let scale = digits == 1 ? 10 : 100
  let rounded = Int((value * Double(scale)).rounded())
  let fraction = String(rounded % scale)
  return "\(rounded / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
}

func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

func left(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(1, width - text.count)) + text
}
