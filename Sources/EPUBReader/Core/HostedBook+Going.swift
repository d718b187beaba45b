import EPUBBasics
import EPUBBook
import EPUBContainer

extension HostedBook {
  func go(toPage page: Int) throws(ReaderError) {
    guard session.go(toPage: page) == .arrived else {
      throw .outOfRange(.page(page), limits: 1...max(1, survey.pageCount))
    }
  }

  func go(to destination: ReaderDestination) throws(ReaderError) {
    session.go(to: try place(of: destination))
  }

  private func place(of destination: ReaderDestination) throws(ReaderError) -> Place {
    switch destination {
    case .locator(let locator):
      return try place(of: locator, locator.cfi ?? locator.href ?? "Locator")
    case .cfi(let cfi):
      var reference = LocatorReference()
      reference.cfi = cfi
      return try place(of: reference, cfi)
    case .href(let href):
      var reference = LocatorReference()
      reference.href = href
      return try place(of: reference, href)
    case .percent(let percent):
      guard percent >= 0, percent <= 100 else {
        throw .outOfRange(.percent(percent), limits: 0...100)
      }
      return try found(book.position(atPercent: percent, survey), "\(percent) %")
    case .printPage(let label):
      guard let page = survey.printPages.first(where: { $0.label == label }) else {
        throw .notFound(.printPage(label))
      }
      return page.place
    case .position(let position):
      let last = 1 + max(0, survey.linearCharacterCount - 1) / 600
      guard (1...last).contains(position) else {
        throw .outOfRange(.position(position), limits: 1...last)
      }
      return try found(book.position(ofPosition: position, survey), "position \(position)")
    }
  }

  private func found(_ position: TextPosition?, _ asked: String) throws(ReaderError) -> Place {
    guard let position else { throw .notFound(.place(asked)) }
    return Place(survey.runningPosition(position))
  }

  private func place(
    of reference: LocatorReference, _ asked: String
  ) throws(ReaderError) -> Place {
    let place: Place?
    do throws(CFIError) {
      // A CFI that is none is told, whatever else leads to the place.
      if let cfi = reference.cfi { _ = try CFI(cfi) }
      if let partial = reference.partialCFI { _ = try CFI(partial: partial) }
      place = try book.place(of: reference, survey: survey)
    } catch {
      throw .badMessage(error.words)
    }
    guard let place else { throw .notFound(.place(asked)) }
    return place
  }

  // At the book's ends the page stays.
  func turnPages(_ count: Int) { session.turnPages(count) }
  func back() { session.back() }
  func forward() { session.forward() }
}
