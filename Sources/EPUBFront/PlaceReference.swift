import EPUBBook
import EPUBReader
import EPUBState

/// A place that was given: a CFI or a Locator.
enum PlaceReference {
  case cfi(CFI)
  case locator(LocatorReference)

  init(parsing value: String) throws(Failure) {
    if value.utf8.first(where: { !" \t\n\r".utf8.contains($0) }) == UInt8(ascii: "{") {
      self = .locator(try Self.locator(value))
      return
    }
    do throws(CFIError) {
      self = .cfi(try CFI(value))
    } catch {
      throw .badValue(.at, value, error.words)
    }
  }

  private static func locator(_ text: String) throws(Failure) -> LocatorReference {
    let json: JSONInput
    do throws(JSONInput.Wrong) {
      json = try JSONInput(Array(text.utf8))
    } catch {
      throw .badValue(.at, text, "no JSON: \(error.words)")
    }
    // A page as JSON and a search's hit hold one.
    guard let locator = LocatorReference(json["locator"] ?? json) else {
      throw .badValue(.at, text, "no Locator")
    }
    // A CFI in it that is none is wrong usage, whatever else leads to the place.
    do throws(CFIError) {
      if let cfi = locator.cfi { _ = try CFI(cfi) }
      if let partial = locator.partialCFI { _ = try CFI(partial: partial) }
    } catch {
      throw .badValue(.at, text, error.words)
    }
    return locator
  }
}

extension LocatorReference {
  /// `nil` when nothing of it tells of a place.
  init?(_ json: JSONInput) {
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
  var words: String {
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
