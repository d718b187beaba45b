import EPUBContent
import EPUBSegmentation

// Lines end where `LinePlan` says, for the whole paragraph. Where it cannot say, line after line is filled:
// it takes atoms as long as they fit. The white space after the last one hangs over the line's end and is
// not shown. An atom wider than the measure begins a line of its own and is cut; it begins on the line
// before only where a natural cut of it (a URL's slash) fits there.

extension Compositor {
  /// The bytes that the shown text's offsets count.
  var shownBytes: [UInt8] { shown.usesScratch ? shown.scratch : document.text }

  /// Fills `atoms` with those of the shown text of a block, for lines of `room` cells.
  mutating func findAtoms(of block: Block, room: Int) {
    let range = shown.range
    var hyphens: ArraySlice<Int32> = []
    if block.style.hyphens != .none, !range.isEmpty {
      hyphens =
        shown.usesScratch
        ? shown.hyphens[...] : document.softHyphens(in: range.lowerBound + 1..<range.upperBound)
    }
    let keepsSpace = block.style.keepsSpace
    tabSize = Int(block.style.tabSize)
    findAtoms(
      of: shownBytes, range, hyphens, language(shown.language),
      mayHaveTabs: keepsSpace || shown.hasNoWrap || shown.hasKeptSpace)
    if block.style.spacesTakeRoom { makeSpacesVisible() }
    if shown.hasNoWrap, !keepsSpace { joinUnbreakableAtoms(room: room) }
  }

  func language(_ index: Int) -> String {
    document.languages.indices.contains(index) ? document.languages[index] : ""
  }

  /// Fills `atoms` with those of an insertion.
  mutating func findInsertionAtoms() {
    findAtoms(of: shownBytes, shown.range, [], "", mayHaveTabs: false)
  }

  private mutating func findAtoms(
    of bytes: [UInt8], _ range: Range<Int>, _ hyphens: ArraySlice<Int32>, _ language: String,
    mayHaveTabs: Bool
  ) {
    atoms.removeAll(keepingCapacity: true)
    cutter.reset()
    hasTabs = mayHaveTabs && bytes[range].contains(Self.tab)
    guard hasTabs else {
      segmenter.appendAtoms(
        of: bytes, in: range, softHyphens: hyphens, language: language, to: &atoms)
      return
    }
    // A tab's width depends on its column: it is an atom of its own, of nothing but space.
    var start = range.lowerBound
    var hyphens = hyphens
    while start < range.upperBound {
      if bytes[start] == Self.tab {
        start += 1
        atoms.append(
          Atom(
            textEnd: Int32(start - 1), end: Int32(start), width: 0, spaceWidth: Self.tabSpace,
            breakAfter: .allowed))
        continue
      }
      let end = bytes[start..<range.upperBound].firstIndex(of: Self.tab) ?? range.upperBound
      let inside = hyphens.prefix { Int($0) < end }
      segmenter.appendAtoms(
        of: bytes, in: start..<end, softHyphens: inside.drop { Int($0) <= start },
        language: language, to: &atoms)
      hyphens = hyphens.dropFirst(inside.count)
      if end < range.upperBound, let last = atoms.indices.last, bytes[end - 1] != Self.lineFeed {
        atoms[last].breakAfter = .allowed
      }
      start = end
    }
  }

  /// Makes spaces part of the words before them, each a place to break after.
  private mutating func makeSpacesVisible() {
    let bytes = shownBytes
    var made: [Atom] = []
    for atom in atoms {
      var (rest, end) = (atom, Int(atom.textEnd))
      while rest.spaceWidth > 0, end < Int(atom.end), bytes[end] == 0x20 {
        end += 1
        rest.width += 1
        rest.spaceWidth -= 1
        (rest.textEnd, rest.end) = (Int32(end), Int32(end))
        made.append(rest)
        made[made.count - 1].spaceWidth = 0
        made[made.count - 1].breakAfter = .allowed
        rest.width = 0
      }
      if end == Int(atom.textEnd) {
        made.append(atom)
      } else {
        made[made.count - 1].spaceWidth = rest.spaceWidth
        made[made.count - 1].end = atom.end
        made[made.count - 1].breakAfter = atom.breakAfter
      }
    }
    atoms = made
  }

  static let tab: UInt8 = 0x09
  private static let lineFeed: UInt8 = 0x0A
  /// Marks an atom that is a tab.
  static let tabSpace: Int32 = -1

