import EPUBBasics
import EPUBContainer

// What is shown for a spine item. Along its fallback chain the first of these wins:
//   1. a content document that is there and not locked, nor scripted with a fallback to give way to;
//   2. a scripted one;  3. a DTBook document, which EPUB 2 allowed;  4. a raster picture;
//   5. a locked document, in whose place a line will stand;
//   6. what the content itself turns out to be, when its media type says nothing of use;
//   7. the item itself, as foreign.

/// The item that is shown and how it is read.
struct Presentation: Hashable {
  let index: Int
  let kind: SpineItem.Kind
}

struct PresentationChooser {
  let manifest: Manifest
  private let locks: Locks
  /// What resources turned out to be; one may stand on many chains.
  private var sniffed: [ContainerPath: SpineItem.Kind?] = [:]
  /// Items of one chain; a chain of real books has two or three.
  private static let maximumChainLength = 64

  init(_ manifest: Manifest, _ locks: Locks) {
    self.manifest = manifest
    self.locks = locks
  }

  /// Of several items with one id, the first document that is there, else the first that is there.
  func preferred(among candidates: [Int]) -> Int? {
    if candidates.count < 2 { return candidates.first }
    let present = candidates.filter { manifest.isPresent[$0] }
    return present.first { declaredKind($0)?.isDocument == true } ?? present.first
      ?? candidates.first
  }

  /// Every item that is declared a content document and is there.
  func documentIndices() -> [Int] {
    manifest.items.indices.filter {
      manifest.isPresent[$0] && declaredKind($0)?.isDocument == true
    }
  }

  /// `nil` when no item of the chain is in the container.
  mutating func presentation(of index: Int, _ reader: inout ResourceReader) -> Presentation? {
    if let kind = plainKind(index) { return Presentation(index: index, kind: kind) }
    let chain = chain(from: index, &reader.findings)
    let present = chain.filter { manifest.isPresent[$0] }
    if present.isEmpty { return nil }
    return declaredPresentation(among: present, &reader)
      ?? sniffedPresentation(among: present, &reader)
      ?? Presentation(index: index, kind: .foreign)
  }

  /// The kind of an item that needs no second look: nearly every one.
  private func plainKind(_ index: Int) -> SpineItem.Kind? {
    // Not the whole item, whose six texts would each be retained.
    guard manifest.isPresent[index], manifest.items[index].fallback == nil,
      let path = manifest.items[index].path,
      DeclaredKind(mediaType: manifest.items[index].mediaType) == .xhtml,
      !locks.paths.contains(path), !DeclaredKind.isContradicted(.xhtml, by: path)
    else { return nil }
    return .xhtml
  }

  /// The item, its fallback, the fallback's fallback, each once.
  private func chain(from index: Int, _ findings: inout FindingList) -> [Int] {
    var chain = [index]
    while let fallback = manifest.items[chain[chain.count - 1]].fallback,
      let next = manifest.index(of: fallback)
    {
      if chain.contains(next) || chain.count == Self.maximumChainLength {
        findings.add(
          .manifestFallbackCircular, path: manifest.packagePath, place: manifest.items[index].id,
          "Its fallbacks lead round in a circle. Each is tried once.")
        break
      }
      chain.append(next)
    }
    return chain
  }

  private func declaredKind(_ index: Int) -> DeclaredKind? {
    DeclaredKind(mediaType: manifest.items[index].mediaType)
  }

  private func isLocked(_ index: Int) -> Bool {
    manifest.items[index].path.map(locks.paths.contains) ?? false
  }

  private mutating func declaredPresentation(
    among chain: [Int], _ reader: inout ResourceReader
  ) -> Presentation? {
    func first(where isWanted: (Int, DeclaredKind) -> Bool) -> Presentation? {
      for index in chain {
        guard let kind = declaredKind(index), isWanted(index, kind) else { continue }
        return Presentation(index: index, kind: kind.kind)
      }
      return nil
    }
    let found =
      first { $1.isDocument && !isLocked($0) && !givesWay($0) }
      ?? first { index, kind in kind.isDocument && !isLocked(index) }
      ?? first { index, kind in kind == .dtbook && !isLocked(index) }
      ?? first { index, kind in kind == .picture && !isLocked(index) }
      ?? first { index, kind in kind != .picture && isLocked(index) }
      ?? first { index, _ in isLocked(index) }
    guard let found else { return nil }
    return corrected(found, &reader)
  }

