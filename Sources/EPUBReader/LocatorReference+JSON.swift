package import EPUBBook
import EPUBState

extension LocatorReference {
  /// `nil` when nothing of it tells of a place.
  package init?(_ json: JSONInput) {
    self.init()
    href = json["href"]?.string
    let locations = json["locations"]
    partialCFI = locations?["partialCfi"]?.string
    cfi = locations?["cfi"]?.string
    if let text = cfi, text.hasPrefix("/") {
      // Some write it without `epubcfi(…)` around it, or its part inside the document alone.
      let isWhole = text.utf8.contains(UInt8(ascii: "!"))
      cfi = isWhole ? "epubcfi(\(text))" : nil
      if !isWhole { partialCFI = partialCFI ?? text }
    }
    fragments = locations?["fragments"]?.items.compactMap(\.string) ?? []
    progression = locations?["progression"]?.number
    totalProgression = locations?["totalProgression"]?.number
    position = locations?["position"]?.integer
    if let text = json["text"] {
      quote = SavedPlace.Quote(
        before: text["before"]?.string ?? "", at: text["highlight"]?.string ?? "",
        after: text["after"]?.string ?? "")
    }
    let isEmpty =
      href == nil && cfi == nil && totalProgression == nil && position == nil
    if isEmpty { return nil }
  }
}

extension CFIError {
  package var words: String {
    switch self {
    case .tooLong(let limit): "longer than \(limit) bytes"
    case .notWrapped: "no CFI: it does not read epubcfi(...)"
    case .expectedStep(let offset): "no CFI: a step is missing at character \(offset + 1)"
    case .expectedNumber(let offset): "no CFI: a number is missing at character \(offset + 1)"
    case .needlessZero(let offset): "no CFI: a needless zero at character \(offset + 1)"
    case .openBracket(let offset): "no CFI: the bracket at character \(offset + 1) is not closed"
    case .unescaped(let offset): "no CFI: character \(offset + 1) must be escaped by ^"
    case .unexpected(let offset): "no CFI: character \(offset + 1) must not stand there"
    }
  }
}
