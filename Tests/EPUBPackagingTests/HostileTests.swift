import EPUBBasics
import EPUBContainer
import EPUBPackaging
import Foundation
import TestKit
import Testing

@Suite("Damaged and hostile packages", .timeLimit(.minutes(10))) struct HostileTests {
  /// A book that has one of everything, its files stored, so that its documents can be damaged.
  static let whole: [(path: String, bytes: [UInt8])] = {
    var book = BookBuilder {
      $0.chapter("<p>One.</p>", title: "One")
      $0.chapter("<p>Two.</p>", title: "Two")
      $0.hasNCX = true
      $0.pageList = [("1", "chapter1.xhtml#p1")]
      $0.metadata =
        "<meta id=\"s\" property=\"belongs-to-collection\">Saga</meta>"
        + "<meta refines=\"#s\" property=\"group-position\">1</meta>"
      $0.packageChildren =
        "<guide><reference type=\"text\" title=\"Start\" href=\"chapter1.xhtml\"/></guide>"
      $0.file(
        "META-INF/encryption.xml",
        EncryptionTests.file(
          EncryptionTests.data(
            "EPUB/chapter2.xhtml", algorithm: "http://www.idpf.org/2008/embedding")))
    }
    return book.files
  }()

  static let documents = [
    "META-INF/container.xml", "META-INF/encryption.xml", "EPUB/package.opf", "EPUB/nav.xhtml",
    "EPUB/toc.ncx",
  ]

  /// Reads the book with other bytes for one of its documents; what it says must hold together.
  func read(_ path: String, _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    var archive = ZIPBuilder()
    for file in Self.whole {
      archive.add(Array(file.path.utf8), file.path == path ? bytes : file.bytes) { $0.method = 0 }
    }
    do {
      let publication = try Publication(reading: try OCFContainer(bytes: archive.bytes))
      let isSound =
        !publication.readingOrder.isEmpty
        && publication.readingOrder.contains { $0.kind != .foreign }
        && !publication.findings.contains { $0.done.isEmpty }
      #expect(isSound, sourceLocation: sourceLocation)
    } catch is PackagingError {
      // Refused in one clear way: the package itself is gone.
      #expect(path != "EPUB/nav.xhtml" && path != "EPUB/toc.ncx", sourceLocation: sourceLocation)
    } catch {
      Issue.record(error, sourceLocation: sourceLocation)
    }
  }

  @Test("A document cut short anywhere is survived", arguments: documents)
  func truncation(path: String) throws {
    let bytes = try #require(Self.whole.first { $0.path == path }?.bytes)
    for end in 0..<bytes.count { read(path, Array(bytes[..<end])) }
  }

  @Test("Bits turned over are survived", arguments: documents)
  func flips(path: String) throws {
    let bytes = try #require(Self.whole.first { $0.path == path }?.bytes)
    let seed: UInt64 = 0x0EBC
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      read(path, damaged)
    }
  }

  /// The stack of a thread of its own is small; what overflows it ends the test run.
  private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
  }

  @Test("Contents nested 20,000 deep overflow no stack", arguments: [true, false])
  func deepContents(isNCX: Bool) {
    let count = 20_000
    onSmallStack {
      do {
        let publication = try publication {
          $0.chapter("<p>x</p>", title: "One")
          if isNCX {
            $0.hasNavigationDocument = false
            let open =
              "<navPoint><navLabel><text>A</text></navLabel><content src=\"chapter1.xhtml\"/>"
            $0.resource(
              "x.ncx",
              Array(
                ("<ncx><navMap>" + String(repeating: open, count: count)
                  + String(repeating: "</navPoint>", count: count) + "</navMap></ncx>").utf8),
              mediaType: "application/x-dtbncx+xml")
          } else {
            let open = "<ol><li><a href=\"chapter1.xhtml\">A</a>"
            $0.contentsList =
              String(repeating: open, count: count)
              + String(repeating: "</li></ol>", count: count)
          }
        }
        #expect(publication.codes.contains("navigation-too-deep"))
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test("Every item of a long chain of fallbacks is looked at no more often than need be")
  func longFallbacks() throws {
    // Each item of the spine begins a chain as long as the rest of the manifest.
    let count = 2_000
    let items = (0..<count).map {
      "<item id='i\($0)' href='j.json' media-type='application/json' fallback='i\($0 + 1)'/>"
    }
    let publication = try publication(
      package: "<manifest><item id='c' href='c.xhtml' media-type='application/xhtml+xml'/>"
        + items.joined() + "</manifest><spine><itemref idref='c'/>"
        + (0..<count).map { "<itemref idref='i\($0)'/>" }.joined() + "</spine>",
      files: [("EPUB/j.json", "{}")])
    #expect(publication.readingOrder.count == count + 1)
    #expect(publication.codes.contains("manifest-fallback-circular"))
  }

  @Test("Faults in great number are counted, not listed")
  func manyFaults() throws {
    let refs = (0..<3_000).map { "<itemref idref='ghost\($0)'/>" }
    let publication = try publication(
      package: "<manifest><item id='c' href='c.xhtml' media-type='application/xhtml+xml'/>"
        + "</manifest><spine><itemref idref='c'/>\(refs.joined())</spine>")
    #expect(publication.findings.count { $0.code == "spine-idref-unknown" } == 1_000)
    let cut = publication.findings.filter { $0.code == "findings-cut" }
    #expect(cut.map(\.place) == ["spine-idref-unknown"])
  }

  @Test("Nothing of a package reaches findings, metadata or contents as a control")
  func controls() throws {
    let evil = "a\u{9B}31m\u{85}&#x7F;b"
    let publication = try publication {
      $0.title = "T"
      $0.metadata = "<meta property=\"x\(evil)\">v\(evil)</meta><dc:creator>\(evil)</dc:creator>"
      $0.chapter("<p>x</p>", title: "One")
      $0.contentsList =
        "<ol><li><a href=\"\(evil).xhtml\">\(evil)</a></li>"
        + "<li><a href=\"http://x/\(evil)\">x</a></li></ol>"
    }
    var texts = publication.findings.flatMap { [$0.path ?? "", $0.place ?? "", $0.done] }
    texts += publication.navigation.contents.flatMap { [$0.title, $0.externalURL ?? ""] }
    texts += publication.metadata.others.flatMap { [$0.key] + $0.value }
    texts += publication.metadata.creators.map(\.name.value)
    #expect(texts.contains("a31mb"))
    for text in texts {
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
    }
  }
}
