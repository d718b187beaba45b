private import CHyphen

// The only file that sees libhyphen.

/// The patterns of one language, ready for use.
///
/// Sendable: the library only reads a dictionary once it is loaded, and keeps nothing else between calls.
@safe final class HyphenationPatterns: @unchecked Sendable {
  private let handle: UnsafeMutablePointer<HyphenDict>

  /// `nil` when the library cannot load it.
  ///
  /// - Parameter bytes: a dictionary file in UTF-8, its first line saying so.
  init?(_ bytes: [UInt8]) {
    var bytes = bytes
    let count = bytes.count
    let loaded = unsafe bytes.withUnsafeMutableBytes { unsafe chyphen_load($0.baseAddress, count) }
    guard let loaded = unsafe loaded else { return nil }
    unsafe handle = loaded
  }

  deinit { unsafe hnj_hyphen_free(handle) }

  /// For each scalar of a word in lower case, whether a hyphen may follow it; empty for none at all.
  func mayBreak(after word: [UInt8]) -> [Bool] {
    let text = word.map { CChar(bitPattern: $0) } + [0]
    // The library wants five bytes beyond the word.
    var marks = [CChar](repeating: 0, count: word.count + 5)
    let failed = unsafe chyphen_hyphenate(handle, text, Int32(word.count), &marks)
    return failed == 0 ? marks.prefix(word.count).map { $0 & 1 == 1 } : []
  }
}
