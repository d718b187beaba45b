public import EPUBBasics
import EPUBContent
import EPUBLayout

// Jumps: what is left by them is remembered. One to what is shown already leaves nothing.
extension ReadingSession {
  /// The first page of the linear text.
  public func goToStart() {
    if book.spineCount > 0, let target = target(ofLine: start) { jump(to: target) }
  }

  /// The last page of the linear text.
  public func goToEnd() {
    if let target = endTarget { jump(to: target) }
  }

  /// Enters items that are not linear, too. What lies behind an item's text is its end.
  @discardableResult public func go(to place: Place) -> Arrival { go(to: place, as: nil) }

  func go(to place: Place, as stride: Stride?) -> Arrival {
    guard let target = target(holding: place) else { return miss() }
    jump(to: target, as: stride)
    return .arrived
  }

  /// - Parameter page: over the whole book, from 1.
  @discardableResult public func go(toPage page: Int) -> Arrival {
    guard page >= 1, book.spineCount > 0 else { return miss() }
    if page < firstPages[firstPages.count - 1] {
      let spine = firstPages.firstPlace { $0 > page } - 1
      guard let target = target(ofPage: page - firstPages[spine], inItem: spine) else {
        return miss()
      }
      jump(to: target)
      return .arrived
    }
    return survey == nil ? wait(for: .page(page)) : miss()
  }

  /// - Parameter percent: 0…100 of the linear text.
  @discardableResult public func go(toPercent percent: Double) -> Arrival {
    guard book.spineCount > 0, !percent.isNaN else { return miss() }
    guard let outline else { return wait(for: .percent(percent)) }
    guard let (spine, characters) = outline.item(atPercent: min(max(0, percent), 100)) else {
      return miss()
    }
    let chapter = chapter(at: spine)
    let offset = chapter.document.text.offset(ofScalar: characters, from: 0)
    return go(to: Place(chapter.runningPosition(TextPosition(spine: spine, offset: offset))))
  }

  /// - Parameter label: of a page of the print edition.
  @discardableResult public func go(toPrintPage label: String) -> Arrival {
    guard book.spineCount > 0 else { return miss() }
    guard let outline else { return wait(for: .printPage(label)) }
    guard let page = outline.printPages.first(where: { $0.label == label }) else { return miss() }
    return go(to: page.place)
  }

  /// A heading without a link leads to the first entry below it that has one.
  @discardableResult public func go(toContentsEntry entry: ContentsEntry) -> Arrival {
    let place = ([entry] + entry.children.flattened).lazy.compactMap(\.place).first
    return place.map { go(to: $0) } ?? miss()
  }

  /// The target of a link inside the book; its document's start where the fragment is nowhere.
  @discardableResult public func go(to reference: Reference) -> Arrival {
    guard let spine = book.spineIndex(of: reference.path) else { return miss() }
    let document = chapter(at: spine).document
    let anchor = reference.fragment.flatMap { id in document.anchors.first { $0.id == id } }
    guard let anchor else {
      return go(to: Place(TextPosition(spine: spine, offset: 0), block: 0))
    }
    return go(
      to: Place(
        TextPosition(spine: spine, offset: Int(anchor.offset)),
        block: min(Int(anchor.block), max(0, document.blocks.count - 1))))
  }

  /// What is waited for is not gone to any more.
  public func cancelWaiting() {
    awaited = nil
    if hitArrival == .waiting { hitArrival = .none }
  }

  private func miss() -> Arrival {
    cancelWaiting()
    return .noSuchPlace
  }

  private func wait(for awaited: Awaited) -> Arrival {
    if isStopped { return miss() }
    self.awaited = awaited
    return .waiting
  }

  /// Goes on with what is waited for; `nil` while it must be waited for longer.
  func arriveAtAwaited() -> News? {
    let arrival: Arrival
    switch awaited {
    case nil: return nil
    case .page(let page): arrival = go(toPage: page)
    case .percent(let percent): arrival = go(toPercent: percent)
    case .printPage(let label): arrival = go(toPrintPage: label)
    case .hit(let count):
      switch goToHit(count) {
      case .arrived: arrival = .arrived
      case .waiting: arrival = .waiting
      case .none: arrival = .noSuchPlace
      }
    }
    switch arrival {
    case .arrived: return .arrived
    case .waiting: return nil
    case .noSuchPlace: return .missed
    }
  }
}

// What was left
extension ReadingSession {
  static var longestHistory: Int { 200 }

  func jump(to target: Target, as stride: Stride? = nil) {
    settle()
    if target.top != top, stride == nil || stride != lastStride { leave() }
    arrive(at: target)
    lastStride = stride
  }

  /// Remembers the place that is left.
  private func leave() {
    beforeLastJump = anchor
    visited.removeSubrange(visitedIndex...)
    if visited.last != anchor { visited.append(anchor) }
    visited.removeFirst(max(0, visited.count - Self.longestHistory))
    visitedIndex = visited.count
  }

  /// The places left by jumps, the oldest first, and the index of the one that is shown now: the places'
  /// count when it is behind them all. For saving, and for restoring in another session of this book.
  public var history: (places: [Place], current: Int) {
    get { (visited, visitedIndex) }
    set {
      let current = min(max(0, newValue.current), newValue.places.count)
      let before = newValue.places[..<current].filter(isInBook).suffix(Self.longestHistory)
      let after = newValue.places[current...].filter(isInBook)
      visited = Array(before) + after.prefix(Self.longestHistory - before.count)
      visitedIndex = before.count
    }
  }

  private func isInBook(_ place: Place) -> Bool {
    (0..<book.spineCount).contains(place.position.spine)
  }

  /// - Returns: `false` when there is nothing further that way; then nothing has changed.
  @discardableResult public func back() -> Bool { walkHistory(-1) }
  @discardableResult public func forward() -> Bool { walkHistory(1) }

  private func walkHistory(_ step: Int) -> Bool {
    settle()
    var places = visited
    if visitedIndex == places.count {
      if step > 0 { return false }
      places.append(anchor)
    } else {
      places[visitedIndex] = anchor
    }
    var index = visitedIndex + step
    while places.indices.contains(index), isShown(places[index]) { index += step }
    guard places.indices.contains(index), let target = target(holding: places[index]) else {
      return false
    }
    beforeLastJump = anchor
    let surplus = max(0, places.count - Self.longestHistory)
    visited = Array(places.dropFirst(surplus))
    visitedIndex = max(0, index - surplus)
    arrive(at: target)
    return true
  }

  /// To the place that the last jump left, and back again.
  @discardableResult public func goBeforeLastJump() -> Bool {
    guard let place = beforeLastJump, !isShown(place) else { return false }
    return go(to: place) == .arrived
  }

  /// Whether going to a place would show what is shown.
  private func isShown(_ place: Place) -> Bool {
    place.position.spine == top.spine && target(holding: place)?.top == top
  }
}
