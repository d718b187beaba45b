/// Makes a computed style of the declarations that match an element.
///
/// The declarations are put in order, weakest first; the last one for a property wins. The font's
/// size and the direction come first, because lengths and logical sides depend on them.
struct StyleComputation {
  /// One declaration and where it came from.
  struct Candidate {
    var declaration: Declaration
    var origin: RuleSet.Origin
    /// `Int32.max` for a `style` attribute.
    var layer: Int32
  }

  /// Weakest first, without regard to importance.
  private(set) var candidates: [Candidate] = []
  /// Scale of the root element's font.
  var rootScale: Float = 1

  /// Custom properties of the element at hand.
  private var variables: [String: String] = [:]
  private var hasOwnVariables = false
  /// Bytes of variables' values that may still be put in for this document.
  private var variableBudget = 16 << 20
  /// What the rest depends on.
  private static let early = PropertySet([.custom, .direction, .fontSize])

  mutating func removeAll() { candidates.removeAll(keepingCapacity: true) }

  mutating func add(
    _ declarations: ArraySlice<Declaration>, origin: RuleSet.Origin, layer: Int32,
    allowed: PropertySet
  ) {
    for declaration in declarations where allowed.contains(declaration.property) {
      candidates.append(Candidate(declaration: declaration, origin: origin, layer: layer))
    }
  }

  mutating func style(parent: ComputedStyle) -> ComputedStyle {
    sortByImportance()
    var style = parent.inherited
    readVariables(parent)
    if hasOwnVariables { style.variables = variables }
    if let direction = winner([.direction], parent) { style.apply(direction, parent, rootScale) }
    if let size = winner([.fontSize], parent) { style.applyFontSize(size, parent, rootScale) }
    var winners = [Int](repeating: -1, count: Property.allCases.count)
    for (index, candidate) in candidates.enumerated() {
      let property = candidate.declaration.property.physical(isRightToLeft: style.isRightToLeft)
      winners[Int(property.rawValue)] = index
    }
    for property in Property.allCases where !Self.early.contains(property) {
      let index = winners[Int(property.rawValue)]
      guard index >= 0, let declaration = resolved(index, style.isRightToLeft) else { continue }
      style.apply(declaration, parent, rootScale)
    }
    if style.verticalAlign == .baseline, style.fontScale < 0.95 * parent.fontScale {
      style.verticalAlign = shift(winners)
    }
    style.finish(parent)
    return style
  }

  /// Many sheets raise small print with `position: relative; top: -.5em` and not `vertical-align`.
  private mutating func shift(_ winners: [Int]) -> ComputedStyle.VerticalAlign {
    let values = [Property.position, .top, .bottom].map { property -> Declaration.Value? in
      let index = winners[Int(property.rawValue)]
      return index < 0 ? nil : resolved(index, false)?.value
    }
    guard case .keyword(1) = values[0] else { return .baseline }
    var down: Float = 0
    if case .length(let top) = values[1] { down = top.typicalPixels }
    if down == 0, case .length(let bottom) = values[2] { down = -bottom.typicalPixels }
    return down < 0 ? .superscript : down > 0 ? .sub : .baseline
  }

  private mutating func readVariables(_ parent: ComputedStyle) {
    variables = parent.variables
    hasOwnVariables = false
    for candidate in candidates {
      guard case .custom(let name, let text) = candidate.declaration.value else { continue }
      hasOwnVariables = true
      switch text.asciiLowercased {
      case "initial": variables[name] = nil
      case "inherit", "unset", "revert", "revert-layer": variables[name] = parent.variables[name]
      default: variables[name] = text
      }
    }
  }

  /// Important declarations after all others, origins and layers in reverse (CSS Cascade 5
  /// #cascade-sort).
  private mutating func sortByImportance() {
    guard candidates.contains(where: \.declaration.isImportant) else { return }
    let normal = candidates.filter { !$0.declaration.isImportant }
    let important = candidates.filter(\.declaration.isImportant).enumerated().sorted { a, b in
      let (first, second) = (a.element, b.element)
      if first.origin != second.origin { return first.origin.rawValue > second.origin.rawValue }
      if first.layer != second.layer {
        let isAttribute = (first: first.layer == .max, second: second.layer == .max)
        if isAttribute.first || isAttribute.second { return isAttribute.second }
        return first.layer > second.layer
      }
      return a.offset < b.offset
    }
    candidates = normal + important.map(\.element)
  }

  private mutating func winner(_ properties: [Property], _ parent: ComputedStyle) -> Declaration? {
    let index = candidates.lastIndex { properties.contains($0.declaration.property) }
    return index.flatMap { resolved($0, parent.isRightToLeft) }
  }

