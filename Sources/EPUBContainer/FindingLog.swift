import EPUBBasics

/// Findings in the order in which they are met. Of one code only the first hundred are kept, and
/// one that counts the rest: an archive of a million bad names must not make a million findings.
struct FindingLog {
  private static let maximumCount = 100

  private var kept: [Finding] = []
  private var counts: [String: Int] = [:]

  mutating func add(
    _ code: String, _ severity: Finding.Severity, path: String? = nil, place: String? = nil,
    clause: String? = nil, done: @autoclosure () -> String
  ) {
    let count = counts[code, default: 0] + 1
    counts[code] = count
    guard count <= Self.maximumCount else { return }
    kept.append(
      Finding(code, severity, path: path, place: place, clause: clause, done: done()))
  }

  /// All of them, with a line for the codes that had too many.
  var findings: [Finding] {
    let rest = counts.filter { $0.value > Self.maximumCount }.sorted { $0.key < $1.key }
    return kept
      + rest.map { code, count in
        Finding(
          code, kept.first { $0.code == code }?.severity ?? .note,
          done: "The same is so at \(count - Self.maximumCount) more places. Each is read alike.")
      }
  }
}
