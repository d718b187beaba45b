/// How fast the reader reads, learned from how long pages were looked at.
struct ReadingSpeed: Hashable {
  /// Characters a second; `nil` until some pages were read.
  private(set) var charactersPerSecond: Double?
  private var sampleCount = 0

  /// A page that was left for the next one.
  ///
  /// What is passed over quickly was not read, and whoever stays very long was away.
  mutating func note(characters: Int, seconds: Double) {
    guard characters >= 100, seconds > 0 else { return }
    let rate = Double(characters) / seconds
    guard (1.5...80).contains(rate) else { return }
    sampleCount += 1
    // The last dozen pages count.
    let weight = 1 / Double(min(sampleCount, 12))
    charactersPerSecond = (charactersPerSecond ?? rate) * (1 - weight) + rate * weight
  }

  /// Told from the second page on.
  func minutes(for characters: Int) -> Int? {
    guard sampleCount >= 2, characters > 0, let charactersPerSecond else { return nil }
    return Int((Double(characters) / charactersPerSecond / 60).rounded(.up))
  }
}
