public import EPUBBook

/// What brings a book back to where and how it was: the same page, viewport, theme, font, size and
/// highlighted words.
public struct SavedData: Hashable, Sendable {
  public var theme: String?
  public var font: String?
  public var fontSize: Double?
  public var viewport: Viewport?
  /// The page shown, from 1, and how many there are.
  public var page: Int?
  public var totalPages: Int?
  /// Of the page's first character: counts where another layout makes other pages.
  public var cfi: String?
  public var highlightedWords: [HighlightedWord]?

  public init() {}
}

extension SavedData {
  /// As JSON, for hosts that keep it as text.
  public var json: String {
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads what `json` gave; members that are missing, unknown or of another kind are as if not there.
  ///
  /// - Returns: `nil` for what is no JSON object.
  public init?(json: String) {
    guard let read = try? JSONInput(Array(json.utf8)), case .object = read else { return nil }
    self.init(read)
  }

  /// Those of its words whose colours are colours.
  var usableWords: [HighlightedWord] {
    (highlightedWords ?? []).compactMap { word in
      HighlightColor.hex(of: word.color).map {
        HighlightedWord(value: word.value, color: $0, note: word.note)
      }
    }
  }

  var value: JSON {
    .object([
      ("theme", theme.map { .string($0) }), ("font", font.map { .string($0) }),
      ("fontSize", fontSize.map(JSON.size)),
      (
        "viewport",
        viewport.map {
          .object([("columns", .number($0.columns)), ("rows", .number($0.rows))])
        }
      ),
      ("page", page.map { .number($0) }), ("totalPages", totalPages.map { .number($0) }),
      ("cfi", cfi.map { .string($0) }),
      ("highlightedWords", highlightedWords.map { .list($0.map(\.json)) }),
    ])
  }

  init(_ json: JSONInput) {
    theme = json["theme"]?.string
    font = json["font"]?.string
    fontSize = json["fontSize"]?.number
    viewport = json["viewport"].flatMap { Viewport($0) }
    page = json["page"]?.integer
    totalPages = json["totalPages"]?.integer
    cfi = json["cfi"]?.string
    highlightedWords = json["highlightedWords"]?.items.compactMap { HighlightedWord($0) }
  }
}

extension Viewport {
  init?(_ json: JSONInput) {
    guard let columns = json["columns"]?.integer, let rows = json["rows"]?.integer else {
      return nil
    }
    self.init(columns: columns, rows: rows)
  }
}

extension HighlightedWord {
  var json: JSON {
    .object([
      ("value", .string(value)), ("color", .string(color)), ("note", JSON.nonEmpty(note)),
    ])
  }

  /// A word without a colour is yellow; `nil` where there is no word, or what should be a colour is none.
  init?(_ json: JSONInput) {
    guard let value = json["value"]?.string else { return nil }
    let color = json["color"].map { $0.string.flatMap { HighlightColor.hex(of: $0) } }
    guard let hex = color ?? HighlightColor.yellow.hex else { return nil }
    self.init(value: value, color: hex, note: json["note"]?.string)
  }
}

extension JSON {
  /// A whole number as one.
  static func size(_ value: Double) -> JSON {
    Int(exactly: value).map { .number($0) } ?? .decimal(value)
  }
}
