import Dispatch
import EPUBBasics
import EPUBContainer
import EPUBPackaging
public import EPUBSegmentation
import Glibc
import Synchronization

extension Book {
  /// Works on spine items on all cores and hands the results over in order, on the caller's thread.
  ///
  /// Items go in groups of limited size, so that memory does not grow with the book. The results do
  /// not depend on the number of cores.
  ///
  /// - Parameters:
  ///   - work: called on any thread; the segmenter is for this call alone.
  ///   - consume: returns `false` to stop.
  public func forEachSpineItem<Result: Sendable>(
    in range: Range<Int>? = nil, firstGroup: Int = Int.max, workers: Int? = nil,
    work: @Sendable (Int, Segmenter) -> Result, consume: (Int, Result) -> Bool
  ) {
    let range = range ?? 0..<spineCount
    let workers = workers ?? processorCount
    var start = range.lowerBound
    var largest = firstGroup
    while start < range.upperBound {
      let end = groupEnd(from: start, before: range.upperBound, atMost: largest)
      largest = largest < Int.max / 4 ? largest * 4 : Int.max
      guard
        concurrentForEach(
          start..<end, workers: workers,
          isLarge: { [self] in byteCount(ofItem: $0) > largeByteCount },
          work, consume)
      else { return }
      start = end
    }
  }

  /// One past the last item of a group: as many as hold some megabytes, at least one.
  private func groupEnd(from start: Int, before limit: Int, atMost count: Int) -> Int {
    var byteCount = 0
    var end = start
    while end < limit, end - start < count, byteCount < 16 << 20 {
      byteCount += self.byteCount(ofItem: end)
      end += 1
    }
    return end
  }
}

/// Documents of more bytes are worked on one after another: each takes ten times its size.
private let largeByteCount = 4 << 20

/// Processors that are online, at least 1.
private var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// `work` on each index, on up to `workers` threads; `consume` gets the results in order, on the caller's
/// thread, as soon as those before are there: what it does overlaps with the work.
///
/// Returns whether `consume` took them all.
private func concurrentForEach<Result: Sendable>(
  _ range: Range<Int>, workers: Int, isLarge: @escaping @Sendable (Int) -> Bool,
  _ work: @Sendable (Int, Segmenter) -> Result, _ consume: (Int, Result) -> Bool
) -> Bool {
  let workers = min(workers, range.count)
  if workers <= 1 {
    let segmenter = Segmenter()
    return range.allSatisfy { consume($0, work($0, segmenter)) }
  }
  // The closures below end with the group that is waited for.
  return withoutActuallyEscaping(work) { plainWork in
    let line = WaitingLine<Result>(range)
    let work = { @Sendable (index: Int, segmenter: Segmenter) in
      isLarge(index)
        ? line.turn.withLock { _ in plainWork(index, segmenter) } : plainWork(index, segmenter)
    }
    let group = DispatchGroup()
    for _ in 1..<workers {
      DispatchQueue.global().async(group: group) {
        let segmenter = Segmenter()
        while let index = line.takeIndex() { line.put(work(index, segmenter), at: index) }
      }
    }
    let segmenter = Segmenter()
    while let index = line.takeIndex() {
      line.put(work(index, segmenter), at: index)
      while let (index, result) = line.takeResult() { line.goesOn(consume(index, result)) }
    }
    group.wait()
    while let (index, result) = line.takeResult() { line.goesOn(consume(index, result)) }
    return line.isWhole
  }
}

/// Indices to work on, and the results that wait to be taken in order.
private final class WaitingLine<Result: Sendable>: Sendable {
  private struct State {
    var results: [Result?]
    var taken = 0
    var isStopped = false
  }

  private let range: Range<Int>
  private let next: Atomic<Int>
  /// Whoever works on a large document.
  let turn = Guarded(())
  private let state: Guarded<State>

  init(_ range: Range<Int>) {
    self.range = range
    next = Atomic(range.lowerBound)
    state = Guarded(State(results: Array(repeating: nil, count: range.count)))
  }

  /// The next index that nobody works on yet.
  func takeIndex() -> Int? {
    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return range.contains(index) ? index : nil
  }

  func put(_ result: Result, at index: Int) {
    state.withLock { $0.results[index - range.lowerBound] = result }
  }

  /// The next result in order, if it is there.
  func takeResult() -> (Int, Result)? {
    state.withLock { state in
      guard !state.isStopped, state.taken < range.count, let result = state.results[state.taken]
      else { return nil }
      state.results[state.taken] = nil
      state.taken += 1
      return (range.lowerBound + state.taken - 1, result)
    }
  }

  /// After `false` nothing is worked on or taken any more.
  func goesOn(_ goesOn: Bool) {
    if goesOn { return }
    state.withLock { $0.isStopped = true }
    next.store(range.upperBound, ordering: .relaxed)
  }

  var isWhole: Bool { state.withLock { !$0.isStopped } }
}
