import EPUBBasics
import EPUBContainer
public import EPUBContent
import EPUBPackaging
public import EPUBState

/// Where a saved place stands in the book as it is now.
public struct ResolvedPlace: Hashable, Sendable {
  public enum Grade: String, Hashable, Sendable {
    /// The very character: its document is the same bytes, or its CFI or offset leads to where all of
    /// the quote stands unchanged.
    case exact
    /// Found by its quote, or a part of it, elsewhere than expected or changed around.
    case moved
    /// Not found: a place at about the same share of the book.
    case lost
  }

  public let place: Place
  public let grade: Grade

  public var position: TextPosition { place.position }
}

extension Book {
  /// Finds a saved place. Never fails; in a book without documents it is the start.
  ///
  /// A place in a document whose bytes are the same, wherever in the reading order it stands now, is
  /// found without reading any; otherwise documents are read outward from its own until its quote is
  /// found.
  ///
  /// - Parameters:
  ///   - survey: makes the share of the book exact by which a lost place is replaced.
  ///   - read: gives documents that are at hand or will be needed anyway. With it the quote is compared
  ///     even where the document's bytes are the same: a stylesheet may hide or show other text now.
  public func resolve(
    _ saved: SavedPlace, survey: Survey? = nil, reading read: ((Int) -> ContentDocument)? = nil
  ) -> ResolvedPlace {
    var search = PlaceSearch(self, saved, survey, read ?? { self.document(at: $0) })
    search.comparesAlways = read != nil
    return search.run()
  }

  /// Whether the quote of a saved place, or two of its parts, stands in the document that the place is
  /// of: what tells a corrected book from another one with the same identifier.
  public func holdsQuote(of saved: SavedPlace) -> Bool {
    var search = PlaceSearch(self, saved, nil) { self.document(at: $0) }
    return search.holdsQuote()
  }

  /// Finds a quote of any length that another program took, first in one document, then outward.
  ///
  /// - Parameters:
  ///   - position: where it should be.
  ///   - read: gives documents that are at hand.
  /// - Returns: where its `at` begins; `nil` when neither all nor two parts of it are found.
  public func place(
    of quote: SavedPlace.Quote, near position: TextPosition,
    reading read: ((Int) -> ContentDocument)? = nil
  ) -> Place? {
    let saved = SavedPlace(
      spine: position.spine, offset: position.offset, cfi: "", quote: quote, totalProgression: 0,
      textRulesVersion: LogicalText.version, document: nil)
    var search = PlaceSearch(self, saved, nil, read ?? { self.document(at: $0) })
    return search.found(atLeast: .twoParts)
  }

  /// The one place in the book at which a text stands; `nil` where it stands nowhere or more than once.
  public func onlyPlace(
    of text: String, reading read: ((Int) -> ContentDocument)? = nil
  ) -> Place? {
    let wanted = Ink(text).bytes
    var only: Place?
    for spine in 0..<spineCount {
      let document = read?(spine) ?? document(at: spine)
      var found: [Int] = []
      Ink(document.text).bytes.forEachOccurrence(of: wanted) { index in
        found.append(index)
        return found.count < 2
      }
      guard let index = found.first else { continue }
      if found.count > 1 || only != nil { return nil }
      let offset = Ink.offset(of: index, in: document.text)
      only = Place(
        TextPosition(spine: spine, offset: offset), block: document.block(holding: offset))
    }
    return only
  }
}

private struct PlaceSearch {
  private let book: Book
  private let saved: SavedPlace
  private let quote: PlaceQuote
  private let survey: Survey?
  private let read: (Int) -> ContentDocument
  /// The document read last: the search comes back to its own one.
  private var cached: (spine: Int, document: ContentDocument)?
  private let cfi: CFI?
  /// The quote is compared in a document that has not changed, too.
  var comparesAlways = false

  /// Bytes of documents that are searched for a quote, its own apart: some tenths of a second.
  private static var maximumByteCount: Int { 32 << 20 }

