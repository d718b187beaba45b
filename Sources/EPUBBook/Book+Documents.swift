import EPUBBasics
import EPUBContainer
public import EPUBContent
import EPUBMarkup
import EPUBPackaging

extension Book {
  /// Reads the document of a spine item. Never fails: what can't be read is a line that says so, with
  /// a finding.
  public func document(at spineIndex: Int) -> ContentDocument {
    let item = publication.readingOrder[spineIndex]
    guard let path = item.path else { return .placeholder("Nothing to show here", nil) }
    if publication.lockedPaths.contains(path) {
      return .locked(path, scheme: publication.lockScheme ?? .unknown)
    }
    if oversizeIndices.contains(spineIndex) {
      return .oversize(path, limit: limits.maximumSpineByteCount)
    }
    switch item.kind {
    case .image: return .picture(at: path)
    case .foreign: return .foreign(path, mediaType: item.shown.mediaType)
    case .xhtml: return contentDocument(at: path, as: .xhtml)
    case .html: return contentDocument(at: path, as: .html)
    case .svg: return contentDocument(at: path, as: .xml)
    }
  }

  private func contentDocument(at path: ContainerPath, as syntax: MarkupSyntax) -> ContentDocument {
    let read: (tree: MarkupTree, findings: [Finding])
    do {
      read = try tree(at: path, as: syntax)
    } catch {
      return withoutTree(path, because: error)
    }
    var document = ContentDocument(reading: read.tree, at: path, styles: styles, limits: limits)
    document.isReadAsHTML = read.tree.isReadAsHTML
    document.findings.insert(contentsOf: read.findings, at: 0)
    return document
  }

  private func withoutTree(_ path: ContainerPath, because error: Unread) -> ContentDocument {
    switch error {
    case .container(.passwordProtected): return .locked(path, scheme: .password)
    case .container(let error): return .unreadable(path, because: error)
    case .markup(let error, let findings):
      var document = ContentDocument.withoutMarkup(path, because: error)
      document.findings.insert(contentsOf: findings, at: 0)
      return document
    }
  }

  private enum Unread: Error {
    case container(ContainerError)
    case markup(MarkupError, [Finding])
  }

  /// By itself, so that what a step was made of takes no memory during the next ones.
  private func tree(
    at path: ContainerPath, as syntax: MarkupSyntax
  ) throws(Unread) -> (tree: MarkupTree, findings: [Finding]) {
    let text: DocumentText
    do { text = try documentText(at: path) } catch { throw .container(error) }
    do {
      let tree = try MarkupTree(
        parsing: text.bytes, as: syntax, at: path, limits: limits, isCut: text.isCut)
      return (tree, text.findings)
    } catch {
      throw .markup(error, text.findings)
    }
  }

  private func documentText(at path: ContainerPath) throws(ContainerError) -> DocumentText {
    let resource = try container.resource(at: path)
    var text = DocumentText(bytes: resource.bytes)
    let limit = limits.maximumDocumentByteCount
    if resource.bytes.count > limit {
      (text.bytes, text.isCut) = resource.bytes.withoutPictures(limit)
    }
    if let damage = resource.damage { text.findings.append(damage) }
    if text.isCut {
      text.findings.append(
        Finding(
          "document-cut", .error, path: path.string,
          done: "The document has more than \(limit) bytes. Those behind them are not shown.",
          losesText: true))
    }
    return text
  }
}

/// What is read of a document.
private struct DocumentText {
  var bytes: [UInt8]
  var isCut = false
  var findings: [Finding] = []
}

extension ContentDocument {
  /// A document of one line that the reader itself says; it adds nothing to the logical text.
  static func placeholder(_ line: String, _ finding: Finding?) -> ContentDocument {
    var document = ContentDocument()
    document.shownBytes = Array("[\(line.printable)]".utf8)
    document.runs = [
      Run(textStart: 0, textEnd: 0, shownStart: 0, shownEnd: Int32(document.shownBytes.count))
    ]
    document.boxes = [Box(kind: .plain, parent: -1)]
    document.blocks = [Block(kind: .paragraph, textStart: 0, textEnd: 0, runCount: 1)]
    document.sourceMap = SourceMap(elements: [SourceMap.Element(parent: -1, step: 0)])
    document.findings = [finding].compactMap { $0 }
    return document
  }

  /// What is locked or foreign the publication's findings tell.
  static func locked(_ path: ContainerPath, scheme: LockScheme) -> ContentDocument {
    let by = scheme == .unknown ? "" : " (\(scheme.rawValue))"
    return placeholder("This part of the book is encrypted\(by): \(path.string)", nil)
  }

