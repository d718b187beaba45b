import EPUBBasics
import EPUBBook

// What commands carry. A value of the wrong kind is a bad message; members that are unknown are passed
// over, and `null` is as if not there.

extension JSONInput {
  /// A page's number; one past all bounds is a page that does not exist.
  func page() throws(ReaderError) -> Int {
    guard let page = number?.asInteger else { throw .badMessage("goToPage takes a page's number") }
    return page
  }

  /// A member that is a number from 0.
  func count(_ name: String) throws(ReaderError) -> Int {
    guard let count = self[name]?.number?.asInteger, count >= 0 else {
      throw .badMessage("\(name) is to be a number from 0")
    }
    return count
  }

  func name(_ wrong: String) throws(ReaderError) -> String {
    guard let name = string, !name.isEmpty else { throw .badMessage(wrong) }
    return name
  }

  func names(_ wrong: String) throws(ReaderError) -> [String] {
    guard case .list(let items) = self else { throw .badMessage(wrong) }
    var names: [String] = []
    for item in items { names.append(try item.name(wrong)) }
    return names
  }

  /// `[{"value", "color"?, "note"?}]`
  func words() throws(ReaderError) -> [HighlightedWord] {
    guard case .list(let items) = self else {
      throw .badMessage("highlighted words are a list of {value, color}")
    }
    var words: [HighlightedWord] = []
    for item in items {
      guard let value = item["value"]?.string, !value.isEmpty else {
        throw .badMessage("a highlighted word has no value")
      }
      let color = item["color"].map { $0.string ?? "" } ?? HighlightColor.yellow.rawValue
      words.append(HighlightedWord(value: value, color: color, note: item["note"]?.string))
    }
    return try words.checked()
  }

  fileprivate func optional<Value>(
    _ name: String, _ wanted: String, _ read: (JSONInput) -> Value?
  ) throws(ReaderError) -> Value? {
    guard let member = self[name] else { return nil }
    guard let value = read(member) else { throw .badMessage("\(name) is to be \(wanted)") }
    return value
  }

  fileprivate func flag(_ name: String) throws(ReaderError) -> Bool? {
    try optional(name, "true or false") { if case .bool(let flag) = $0 { flag } else { nil } }
  }

  fileprivate func text(_ name: String) throws(ReaderError) -> String? {
    try optional(name, "a text", \.string)
  }
}

extension Double {
  /// A whole number, those past all bounds as the largest or least.
  fileprivate var asInteger: Int? {
    if isNaN || (isFinite && rounded() != self) { return nil }
    return Int(exactly: self) ?? (self < 0 ? .min : .max)
  }
}

extension BookSource {
  init(_ value: JSONInput) throws(ReaderError) {
    if let path = try value.text("path") {
      self = .path(path)
    } else if let text = try value.text("base64") {
      guard let bytes = [UInt8](base64: text) else { throw .badMessage("base64 is no base64") }
      self = .bytes(bytes)
    } else {
      throw .badMessage("loadBook takes path or base64")
    }
  }
}

extension ReaderConfiguration {
  init(_ value: JSONInput, _ folders: MessageBridge.Folders) throws(ReaderError) {
    self.init()
    savedData = try value.optional("savedData", "an object") { data in
      if case .object = data { SavedData(data) } else { nil }
    }
    if let words = value["defaultHighlightedWords"] { defaultHighlightedWords = try words.words() }
    theme = try value.text("theme")
    font = try value.text("font")
    fontSize = try value.optional("fontSize", "a number of points", \.number)
    justifies = try value.flag("justify")
    hyphenates = try value.flag("hyphenate")
    if let asked = value["viewport"] { viewport = try Viewport(asked: asked) }
    if try value.flag("state") ?? false { stateFolder = folders.state }
    cacheFolder = folders.cache
  }
}

extension Viewport {
  init(asked value: JSONInput) throws(ReaderError) {
    guard let columns = value["columns"]?.number?.asInteger,
      let rows = value["rows"]?.number?.asInteger
    else { throw .badMessage("a viewport is {columns, rows}") }
    self.init(columns: columns, rows: rows)
  }
}

extension ReaderDestination {
  /// One of the short forms, else a Locator.
  init(_ value: JSONInput) throws(ReaderError) {
    guard let short = value["locations"] == nil ? try Self.short(value) : nil else {
      guard let locator = LocatorReference(value) else {
        throw .badMessage("goTo takes a Locator, or cfi, href, percent, printPage or position")
      }
      self = .locator(locator)
      return
    }
    self = short
  }

  private static func short(_ value: JSONInput) throws(ReaderError) -> ReaderDestination? {
    if let cfi = try value.text("cfi") { return .cfi(cfi) }
    if let percent = try value.optional("percent", "a number", \.number) {
      return .percent(percent)
    }
    if let label = try value.text("printPage") { return .printPage(label) }
    let position = try value.optional("position", "a number") { $0.number?.asInteger }
    return position.map { .position($0) }
  }
}

extension ReaderSearch {
  /// `flags` are those of `search` on the command line, as a list or as one text: `i` (`ignoreCase`), `w`
  /// (`wholeWords`), `E` (`regularExpression`), `accents`, `exact`.
  init(_ value: JSONInput) throws(ReaderError) {
    guard let pattern = try value.text("pattern") else {
      throw .badMessage("search takes a pattern")
    }
    self.init(pattern)
    for flag in try Self.flags(value["flags"]) { try set(flag) }
    if let limit = try value.optional("limit", "a number", { $0.number?.asInteger }) {
      self.limit = limit
    }
  }

  private static func flags(_ value: JSONInput?) throws(ReaderError) -> [String] {
    guard let value else { return [] }
    guard let text = value.string else { return try value.names("flags are a list of names") }
    return text.split { $0 == " " || $0 == "," }.flatMap { name in
      name.allSatisfy { "iwE".contains($0) } ? name.map { String($0) } : [String(name)]
    }
  }

  private mutating func set(_ flag: String) throws(ReaderError) {
    switch flag {
    case "i", "-i", "ignoreCase": ignoresCase = true
    case "w", "-w", "wholeWords": wholeWords = true
    case "E", "-E", "regularExpression": isRegularExpression = true
    case "accents", "--accents": ignoresAccents = false
    case "exact", "--exact": (ignoresCase, ignoresAccents) = (false, false)
    default: throw .badMessage("search knows no flag \(flag)")
    }
  }
}
