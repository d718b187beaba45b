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
      let results = concurrentMap(start..<end, workers: workers, work)
      for (index, result) in zip(start..<end, results) where !consume(index, result) { return }
      start = end
    }
  }

  /// One past the last item of a group: as many as hold some megabytes, at least one.
  private func groupEnd(from start: Int, before limit: Int, atMost count: Int) -> Int {
    var byteCount = 0
    var end = start
    while end < limit, end - start < count, byteCount < 16 << 20 {
      if let path = publication.readingOrder[end].path {
        byteCount += container.entry(at: path)?.byteCount ?? 0
      }
      end += 1
    }
    return end
  }
}

/// Processors that are online, at least 1.
private var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// `work` on each index, on up to `workers` threads, results in order.
func concurrentMap<Result: Sendable>(
  _ range: Range<Int>, workers: Int, _ work: @Sendable (Int, Segmenter) -> Result
) -> [Result] {
  let workers = min(workers, range.count)
  if workers <= 1 {
    let segmenter = Segmenter()
    return range.map { work($0, segmenter) }
  }
  let results = Mutex([Result?](repeating: nil, count: range.count))
  let next = Atomic(range.lowerBound)
  DispatchQueue.concurrentPerform(iterations: workers) { _ in
    let segmenter = Segmenter()
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < range.upperBound else { return }
      let result = work(index, segmenter)
      results.withLock { $0[index - range.lowerBound] = result }
    }
  }
  return results.withLock { $0.compactMap { $0 } }
}
