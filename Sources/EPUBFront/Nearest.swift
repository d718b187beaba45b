/// The candidate with fewest letters changed, left out, added or exchanged; `nil` when none is near.
func nearest(to name: String, among candidates: [String]) -> String? {
  guard name.utf8.count <= 40 else { return nil }
  let scored = candidates.map { (distance(name, $0), $0) }
  guard let best = scored.min(by: { $0.0 < $1.0 }) else { return nil }
  if best.0 <= max(1, min(2, name.count / 3)) { return best.1 }
  let begun = candidates.filter { name.count >= 4 && $0.hasPrefix(name) }
  return begun.count == 1 ? begun[0] : nil
}

/// Edit distance with exchanged neighbours (optimal string alignment).
private func distance(_ first: String, _ second: String) -> Int {
  let (a, b) = (Array(first.utf8), Array(second.utf8))
  var rows = [Array(0...b.count)]
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        least = min(least, rows[i - 1][j - 1] + 1)
      }
      row.append(least)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
