import EPUBBook
import EPUBReader

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
