import EPUBBasics
import EPUBBook

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
  func highlightedWords(_ environment: Environment) throws(Failure) -> HighlightedWords {
    var words: [HighlightedWord] = []
    for mark in marks {
      switch mark {
      case .word(let word): words.append(word)
      case .file(let path): words += try Self.words(ofFile: path, environment)
      }
    }
    return HighlightedWords(words)
  }

  private static var maximumFileByteCount: Int { 16 << 20 }

  private static func words(
    ofFile path: String, _ environment: Environment
  ) throws(Failure) -> [HighlightedWord] {
    var words: [HighlightedWord] = []
    let bytes = try file(path, environment)
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    {
      var line = line
      if line.last == 0x0D { line.removeLast() }
      if line.allSatisfy({ $0.isASCIISpace }) { continue }
      let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
      let word = String(decoding: fields[0], as: UTF8.self)
      var color = HighlightColor.yellow.hex
      if fields.count > 1, !fields[1].isEmpty {
        let text = String(decoding: fields[1], as: UTF8.self)
        guard let known = HighlightColor.hex(of: text) else {
          throw .usage(
            "\(path), line \(index + 1)", "\(text) is no colour",
            "write \(HighlightColor.allCases.map(\.rawValue).joined(separator: ", ")) or #rrggbb")
        }
        color = known
      }
      if !word.isEmpty { words.append(HighlightedWord(value: word, color: color)) }
    }
    return words
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