  /// Makes one atom of those that lie in a run whose lines are not to be broken, where it would not be
  /// wider than any line.
  private mutating func joinUnbreakableAtoms(room: Int) {
    var kept = 0
    var start = shown.range.lowerBound
    var stretch = 0
    for index in atoms.indices {
      let atom = atoms[index]
      while stretch + 1 < shown.stretches.count, shown.stretches[stretch].end <= start {
        stretch += 1
      }
      let holder = shown.stretches[stretch]
      let isInside =
        holder.style.contains(.noWrap)
        && (holder.start < start
          || stretch > 0 && shown.stretches[stretch - 1].style.contains(.noWrap))
      let canJoin =
        kept > 0 && isInside && atoms[kept - 1].breakAfter != .forced
        && atoms[kept - 1].spaceWidth >= 0
        && atom.spaceWidth >= 0
      let width = canJoin ? Int(atoms[kept - 1].width + atoms[kept - 1].spaceWidth + atom.width) : 0
      if canJoin, width <= room {
        atoms[kept - 1] = atom
        atoms[kept - 1].width = Int32(width)
      } else {
        atoms[kept] = atom
        kept += 1
      }
      start = Int(atom.end)
    }
    atoms.removeLast(atoms.count - kept)
  }

  /// Puts the atoms into lines; returns the shown offset after them.
  @discardableResult
  mutating func breakLines(of block: Int, _ shape: LineShape) -> Int {
    let bytes = shownBytes
    var place = Place(start: shown.range.lowerBound, edges: shape.first)
    guard !shape.keepsSpace, !hasTabs, shape.verse == nil else {
      fitLines(of: block, shape, &place, upTo: atoms.count, bytes)
      return place.start
    }
    plan.make(atoms, rule(of: shape))
    if shape.hyphenates, !plan.shortLines.isEmpty, hyphenate(bytes) {
      plan.make(atoms, rule(of: shape), isAgain: true)
    }
    for index in plan.breaks.indices {
      if shape.endsAfterFirst, place.start > shown.range.lowerBound { break }
      let end = Int(plan.breaks[index])
      if end < 0 {
        fitLines(of: block, shape, &place, upTo: ~end, bytes)
        continue
      }
      var line = TextLine(start: place.start, edges: place.edges, side: shape.side)
      line.take(place.atom..<end, atoms, width: plan.width(place.atom, end))
      line.isJustified = shape.justifies && atoms[end - 1].breakAfter != .forced
      emit(line, of: block, bytes)
      place = Place(atom: end, start: line.end, edges: shape.rest)
    }
    return place.start
  }

  private func rule(of shape: LineShape) -> LinePlan.Rule {
    LinePlan.Rule(
      first: max(1, shape.first.width), rest: max(1, shape.rest.width),
      balances: shape.balances, isJustified: shape.justifies,
      isFirstFit: options.breaksFirstFit)
  }

  /// Where the next line begins.
  private struct Place {
    var atom = 0
    var start: Int
    var edges: Edges
  }

  /// Sets lines one by one, each as full as it gets.
  private mutating func fitLines(
    of block: Int, _ shape: LineShape, _ place: inout Place, upTo end: Int, _ bytes: [UInt8]
  ) {
    while place.atom < end {
      if shape.endsAfterFirst, place.start > shown.range.lowerBound { break }
      let index = place.atom
      let isContinued =
        shape.marksContinuation && place.start > shown.range.lowerBound
        && bytes[place.start - 1] != Self.lineFeed
      if isContinued { place.edges.left += LineShape.continuationWidth }
      let room = max(1, place.edges.width)
      let fit = Self.fit(atoms.span, from: index, into: room, tabSize: tabSize)
      if shape.passesOver(fit, of: room, atoms) {
        place.start = Int(atoms[fit.next - 1].end)
        place.atom = fit.next
        place.edges = shape.rest
        continue
      }
      var line = TextLine(start: place.start, edges: place.edges, side: shape.side)
      line.isContinued = isContinued
      if fit.isEmpty {
        line.takeAtStart(of: &atoms[index], at: index, into: room, bytes, &cutter, segmenter)
        if line.end >= Int(atoms[index].textEnd) {
          line.end = Int(atoms[index].end)
          place.atom += 1
        }
      } else {
        line.take(fit, atoms)
        place.atom = fit.next
        let full = shape.rest.width
        let endsWell = shape.endsCodeAtSpaces(
          filled: fit.width, of: room, before: fit.overflow, atoms)
        if let over = fit.overflow, shape.cutsWhereFull || Int(atoms[over].width) > full, !endsWell
        {
          let from = over > 0 ? Int(atoms[over - 1].end) : place.start
          line.fill(
            up: room - fit.reached, of: &atoms[over], at: over, from: from,
            fit.reached, onlyAtNaturalCuts: !shape.cutsWhereFull, bytes, &cutter, segmenter)
        }
      }
      emit(line, of: block, bytes)
      place.start = line.end
      let isForced = place.atom > index && atoms[place.atom - 1].breakAfter == .forced
      place.edges = shape.edges(afterBreak: isForced)
    }
  }
}

