public import EPUBSegmentation

// Hits are gone through in the book's order, whatever order they arrive in: what may hold the next one
// must have been looked through before it is gone to.
extension ReadingSession {
  /// Searches on other threads, from the first spine item shown on, or back, and around the book's end.
  ///
  /// - Parameter position: the first hit is the one behind it, or before it; without one it is counted
  ///   from the first line shown.
  public func search(_ pattern: TextPattern, forward: Bool, from position: TextPosition? = nil) {
    endSearch()
    searchOrigin = position
    searchesForward = forward
    found = Found()
    guard book.spineCount > 0, !isStopped else {
      found?.end()
      return
    }
    let run = SearchRun(book, pattern, from: top.spine, forward: forward)
    searchRun = run
    start(run)
  }

  /// The hits are forgotten.
  public func endSearch() {
    searchRun?.cancel()
    searchRun = nil
    found = nil
    searchOrigin = nil
    searched = []
    currentHit = nil
    if case .hit = awaited { cancelWaiting() }
    hitArrival = .none
  }

  /// Goes to a hit: the `count`-th on in the search's direction, where negative back.
  ///
  /// Counted from the hit that was gone to last while it is seen, else from the first line shown. The view
  /// stays as it is when the hit is seen already.
  @discardableResult public func goToHit(_ count: Int) -> HitArrival {
    guard found != nil, count != 0 else {
      cancelWaiting()
      return .none
    }
    let isForward = (count > 0) == searchesForward
    switch hit(count.magnitude, isForward: isForward) {
    case .hit(let spine, let index, let wrapped):
      if let hit = found?.hits[spine]?[index] { arrive(at: hit) }
      hitArrival = .arrived(index: number(spine, index), wrapped: wrapped)
    case .unknown:
      awaited = .hit(count)
      hitArrival = .waiting
    case .none:
      cancelWaiting()
      hitArrival = .none
    }
    return hitArrival
  }

  /// Goes to a hit that was found; the next one is counted from it.
  public func go(to hit: SearchHit) {
    arrive(at: hit)
    hitArrival = .arrived(index: currentHitNumber ?? 1, wrapped: false)
  }

  /// Which hit the one gone to last is of those found so far, in the book's order, from 1.
  public var currentHitNumber: Int? {
    guard let hit = currentHit,
      let index = found?.hits[hit.spine]?.firstIndex(where: { $0.range == hit.range })
    else { return nil }
    return number(hit.spine, index)
  }

  private func arrive(at hit: SearchHit) {
    // The offset alone: a line of a table stands for the text of all the blocks in its row.
    let place = Place(TextPosition(spine: hit.spine, offset: hit.range.lowerBound))
    if isSeen(hit) {
      anchor = place
      anchorRepeats = 0
      cancelWaiting()
    } else if let target = target(holding: place) {
      jump(to: target, as: .hits)
    }
    currentHit = hit
    searchOrigin = nil
  }

  private func isSeen(_ hit: SearchHit) -> Bool {
    columns.contains {
      $0.chapter.spine == hit.spine
        && $0.chapter.shows(hit.range.lowerBound, on: $0.lines)
    }
  }

  /// Which hit it is in the book's order, from 1.
  private func number(_ spine: Int, _ index: Int) -> Int {
    (found?.hits ?? [:]).reduce(index + 1) { $1.key < spine ? $0 + $1.value.count : $0 }
  }

  func takeFindings() -> Bool {
    guard let searchRun, var found else { return false }
    let findings = searchRun.take()
    if findings.items.isEmpty, found.isComplete || !findings.isComplete { return false }
    for (spine, hits) in findings.items {
      searched.insert(spine)
      if !hits.isEmpty { found.hits[spine] = hits }
      found.count += hits.count
    }
    found.isComplete =
      found.isComplete || findings.isComplete || searched.count == book.spineCount
    found.isCut = found.isCut || findings.isCut
    self.found = found
    return true
  }
}

// Which hit is the next one
extension ReadingSession {
  private enum Step {
    case hit(spine: Int, index: Int, wrapped: Bool)
    case unknown
    case none
  }

  private func hit(_ count: UInt, isForward: Bool) -> Step {
    guard let found else { return .none }
    var (spine, index) = firstHit(isForward: isForward)
    var left = count
    var wrapped = false
    // Once around, and the item it began in again; another time when there are fewer hits than asked for.
    for visit in 0...2 * book.spineCount {
      guard searched.contains(spine) || found.isComplete else { return .unknown }
      if visit == book.spineCount + 1, found.count > 0 {
        left = (left - 1) % UInt(found.count) + 1
      }
      let hits = found.hits[spine] ?? []
      let ahead = UInt(
        max(0, isForward ? hits.count - (index ?? 0) : (index ?? hits.count - 1) + 1))
      if left <= ahead {
        let steps = Int(left) - 1
        let first = index ?? (isForward ? 0 : hits.count - 1)
        return .hit(
          spine: spine, index: isForward ? first + steps : first - steps, wrapped: wrapped)
      }
      left -= ahead
      index = nil
      spine += isForward ? 1 : -1
      if !(0..<book.spineCount).contains(spine) {
        spine = isForward ? 0 : book.spineCount - 1
        wrapped = true
      }
    }
    return .none
  }

  /// The first candidate: index of a hit in an item, the item's first or last where `nil`.
  private func firstHit(isForward: Bool) -> (spine: Int, index: Int?) {
    if let hit = currentHit, isSeen(hit), let hits = found?.hits[hit.spine],
      let index = hits.firstIndex(where: { $0.range.lowerBound >= hit.range.lowerBound })
    {
      return (hit.spine, isForward ? index + 1 : index - 1)
    }
    if let origin = searchOrigin, columns.contains(where: { $0.chapter.spine == origin.spine }) {
      let hits = found?.hits[origin.spine] ?? []
      let next = hits.firstIndex { $0.range.lowerBound >= origin.offset } ?? hits.count
      let isThere = next < hits.count && hits[next].range.lowerBound == origin.offset
      return (origin.spine, isForward ? isThere ? next + 1 : next : next - 1)
    }
    let hits = found?.hits[top.spine] ?? []
    let start =
      columns.first.map { $0.chapter.place(ofLine: $0.lines.lowerBound).position.offset } ?? 0
    let next = hits.firstIndex { $0.range.lowerBound >= start } ?? hits.count
    return (top.spine, isForward ? next : next - 1)
  }
}