  /// The declaration at `index`, or the one that `revert` and `revert-layer` roll back to.
  private mutating func resolved(_ index: Int, _ isRightToLeft: Bool) -> Declaration? {
    var current = index
    while true {
      let candidate = candidates[current]
      guard case .global(let global) = candidate.declaration.value,
        global == .revert || global == .revertLayer
      else {
        var declaration = candidate.declaration
        if case .pending(let pending) = declaration.value {
          let found = pending.declaration(
            of: declaration.property, variables, budget: &variableBudget)
          declaration.value = found?.value ?? .global(.unset)
        }
        declaration.property = declaration.property.physical(isRightToLeft: isRightToLeft)
        return declaration
      }
      let property = candidate.declaration.property.physical(isRightToLeft: isRightToLeft)
      let weaker = candidates[..<current].lastIndex { other in
        guard other.declaration.property.physical(isRightToLeft: isRightToLeft) == property else {
          return false
        }
        if global == .revertLayer, other.origin == candidate.origin {
          return other.layer < candidate.layer
        }
        return other.origin.rawValue < candidate.origin.rawValue
          && !(other.origin == .hints && candidate.origin == .author && global == .revert)
      }
      guard let weaker else { return nil }
      current = weaker
    }
  }
}

// MARK: - Applying

extension ComputedStyle {
  fileprivate mutating func applyFontSize(
    _ declaration: Declaration, _ parent: ComputedStyle, _ root: Float
  ) {
    switch declaration.value {
    case .length(let length):
      let scale =
        length.pixels / 16 + (length.ems + length.share) * parent.fontScale + length.rems * root
      fontScale = min(max(scale, 0), 1000)
    case .global(.initial): fontScale = 1
    // A value that variables left without meaning is as if unset.
    default: fontScale = parent.fontScale
    }
  }

  fileprivate mutating func apply(
    _ declaration: Declaration, _ parent: ComputedStyle, _ root: Float
  ) {
    if case .global(let global) = declaration.value {
      applyGlobal(declaration.property, global, parent)
    } else {
      applyValue(declaration.property, declaration.value, parent, root)
    }
  }

  private mutating func applyValue(
    _ property: Property, _ value: Declaration.Value, _ parent: ComputedStyle, _ root: Float
  ) {
    switch value {
    case .keyword(let raw): applyKeyword(property, raw)
    case .length(let length): applyLength(property, length, parent, root)
    case .listStyle(let style): listStyle = style
    case .quotes(let pairs): quotes = pairs
    case .content(let parts): content = parts
    case .counters(let changes):
      switch property {
      case .counterReset: counterResets = changes
      case .counterIncrement: counterIncrements = changes
      default: counterSets = changes
      }
    case .global, .custom, .pending: break
    }
  }

  private mutating func applyKeyword(_ property: Property, _ raw: UInt8) {
    switch property {
    case .display:
      display = Display(rawValue: raw & ~DeclarationParser.itemsFlag) ?? .inline
      makesItems = raw & DeclarationParser.itemsFlag != 0
    case .visibility: isVisible = raw != 0
    case .whiteSpaceCollapse:
      setWhiteSpace(WhiteSpaceCollapse(rawValue: raw) ?? .collapse, noWrap: whiteSpace.noWrap)
    case .textWrapMode: setWhiteSpace(whiteSpace.collapse, noWrap: raw != 0)
    case .fontWeight: isBold = raw != 0
    case .fontStyle: isItalic = raw != 0
    case .fontVariantCaps: isSmallCaps = raw != 0
    case .fontFamily: isMonospace = raw != 0
    case .textDecorationLine:
      underlines = raw & 1 != 0
      strikes = raw & 2 != 0
    case .textAlign: alignment = BlockStyle.Alignment(rawValue: raw) ?? .start
    case .textTransform: textTransform = TextTransform(rawValue: raw) ?? .none
    case .direction: isRightToLeft = raw != 0
    case .writingMode: isVertical = raw != 0
    case .captionSide: isCaptionBelow = raw != 0
    case .unicodeBidi: unicodeBidi = UnicodeBidi(rawValue: raw) ?? .normal
    case .hyphens: hyphens = BlockStyle.Hyphens(rawValue: raw) ?? .open
    case .tabSize: tabSize = raw
    case .lineHeight: lineHeight = Cascade.initial.lineHeight
    case .widows: widows = raw
    case .orphans: orphans = raw
    case .breakBefore: breakBefore = BlockStyle.Break(rawValue: raw) ?? .auto
    case .breakAfter: breakAfter = BlockStyle.Break(rawValue: raw) ?? .auto
    case .breakInside: breakInside = BlockStyle.Break(rawValue: raw) ?? .auto
    case .borderTop: ruleAbove.hasStyle = raw != 0
    case .borderBottom: ruleBelow.hasStyle = raw != 0
    case .borderTopWidth: ruleAbove.isThin = raw == 0
    case .borderBottomWidth: ruleBelow.isThin = raw == 0
    case .borderLeft: ruleLeft.hasStyle = raw != 0
    case .borderRight: ruleRight.hasStyle = raw != 0
    case .borderLeftWidth: ruleLeft.isThin = raw == 0
    case .borderRightWidth: ruleRight.isThin = raw == 0
    case .borderTopColor: ruleAbove.isFaint = raw == 0
    case .borderBottomColor: ruleBelow.isFaint = raw == 0
    case .borderLeftColor: ruleLeft.isFaint = raw == 0
    case .borderRightColor: ruleRight.isFaint = raw == 0
    case .float:
      isOutOfFlow = isOutOfFlow || raw != 0
      floatsRight = raw == 2
    case .position:
      isOutOfFlow = isOutOfFlow || raw >= 2
      isOffPlace = raw == 3
    case .verticalAlign: verticalAlign = VerticalAlign(rawValue: raw) ?? .baseline
    default: break
    }
  }

