import EPUBMarkup

extension ContentBuilder {
  /// What stands free at each side of a narrow block that its sheet puts in the middle (`width: 75%; margin:
  /// auto`). Tables are as wide as they must be, and what is drawn has a size of another kind.
  func freeWidth(beside style: ComputedStyle, _ node: Int) -> Extent {
    guard style.width != .zero, style.margin.isLeftAuto, style.margin.isRightAuto,
      style.display.isFlow, isText(node)
    else { return .zero }
    let (cells, share) = (style.width.cells, style.width.share)
    let isShare = cells == 0 && share >= 0.2 && share < 1
    // Wider ones are meant for a window.
    let isNarrow = share == 0 && cells >= 16 && cells <= 48
    guard isShare || isNarrow else { return .zero }
    return Extent(cells: -cells / 2, share: (1 - share) / 2)
  }

  private func isText(_ node: Int) -> Bool {
    guard nodes[node].namespace == .xhtml || nodes[node].namespace == .none else { return false }
    switch nodes[node].name {
    case .img, .hr, .object, .video, .embed, .input: return false
    default: return true
    }
  }

  /// Draws the rule that generated content without text can be: a border above or below nothing.
  ///
  /// - Returns: whether it is one.
  mutating func appendGeneratedRule(
    _ style: ComputedStyle, _ parts: [ComputedStyle.ContentPart]
  ) -> Bool {
    guard style.display.isFlow, style.isVisible, style.ruleAbove.isDrawn || style.ruleBelow.isDrawn,
      parts == [.text("")]
    else { return false }
    finishBlock()
    gap.addMargin(style.margin.top)
    appendRule()
    gap.addMargin(style.margin.bottom)
    return true
  }
}
