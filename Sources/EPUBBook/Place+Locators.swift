import EPUBBasics
import EPUBContent
import EPUBPackaging
public import EPUBState

/// A Locator as it comes in: what Readium's JSON may hold, all of it optional.
public struct LocatorReference: Hashable, Sendable {
  /// Relative to the container's root, percent-encoded, with or without a fragment.
  public var href: String?
  public var cfi: String?
  public var partialCFI: String?
  /// Ids, the first that exists counts.
  public var fragments: [String] = []
  /// Shares of the resource and of the book, 0…1.
  public var progression: Double?
  public var totalProgression: Double?
  /// From 1.
  public var position: Int?
  /// `text.before`, `text.highlight` and `text.after`.
  public var quote: SavedPlace.Quote?

  public init() {}

  public init(_ locator: Locator) {
    href = locator.href
    cfi = locator.cfi
    partialCFI = locator.partialCFI
    progression = locator.progression
    totalProgression = locator.totalProgression
    position = locator.position
  }
}

extension Book {
  /// The place that a Locator means; `nil` when nothing in it leads anywhere.
  ///
  /// The CFI decides, unless `href` names another document: then the document and the partial CFI do.
  /// A text that disagrees with the place corrects it. Without CFI the text, a fragment and the
  /// progression inside the document are tried, then what counts through the whole book.
  ///
  /// - Parameter survey: spares a pass over the book where shares or positions must be counted.
  /// - Throws: where a CFI is none.
  public func place(
    of locator: LocatorReference, survey: Survey? = nil
  ) throws(CFIError) -> Place? {
    let target = target(of: locator)
    if let cfi = try locator.cfi.map({ text throws(CFIError) in try CFI(text) }),
      let spine = spineIndex(of: cfi), isItem(spine, at: target?.path)
    {
      return place(of: cfi, locator, inItem: spine)
    }
    if let target, let spine = spineIndex(of: target.path) {
      if let partial = locator.partialCFI {
        return place(of: try CFI(partial: partial), locator, inItem: spine)
      }
      return place(inItem: spine, locator, target.fragment)
    }
    return place(counting: locator, survey)
  }

  /// The place at `percent` (0…100) of the book's linear text; `nil` in a book without any.
  public func position(atPercent percent: Double, _ survey: Survey) -> TextPosition? {
    let percent = percent.isFinite ? min(max(0, percent), 100) : 0
    guard let (spine, characters) = survey.item(atPercent: percent) else { return nil }
    return position(ofCharacter: characters, inItem: spine)
  }

  /// Where one of Readium's positions begins, counted from 1; the last character's place when there are
  /// not as many.
  public func position(ofPosition number: Int, _ survey: Survey) -> TextPosition? {
    let (before, overflow) = max(0, number - 1).multipliedReportingOverflow(by: 600)
    return position(ofLinearCharacter: overflow ? .max : before, survey)
  }

  private func position(ofLinearCharacter number: Int, _ survey: Survey) -> TextPosition? {
    let number = min(number, max(0, survey.linearCharacterCount - 1))
    let spine = survey.items.indices.first {
      survey.items[$0].isLinear
        && survey.linearCharactersBefore[$0] + survey.items[$0].characterCount > number
    }
    guard let spine = spine ?? survey.items.lastIndex(where: \.isLinear) else { return nil }
    return position(
      ofCharacter: max(0, number - survey.linearCharactersBefore[spine]), inItem: spine)
  }

  /// The place of a character, counted from 0; of the last one when there are not as many.
  private func position(ofCharacter number: Int, inItem spine: Int) -> TextPosition {
    let text = document(at: spine).text
    let offset = text.offset(ofScalar: number, from: 0)
    return TextPosition(
      spine: spine, offset: offset == text.count ? text.offset(ofScalar: -1, from: offset) : offset)
  }

  private func target(of locator: LocatorReference) -> Reference? {
    guard let href = locator.href,
      case .inside(let reference, _) = ContainerPath.root.resolving(href)
    else { return nil }
    return reference
  }

  /// Whether a spine item shows the resource at `path`, or any where `path` is none of the spine's.
  private func isItem(_ spine: Int, at path: ContainerPath?) -> Bool {
    guard let path, spineIndex(of: path) != nil else { return true }
    let item = publication.readingOrder[spine]
    return item.shown.path == path || item.item.path == path
  }

  private func place(of cfi: CFI, _ locator: LocatorReference, inItem spine: Int) -> Place {
    let document = document(at: spine)
    let resolved = resolve(cfi, in: document, spine: spine).place
    guard let quote = locator.quote.map({ PlaceQuote($0) }), !quote.isEmpty,
      !quote.agrees(with: document.text, at: resolved.position.offset),
      let match = quote.match(in: document.text, near: resolved.position.offset),
      match.strength >= .twoParts
    else { return resolved }
    return place(match.offset, in: document, spine)
  }

  private func place(
    inItem spine: Int, _ locator: LocatorReference, _ fragment: String?
  ) -> Place {
    let document = document(at: spine)
    let count = document.text.scalarCount(in: 0..<document.text.count)
    let share = locator.progression.map { $0.isFinite ? min(max(0, $0), 1) : 0 }
    let counted = document.text.offset(
      ofScalar: Int(((share ?? 0) * Double(count)).rounded()), from: 0)
    if let quote = locator.quote.map({ PlaceQuote($0) }), !quote.isEmpty,
      let match = quote.match(in: document.text, near: counted)
    {
      return place(match.offset, in: document, spine)
    }
    for id in locator.fragments + [fragment].compactMap({ $0 }) {
      guard let anchor = document.anchors.first(where: { $0.id == id }) else { continue }
      return Place(
        TextPosition(spine: spine, offset: Int(anchor.offset)),
        block: min(Int(anchor.block), max(0, document.blocks.count - 1)))
    }
    guard share != nil else { return Place(TextPosition(spine: spine, offset: 0), block: 0) }
    return place(counted, in: document, spine)
  }

  private func place(_ offset: Int, in document: ContentDocument, _ spine: Int) -> Place {
    Place(TextPosition(spine: spine, offset: offset), block: document.block(holding: offset))
  }

  private func place(counting locator: LocatorReference, _ survey: Survey?) -> Place? {
    guard locator.totalProgression != nil || locator.position != nil else { return nil }
    let survey = survey ?? self.survey(layout: nil)
    if let share = locator.totalProgression {
      let share = share.isFinite ? min(max(0, share), 1) : 0
      let characters = Int((share * Double(survey.linearCharacterCount)).rounded())
      return position(ofLinearCharacter: characters, survey).map { Place($0) }
    }
    return locator.position.flatMap { position(ofPosition: $0, survey) }.map { Place($0) }
  }
}
