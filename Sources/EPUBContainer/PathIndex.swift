import EPUBBasics

/// From a path to an entry's number: exactly, else by the only name that differs by case alone.
struct PathIndex: Sendable {
  private var exact: [ContainerPath: Int] = [:]
  private var folded: [String: Int] = [:]
  /// Stands in `folded` where several names fold to one.
  private static let ambiguous = -1

  init(_ paths: [ContainerPath]) {
    exact.reserveCapacity(paths.count)
    folded.reserveCapacity(paths.count)
    for (number, path) in paths.enumerated() {
      exact[path] = number
      let key = path.string.lowercased()
      folded[key] = folded[key] == nil ? number : Self.ambiguous
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