  init(
    _ book: Book, _ saved: SavedPlace, _ survey: Survey?,
    _ read: @escaping (Int) -> ContentDocument
  ) {
    self.book = book
    self.saved = saved
    self.survey = survey
    self.read = read
    quote = PlaceQuote(saved.quote)
    // A CFI that cannot be read is as good as none.
    do { cfi = try CFI(saved.cfi) } catch { cfi = nil }
  }

  mutating func run() -> ResolvedPlace {
    guard book.spineCount > 0 else {
      return ResolvedPlace(place: Place(TextPosition(spine: 0, offset: 0), block: 0), grade: .lost)
    }
    let same = book.spineIndex(of: saved.document, near: saved.spine)
    if let same, saved.textRulesVersion == LogicalText.version, isUnchanged(in: same) {
      return unchanged(in: same)
    }
    let resolved = resolvedCFI()
    if let resolved, agrees(at: resolved.place.position) {
      return ResolvedPlace(place: resolved.place, grade: .exact)
    }
    if saved.textRulesVersion == LogicalText.version,
      book.publication.readingOrder.indices.contains(saved.spine),
      agrees(at: TextPosition(spine: saved.spine, offset: saved.offset))
    {
      return ResolvedPlace(place: place(saved.spine, saved.offset), grade: .exact)
    }
    if let found = found(near: resolved, same: same, atLeast: .onePart) {
      return ResolvedPlace(place: found, grade: .moved)
    }
    if quote.isEmpty, let resolved, resolved.accuracy != .approximate {
      return ResolvedPlace(place: resolved.place, grade: .moved)
    }
    return ResolvedPlace(place: lostPlace(resolved), grade: .lost)
  }

  mutating func holdsQuote() -> Bool {
    guard book.spineCount > 0, !quote.isEmpty, quote.isTelling else { return false }
    let resolved = resolvedCFI()
    return [resolved?.place.position.spine, saved.spine].contains { spine in
      guard let spine, book.publication.readingOrder.indices.contains(spine) else { return false }
      let match = quote.match(in: document(at: spine).text, near: saved.offset)
      return match.map { $0.strength >= .twoParts } ?? false
    }
  }

  mutating func found(atLeast strength: PlaceQuote.Strength) -> Place? {
    book.spineCount == 0 ? nil : found(near: nil, same: nil, atLeast: strength)
  }

  private mutating func document(at spine: Int) -> ContentDocument {
    if let cached, cached.spine == spine { return cached.document }
    let document = read(spine)
    cached = (spine, document)
    return document
  }

  private mutating func place(_ spine: Int, _ offset: Int) -> Place {
    let document = document(at: spine)
    let offset = document.text.scalarStart(at: offset)
    return Place(TextPosition(spine: spine, offset: offset), block: document.block(holding: offset))
  }

  private mutating func isUnchanged(in spine: Int) -> Bool {
    !comparesAlways || quote.isEmpty || agrees(at: TextPosition(spine: spine, offset: saved.offset))
  }

  /// The bytes of the document are the same, and so is its text. Only a place at a picture or a rule
  /// needs the document, to tell it from the text at the same offset.
  private mutating func unchanged(in spine: Int) -> ResolvedPlace {
    var place = Place(TextPosition(spine: spine, offset: max(0, saved.offset)))
    if let cfi, cfi.start.offset == nil, cfi.start.parts.count > 1 {
      let document = document(at: spine)
      let resolved = book.resolve(cfi, in: document, spine: spine).place
      if resolved.position == place.position { place = resolved }
    }
    return ResolvedPlace(place: place, grade: .exact)
  }

  private mutating func resolvedCFI() -> ResolvedCFI? {
    guard let cfi, let spine = book.spineIndex(of: cfi) else { return nil }
    return book.resolve(cfi, in: document(at: spine), spine: spine)
  }

  private mutating func agrees(at position: TextPosition) -> Bool {
    guard !quote.isEmpty else { return false }
    return quote.agrees(with: document(at: position.spine).text, at: position.offset)
  }

  // MARK: The quote

