package import EPUBBook

extension Survey {
  /// The contents as JSON: nested `{title, href, page, children}`.
  package var contentsJSON: JSON { .list(contents.map(json)) }

  /// Levels are bounded by `Limits`, so recursion is safe here.
  private func json(of entry: ContentsEntry) -> JSON {
    .object([
      ("title", .string(entry.title)), ("href", entry.href.map { .string($0) } ?? .null),
      ("page", entry.place.map { .number(page(holding: $0)) } ?? .null),
      ("children", .list(entry.children.map(json))),
    ])
  }
}

extension ContentsEntry {
  /// Relative to the container's root, or a URL of its own.
  package var href: String? { target?.urlEncoded ?? externalURL }
}
