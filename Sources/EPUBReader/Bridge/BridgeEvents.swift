import EPUBBook

// What the reader tells, by the names of the contract.

extension ReaderEvent {
  var json: JSON {
    switch self {
    case .bookLoaded(let book):
      Self.event(
        "onBookLoaded",
        .object([("title", .string(book.title)), ("pages", .number(book.pageCount))]))
    case .relocated(let locator): Self.event("relocated", .object(locator.members))
    case .wordSelected(let word): .object([("event", .string("saveWord"))] + word.members)
    case .savedDataUpdated(let data): Self.event("setSavedData", data.value)
    case .failed(let error): Self.event("error", error.json)
    }
  }

  private static func event(_ name: String, _ value: JSON) -> JSON {
    .object([("event", .string(name)), ("value", value)])
  }
}

extension SelectedWord {
  var members: [(String, JSON?)] {
    [
      ("value", .string(value)), ("word", .string(word)), ("raw", .string(raw)),
      ("sentence", .string(sentence)), ("locator", .object(locator.members)),
      ("cells", .list(cells.map(\.json))),
    ]
  }
}

extension ReaderError {
  var json: JSON { .object([("code", .string(code)), ("message", .string(message))]) }
}
