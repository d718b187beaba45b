// Pages as JSON (contract, "Pages as JSON").

extension ReaderPage {
  package var json: JSON {
    .object([
      ("page", .number(page)), ("pages", .number(pageCount)),
      (
        "size", .object([("columns", .number(frame.columns)), ("rows", .number(frame.rows))])
      ),
      ("width", .number(frame.width)), ("height", .number(frame.height)),
      ("locator", .object(locator.members)), ("printPages", JSON.strings(printPages)),
      ("lines", .list(lines.map(\.json))), ("words", .list(words.map(\.json))),
    ])
  }
}

extension ReaderPage.Line {
  fileprivate var json: JSON {
    .object([("text", .string(text)), ("spans", .list(spans.map(\.json)))])
  }
}

extension ReaderPage.Span {
  fileprivate var json: JSON {
    .object([
      ("start", .number(start)), ("length", .number(length)),
      ("styles", JSON.strings(styles.map(\.rawValue))), ("href", href.map { .string($0) }),
      ("highlight", highlight.map { .string($0) }),
    ])
  }
}

extension ReaderPage.Word {
  fileprivate var json: JSON {
    .object([
      ("value", .string(value)), ("color", .string(color)), ("note", JSON.nonEmpty(note)),
      ("cells", .list(cells.map(\.json))),
    ])
  }
}

extension ReaderPage.Cells {
  package var json: JSON {
    .object([
      ("row", .number(row)), ("column", .number(column)), ("length", .number(length)),
    ])
  }
}
