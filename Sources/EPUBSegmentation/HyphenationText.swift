import EPUBBasics

/// What of a dictionary the library is given: patterns as they should be, and how near to the ends of a word a
/// hyphen may stand.
///
/// It takes each line at its word, and reads and writes beyond what it has where a pattern has a digit outside its
/// points, a replacement lies outside its pattern, or `NOHYPHEN` names nothing. Replacements are for hyphens that
/// change letters, which are left out: there their patterns forbid a hyphen. Words have no letter that
/// `NOHYPHEN` could name, and compounds are not asked for.
enum HyphenationText {
  /// The library reads lines of at most 98.
  private static let maximumByteCount = 90

  /// - Parameter bytes: a dictionary in UTF-8.
  static func checked(_ bytes: [UInt8]) -> [UInt8] {
    var checked = Array("UTF-8\n".utf8)
    for line in bytes.split(separator: 0x0A).dropFirst() {
      guard let first = line.first, first != UInt8(ascii: "%") else { continue }
      let start = checked.count
      let isKept =
        0x41...0x5A ~= first ? appendLeast(line, to: &checked) : append(line, to: &checked)
      if isKept { checked.append(0x0A) } else { checked.removeSubrange(start...) }
    }
    return checked
  }

  private static func appendLeast(_ line: ArraySlice<UInt8>, to checked: inout [UInt8]) -> Bool {
    for name in ["LEFTHYPHENMIN", "RIGHTHYPHENMIN"] where line.starts(with: name.utf8) {
      let count = line.dropFirst(name.utf8.count).drop { $0 == 0x20 || $0 == 0x09 }
        .prefix { $0 > 0x20 }
      guard 1...2 ~= count.count, count.allSatisfy(\.isASCIIDigit) else { return false }
      checked += Array(name.utf8) + [0x20] + count
      return true
    }
    return false
  }

  /// A point at either end, letters, and a digit before or behind each of them.
  private static func append(_ line: ArraySlice<UInt8>, to checked: inout [UInt8]) -> Bool {
    let line = line.prefix { $0 > 0x20 }
    guard line.count <= maximumByteCount else { return false }
    let slash = line.firstIndex(of: UInt8(ascii: "/"))
    let pattern = line[..<(slash ?? line.endIndex)]
    let point = UInt8(ascii: ".")
    var letterCount = 0
    for (index, byte) in zip(pattern.indices, pattern) {
      if byte == point {
        guard index == pattern.startIndex || index == pattern.endIndex - 1 else { return false }
      } else if !byte.isASCIIDigit {
        letterCount += 1
      }
      // An even digit forbids, over all lower ones.
      let forbids = slash != nil && byte.isASCIIDigit && byte & 1 == 1
      checked.append(!forbids ? byte : byte == UInt8(ascii: "9") ? byte - 1 : byte + 1)
    }
    return letterCount > 0
  }
}
