import Foundation
import FuzzTargets
import TestKit
import Testing

/// `Fixtures/Hostile/finds`: inputs that once were taken wrongly, a folder a target. All that holds of
/// any input must hold of them.
@Suite("What fuzzing found stays found", .timeLimit(.minutes(10))) struct ReplayTests {
  @Test("Every find is taken as it should be", arguments: FuzzTarget.allCases)
  func finds(_ target: FuzzTarget) throws {
    for file in files(in: "Fixtures/Hostile/finds/\(target.rawValue)") {
      let faults = target.faults(in: [UInt8](try Data(contentsOf: file)))
      #expect(faults.isEmpty, "\(file.lastPathComponent)")
    }
  }

  @Test("So is what fuzzing begins with", arguments: FuzzTarget.allCases)
  func seeds(_ target: FuzzTarget) throws {
    let files = files(in: "Tests/Fuzzing/seeds/\(target.rawValue)")
    #expect(!files.isEmpty || [.archive, .book].contains(target))
    for file in files {
      #expect(target.faults(in: [UInt8](try Data(contentsOf: file))) == [], "\(file.path)")
    }
  }

  private func files(in folder: String) -> [URL] {
    let url = URL(fileURLWithPath: "\(Golden.packageFolder)/\(folder)")
    do {
      return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
        .sorted { $0.path < $1.path }
    } catch {
      return []
    }
  }
}
