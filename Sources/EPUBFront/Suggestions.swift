// What somebody who typed a name wrongly may have meant.

extension Option {
  static func nearest(to name: String) -> String? {
    // What other programs have.
    switch name {
    case "--h", "--?": return help.rawValue
    case "--v", "--V": return version.rawValue
    default: break
    }
    return EPUBFront.nearest(
      to: name, among: allCases.map(\.rawValue).filter { $0.hasPrefix("--") })
  }
}

extension Command {
  static func nearest(to name: String) -> Command? {
    EPUBFront.nearest(to: name, among: named.map(\.rawValue)).flatMap { Command(named: $0) }
  }
}
