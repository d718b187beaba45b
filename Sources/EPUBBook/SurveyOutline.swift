import EPUBBasics
import EPUBLayout

/// What a survey tells whatever the layout is.
struct SurveyOutline {
  struct Item {
    var isLinear: Bool
    var characterCount: Int
    var byteCount: Int
  }

  var items: [Item]
  var contents: [ContentsEntry]
  var printPages: [PrintPage]
}

extension SurveyOutline {
  init(of survey: Survey) {
    items = survey.items.map {
      Item(
        isLinear: $0.isLinear, characterCount: $0.characterCount, byteCount: $0.byteCount)
    }
    contents = survey.contents
    printPages = survey.printPages
  }
}

extension Survey {
  /// - Parameter pages: of every item; `nil` without a layout.
  init(_ outline: SurveyOutline, pages: [SurveyedPages]?) {
    let items = outline.items.indices.map { index in
      Item(
        isLinear: outline.items[index].isLinear,
        characterCount: outline.items[index].characterCount,
        byteCount: outline.items[index].byteCount, pages: pages?[index] ?? SurveyedPages())
    }
    self.init(items: items, contents: outline.contents, printPages: outline.printPages)
  }

  init(items: [Item], contents: [ContentsEntry], printPages: [PrintPage]) {
    var firstPages = [1]
    var charactersBefore = [0]
    for item in items {
      firstPages.append(firstPages[firstPages.count - 1] + item.pages.count)
      let counted = item.isLinear ? item.characterCount : 0
      charactersBefore.append(charactersBefore[charactersBefore.count - 1] + counted)
    }
    self.init(
      items: items, firstPages: firstPages, linearCharactersBefore: charactersBefore,
      contents: contents, printPages: printPages,
      contentsByPlace: contents.flattened.filter { $0.place != nil }.sorted {
        $0.place! < $1.place!
      })
  }
}
