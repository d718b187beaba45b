import EPUBBasics
import EPUBBook
import EPUBReader
import EPUBState

/// What `words` and `words count` print.
struct WordListing {
  let bytes: [UInt8]

  init(_ words: [WordRecord], as format: Request.Format) {
    var bytes: [UInt8] = []
    if format == .csv { bytes.appendRecord(of: Self.columns) }
    for word in words {
      switch format {
      case .text, .markdown: bytes += "\(Self.line(of: word))\n".utf8
      case .csv: bytes.appendRecord(of: Self.fields(of: word))
      case .tsv:
        bytes.appendTabbed([
          word.word, word.sentence ?? "", word.bookTitle ?? "", word.place ?? "",
        ])
      case .json: bytes += Self.json(of: word).line
      }
    }
    self.bytes = bytes
  }

  /// The word, what is kept besides, and where it was met.
  private static func line(of word: WordRecord) -> String {
    var marks: [String] = []
    if let color = word.color { marks.append(HighlightColor.name(of: color)) }
    if word.isHighlighted, !word.isSaved { marks.append("only marked") }
    if word.bookID != nil { marks.append("in one book") }
    var text = word.word
    if !marks.isEmpty { text += " (\(marks.joined(separator: ", ")))" }
    if let note = word.note { text += " - \(note)" }
    if let sentence = word.sentence { text += ": \(sentence)" }
    if let title = word.bookTitle { text += " [\(title)]" }
    return text.asLine
  }

  private static let columns = [
    "word", "color", "note", "sentence", "book", "place", "saved", "highlighted", "scope",
    "created",
  ]

  private static func fields(of word: WordRecord) -> [String] {
    [
      word.word, word.color ?? "", word.note ?? "", word.sentence ?? "", word.bookTitle ?? "",
      word.place ?? "", String(word.isSaved), String(word.isHighlighted), scope(of: word),
      Timestamp.text(of: word.created),
    ]
  }

  private static func scope(of word: WordRecord) -> String { word.bookID == nil ? "all" : "book" }

  private static func json(of word: WordRecord) -> JSON {
    .object([
      ("value", .string(word.word)), ("word", .string(word.folded)),
      ("color", JSON.nonEmpty(word.color)), ("note", JSON.nonEmpty(word.note)),
      ("sentence", JSON.nonEmpty(word.sentence)), ("book", JSON.nonEmpty(word.bookTitle)),
      ("place", JSON.nonEmpty(word.place)), ("saved", .bool(word.isSaved)),
      ("highlighted", .bool(word.isHighlighted)), ("scope", .string(scope(of: word))),
      ("created", .string(Timestamp.text(of: word.created))),
    ])
  }

  static func bytes(of counts: [WordCount], as format: Request.Format) -> [UInt8] {
    var bytes: [UInt8] = []
    if format == .csv { bytes.appendRecord(of: ["word", "count"]) }
    let width = counts.first.map { String($0.count).utf8.count } ?? 0
    for word in counts {
      let count = String(word.count)
      switch format {
      case .text, .markdown:
        bytes.appendSpaces(width - count.utf8.count)
        bytes += "\(count)  ".utf8
        bytes += word.word.utf8
        bytes.append(0x0A)
      case .csv: bytes.appendRecord(of: [word.word, count])
      case .tsv: bytes.appendTabbed([word.word, count])
      case .json:
        bytes += JSON.object([("word", .string(word.word)), ("count", .number(word.count))]).line
      }
    }
    return bytes
  }
}

extension HighlightColor {
  /// The name of `#rrggbb` where it has one.
  static func name(of color: String) -> String {
    allCases.first { $0.hex == color }?.rawValue ?? color
  }
}

extension [UInt8] {
  /// A record as RFC 4180 has it.
  fileprivate mutating func appendRecord(of fields: [String]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      guard field.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else {
        append(contentsOf: field.utf8)
        continue
      }
      append(UInt8(ascii: "\""))
      for byte in field.utf8 {
        if byte == UInt8(ascii: "\"") { append(byte) }
        append(byte)
      }
      append(UInt8(ascii: "\""))
    }
    append(contentsOf: [0x0D, 0x0A])
  }

  /// Fields with tabs between; tabs and line ends inside them are spaces.
  fileprivate mutating func appendTabbed(_ fields: [String]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { append(0x09) }
      for byte in field.utf8 { append(byte == 0x09 || byte == 0x0A || byte == 0x0D ? 0x20 : byte) }
    }
    append(0x0A)
  }
}