/// What a line takes of a block's shown text.
struct TextLine {
  var start: Int
  /// One past the last byte shown, and past the white space after it.
  var visibleEnd: Int
  var end: Int
  var width = 0
  var showsHyphen = false
  /// It goes on with a line of code that was too long.
  var isContinued = false
  /// Its gaps are widened until it is full, if they may grow so far (`Filling`).
  var isJustified = false
  /// Those it takes, where it takes them whole.
  var atoms = 0..<0
  var edges: Edges
  var side: LineShape.Side

  init(start: Int, edges: Edges, side: LineShape.Side) {
    self.start = start
    visibleEnd = start
    end = start
    self.edges = edges
    self.side = side
  }

  /// Takes whole atoms, `width` cells with a hyphen if it ends with one.
  mutating func take(_ range: Range<Int>, _ atoms: [Atom], width: Int) {
    let last = atoms[range.upperBound - 1]
    self.atoms = range
    visibleEnd = Int(last.textEnd)
    end = Int(last.end)
    showsHyphen = last.breakAfter == .hyphen
    self.width = showsHyphen ? width - 1 : width
  }

  /// Takes the atoms that fit.
  mutating func take(_ fit: Fit, _ atoms: [Atom]) {
    visibleEnd = Int(atoms[fit.next - 1].textEnd)
    end = Int(atoms[fit.next - 1].end)
    width = fit.width
    showsHyphen = fit.showsHyphen
  }

  /// Takes as much as fits of an atom that does not, at least a cluster.
  mutating func takeAtStart(
    of atom: inout Atom, at index: Int, into room: Int, _ bytes: [UInt8],
    _ cutter: inout AtomCutter,
    _ segmenter: Segmenter
  ) {
    let textEnd = Int(atom.textEnd)
    guard Int(atom.width) > room, start < textEnd else {
      // It fits, only the hyphen after it does not.
      (visibleEnd, end, width) = (textEnd, textEnd, Int(atom.width))
      return
    }
    cutter.begin(index, of: bytes, in: start..<textEnd, width: Int(atom.width), by: segmenter)
    let cut =
      cutter.cut(from: start, into: room, onlyAtNaturalCuts: false) ?? cutter.cutOne(from: start)
    (visibleEnd, end, width) = (cut.end, cut.end, cut.width)
    atom.width = max(0, atom.width - Int32(cut.width))
  }

  /// Takes the beginning of an atom after what it has, where `room` cells are left.
  mutating func fill(
    up room: Int, of atom: inout Atom, at index: Int, from: Int, _ reached: Int,
    onlyAtNaturalCuts: Bool, _ bytes: [UInt8], _ cutter: inout AtomCutter, _ segmenter: Segmenter
  ) {
    guard room > 0, from < Int(atom.textEnd) else { return }
    cutter.begin(
      index, of: bytes, in: from..<Int(atom.textEnd), width: Int(atom.width), by: segmenter)
    guard let cut = cutter.cut(from: from, into: room, onlyAtNaturalCuts: onlyAtNaturalCuts) else {
      return
    }
    (visibleEnd, end, width) = (cut.end, cut.end, reached + cut.width)
    showsHyphen = false
    atom.width = max(0, atom.width - Int32(cut.width))
  }
}

/// The atoms that one line holds.
struct Fit {
  /// Index after the last of them.
  var next: Int
  var width = 0
  var showsHyphen = false
  /// The atom right after them, when it was too wide.
  var overflow: Int?
  /// Cells up to that one, space counted in.
  var reached = 0
  var isEmpty = false
}

extension Compositor {
  /// Cells from a column, counted from the line's edge, to the next stop.
  static func tabWidth(at column: Int, _ tabSize: Int) -> Int {
    tabSize > 0 ? tabSize - column % tabSize : 0
  }

  /// The most atoms from `first` on that `room` cells hold, up to a forced break.
  static func fit(_ atoms: Span<Atom>, from first: Int, into room: Int, tabSize: Int) -> Fit {
    var fit = Fit(next: first)
    var width = 0
    var space = 0
    var index = first
    while index < atoms.count {
      let atom = atoms[index]
      if atom.spaceWidth == tabSpace {
        space += tabWidth(at: width + space, tabSize)
      } else {
        let reached = width + space + Int(atom.width)
        if reached > room {
          if fit.next == index {
            fit.overflow = index
            fit.reached = width + space
          }
          fit.isEmpty = fit.next == first
          return fit
        }
        width = reached
        space = Int(atom.spaceWidth)
      }
      index += 1
      if atom.breakAfter != .hyphen {
        fit = Fit(next: index, width: width)
        if atom.breakAfter == .forced { return fit }
      } else if width < room {
        fit = Fit(next: index, width: width, showsHyphen: true)
      }
    }
    if fit.next < index { fit = Fit(next: index, width: width) }
    return fit
  }
}
