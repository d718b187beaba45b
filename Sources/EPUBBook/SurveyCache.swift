import EPUBBasics
import EPUBCache
import EPUBContainer
import EPUBContent
public import EPUBLayout
import EPUBSegmentation
import Synchronization

/// What passes over one book have told, kept between runs.
///
/// In two entries: the outline holds for every layout, the pages for one. Their keys are digests of the
/// running code, of the container, and of every option that has a part in them.
final class SurveyCache: Sendable {
  private let cache: Cache
  private let options: (StyleSheets.Options, Limits)
  private let container: OCFContainer
  /// Of all but the layout; the inner `nil` where the system doesn't tell what code runs.
  private let outlineKey = Guarded<Digest??>(nil)

  init(
    _ cache: Cache, _ container: OCFContainer, _ style: StyleSheets.Options, _ limits: Limits
  ) {
    self.cache = cache
    self.container = container
    options = (style, limits)
  }

  private func makeOutlineKey() -> Digest? {
    guard let code = Digest.ofRunningCode else { return nil }
    var builder = Digest.Builder()
    builder.add(code)
    builder.add(container.digest)
    guard builder.add(value: options) else { return nil }
    return builder.digest
  }

  private func key() -> Digest? {
    outlineKey.withLock { known in
      if let known { return known }
      let key = makeOutlineKey()
      known = .some(key)
      return key
    }
  }

  /// `nil` where widths are measured by the host: nobody can tell whether they are the same.
  private func key(_ layout: LayoutOptions) -> Digest? {
    guard let outlineKey = key() else { return nil }
    var builder = Digest.Builder()
    builder.add(outlineKey)
    var layout = layout
    if !layout.hyphenates { layout.dictionaries = HyphenationDictionaries(folder: "") }
    return builder.add(value: layout) ? builder.digest : nil
  }

  func outline(itemCount: Int) -> SurveyOutline? {
    key().flatMap { cache.bytes(of: $0) }.flatMap { SurveyOutline(decoding: $0, itemCount) }
  }

  func keep(_ outline: SurveyOutline) {
    if let key = key() { cache.keep(outline.encoded, as: key) }
  }

  /// Pages of the first items; none where nothing is known.
  func pages(_ layout: LayoutOptions, itemCount: Int) -> [SurveyedPages] {
    let bytes = key(layout).flatMap { cache.bytes(of: $0) }
    return bytes.flatMap { [SurveyedPages](decoding: $0, itemCount) } ?? []
  }

  func keep(_ pages: [SurveyedPages], _ layout: LayoutOptions) {
    if let key = key(layout) { cache.keep(pages.encoded, as: key) }
  }
}

extension Book {
  /// The survey of an earlier run, if it was kept.
  public func keptSurvey(layout: LayoutOptions?) -> Survey? {
    guard let cache, let outline = cache.outline(itemCount: spineCount) else { return nil }
    guard let layout else { return Survey(outline, pages: nil) }
    let pages = cache.pages(layout, itemCount: spineCount)
    return pages.count == spineCount ? Survey(outline, pages: pages) : nil
  }

  /// For later runs.
  func keep(_ survey: Survey, layout: LayoutOptions?) {
    guard let cache, survey.isWhole else { return }
    cache.keep(SurveyOutline(of: survey))
    if let layout { cache.keep(survey.items.map(\.surveyedPages), layout) }
  }

  /// The pages of spine items, as far as an earlier run has set them one after another.
  func keptPages(layout: LayoutOptions) -> [SurveyedPages] {
    cache?.pages(layout, itemCount: spineCount) ?? []
  }

  func keep(pages: [SurveyedPages], layout: LayoutOptions) { cache?.keep(pages, layout) }
}
