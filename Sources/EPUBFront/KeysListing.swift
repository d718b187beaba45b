import EPUBReader
import EPUBSegmentation

/// Prints the reader's keys as they are after the preset and the configuration.
struct KeysListing {
  private let table: KeyTable
  private let request: Request
  private let output: Output

  init(_ request: Request, _ output: Output) {
    table = request.configuration.keyTable
    self.request = request
    self.output = output
  }

  func run() {
    if request.json {
      for action in Action.allCases {
        for binding in table.bindings(of: action) { output.write(object(binding).line) }
      }
    } else {
      output.write(text)
    }
  }

  private func object(_ binding: KeyTable.Binding) -> JSON {
    let details = binding.action.details
    return .object([
      ("action", .string(binding.action.rawValue)),
      ("character", binding.character.map { .string(String(Character($0))) }),
      ("keys", .strings(table.keys(for: binding).map(\.spelled))),
      ("summary", .string(binding.summary)), ("group", .string(details.group.rawValue)),
      ("count", .bool(details.takesCount)),
    ])
  }

  private var text: String {
    var text = ""
    for group in Action.Group.allCases {
      text += text.isEmpty ? "\(group.rawValue)\n" : "\n\(group.rawValue)\n"
      for action in Action.allCases where action.details.group == group {
        for binding in table.bindings(of: action) { text += rows(of: binding) }
      }
    }
    return text
  }

  /// Cells of the keys and of the name behind them.
  private static let widths = (keys: 24, name: 22)

  /// An action without keys is told of, too: its name is what the configuration needs.
  private func rows(of binding: KeyTable.Binding) -> String {
    let keys = Self.lines(of: table.shownKeys(of: binding))
    let summary = Help.wrapped(binding.summary, to: 80 - 2 - Self.widths.keys - Self.widths.name)
    var text = ""
    for index in 0..<max(keys.count, summary.count) {
      var line = "  " + (index < keys.count ? keys[index] : "").padded(to: Self.widths.keys)
      line += (index == 0 ? binding.name : "").padded(to: Self.widths.name)
      line += index < summary.count ? summary[index] : ""
      while line.hasSuffix(" ") { line.removeLast() }
      text += "\(line)\n"
    }
    return text
  }

  private static func lines(of keys: [String]) -> [String] {
    var lines: [String] = []
    for keys in keys {
      if let last = lines.last, last.count + 2 + keys.count < widths.keys {
        lines[lines.count - 1] = "\(last)  \(keys)"
      } else {
        lines.append(keys)
      }
    }
    return lines.isEmpty ? ["-"] : lines
  }
}

extension String {
  /// With blanks behind up to so many letters, at least one.
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(1, count - self.count))
  }
}
