/// A counter style that a sheet defines (CSS Counter Styles 3, 3), or `symbols()` in a value.
struct CounterStyle: Hashable, Sendable {
  enum System: Hashable, Sendable {
    case cyclic, numeric, alphabetic, symbolic, additive
    case fixed(first: Int)
    case extends(String)
  }
  struct Weight: Hashable, Sendable {
    var weight: Int
    var symbol: String
  }
  struct Pair: Hashable, Sendable {
    var before: String
    var after: String
  }
  struct Pad: Hashable, Sendable {
    var length: Int
    var symbol: String
  }

  var system = System.symbolic
  var symbols: [String] = []
  /// Heaviest first.
  var weights: [Weight] = []
  // `nil` where the sheet says nothing.
  var negative: Pair?
  var prefix: String?
  var suffix: String?
  var ranges: [ClosedRange<Int>]?
  var pad: Pad?
  var fallback: String?

  /// Whether it has what its system needs.
  var isWhole: Bool {
    switch system {
    case .cyclic, .symbolic, .fixed: !symbols.isEmpty
    case .numeric, .alphabetic: symbols.count > 1
    case .additive: !weights.isEmpty
    case .extends: symbols.isEmpty && weights.isEmpty
    }
  }

  /// The names that mean what they mean in every sheet.
  static let fixedNames: Set<String> = [
    "decimal", "disc", "square", "circle", "disclosure-open", "disclosure-closed", "none",
    "initial", "inherit", "unset", "revert", "revert-layer",
  ]
}

// Writing numbers.
extension CounterStyle {
  /// Longer ones are left to the fallback: a number must not fill a page.
  static let maximumSymbolCount = 120

  /// Whether `number` is in its range, given that of the style it extends.
  func covers(_ number: Int) -> Bool {
    if let ranges { return ranges.contains { $0.contains(number) } }
    switch system {
    case .cyclic, .numeric, .fixed, .extends: return true
    case .alphabetic, .symbolic: return number >= 1
    case .additive: return number >= 0
    }
  }

  /// Whether a number below zero is written as its opposite with a sign.
  var takesSign: Bool {
    switch system {
    case .cyclic, .fixed: false
    case .numeric, .alphabetic, .symbolic, .additive, .extends: true
    }
  }

  /// What stands for a number, without its sign; `nil` where the system cannot write it.
  func digits(_ number: Int) -> String? {
    switch system {
    case .cyclic:
      return symbols[((number - 1) % symbols.count + symbols.count) % symbols.count]
    case .fixed(let first):
      let (index, overflow) = number.subtractingReportingOverflow(first)
      return !overflow && symbols.indices.contains(index) ? symbols[index] : nil
    case .symbolic:
      guard number > 0 else { return nil }
      let count = (number - 1) / symbols.count + 1
      guard count <= Self.maximumSymbolCount else { return nil }
      return String(repeating: symbols[(number - 1) % symbols.count], count: count)
    case .alphabetic: return number > 0 ? positional(number, from: 1) : nil
    case .numeric: return number == 0 ? symbols[0] : positional(number, from: 0)
    case .additive: return sum(number)
    case .extends: return nil
    }
  }

  private func positional(_ number: Int, from first: Int) -> String {
    var rest = number
    var reversed: [String] = []
    while rest > 0 {
      rest -= first
      reversed.append(symbols[rest % symbols.count])
      rest /= symbols.count
    }
    return reversed.reversed().joined()
  }

  private func sum(_ number: Int) -> String? {
    if number == 0 { return weights.last { $0.weight == 0 }?.symbol }
    var rest = number
    var text = ""
    var count = 0
    for weight in weights where weight.weight > 0 && rest >= weight.weight {
      count += rest / weight.weight
      guard count <= Self.maximumSymbolCount else { return nil }
      text += String(repeating: weight.symbol, count: rest / weight.weight)
      rest %= weight.weight
    }
    return rest == 0 ? text : nil
  }
}
