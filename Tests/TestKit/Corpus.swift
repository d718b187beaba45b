private import Foundation

/// Books that lie beside the checkout, in `../shared/corpus`, where they are; they are no part of
/// the project.
public enum Corpus {
  /// `nil` where there is no corpus.
  public static let folder: String? = {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var parent = package.deletingLastPathComponent()
    // A clone may stand a level or two deeper than the checkout.
    for _ in 0..<3 {
      let folder = parent.appendingPathComponent("shared/corpus")
      if FileManager.default.fileExists(atPath: folder.path) { return folder.path }
      parent = parent.deletingLastPathComponent()
    }
    return nil
  }()

  /// Paths of all books of a suite, sorted; empty where there is no corpus.
  public static func books(_ suite: String) -> [String] {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(suite)")) ?? []
    return names.filter { $0.hasSuffix(".epub") }.sorted().map { "\(folder)/\(suite)/\($0)" }
  }
}