  /// Looks for the quote in its own document, then outward. Two parts of it are enough to stop; a
  /// single part counts only when no document has more.
  private mutating func found(
    near resolved: ResolvedCFI?, same: Int?, atLeast least: PlaceQuote.Strength
  ) -> Place? {
    if quote.isEmpty { return nil }
    let own =
      same ?? resolved?.place.position.spine ?? min(max(0, saved.spine), book.spineCount - 1)
    var best: (place: Place, strength: PlaceQuote.Strength)?
    var searched = 0
    for spine in book.spineIndices(outwardFrom: own, second: saved.spine) {
      if spine != own {
        searched += book.byteCount(ofItem: spine)
        guard quote.isTelling, searched <= Self.maximumByteCount else { break }
      }
      let document = document(at: spine)
      let expected = expectedOffset(in: document, spine, own)
      guard let match = quote.match(in: document.text, near: expected),
        best.map({ match.strength > $0.strength }) ?? true
      else { continue }
      let position = TextPosition(spine: spine, offset: match.offset)
      best = (Place(position, block: document.block(holding: match.offset)), match.strength)
      if match.strength >= .twoParts { break }
    }
    return best.flatMap { $0.strength >= least ? $0.place : nil }
  }

  private func expectedOffset(in document: ContentDocument, _ spine: Int, _ own: Int) -> Int {
    if spine == own || spine == saved.spine { return max(0, saved.offset) }
    return spine > own ? 0 : document.text.count
  }

  // MARK: Lost

  /// The place that the CFI names, where it names one and that is about as far in the book as the place
  /// was; else what stands that far in the book.
  private mutating func lostPlace(_ resolved: ResolvedCFI?) -> Place {
    let share = min(max(0, saved.totalProgression.isFinite ? saved.totalProgression : 0), 1)
    if let resolved {
      let position = resolved.place.position
      let count = document(at: position.spine).text.count
      let reached = book.progression(
        position.spine, count == 0 ? 0 : Double(position.offset) / Double(count))
      if resolved.isConfirmed || abs(reached - share) < 0.02 { return resolved.place }
    }
    if let survey, let position = book.position(atPercent: share * 100, survey) {
      return place(position.spine, position.offset)
    }
    let (spine, rest) = book.item(atProgression: share)
    return place(spine, Int(rest * Double(document(at: spine).text.count)))
  }
}

extension Book {
  /// The spine item, nearest to `spine`, that has just this size and CRC-32.
  fileprivate func spineIndex(of wanted: Fingerprint.Document?, near spine: Int) -> Int? {
    guard let wanted else { return nil }
    var nearest: Int?
    for index in publication.readingOrder.indices
    where nearest.map({ abs(index - spine) < abs($0 - spine) }) ?? true {
      // The size first: in a folder the CRC must be computed.
      guard byteCount(ofItem: index) == wanted.byteCount, fingerprint(ofItem: index) == wanted
      else {
        continue
      }
      nearest = index
      if index == spine { break }
    }
    return nearest
  }

  /// Bytes of a spine item's document, as the container states them; 0 where there is none.
  func byteCount(ofItem spine: Int) -> Int {
    publication.readingOrder[spine].path.flatMap { container.entry(at: $0)?.byteCount } ?? 0
  }

  /// All spine items: two first, the others by their distance from the first.
  fileprivate func spineIndices(outwardFrom first: Int, second: Int) -> [Int] {
    let all = publication.readingOrder.indices
    var indices = [first]
    if second != first, all.contains(second) { indices.append(second) }
    for distance in 1..<max(2, all.count) {
      for index in [first + distance, first - distance] where all.contains(index) {
        if index != second { indices.append(index) }
      }
    }
    return indices
  }

  /// The item at a share of the book and the share of it, by the directory's sizes.
  fileprivate func item(atProgression share: Double) -> (spine: Int, share: Double) {
    let sizes = linearByteCounts
    var left = share * sizes.reduce(0) { $0 + Double($1) }
    for (spine, size) in sizes.enumerated() where size > 0 {
      if left < Double(size) { return (spine, left / Double(size)) }
      left -= Double(size)
    }
    return (sizes.lastIndex { $0 > 0 } ?? 0, share > 0 ? 1 : 0)
  }
}
