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

  /// Marks each scalar of a word in lower case that a hyphen may follow with an odd number.
  ///
  /// - Parameters:
  ///   - word: `count` bytes and a zero.
  ///   - marks: with room for as many and five more, which the library wants.
  func mark(_ word: [CChar], count: Int, _ marks: inout [CChar]) -> Bool {
    precondition(word.count > count && marks.count >= count + 5)
    return unsafe chyphen_hyphenate(handle, word, Int32(count), &marks) == 0
  }
}
