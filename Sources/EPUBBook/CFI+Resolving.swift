import EPUBBasics
public import EPUBContent
import EPUBPackaging

/// Where a CFI leads in a book.
public enum CFIResolution: Hashable, Sendable {
  case found(ResolvedCFI)
  /// Its steps through the package document lead to no item of the reading order.
  case noSpineItem
}

public struct ResolvedCFI: Hashable, Sendable {
  public enum Accuracy: Hashable, Sendable {
    /// The steps lead there, and nothing asserted contradicts them.
    case exact
    /// An id or a text that was asserted was found elsewhere than the steps lead.
    case corrected
    /// The steps lead nowhere: this is the last place on the way that exists.
    case approximate
  }

  /// The point, or the start of the range.
  public let place: Place
  /// The end of the range; `nil` for a point.
  public let end: Place?
  public let accuracy: Accuracy
  /// Whether an asserted id names the element it was found through.
  public let isConfirmed: Bool
}

extension Book {
  /// Finds where a CFI leads. Reads the one document that it leads into.
  ///
  /// Ids and texts that are asserted correct the steps where they are found elsewhere, and are passed
  /// over where they are found nowhere (EPUB CFI 1.1 #sec-target-correction): wrong ones are in the
  /// wild. Steps that lead nowhere stop at the last place that exists. Temporal and spatial offsets
  /// do not count.
  public func resolve(_ cfi: CFI) -> CFIResolution {
    guard let spine = spineIndex(of: cfi) else { return .noSpineItem }
    return .found(resolve(cfi, in: document(at: spine), spine: spine))
  }

  /// The item of the reading order that a CFI's first steps lead to; `nil` for a partial one.
  ///
  /// An id that is asserted for the `itemref` wins over its step. Some writers put the `idref` there;
  /// it counts where no `itemref` has such an id. The spine is found under step 6 too, which many
  /// writers assume whatever the package is.
  public func spineIndex(of cfi: CFI) -> Int? {
    let steps = cfi.start.parts[0]
    guard !cfi.isPartial, steps.count >= 2,
      steps[0].number == publication.spineStep || steps[0].number == 6
    else { return nil }
    let items = publication.readingOrder
    let stepped = items.firstIndex { 2 * ($0.itemrefIndex + 1) == steps[1].number }
    guard let id = steps[1].id else { return stepped }
    if let stepped, items[stepped].itemrefID == id { return stepped }
    if let named = items.firstIndex(where: { $0.itemrefID == id }) { return named }
    if let stepped, items[stepped].idref == id { return stepped }
    return items.firstIndex { $0.idref == id } ?? stepped
  }

  /// Finds where a CFI, whole or partial, leads in a document that is at hand.
  public func resolve(_ cfi: CFI, in document: ContentDocument, spine: Int) -> ResolvedCFI {
    let part = cfi.isPartial ? 0 : 1
    let start = document.landing(of: cfi.start, part: part)
    let end = cfi.end.map { document.landing(of: $0, part: part, isEnd: true) }
    func place(_ landing: CFILanding) -> Place {
      Place(TextPosition(spine: spine, offset: landing.offset), block: landing.block)
    }
    let accuracy = max(start.accuracy, end?.accuracy ?? .exact)
    return ResolvedCFI(
      place: place(start), end: end.map(place), accuracy: ResolvedCFI.Accuracy(accuracy),
      isConfirmed: start.isConfirmed)
  }
}

extension ContentDocument {
  /// - Parameter isEnd: of a range: it belongs to what stands before it.
  fileprivate func landing(of path: CFI.Path, part: Int, isEnd: Bool) -> CFILanding {
    var landing = landing(of: path, part: part)
    if isEnd { landing.block = block(endingAt: landing.offset) }
    return landing
  }

  /// The offset near `offset` at which an asserted text stands; `nil` when it stands nowhere near.
  func corrected(_ offset: Int, by assertion: CFI.Assertion) -> Int? {
    let before = Ink(assertion.first ?? "").bytes
    let after = Ink(assertion.second ?? "").bytes
    if before.isEmpty, after.isEmpty { return nil }
    if text.hasInk(before: before, after: after, at: offset) { return offset }
    // Some writers mean the text behind the place where they assert one text alone.
    if after.isEmpty, text.hasInk(before, startingAt: offset) { return offset }
    let ink = Ink(text)
    let expected = Ink.index(of: offset, in: text)
    for (pattern, length) in [(before + after, before.count), (after, 0), (before, before.count)] {
      guard !pattern.isEmpty, let found = ink.bytes.nearest(pattern, to: expected - length) else {
        continue
      }
      // Short texts stand everywhere; they must be near to mean anything.
      let isNear = abs(found + length - expected) <= Self.nearByteCount
      if pattern.count >= Self.tellingByteCount || isNear {
        return inkOffset(found + length, endsWhatStandsBefore: after.isEmpty)
      }
    }
    return nil
  }

  private static var nearByteCount: Int { 1024 }
  private static var tellingByteCount: Int { 12 }

  private func inkOffset(_ index: Int, endsWhatStandsBefore: Bool) -> Int {
    guard endsWhatStandsBefore, index > 0 else { return Ink.offset(of: index, in: text) }
    var offset = Ink.offset(of: index - 1, in: text) + 1
    while offset < text.count, text[offset].isUTF8Continuation { offset += 1 }
    return offset
  }
}

extension ResolvedCFI.Accuracy {
  fileprivate init(_ accuracy: CFILanding.Accuracy) {
    self =
      switch accuracy {
      case .exact: .exact
      case .corrected: .corrected
      case .approximate: .approximate
      }
  }
}
