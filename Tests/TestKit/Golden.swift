private import Foundation

/// Comparison with a text that was looked at once and kept in `Fixtures/Goldens`.
///
///     #expect(Golden.difference(galley.dump(), named: "galley/quotes.txt") == nil)
///
/// With `UPDATE_GOLDENS=1` in the environment the text is written there instead.
public enum Golden {
  /// The package's folder.
  public static let packageFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// `nil` when `text` is the golden's; else what differs first, with its line.
  public static func difference(_ text: String, named name: String) -> String? {
    let path = "\(packageFolder)/Fixtures/Goldens/\(name)"
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      return write(text, to: path)
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      return "Fixtures/Goldens/\(name) is missing; UPDATE_GOLDENS=1 writes it"
    }
    if Array(data) == Array(text.utf8) { return nil }
    let golden = String(decoding: data, as: UTF8.self)
    return "Fixtures/Goldens/\(name) " + firstDifference(golden, text)
  }

  private static func write(_ text: String, to path: String) -> String? {
    let url = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      return nil
    } catch {
      return "can't write \(path): \(error)"
    }
  }

  private static func firstDifference(_ golden: String, _ text: String) -> String {
    let expected = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let actual = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line =
      zip(expected, actual).enumerated()
      .first { Array($1.0.utf8) != Array($1.1.utf8) }?.offset ?? min(expected.count, actual.count)
    func shown(_ lines: [Substring]) -> String {
      line < lines.count ? String(lines[line]).debugDescription : "the end"
    }
    return "differs at line \(line + 1): expected \(shown(expected)), got \(shown(actual))"
  }
}
