public import EPUBBasics
import EPUBCache
public import EPUBContainer
public import EPUBContent
public import EPUBPackaging

/// An open book: its container, what it says of itself, and its documents as they are asked for.
///
/// Nothing is kept but the directory, the publication and the parsed stylesheets; a document is read
/// anew each time. Safe to use from several threads at once.
public final class Book: Sendable {
  public let container: OCFContainer
  public let publication: Publication
  let styles: StyleSheets
  let limits: Limits
  let cache: SurveyCache?
  /// Index of the first spine item that shows a resource.
  let spineIndexByPath: [ContainerPath: Int]
  /// Spine items that would make the book larger than `Limits` allow.
  let oversizeIndices: Set<Int>

  /// Opens an `.epub` file or an unpacked folder.
  ///
  /// - Parameter cacheFolder: where surveys are kept for later runs; `nil`: nowhere.
  public convenience init(
    path: String, style: StyleSheets.Options = .init(), limits: Limits = Limits(),
    cacheFolder: String? = nil
  ) throws(BookError) {
    try self.init(limits: limits, style: style, cacheFolder: cacheFolder) {
      () throws(ContainerError) in
      try OCFContainer(path: path, limits: limits)
    }
  }

  /// Opens a book held in memory.
  public convenience init(
    bytes: [UInt8], style: StyleSheets.Options = .init(), limits: Limits = Limits(),
    cacheFolder: String? = nil
  ) throws(BookError) {
    try self.init(limits: limits, style: style, cacheFolder: cacheFolder) {
      () throws(ContainerError) in
      try OCFContainer(bytes: bytes, limits: limits)
    }
  }

  private init(
    limits: Limits, style: StyleSheets.Options, cacheFolder: String?,
    opening open: () throws(ContainerError) -> OCFContainer
  ) throws(BookError) {
    let container: OCFContainer
    do { container = try open() } catch { throw .container(error) }
    do {
      publication = try Publication(reading: container, limits: limits)
    } catch {
      throw .packaging(error)
    }
    self.container = container
    self.limits = limits
    cache = cacheFolder.map { SurveyCache(Cache(folder: $0), container, style, limits) }
    styles = StyleSheets(options: style, limits: limits) { path in
      guard let entry = container.entry(at: path),
        entry.byteCount <= limits.maximumStyleByteCount
      else { return nil }
      do { return try container.resource(at: path).bytes } catch { return nil }
    }
    spineIndexByPath = Self.indicesByPath(publication.readingOrder)
    oversizeIndices = Self.oversizeIndices(publication.readingOrder, container, limits)
  }

  private static func indicesByPath(_ readingOrder: [SpineItem]) -> [ContainerPath: Int] {
    var indices = [ContainerPath: Int](minimumCapacity: readingOrder.count)
    // From behind, so that the first of a path is the last that is entered.
    for index in readingOrder.indices.reversed() {
      let (path, shown) = (readingOrder[index].item.path, readingOrder[index].shown.path)
      if let path { indices[path] = index }
      if let shown, shown != path { indices[shown] = index }
    }
    return indices
  }

  /// The items that together with those before them would hold too much. What the directory states
  /// decides, so that it does not matter which of them is read first.
  private static func oversizeIndices(
    _ readingOrder: [SpineItem], _ container: OCFContainer, _ limits: Limits
  ) -> Set<Int> {
    var indices: Set<Int> = []
    var byteCount = 0
    for (index, item) in readingOrder.enumerated() {
      guard let path = item.path, let entry = container.entry(at: path) else { continue }
      let sum = byteCount.addingReportingOverflow(entry.byteCount)
      if sum.overflow || sum.partialValue > limits.maximumSpineByteCount {
        indices.insert(index)
      } else if entry.byteCount <= limits.maximumResourceByteCount {
        byteCount = sum.partialValue
      }
    }
    return indices
  }

  public var spineCount: Int { publication.readingOrder.count }

  /// Index in the reading order of the item that shows `path`, its first where it stands twice.
  public func spineIndex(of path: ContainerPath) -> Int? { spineIndexByPath[path] }

  /// What was wrong with the container and the package; documents carry their own findings.
  public var findings: [Finding] { container.findings + publication.findings }

  /// The same without what concerns navigation alone: enough to know whether text was lost.
  public var textFindings: [Finding] { container.findings + publication.packageFindings }
}