  static func foreign(_ path: ContainerPath, mediaType: String) -> ContentDocument {
    placeholder(
      "\(path.string): \(mediaType.isEmpty ? "unknown type" : mediaType), cannot be shown", nil)
  }

  static func unreadable(_ path: ContainerPath, because error: ContainerError) -> ContentDocument {
    placeholder(
      "This part of the book cannot be read: \(path.string)",
      Finding(
        "document-unreadable", .error, path: path.string,
        clause: "EPUB 3.3 #sec-zip-container-zipreqs",
        done: "\(error.reason) A line stands in its place.", losesText: true))
  }

  static func oversize(_ path: ContainerPath, limit: Int) -> ContentDocument {
    placeholder(
      "This part of the book cannot be read: \(path.string)",
      Finding(
        "document-past-limit", .error, path: path.string,
        done:
          "The documents of the book have more than \(limit) bytes. A line stands in its place.",
        losesText: true))
  }

  static func withoutMarkup(_ path: ContainerPath, because error: MarkupError) -> ContentDocument {
    var document = ContentDocument()
    document.boxes = [Box(kind: .plain, parent: -1)]
    document.sourceMap = SourceMap(elements: [SourceMap.Element(parent: -1, step: 0)])
    switch error {
    case .empty:
      document.findings = [
        Finding(
          "document-empty", .warning, path: path.string, clause: "EPUB 3.3 #sec-xhtml",
          done: "The document has no content. An empty page stands in its place.")
      ]
    case .noElement, .tooLarge:
      return placeholder(
        "This part of the book cannot be read: \(path.string)",
        Finding(
          "document-no-markup", .error, path: path.string, clause: "EPUB 3.3 #sec-xhtml",
          done: "No element could be found in it. A line stands in its place.",
          losesText: true))
    }
    return document
  }

  /// A picture that stands in the spine itself.
  static func picture(at path: ContainerPath) -> ContentDocument {
    var document = ContentDocument()
    document.boxes = [Box(kind: .plain, parent: -1)]
    document.images = [Image(path: path, alternative: nil)]
    document.blocks = [Block(kind: .image, textStart: 0, textEnd: 0, image: 0)]
    document.sourceMap = SourceMap(elements: [SourceMap.Element(parent: -1, step: 0)])
    return document
  }
}

extension ContainerError {
  /// What kept a resource from being read, in a sentence.
  fileprivate var reason: String {
    switch self {
    case .unsupportedCompression(let method, _):
      "It is compressed by a method that EPUB does not allow (\(method))."
    case .sizeExceeds(let limit, _): "It is larger than \(limit) bytes."
    case .noSuchEntry: "The container holds no such resource."
    case .damaged: "Its data is damaged from the first byte."
    case .passwordProtected: "It is encrypted with a password."
    case .system(let number, let action): "The system failed to \(action) (error \(number))."
    case .noSuchFile, .notAnArchive, .tooLarge, .tooManyEntries: "The container is damaged."
    }
  }
}

extension [UInt8] {
  /// Without what stands in `data:` URLs, which makes honest documents large, and of the rest no more than
  /// `limit`.
  fileprivate func withoutPictures(_ limit: Int) -> (kept: [UInt8], isCut: Bool) {
    var kept: [UInt8] = []
    kept.reserveCapacity(limit)
    var start = 0
    while start < count {
      let url = embedded(from: start)
      let end = url?.lowerBound ?? count
      if end - start > limit - kept.count {
        kept += self[start..<cutPlace(start..<start + limit - kept.count)]
        return (kept, true)
      }
      kept += self[start..<end]
      start = url?.upperBound ?? count
    }
    return (kept, false)
  }

  /// Where to cut near the end of `range`: before a character, a short tag or a reference that goes on.
  private func cutPlace(_ range: Range<Int>) -> Int {
    var cut = range.upperBound
    while cut > range.lowerBound, self[cut].isUTF8Continuation { cut -= 1 }
    let tail = Swift.max(range.lowerBound, cut - 64)..<cut
    let (tag, reference) = (UInt8(ascii: "<"), UInt8(ascii: "&"))
    guard let open = tail.last(where: { self[$0] == tag || self[$0] == reference }),
      !self[open..<cut].contains(self[open] == tag ? UInt8(ascii: ">") : UInt8(ascii: ";"))
    else { return cut }
    return open
  }

  /// What follows the next `"data:`, up to the quote that ends it.
  private func embedded(from start: Int) -> Range<Int>? {
    var at = start
    while let colon = place(of: UInt8(ascii: ":"), from: at) {
      at = colon + 1
      guard colon >= 5, self[colon - 4..<colon].elementsEqual("data".utf8) else { continue }
      let quote = self[colon - 5]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      return at..<(place(of: quote, from: at) ?? count)
    }
    return nil
  }
}
