import EPUBBook

/// What a host can ask for, by the names of the contract.
enum BridgeCommand: String, CaseIterable {
  case loadBook, goToPage, goTo, nextPage, previousPage, back, forward
  case changeTheme, changeFont, changeFontSize, resize
  case highlightWords, unhighlightWords, selectWord
  case page, toc, info, savedData, search, close
}

extension BridgeCommand {
  /// Does it and gives its result; `close` is the bridge's own.
  func run(
    _ value: JSONInput, with reader: BookReader, _ folders: MessageBridge.Folders
  ) throws(ReaderError) -> JSON {
    switch self {
    case .loadBook:
      let given = try ReaderConfiguration(value, folders)
      return try reader.load(BookSource(value), given).json
    case .goToPage:
      let page = try value.page()
      return try reader.change { book throws(ReaderError) in try book.go(toPage: page) }.json
    case .goTo:
      let destination = try ReaderDestination(value)
      return try reader.change { book throws(ReaderError) in try book.go(to: destination) }.json
    case .nextPage: return try reader.change { $0.turnPages(1) }.json
    case .previousPage: return try reader.change { $0.turnPages(-1) }.json
    case .back: return try reader.change { $0.back() }.json
    case .forward: return try reader.change { $0.forward() }.json
    case .resize:
      let viewport = try Viewport(asked: value)
      return try reader.set { look throws(ReaderError) in try look.set(viewport: viewport) }.json
    case .changeTheme, .changeFont, .changeFontSize, .highlightWords, .unhighlightWords:
      try change(value, with: reader)
      return .null
    case .selectWord:
      let (row, column) = (try value.count("row"), try value.count("column"))
      // What stands around the word goes with the event.
      return try reader.select(atRow: row, column: column).map { .string($0.value) } ?? .null
    case .page: return try reader.ask { $0.page().json }
    case .toc: return try reader.ask { $0.survey.contentsJSON }
    case .info:
      return try reader.ask { PublicationManifest(of: $0.book, title: $0.title).json }
    case .savedData: return try reader.savedData().value
    case .search:
      let search = try ReaderSearch(value)
      return .list(
        try reader.ask { book throws(ReaderError) in try book.search(search) }.map(\.json))
    case .close: return .null
    }
  }

  /// What has no result.
  private func change(_ value: JSONInput, with reader: BookReader) throws(ReaderError) {
    switch self {
    case .changeTheme:
      let name = try value.name("changeTheme takes a theme's name")
      try reader.set { look throws(ReaderError) in look.theme = name }
    case .changeFont:
      let name = try value.name("changeFont takes a family's name")
      try reader.set { look throws(ReaderError) in look.font = name }
    case .changeFontSize:
      guard let size = value.number else { throw .badMessage("changeFontSize takes points") }
      try reader.set { look throws(ReaderError) in try look.set(fontSize: size) }
    case .highlightWords:
      let words = try value.words()
      try reader.change { $0.highlight(words) }
    case .unhighlightWords:
      let words = try value.names("unhighlightWords takes a list of words")
      try reader.change { $0.unhighlight(words) }
    case .loadBook, .goToPage, .goTo, .nextPage, .previousPage, .back, .forward, .resize,
      .selectWord, .page, .toc, .info, .savedData, .search, .close:
      preconditionFailure("has a result")
    }
  }
}

extension BookReader {
  @discardableResult
  func set(
    _ body: (inout PageSettings) throws(ReaderError) -> Void
  ) throws(ReaderError) -> Locator {
    try change { book throws(ReaderError) in try book.change(body) }
  }
}

extension Locator {
  fileprivate var json: JSON { .object(members) }
}
