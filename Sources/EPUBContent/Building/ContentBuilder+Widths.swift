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

  /// The side at which a block out of the flow stands as wide as it must be. At the left that shows only where
  /// there is a border; wide ones are columns of a page in a window.
  func fit(of frame: Frame, _ node: Int) -> Box.Fit {
    guard frame.style.isOutOfFlow else { return .none }
    let style = frame.style
    guard !style.isOffPlace, style.display.isFlow, frame.table < 0, isText(node),
      style.width.share < 0.6, style.width.cells <= 48
    else { return .none }
    if style.floatsRight { return .right }
    return frame.traits.contains(.framed) ? .left : .none
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
