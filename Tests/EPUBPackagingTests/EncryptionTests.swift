import EPUBBasics
import EPUBContainer
import EPUBPackaging
import TestKit
import Testing

@Suite("Encryption") struct EncryptionTests {
  static func file(_ data: String) -> String {
    "<encryption xmlns='urn:oasis:names:tc:opendocument:xmlns:container' "
      + "xmlns:enc='http://www.w3.org/2001/04/xmlenc#' "
      + "xmlns:ds='http://www.w3.org/2000/09/xmldsig#'>\(data)</encryption>"
  }

  static let aes = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"

  static func data(_ uri: String, algorithm: String = aes, key: String = "") -> String {
    "<enc:EncryptedData><enc:EncryptionMethod Algorithm='\(algorithm)'/>\(key)"
      + "<enc:CipherData><enc:CipherReference URI='\(uri)'/></enc:CipherData></enc:EncryptedData>"
  }

  static let cipher: [UInt8] = {
    var generator = SeededGenerator(seed: 7)
    return (0..<400).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }()

  /// A book whose first chapters are locked.
  func book(
    locked: Int, open: Int = 0, key: String = "", algorithm: String = aes,
    files: [String] = []
  ) throws -> Publication {
    try publication { book in
      for _ in 0..<locked { book.chapter("") { $0.bytes = Self.cipher } }
      for number in 0..<open { book.chapter("<p>Open.</p>", title: "Open \(number)") }
      let data = (1...max(1, locked)).map {
        Self.data("EPUB/chapter\($0).xhtml", algorithm: algorithm, key: key)
      }
      book.file("META-INF/encryption.xml", Self.file(data.joined()))
      for file in files { book.file("META-INF/\(file)", "<x/>") }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var scheme: LockScheme
    var key = ""
    var algorithm = aes
    var files: [String] = []
    var testDescription: String { "\(scheme) \(key) \(files)" }
  }

  static let rows = [
    Row(scheme: .unknown),
    Row(
      scheme: .lcp,
      key: "<ds:KeyInfo><ds:RetrievalMethod URI='license.lcpl#/encryption/content_key' "
        + "Type='http://readium.org/2014/01/lcp#EncryptedContentKey'/></ds:KeyInfo>"),
    Row(scheme: .lcp, files: ["license.lcpl"]),
    Row(
      scheme: .adept,
      key: "<ds:KeyInfo><resource xmlns='http://ns.adobe.com/adept'>urn:uuid:1</resource>"
        + "</ds:KeyInfo>", files: ["rights.xml"]),
    Row(scheme: .adept, files: ["rights.xml"]),
    Row(scheme: .fairPlay, files: ["sinf.xml"]),
    Row(scheme: .fairPlay, algorithm: "http://itunes.apple.com/dataenc"),
  ]

  @Test("A book with no linear document left to read names who locked it", arguments: rows)
  func schemes(_ row: Row) {
    #expect(throws: PackagingError.locked(row.scheme, documentCount: 2)) {
      try book(locked: 2, key: row.key, algorithm: row.algorithm, files: row.files)
    }
  }

  @Test("One locked chapter of several is a finding, and text is lost")
  func oneOfSeveral() throws {
    let publication = try book(locked: 1, open: 2)
    #expect(publication.lockedPaths.map(\.string) == ["EPUB/chapter1.xhtml"])
    #expect(publication.lockScheme == .unknown)
    #expect(publication.readingOrder.count == 3)
    let findings = publication.findings.filter { $0.code == "resource-locked" }
    #expect(findings.map(\.path) == ["EPUB/chapter1.xhtml"])
    #expect(findings.map(\.losesText) == [true])
  }

