// Extended grapheme clusters (UAX #29) by the properties of ICU: few enough rules to apply them here,
// without an iterator and its copy of the text. A test compares with ICU's own.

enum ClusterScanner {
  // Grapheme_Cluster_Break as ICU numbers it.
  private static let other: UInt8 = 0
  private static let control: UInt8 = 1
  private static let carriageReturn: UInt8 = 2
  private static let extend: UInt8 = 3
  private static let leading: UInt8 = 4
  private static let lineFeed: UInt8 = 5
  private static let leadingVowel: UInt8 = 6
  private static let syllable: UInt8 = 7
  private static let trailing: UInt8 = 8
  private static let vowel: UInt8 = 9
  private static let spacingMark: UInt8 = 10
  private static let prepend: UInt8 = 11
  private static let regionalIndicator: UInt8 = 12
  private static let joiner: UInt8 = 17

  static func append(
    _ bytes: [UInt8], _ range: Range<Int>, _ table: inout CharacterTable,
    to clusters: inout [Cluster]
  ) {
    var start = range.lowerBound
    while start < range.upperBound {
      let byte = bytes[start]
      if byte &- 0x20 < 0x5F, start + 1 < range.upperBound, bytes[start + 1] < 0x80 {
        start += 1
        clusters.append(Cluster(end: Int32(truncatingIfNeeded: start), width: 1))
        continue
      }
      let end = self.end(ofClusterAt: start, bytes, range.upperBound, &table)
      let width = CellCounter.width(of: bytes, in: start..<end, &table)
      clusters.append(
        Cluster(end: Int32(truncatingIfNeeded: end), width: Int32(truncatingIfNeeded: width)))
      start = end
    }
  }

  /// One past the cluster that begins at `start`.
  @inline(__always) static func end(
    ofClusterAt start: Int, _ bytes: [UInt8], _ end: Int, _ table: inout CharacterTable
  ) -> Int {
    // An ASCII character before another is a cluster, but for CR LF.
    let first = bytes[start]
    if first < 0x80, start + 1 >= end || (bytes[start + 1] < 0x80 && first != 0x0D) {
      return start + 1
    }
    return longEnd(ofClusterAt: start, bytes, end, &table)
  }

  private static func longEnd(
    ofClusterAt start: Int, _ bytes: [UInt8], _ end: Int, _ table: inout CharacterTable
  ) -> Int {
    var at = start
    var entry = table[UTF8Decoder.next(bytes, &at)]
    var indicators = entry.clusterClass == regionalIndicator ? 1 : 0
    // GB11: pictographic, extending, then a joiner.
    var isPictographic = entry.isPictographic
    var isJoined = false
    while at < end {
      var next = at
      let following = table[UTF8Decoder.next(bytes, &next)]
      let isEmoji = isJoined && following.isPictographic
      let isFlag = indicators == 1 && following.clusterClass == regionalIndicator
      guard isEmoji || isFlag || joins(entry.clusterClass, following.clusterClass) else { break }
      indicators = isFlag ? 2 : following.clusterClass == regionalIndicator ? 1 : 0
      isJoined = isPictographic && following.clusterClass == joiner
      if following.isPictographic {
        isPictographic = true
      } else if following.clusterClass != extend {
        isPictographic = false
      }
      entry = following
      at = next
    }
    return at
  }

  /// GB3 to GB9b: no boundary between the two classes.
  private static func joins(_ before: UInt8, _ after: UInt8) -> Bool {
    switch (before, after) {
    case (carriageReturn, lineFeed): true
    case (control, _), (carriageReturn, _), (lineFeed, _): false
    case (_, control), (_, carriageReturn), (_, lineFeed): false
    case (leading, leading), (leading, vowel), (leading, leadingVowel), (leading, syllable): true
    case (leadingVowel, vowel), (vowel, vowel), (leadingVowel, trailing), (vowel, trailing): true
    case (syllable, trailing), (trailing, trailing): true
    case (_, extend), (_, joiner), (_, spacingMark), (prepend, _): true
    default: false
    }
  }
}
