// The sorting rules of EPUB CFI 1.1 #sec-sorting: a path is a row of parts without its assertions;
// earlier parts decide first, and a path comes before those that go on from it.

extension CFI: Comparable, Hashable {
  public static func == (a: CFI, b: CFI) -> Bool { order(a, b) == 0 }

  public static func < (a: CFI, b: CFI) -> Bool { order(a, b) < 0 }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(start.sortedParts)
    hasher.combine((end ?? start).sortedParts)
  }

  /// By the starts, then by the ends; a point ends where it starts.
  private static func order(_ a: CFI, _ b: CFI) -> Int {
    let (first, second) = (a.start.sortedParts, b.start.sortedParts)
    let order = SortedPart.order(first, second)
    if order != 0 || (a.range == nil && b.range == nil) { return order }
    return SortedPart.order(a.end?.sortedParts ?? first, b.end?.sortedParts ?? second)
  }
}

/// A part of a path as sorting sees it.
private enum SortedPart: Hashable {
  case character(Int)
  case child(Int)
  case media(time: CFI.Number?, point: CFI.Point?)
  case indirection

  /// Of different kinds the least important comes first.
  private var rank: Int {
    switch self {
    case .character: 0
    case .child: 1
    case .media: 2
    case .indirection: 3
    }
  }

  static func order(_ a: [SortedPart], _ b: [SortedPart]) -> Int {
    for (one, other) in zip(a, b) {
      let order = order(one, other)
      if order != 0 { return order }
    }
    return sign(a.count, b.count)
  }

  private static func order(_ a: SortedPart, _ b: SortedPart) -> Int {
    switch (a, b) {
    case (.character(let a), .character(let b)), (.child(let a), .child(let b)): sign(a, b)
    case (.media(let firstTime, let firstPoint), .media(let secondTime, let secondPoint)):
      first(
        order(firstTime, secondTime), order(firstPoint?.y, secondPoint?.y),
        order(firstPoint?.x, secondPoint?.x))
    default: sign(a.rank, b.rank)
    }
  }

  /// What is left out comes first.
  private static func order(_ a: CFI.Number?, _ b: CFI.Number?) -> Int {
    guard let a, let b else { return sign(a == nil ? 0 : 1, b == nil ? 0 : 1) }
    return a == b ? 0 : a < b ? -1 : 1
  }

  private static func first(_ orders: Int...) -> Int { orders.first { $0 != 0 } ?? 0 }

  private static func sign(_ a: Int, _ b: Int) -> Int { a == b ? 0 : a < b ? -1 : 1 }
}

extension CFI.Path {
  fileprivate var sortedParts: [SortedPart] {
    var sorted: [SortedPart] = []
    for (index, steps) in parts.enumerated() {
      if index > 0 { sorted.append(.indirection) }
      for step in steps { sorted.append(.child(step.number)) }
    }
    switch offset {
    case nil: break
    case .character(let units): sorted.append(.character(units))
    case .media(let time, let point): sorted.append(.media(time: time, point: point))
    }
    return sorted
  }
}

extension CFI.Number: Comparable {
  /// By value: the forms are canonical, so that more digits before the point are more, and digits
  /// behind it compare from the left.
  public static func < (a: CFI.Number, b: CFI.Number) -> Bool {
    let (first, second) = (a.parts, b.parts)
    if first.whole.utf8.count != second.whole.utf8.count {
      return first.whole.utf8.count < second.whole.utf8.count
    }
    if first.whole != second.whole {
      return first.whole.utf8.lexicographicallyPrecedes(second.whole.utf8)
    }
    return first.fraction.utf8.lexicographicallyPrecedes(second.fraction.utf8)
  }

  private var parts: (whole: Substring, fraction: Substring) {
    guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return (text[...], "") }
    return (text[..<point], text[text.utf8.index(after: point)...])
  }
}
