import EPUBBasics

/// From a path to an entry's number: exactly, else by the only name that differs by case alone.
struct PathIndex: Sendable {
  private var exact: [ContainerPath: Int] = [:]
  private var folded: [String: Int] = [:]
  /// Stands in `folded` where several names fold to one.
  private static let ambiguous = -1

  /// Numbers of entries that a later one of the same path replaces.
  private(set) var replaced: [Int] = []
  /// Numbers of entries whose name differs from an earlier one's by case alone.
  private(set) var differingByCase: [Int] = []

  init(_ paths: some Collection<ContainerPath>) {
    exact.reserveCapacity(paths.count)
    folded.reserveCapacity(paths.count)
    for (number, path) in paths.enumerated() {
      if let earlier = exact.updateValue(number, forKey: path) {
        replaced.append(earlier)
        continue
      }
      let key = path.string.lowercased()
      if folded.updateValue(number, forKey: key) != nil {
        differingByCase.append(number)
        folded[key] = Self.ambiguous
      }
    }
  }

  subscript(path: ContainerPath) -> Int? {
    if let number = exact[path] { return number }
    guard let number = folded[path.string.lowercased()], number != Self.ambiguous else {
      return nil
    }
    return number
  }
}