  private func givesWay(_ index: Int) -> Bool {
    let item = manifest.items[index]
    return item.fallback != nil && item.properties.contains("scripted")
  }

  /// A picture that is declared a document, or the other way round, is what it is.
  private mutating func corrected(
    _ presentation: Presentation, _ reader: inout ResourceReader
  ) -> Presentation {
    let item = manifest.items[presentation.index]
    guard !isLocked(presentation.index), let path = item.path,
      DeclaredKind.isContradicted(presentation.kind, by: path),
      let kind = sniffedKind(at: path, &reader), kind != presentation.kind
    else { return presentation }
    tellWrongType(item, kind, &reader.findings)
    return Presentation(index: presentation.index, kind: kind)
  }

  private mutating func sniffedPresentation(
    among chain: [Int], _ reader: inout ResourceReader
  ) -> Presentation? {
    for index in chain {
      let item = manifest.items[index]
      guard let path = item.path, let kind = sniffedKind(at: path, &reader) else { continue }
      tellWrongType(item, kind, &reader.findings)
      return Presentation(index: index, kind: kind)
    }
    return nil
  }

  private mutating func sniffedKind(
    at path: ContainerPath, _ reader: inout ResourceReader
  ) -> SpineItem.Kind? {
    if let known = sniffed[path] { return known }
    // What is damaged about it, whoever shows it will tell.
    let resource = try? reader.container.resource(at: path)
    let kind = resource.flatMap { SpineItem.Kind(sniffing: $0.bytes) }
    sniffed[path] = .some(kind)
    return kind
  }

  private func tellWrongType(
    _ item: ManifestItem, _ kind: SpineItem.Kind, _ findings: inout FindingList
  ) {
    if item.mediaType.isEmpty { return }
    findings.add(
      .manifestTypeWrong, path: manifest.packagePath, place: item.id,
      "\(item.href) is not what \(item.mediaType) says. It is read as \(kind).")
  }
}

/// What media types say of an item, as far as showing it goes.
enum DeclaredKind: Hashable {
  case xhtml
  case html
  case svg
  case dtbook
  case picture

  /// `nil` for everything that can't be shown by itself.
  init?(mediaType: String) {
    switch mediaType {
    case "application/xhtml+xml", "text/x-oeb1-document", "application/xhtml", "text/xhtml":
      self = .xhtml
    case "text/html": self = .html
    case "image/svg+xml", "image/svg": self = .svg
    case "application/x-dtbook+xml": self = .dtbook
    default:
      guard mediaType.hasPrefix("image/") else { return nil }
      self = .picture
    }
  }

  var isDocument: Bool { self == .xhtml || self == .html || self == .svg }

  var kind: SpineItem.Kind {
    switch self {
    case .xhtml, .dtbook: .xhtml
    case .html: .html
    case .svg: .svg
    case .picture: .image
    }
  }

  /// Whether a name says plainly that the resource is something else.
  static func isContradicted(_ kind: SpineItem.Kind, by path: ContainerPath) -> Bool {
    switch kind {
    case .xhtml, .html: path.endsInAny(of: [".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg"])
    case .svg: path.endsInAny(of: [".jpg", ".jpeg", ".png", ".gif", ".webp", "html", ".htm"])
    case .image: path.endsInAny(of: ["html", ".htm", ".svg"])
    case .foreign: false
    }
  }
}

extension ContainerPath {
  /// Whether the name ends so, case apart. Cheaper than `fileExtension`, which makes a string.
  func endsInAny(of suffixes: [String]) -> Bool {
    let name = string.utf8.span
    for suffix in suffixes where ends(name, in: suffix) { return true }
    return false
  }

  private func ends(_ name: Span<UInt8>, in suffix: String) -> Bool {
    let suffix = suffix.utf8.span
    guard name.count >= suffix.count else { return false }
    let start = name.count - suffix.count
    for index in suffix.indices where name[start + index].asciiLowercased != suffix[index] {
      return false
    }
    return true
  }
}
