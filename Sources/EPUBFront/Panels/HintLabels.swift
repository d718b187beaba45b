/// Labels of letters, those that fingers rest on first.
enum HintLabels {
  private static let letters = Array("asdfjklghqwertyuiopzxcvbnm")

  /// So many labels, none of which begins with another, as short as possible, the shortest first.
  static func labels(_ count: Int) -> [String] {
    var words = longer("")
    while words.count * letters.count < count { words = words.flatMap(longer) }
    // A word made longer is replaced by as many as there are letters; the last ones are.
    let missing = max(0, count - words.count)
    let longerCount = (missing + letters.count - 2) / (letters.count - 1)
    let kept = words.dropLast(longerCount)
    return Array((kept + words.suffix(longerCount).flatMap(longer)).prefix(count))
  }

  private static func longer(_ word: String) -> [String] {
    letters.map { "\(word)\($0)" }
  }
}
