import EPUBFront
import Foundation
import TestKit
import Testing

/// What one run of the command line left behind.
struct Outcome {
  var status: Int32
  var output: String
  var error: String
  var outputBytes: [UInt8]

  /// Standard error's lines.
  var errorLines: [Substring] { error.split(separator: "\n") }
  var lines: [Substring] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  /// The objects of JSON Lines.
  func objects() throws -> [[String: Any]] {
    try output.split(separator: "\n").map {
      try #require(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  func object() throws -> [String: Any] {
    let objects = try objects()
    #expect(objects.count == 1)
    return try #require(objects.first)
  }
}

/// The world that a test gives the command line: no home, no terminal, no network.
struct World {
  var variables: [String: String] = [:]
  var isTerminal = false
  var terminal: Environment.TerminalSize?
  var input: [UInt8] = []
  /// What the clock says, in seconds since 1970.
  var now: Int64 = 1_000_000_000
  /// Standard output fails so after as many bytes.
  var outputLimit = Int.max
  var outputEnd = Environment.WriteOutcome.closed

  func run(_ arguments: [String]) -> Outcome {
    let recorder = Recorder(limit: outputLimit, end: outputEnd)
    let (input, terminal, now) = (input, terminal, now)
    var environment = Environment(
      variables: variables, outputIsTerminal: isTerminal, terminalSize: { terminal },
      writeOutput: recorder.write, writeError: { recorder.error += $0 },
      readInput: { _ in .bytes(input) }, readFile: { path, _ in Self.readFile(path) },
      describeError: { "error \($0)" })
    environment.now = { now }
    let status = Front.run(arguments, environment: environment)
    return Outcome(
      status: status, output: String(decoding: recorder.output, as: UTF8.self),
      error: String(decoding: recorder.error, as: UTF8.self), outputBytes: recorder.output)
  }

  private static func readFile(_ path: String) -> Environment.ReadOutcome {
    guard let data = FileManager.default.contents(atPath: path) else {
      return .failed(errno: ENOENT)
    }
    return .bytes([UInt8](data))
  }
}

/// Keeps what is written, up to a limit.
private final class Recorder {
  var output: [UInt8] = []
  var error: [UInt8] = []
  let limit: Int
  let end: Environment.WriteOutcome

  init(limit: Int, end: Environment.WriteOutcome) {
    self.limit = limit
    self.end = end
  }

  func write(_ bytes: [UInt8]) -> Environment.WriteOutcome {
    if output.count + bytes.count > limit { return end }
    output += bytes
    return .done
  }
}

extension TemporaryFolder {
  /// Writes a file and returns its path.
  func write(_ text: String, as name: String) throws -> String {
    let path = "\(path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }
}

/// Runs the command line in a world without anything.
func run(_ arguments: String...) -> Outcome { World().run(arguments) }

/// Runs it with a book on standard input; the arguments name it by `-`.
func run(_ book: BookBuilder, _ arguments: String...) -> Outcome {
  World(input: book.bytes).run(arguments)
}

extension BookBuilder {
  /// Writes the book to a file of a folder and returns its path.
  func write(to folder: TemporaryFolder, as name: String = "book.epub") throws -> String {
    let path = "\(folder.path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }
}

extension Outcome {
  /// Done, and nothing on standard error.
  var isQuiet: Bool { status == 0 && error.isEmpty }

  /// Ended as an error does: this status, one line that begins as every one does, and no output.
  func isError(_ status: Int32) -> Bool {
    self.status == status && output.isEmpty && errorLines.count == 1 && error.hasSuffix("\n")
      && error.hasPrefix("epub-read: ")
  }
}

/// A book whose chapters hold so many numbered paragraphs of one line.
func numberedBook(chapters: Int, paragraphs: Int) -> BookBuilder {
  BookBuilder {
    $0.stylesheet("p { margin: 0; text-indent: 0 }")
    for chapter in 1...chapters {
      let body = (1...paragraphs).map { "<p>line \(chapter).\($0)</p>" }.joined()
      $0.chapter(body, title: "Chapter \(chapter)")
    }
  }
}
