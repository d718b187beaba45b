// From what an archive or a folder holds to the resources of the container: the container's root,
// one resource a path.

import EPUBBasics

/// An entry of an archive, or a file of a folder.
protocol Located: Sendable {
  var path: ContainerPath { get set }
  var entry: OCFContainer.Entry { get }
}

extension ZIPRecord: Located {
  var entry: OCFContainer.Entry {
    OCFContainer.Entry(
      path: path, byteCount: byteCount, crc32: crc32 ?? 0, isPasswordProtected: isPasswordProtected)
  }
}

struct Listing<Item: Located> {
  private(set) var items: [Item]
  private(set) var index: PathIndex
  var findings: FindingLog

  static var containerFile: String { "META-INF/container.xml" }

  init(_ items: [Item], _ findings: FindingLog) {
    self.items = items
    self.findings = findings
    index = PathIndex(items.lazy.map(\.path))
    enterOuterFolder()
    dropReplaced()
    noteCase()
  }

  /// Takes for the root the folder that holds the whole container, where people packed the folder
  /// instead of what is in it.
  ///
  /// It is the one with `META-INF/container.xml`; of several, one that stands higher than all
  /// others. What lies outside of it is left out: no reference of the book can mean it.
  private mutating func enterOuterFolder() {
    let root = ContainerPath(Self.containerFile)
    if root.map({ index[$0] != nil }) != false { return }
    let ending = "/" + Self.containerFile.lowercased()
    var found: (folder: String, depth: Int, isOnly: Bool)?
    for item in items where item.path.string.utf8.count > ending.utf8.count {
      let string = item.path.string
      guard string.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8, by: sameLetter)
      else { continue }
      let folder = String(string.dropLast(ending.count))
      let depth = folder.utf8.count { $0 == UInt8(ascii: "/") }
      if let best = found, best.depth <= depth {
        if best.depth == depth, best.folder != folder { found?.isOnly = false }
      } else {
        found = (folder, depth, true)
      }
    }
    if let found, found.isOnly { enter(found.folder) }
  }

  private func sameLetter(_ one: UInt8, _ other: UInt8) -> Bool {
    one.asciiLowercased == other.asciiLowercased
  }

  private mutating func enter(_ folder: String) {
    let prefix = folder + "/"
    let all = items.count
    items = items.compactMap { item in
      guard item.path.string.hasPrefix(prefix),
        let path = ContainerPath(String(item.path.string.dropFirst(prefix.count)))
      else { return nil }
      var item = item
      item.path = path
      return item
    }
    index = PathIndex(items.lazy.map(\.path))
    let outside = all - items.count
    findings.add(
      "root-in-folder", .warning, path: folder,
      clause: "EPUB 3.3 #sec-container-file-and-dir-structure",
      done: "The whole container lies inside the folder \u{201C}\(folder.printable)\u{201D}. "
        + "It is read as the root; \(outside) files outside of it are left out.")
  }

  private mutating func dropReplaced() {
    guard !index.replaced.isEmpty else { return }
    for number in index.replaced {
      findings.add(
        "entry-duplicate", .warning, path: items[number].path.string,
        clause: "EPUB 3.3 #sec-container-filenames",
        done: "Several entries have this name. The last one is read.")
    }
    let dropped = Set(index.replaced)
    items = items.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
    index = PathIndex(items.lazy.map(\.path))
  }

  private mutating func noteCase() {
    for number in index.differingByCase {
      findings.add(
        "name-case-duplicate", .warning, path: items[number].path.string,
        clause: "EPUB 3.3 #sec-container-filenames",
        done: "Another name differs from this one by case alone. Each is read by its exact name.")
    }
  }
}