  @Test("A document that can be read, but out of the linear order, opens no book")
  func onlyNonLinearLeft() {
    #expect(throws: PackagingError.locked(.unknown, documentCount: 1)) {
      try publication {
        $0.chapter("") { $0.bytes = Self.cipher }
        $0.chapter("<p>Notes.</p>", isLinear: false)
        $0.file("META-INF/encryption.xml", Self.file(Self.data("EPUB/chapter1.xhtml")))
      }
    }
  }

  @Test(
    "Obfuscated fonts are no lock",
    arguments: [
      "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC",
    ])
  func obfuscation(algorithm: String) throws {
    let publication = try publication {
      $0.chapter("<p>Text.</p>", title: "One")
      $0.resource("font.otf", Self.cipher, mediaType: "font/otf")
      $0.file(
        "META-INF/encryption.xml", Self.file(Self.data("EPUB/font.otf", algorithm: algorithm)))
    }
    #expect(publication.lockedPaths.isEmpty)
    #expect(publication.lockScheme == nil)
    #expect(publication.findings == [])
  }

  @Test("What is called encrypted and is not is read")
  func unlockedBook() throws {
    let publication = try publication {
      $0.chapter("<p>Text.</p>", title: "One")
      $0.stylesheet("p { margin: 0 } /* plain text */")
      $0.file(
        "META-INF/encryption.xml",
        Self.file(Self.data("EPUB/chapter1.xhtml") + Self.data("EPUB/style1.css")))
    }
    #expect(publication.lockedPaths.isEmpty)
    #expect(publication.codes == ["encryption-untrue"])
  }

  @Test("An unlocked fallback is shown in place of a locked document")
  func unlockedFallback() throws {
    let publication = try publication {
      $0.chapter("") {
        $0.bytes = Self.cipher
        $0.attributes = "fallback='plain'"
      }
      $0.chapter("<p>Plain.</p>") {
        $0.id = "plain"
        $0.isInSpine = false
      }
      $0.file("META-INF/encryption.xml", Self.file(Self.data("EPUB/chapter1.xhtml")))
    }
    #expect(publication.shownPaths == ["EPUB/chapter2.xhtml"])
  }

  @Test("A locked navigation document is not read as noise")
  func lockedNavigation() throws {
    let publication = try publication {
      $0.chapter("<p>x</p>", title: "Ncx")
      $0.hasNCX = true
      $0.navigationDocument = String(decoding: Self.cipher, as: UTF8.self)
      $0.file("META-INF/encryption.xml", Self.file(Self.data("EPUB/nav.xhtml")))
    }
    #expect(publication.navigation.contentsSource == .ncx)
    #expect(publication.codes == ["resource-locked", "navigation-unreadable"])
  }

  @Test("Password-protected documents are locked too")
  func password() throws {
    let book = BookBuilder {
      $0.chapter("<p>One.</p>")
      $0.chapter("<p>Two.</p>")
    }
    func publication(protecting names: [String]) throws -> Publication {
      var archive = book.archive
      for index in archive.entries.indices
      where names.contains(String(decoding: archive.entries[index].name, as: UTF8.self)) {
        archive.entries[index].flags |= 1
      }
      return try Publication(reading: try OCFContainer(bytes: archive.bytes))
    }
    let one = try publication(protecting: ["EPUB/chapter1.xhtml"])
    #expect(one.lockScheme == .password)
    #expect(one.lockedPaths.map(\.string) == ["EPUB/chapter1.xhtml"])
    #expect(throws: PackagingError.locked(.password, documentCount: 2)) {
      try publication(protecting: ["EPUB/chapter1.xhtml", "EPUB/chapter2.xhtml"])
    }
    #expect(throws: PackagingError.locked(.password, documentCount: 3)) {
      try publication(protecting: book.files.map(\.path))
    }
  }

  @Test(
    "An encryption.xml that makes no sense locks nothing",
    arguments: [
      (" ", "encryption-unreadable"),
      (file("<enc:EncryptedData/>"), "encryption-reference-missing"),
      (file(data("EPUB/nothing.xhtml")), "encryption-resource-unknown"),
      (
        file(data("EPUB/chapter1.xhtml", algorithm: "http://www.idpf.org/2008/embedding")),
        "encryption-obfuscates-document"
      ),
    ])
  func nonsense(text: String, code: String) throws {
    let publication = try publication { $0.file("META-INF/encryption.xml", text) }
    #expect(publication.codes == [code])
    #expect(publication.lockedPaths.isEmpty)
  }

  @Test("References of encryption.xml count from the root, escapes decoded")
  func references() throws {
    let publication = try publication {
      $0.chapter("<p>x</p>", title: "One")
      $0.chapter("", href: "a b.xhtml") { $0.bytes = Self.cipher }
      $0.file("META-INF/encryption.xml", Self.file(Self.data("EPUB/a%20b.xhtml")))
    }
    #expect(publication.lockedPaths.map(\.string) == ["EPUB/a b.xhtml"])
  }
}
