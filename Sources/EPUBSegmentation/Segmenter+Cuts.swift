import EPUBBasics

extension Segmenter {
  /// Where a word too long for a line is cut best, ascending, inside `range`: after `/`, before `.`,
  /// `?`, `&`, `#`, `=` and the like of a URL or path, after `(` and `,` of a program's words; empty when
  /// it looks like none of these.
  public func naturalCuts(of bytes: [UInt8], in range: Range<Int>) -> [Int32] {
    guard looksLikePath(bytes, range) else { return callCuts(of: bytes, in: range) }
    var cuts: [Int32] = []
    for index in range.dropFirst() {
      let isCut =
        Self.opensPart(bytes[index]) && bytes[index] != bytes[index - 1]
        || Self.closesPart(bytes[index - 1]) && !Self.closesPart(bytes[index])
      if isCut, !isMark(bytes, index, range.upperBound) {
        cuts.append(Int32(truncatingIfNeeded: index))
      }
    }
    return cuts
  }

  /// After the opening bracket of what is called and after commas and semicolons, with something behind.
  private func callCuts(of bytes: [UInt8], in range: Range<Int>) -> [Int32] {
    guard let bracket = bytes[range].firstIndex(of: 0x28), bracket > range.lowerBound,
      bytes[bracket - 1] == 0x5F || bytes[bracket - 1].isASCIILetter
    else { return [] }
    return range.dropFirst().compactMap { index in
      switch bytes[index - 1] {
      case 0x28, 0x2C, 0x3B:
        isMark(bytes, index, range.upperBound) ? nil : Int32(truncatingIfNeeded: index)
      default: nil
      }
    }
  }

  /// Slashes, a mail address, or parts strung together by points and underscores.
  private func looksLikePath(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var points = 0
    for index in range {
      switch bytes[index] {
      case 0x2F, 0x5C, 0x40: return true
      case 0x2E, 0x5F, 0x3A: points += 1
      default: break
      }
    }
    return points > 1
  }

  /// `. ? & # = % ~ _ , ; + @ |` begin the next line.
  private static func opensPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2E, 0x3F, 0x26, 0x23, 0x3D, 0x25, 0x7E, 0x5F, 0x2C, 0x3B, 0x2B, 0x40, 0x7C: true
    default: false
    }
  }

  /// `/ \ :` end a line.
  private static func closesPart(_ byte: UInt8) -> Bool {
    byte == 0x2F || byte == 0x5C || byte == 0x3A
  }

  /// What stands there belongs to the character before it.
  private func isMark(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Bool {
    guard bytes[index] >= 0x80 else { return false }
    return withTable { ClusterScanner.end(ofClusterAt: index - 1, bytes, end, &$0) } > index
  }
}
