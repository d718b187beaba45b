import EPUBBasics
import EPUBBook
import EPUBReader

// `--highlight WORD[=COLOR]` and `--highlight @FILE`.

extension Request.Marks {
  init(parsing value: String) throws(Failure) {
    if value.hasPrefix("@"), value.utf8.count > 1 {
      self = .file(String(value.dropFirst()))
      return
    }
    let word = HighlightedWord(parsing: value)
    if word.value.isEmpty { throw .badValue(.highlight, value, "no word") }
    self = .word(word)
  }
}

extension HighlightedWord {
  /// The last `=` parts word and colour, and only before a colour.
  init(parsing value: String) {
    if let equals = value.lastIndex(of: "="),
      let color = HighlightColor.hex(of: value[value.index(after: equals)...])
    {
      self.init(value: String(value[..<equals]), color: color)
    } else {
      self.init(value: value, color: HighlightColor.yellow.hex)
    }
  }
}

extension Request {
  /// The words to mark, those of files read.
  func highlightedWords(_ environment: Environment) throws(Failure) -> [HighlightedWord] {
    var words: [HighlightedWord] = []
    for mark in marks {
      switch mark {
      case .word(let word): words.append(word)
      case .file(let path): words += try Self.words(ofFile: path, environment)
      }
    }
    return words
  }

  static var maximumFileByteCount: Int { 16 << 20 }

  private static func words(
    ofFile path: String, _ environment: Environment
  ) throws(Failure) -> [HighlightedWord] {
    try WordLine.lines(of: file(path, environment), path).map {
      HighlightedWord(value: $0.word, color: $0.color ?? HighlightColor.yellow.hex, note: $0.note)
    }
  }

  /// The bytes of a file that an option names.
  static func file(_ path: String, _ environment: Environment) throws(Failure) -> [UInt8] {
    let outcome = environment.readFile(path, maximumFileByteCount)
    switch outcome {
    case .bytes(let bytes): return bytes
    case .tooLarge: throw .file(path, outcome, "")
    case .failed(let number): throw .file(path, outcome, environment.describeError(number))
    }
  }
}

/// A line of a file of words: a word, and behind tabs a colour and a note where there are such.
struct WordLine: Hashable {
  var word: String
  /// `#rrggbb`
  var color: String?
  var note: String?

  /// The lines that are not empty.
  static func lines(of bytes: [UInt8], _ path: String) throws(Failure) -> [WordLine] {
    var lines: [WordLine] = []
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      var line = line
      if line.last == 0x0D { line.removeLast() }
      if line.allSatisfy({ $0.isASCIISpace }) { continue }
      let fields = line.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      if fields[0].isEmpty { continue }
      var read = WordLine(word: fields[0])
      if fields.count > 1, !fields[1].isEmpty {
        guard let color = HighlightColor.hex(of: fields[1]) else {
          throw .usage(
            "\(path), line \(index + 1)", "\(fields[1]) is no colour",
            "write \(HighlightColor.allCases.map(\.rawValue).joined(separator: ", ")) or #rrggbb")
        }
        read.color = color
      }
      if fields.count > 2, !fields[2].isEmpty { read.note = fields[2] }
      lines.append(read)
    }
    return lines
  }
}
