import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBReader
import EPUBState

/// Finds the pages that a command line asks for by number, place, share, chapter or print page.
struct WantedPages {
  let opened: OpenedBook
  let request: Request
  let state: KeptState
  let environment: Environment
  let output: Output

  init(
    _ opened: OpenedBook, _ request: Request, _ state: KeptState, _ environment: Environment,
    _ output: Output
  ) {
    self.opened = opened
    self.request = request
    self.state = state
    self.environment = environment
    self.output = output
  }

  private var book: Book { opened.book }

  func selection(_ frame: PageFrame, _ survey: Survey?) throws(Failure) -> PageSelection {
    switch request.position {
    case nil:
      return .pages(spine: 0, page: 0, limit: environment.outputIsTerminal ? 1 : nil)
    case .pages(let first, let last):
      return try pages(from: first, through: last, frame, survey)
    case .current:
      guard let saved = state.record(of: opened)?.place else {
        return .pages(spine: 0, page: 0, limit: 1)
      }
      let resolved = book.resolve(saved, survey: survey)
      if resolved.grade == .lost { output.note(Failure.placeIsLost(book: opened.name)) }
      return .page(holding: resolved.place)
    case .at(let reference, let shown):
      return .page(holding: try place(of: reference, shown, survey))
    case .percent(let percent):
      let survey = survey ?? book.survey(layout: nil)
      guard let position = book.position(atPercent: percent, survey) else {
        throw .noLinearText(book: opened.name)
      }
      return .runningPage(of: position)
    case .chapter(let wanted):
      let choice = try ChapterChoice(
        wanted, in: survey ?? book.survey(layout: nil), book: opened.name)
      return .stretch(from: choice.from, to: choice.to)
    case .printPage(let label):
      let pages = (survey ?? book.survey(layout: nil)).printPages
      guard let page = pages.first(where: { $0.label == label }) else {
        throw .noPrintPage(label, labels: pages.map(\.label), book: opened.name)
      }
      return .page(holding: page.place)
    }
  }

  private func place(
    of reference: PlaceReference, _ shown: String, _ survey: Survey?
  ) throws(Failure) -> Place {
    let place: Place?
    switch reference {
    case .cfi(let cfi):
      switch book.resolve(cfi) {
      case .found(let resolved): place = resolved.place
      case .noSpineItem: place = nil
      }
    case .locator(let locator):
      do throws(CFIError) {
        place = try book.place(of: locator, survey: survey)
      } catch {
        throw .badValue(.at, shown, error.words)
      }
    }
    guard let place else { throw .noPlace(shown.asLine, book: opened.name) }
    return place
  }

  private func pages(
    from first: Int, through last: Int?, _ frame: PageFrame, _ survey: Survey?
  ) throws(Failure) -> PageSelection {
    let location: PageLocation
    if let survey {
      if first > survey.pageCount {
        location = .beyond(lastPage: survey.pageCount)
      } else {
        let item = survey.item(ofPage: first)
        location = .found(spine: item.spine, page: item.page)
      }
    } else {
      location = book.location(ofPage: first, layout: frame.layout)
    }
    switch location {
    case .beyond(let lastPage):
      throw .pageBeyond(first, lastPage: lastPage, book: opened.name)
    case .found(let spine, let page):
      return .pages(spine: spine, page: page, limit: last.map { $0 - first + 1 })
    }
  }
}
