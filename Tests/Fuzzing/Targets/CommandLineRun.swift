import EPUBFront
import EPUBReader

/// A run of the command line in a world without anything but one input and one file.
final class CommandLineRun {
  private(set) var output: [UInt8] = []
  private(set) var error: [UInt8] = []
  private(set) var status: Int32 = -1
  private let arguments: [String]

  init(_ arguments: [String], input: [UInt8] = [], configuration: [UInt8]? = nil) {
    self.arguments = arguments
    var environment = Environment(
      variables: ["XDG_CONFIG_HOME": "/config"], outputIsTerminal: false,
      terminalSize: { nil },
      writeOutput: { bytes in
        self.output += bytes
        return .done
      },
      writeError: { self.error += $0 }, readInput: { _ in .bytes(input) },
      readFile: { path, _ in
        path == "/config/epub-read/config.json" && configuration != nil
          ? .bytes(configuration ?? []) : .failed(errno: 2)
      },
      describeError: { "error \($0)" })
    environment.now = { 1_000_000_000 }
    status = Front.run(["--no-state"] + arguments, environment: environment)
  }

  /// What holds of every run.
  func claim(isJSON: Bool, _ claims: inout Claims) {
    let name = arguments.joined(separator: " ")
    claims.claim([0, 1, 65, 69].contains(status), "\(name) ends with \(status)")
    claims.claim(status == 0 || output.isEmpty, "\(name) fails behind output")
    claims.claim(status < 64 || error.count { $0 == 0x0A } == 1, "\(name) tells other than a line")
    claims.claimPrintable(output, "what \(name) prints")
    claims.claimPrintable(error, "what \(name) tells")
    if isJSON { claimJSON(name, &claims) }
  }

  private func claimJSON(_ name: String, _ claims: inout Claims) {
    for line in output.split(separator: 0x0A) {
      do throws(JSONInput.Wrong) {
        _ = try JSONInput(Array(line))
      } catch {
        claims.claim(false, "\(name) prints no JSON: \(error.words)")
      }
    }
  }
}
