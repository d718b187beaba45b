import EPUBLayout
import EPUBSegmentation

/// How pages look, as the host has set it.
struct PageSettings: Hashable, Sendable {
  var theme: String
  var font: String
  /// In points; 16 is 100 %.
  private(set) var fontSize: Double
  private(set) var viewport: Viewport
  var justifies: Bool
  var hyphenates: Bool
  var notesStandAtFoot: Bool
  var rubyStandsAbove: Bool
  var measurer: TextMeasurer?

  /// What is given explicitly wins over what was saved.
  init(_ given: ReaderConfiguration, _ saved: SavedData) throws(ReaderError) {
    theme = given.theme ?? saved.theme ?? ReaderConfiguration.defaultTheme
    font = given.font ?? saved.font ?? ReaderConfiguration.defaultFont
    justifies = given.justifies ?? false
    hyphenates = given.hyphenates ?? false
    notesStandAtFoot = given.notesStandAtFoot ?? false
    rubyStandsAbove = given.rubyStandsAbove ?? false
    measurer = given.measurer
    fontSize = ReaderConfiguration.defaultFontSize
    viewport = ReaderConfiguration.defaultViewport
    adopt(saved)
    if let size = given.fontSize { try set(fontSize: size) }
    if let viewport = given.viewport { try set(viewport: viewport) }
  }

  /// What was saved and makes no sense is as if it had not been: the book opens all the same.
  private mutating func adopt(_ saved: SavedData) {
    do throws(ReaderError) {
      if let size = saved.fontSize { try set(fontSize: size) }
    } catch {}
    do throws(ReaderError) {
      if let viewport = saved.viewport { try set(viewport: viewport) }
    } catch {}
  }

  mutating func set(fontSize: Double) throws(ReaderError) {
    let limits = 1...1000
    guard fontSize >= 1, fontSize <= 1000 else {
      throw .outOfRange(.fontSize(fontSize), limits: limits)
    }
    self.fontSize = fontSize
  }

  mutating func set(viewport: Viewport) throws(ReaderError) {
    let limits = 1...10_000
    guard limits.contains(viewport.columns), limits.contains(viewport.rows) else {
      throw .outOfRange(
        .viewport(columns: viewport.columns, rows: viewport.rows), limits: limits)
    }
    self.viewport = viewport
  }

  /// Cells of the page: as many as the viewport has at 16 points, never fewer than 20 × 5.
  var page: (columns: Int, rows: Int) {
    func scaled(_ count: Int) -> Int { Int((Double(count) * 16 / fontSize).rounded(.down)) }
    return (max(20, scaled(viewport.columns)), max(5, scaled(viewport.rows)))
  }

  var layout: LayoutOptions {
    var layout = LayoutOptions(measure: page.columns, pageHeight: page.rows)
    layout.justifies = justifies
    layout.hyphenates = hyphenates
    layout.notesStandAtFoot = notesStandAtFoot
    layout.rubyStandsAbove = rubyStandsAbove
    layout.measurer = measurer
    return layout
  }

  var frame: ReaderPage.Frame {
    ReaderPage.Frame(
      columns: viewport.columns, rows: viewport.rows, width: page.columns, height: page.rows)
  }
}
