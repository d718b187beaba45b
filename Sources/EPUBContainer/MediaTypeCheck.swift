import EPUBBasics

/// What the file `mimetype` is, against what OCF asks of it. Nothing of it changes what is read.
struct MediaTypeCheck {
  private static let path = ContainerPath("mimetype")
  private static let clause = "EPUB 3.3 #sec-zip-container-mime"
  private static let mediaType = "application/epub+zip"

  static func add(
    to listing: inout Listing<ZIPRecord>, _ archive: ZIPArchive
  ) {
    guard let path, let number = listing.index[path] else {
      listing.findings.add(
        "mimetype-missing", .warning, clause: clause,
        done: "The archive has no file \u{201C}mimetype\u{201D}. It is read as EPUB all the same.")
      return
    }
    let record = listing.items[number]
    if record.method != 0 {
      note(&listing.findings, "mimetype-compressed", "The file is compressed.")
    }
    if listing.items.contains(where: { $0.headerOffset < record.headerOffset }) {
      note(&listing.findings, "mimetype-not-first", "The file is not the archive's first.")
    }
    if archive.hasLocalExtraField(record) {
      note(&listing.findings, "mimetype-extra-field", "The file's header has an extra field.")
    }
    let contents: [UInt8]?
    do throws(ContainerError) {
      contents = try archive.resource(record, limit: 256).bytes
    } catch {
      contents = nil
    }
    check(contents, &listing.findings)
  }

  /// In a folder, only what the file says.
  static func add(to listing: inout Listing<FolderFile>, _ folder: OpenFolder) {
    guard let path, let number = listing.index[path] else { return }
    let contents: [UInt8]?
    do throws(ContainerError) {
      contents = try folder.resource(listing.items[number], limit: 256).bytes
    } catch {
      contents = nil
    }
    check(contents, &listing.findings)
  }

  /// - Parameter contents: `nil` when they can't be read.
  static func check(_ contents: [UInt8]?, _ findings: inout FindingLog) {
    guard let contents else {
      note(&findings, "mimetype-wrong", "The file can't be read, or is no media type at all.")
      return
    }
    if contents.elementsEqual(mediaType.utf8) { return }
    var text = contents[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) {
      text = text.dropFirst(3)
      note(&findings, "mimetype-byte-order-mark", "A byte-order mark stands in the file.")
      if text.elementsEqual(mediaType.utf8) { return }
    }
    let stated = String(decoding: text, as: UTF8.self).printable
    note(
      &findings, "mimetype-wrong",
      "The file says \u{201C}\(stated)\u{201D} instead of \u{201C}\(mediaType)\u{201D}.")
  }

  private static func note(_ findings: inout FindingLog, _ code: String, _ what: String) {
    findings.add(
      code, .warning, path: "mimetype", clause: clause,
      done: "\(what) The container is read as EPUB all the same.")
  }
}

extension ZIPArchive {
  fileprivate func hasLocalExtraField(_ record: ZIPRecord) -> Bool {
    do throws(ContainerError) {
      let start = max(0, record.headerOffset)
      let header = try source.bytes(start..<start.addingClamped(30))
      return header.count == 30 && header.u32(0) == ZIPSignature.local && header.u16(28) > 0
    } catch {
      // The file can't be read here: reading its resources says so.
      return false
    }
  }
}