  private mutating func applyLength(
    _ property: Property, _ length: CSSLength, _ parent: ComputedStyle, _ root: Float
  ) {
    switch property {
    case .tabSize:
      // What percentages would be of is not said, so there are none.
      let cells = length.extent(scale: fontScale, root: root).cells + 0.5
      tabSize = UInt8(min(max(cells, 0), Float(DeclarationParser.maximumTabSize)))
    case .textIndent: indent = length.extent(scale: fontScale, root: root)
    case .lineHeight:
      let scale = max(fontScale, 0.01)
      lineHeight = min(max(length.rows(scale: scale, root: root) / scale, 1), 3)
    case .marginTop: margin.top = length.rows(scale: fontScale, root: root)
    case .marginBottom: margin.bottom = length.rows(scale: fontScale, root: root)
    case .marginLeft:
      margin.left = length.extent(scale: fontScale, root: root)
      margin.isLeftAuto = length.isAuto
    case .marginRight:
      margin.right = length.extent(scale: fontScale, root: root)
      margin.isRightAuto = length.isAuto
    case .width: width = length.extent(scale: fontScale, root: root)
    case .paddingTop: padding.top = length.rows(scale: fontScale, root: root)
    case .paddingBottom: padding.bottom = length.rows(scale: fontScale, root: root)
    case .paddingLeft: padding.left = length.extent(scale: fontScale, root: root)
    case .paddingRight: padding.right = length.extent(scale: fontScale, root: root)
    case .verticalAlign:
      let isSmall = fontScale < 0.95 * parent.fontScale
      let height = length.typicalPixels
      verticalAlign = !isSmall || height == 0 ? .baseline : height > 0 ? .superscript : .sub
    default: break
    }
  }

  private mutating func applyGlobal(
    _ property: Property, _ global: Declaration.Global, _ parent: ComputedStyle
  ) {
    let inherits = global == .inherit || (global != .initial && property.isInherited)
    copy(property, from: inherits ? parent : Cascade.initial)
  }

