import EPUBBasics
import EPUBContainer

enum ArchiveFuzzing {
  private static let limits = {
    var limits = Limits()
    limits.maximumResourceByteCount = 1 << 20
    return limits
  }()

  static func run(_ bytes: [UInt8], _ claims: inout Claims) {
    guard let container = open(bytes), let again = open(bytes) else { return }
    claims.claim(
      container.entries == again.entries && container.findings == again.findings,
      "opening twice differs")
    claims.claim(
      Set(container.entries.map(\.path.string)).count == container.entries.count,
      "two entries have one path")
    for finding in container.findings {
      claims.claimPrintable(Array(finding.done.utf8), "the finding \(finding.code)")
    }
    for entry in container.entries.prefix(32) { check(entry, of: container, &claims) }
  }

  private static func open(_ bytes: [UInt8]) -> OCFContainer? {
    do { return try OCFContainer(bytes: bytes, limits: limits) } catch { return nil }
  }

  private static func check(
    _ entry: OCFContainer.Entry, of container: OCFContainer, _ claims: inout Claims
  ) {
    claims.claim(container.entry(at: entry.path) == entry, "\(entry.path) leads elsewhere")
    claims.claim(ContainerPath(entry.path.string) == entry.path, "\(entry.path) is no path")
    let resource: OCFContainer.Resource
    do { resource = try container.resource(at: entry.path) } catch { return }
    claims.claim(
      resource.bytes.count <= limits.maximumResourceByteCount, "\(entry.path) is too large")
    do {
      let head = try container.head(of: entry.path, byteCount: 16)
      // Where the beginning of a long one is, its header alone tells.
      claims.claim(
        entry.byteCount > 4096 || resource.bytes.starts(with: head),
        "\(entry.path) begins otherwise")
    } catch {
      claims.claim(false, "\(entry.path) has no beginning: \(error)")
    }
  }
}
