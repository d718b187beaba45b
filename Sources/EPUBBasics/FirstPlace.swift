extension RandomAccessCollection where Index == Int {
  /// The first index from which on `holds` is true, `endIndex` where it is nowhere; it must be false
  /// before and true behind that index. Looks at as many elements as the count has binary digits.
  @inlinable public func firstPlace(where holds: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