  private mutating func copy(_ property: Property, from other: ComputedStyle) {
    switch property {
    case .display: (display, makesItems) = (other.display, other.makesItems)
    case .visibility: isVisible = other.isVisible
    case .whiteSpaceCollapse:
      setWhiteSpace(other.whiteSpace.collapse, noWrap: whiteSpace.noWrap)
    case .textWrapMode: setWhiteSpace(whiteSpace.collapse, noWrap: other.whiteSpace.noWrap)
    case .content: content = other.content
    case .fontSize: fontScale = other.fontScale
    case .fontWeight: isBold = other.isBold
    case .fontStyle: isItalic = other.isItalic
    case .fontVariantCaps: isSmallCaps = other.isSmallCaps
    case .fontFamily: isMonospace = other.isMonospace
    case .textDecorationLine: (underlines, strikes) = (other.underlines, other.strikes)
    case .textAlign: alignment = other.alignment
    case .textIndent: indent = other.indent
    case .textTransform: textTransform = other.textTransform
    case .direction: isRightToLeft = other.isRightToLeft
    case .writingMode: isVertical = other.isVertical
    case .captionSide: isCaptionBelow = other.isCaptionBelow
    case .unicodeBidi: unicodeBidi = other.unicodeBidi
    case .hyphens: hyphens = other.hyphens
    case .tabSize: tabSize = other.tabSize
    case .lineHeight: lineHeight = other.lineHeight
    case .listStyleType: listStyle = other.listStyle
    case .quotes: quotes = other.quotes
    case .widows: widows = other.widows
    case .orphans: orphans = other.orphans
    case .marginTop: margin.top = other.margin.top
    case .marginRight:
      (margin.right, margin.isRightAuto) = (other.margin.right, other.margin.isRightAuto)
    case .marginBottom: margin.bottom = other.margin.bottom
    case .marginLeft:
      (margin.left, margin.isLeftAuto) = (other.margin.left, other.margin.isLeftAuto)
    case .width: width = other.width
    case .paddingTop: padding.top = other.padding.top
    case .paddingRight: padding.right = other.padding.right
    case .paddingBottom: padding.bottom = other.padding.bottom
    case .paddingLeft: padding.left = other.padding.left
    case .breakBefore: breakBefore = other.breakBefore
    case .breakAfter: breakAfter = other.breakAfter
    case .breakInside: breakInside = other.breakInside
    case .borderTop: ruleAbove.hasStyle = other.ruleAbove.hasStyle
    case .borderBottom: ruleBelow.hasStyle = other.ruleBelow.hasStyle
    case .borderTopWidth: ruleAbove.isThin = other.ruleAbove.isThin
    case .borderBottomWidth: ruleBelow.isThin = other.ruleBelow.isThin
    case .borderLeft: ruleLeft.hasStyle = other.ruleLeft.hasStyle
    case .borderRight: ruleRight.hasStyle = other.ruleRight.hasStyle
    case .borderLeftWidth: ruleLeft.isThin = other.ruleLeft.isThin
    case .borderRightWidth: ruleRight.isThin = other.ruleRight.isThin
    case .borderTopColor: ruleAbove.isFaint = other.ruleAbove.isFaint
    case .borderBottomColor: ruleBelow.isFaint = other.ruleBelow.isFaint
    case .borderLeftColor: ruleLeft.isFaint = other.ruleLeft.isFaint
    case .borderRightColor: ruleRight.isFaint = other.ruleRight.isFaint
    case .float: (isOutOfFlow, floatsRight) = (other.isOutOfFlow, other.floatsRight)
    case .counterReset: counterResets = other.counterResets
    case .counterIncrement: counterIncrements = other.counterIncrements
    case .counterSet: counterSets = other.counterSets
    case .verticalAlign: verticalAlign = other.verticalAlign
    // Sides stand here as physical ones; where things are put is not a computed value of ours.
    case .marginInlineStart, .marginInlineEnd, .paddingInlineStart, .paddingInlineEnd,
      .borderInlineStart, .borderInlineEnd, .borderInlineStartWidth, .borderInlineEndWidth,
      .borderInlineStartColor, .borderInlineEndColor,
      .position, .top, .bottom, .custom:
      break
    }
  }

  private mutating func setWhiteSpace(_ collapse: WhiteSpaceCollapse, noWrap: Bool) {
    switch (collapse, noWrap) {
    case (.collapse, false): whiteSpace = .normal
    case (.collapse, true): whiteSpace = .nowrap
    case (.preserve, true): whiteSpace = .pre
    case (.preserve, false): whiteSpace = .preWrap
    case (.preserveBreaks, _): whiteSpace = .preLine
    case (.breakSpaces, _): whiteSpace = .breakSpaces
    }
  }

  /// What one value of the parent or of another property decides.
  fileprivate mutating func finish(_ parent: ComputedStyle) {
    if parent.makesItems {
      switch display {
      case .inline, .inlineBlock: display = .block
      case .inlineTable: display = .table
      default: break
      }
    }
    switch display {
    case .inline, .contents, .ruby, .rubyBase, .rubyText, .rubyAnnotationContainer:
      let isInline = parent.display == .inline || parent.display == .contents
      if verticalAlign == .baseline, isInline { verticalAlign = parent.verticalAlign }
    case .inlineBlock: break
    default: verticalAlign = .baseline
    }
  }
}

extension ComputedStyle.WhiteSpace {
  fileprivate var collapse: WhiteSpaceCollapse {
    switch self {
    case .normal, .nowrap: .collapse
    case .pre, .preWrap: .preserve
    case .preLine: .preserveBreaks
    case .breakSpaces: .breakSpaces
    }
  }
  fileprivate var noWrap: Bool { self == .nowrap || self == .pre }
}

extension Property {
  fileprivate var isInherited: Bool {
    switch self {
    case .visibility, .whiteSpaceCollapse, .textWrapMode, .fontSize, .fontWeight, .fontStyle,
      .fontVariantCaps, .fontFamily, .textAlign, .textIndent, .textTransform, .direction,
      .writingMode,
      .hyphens, .tabSize, .lineHeight, .captionSide, .listStyleType, .quotes, .widows, .orphans:
      true
    default: false
    }
  }
}
