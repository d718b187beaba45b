import EPUBFront
import Foundation
import TestKit
import Testing

@Suite("Errors") struct ErrorTests {
  @Test("A missing file is exit 66")
  func missing() {
    for command in [[], ["info"], ["toc"], ["text"], ["check"], ["cover"], ["search", "a"]] {
      let outcome = World().run(command + ["/nowhere/at/all.epub"])
      #expect(outcome.isError(66))
      #expect(outcome.error.hasPrefix("epub-read: /nowhere/at/all.epub: "))
    }
  }

  @Test("What is no archive, has no package or nothing readable in it is exit 65")
  func unreadable() {
    let noPackage = BookBuilder {
      $0.containerFile = "<container/>"
      $0.packageDocument = "nothing"
    }
    let emptySpine = BookBuilder {
      $0.chapter("<p>x</p>") { $0.isMissing = true }
    }
    for bytes in [[], Array("just text".utf8), Array("PK".utf8), noPackage.bytes, emptySpine.bytes]
    {
      let outcome = World(input: bytes).run(["-"])
      #expect(outcome.isError(65), "\(outcome)")
      #expect(outcome.error.hasPrefix("epub-read: standard input: "))
    }
  }

  private func encrypted(_ scheme: String) -> BookBuilder {
    BookBuilder {
      // What is readable all the same counts as unlocked.
      $0.chapter("") { $0.bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 129) } }
      $0.file(
        "META-INF/encryption.xml",
        """
        <encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
        xmlns:enc="http://www.w3.org/2001/04/xmlenc#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <enc:EncryptedData>
        <enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/>
        <ds:KeyInfo>\(scheme)</ds:KeyInfo>
        <enc:CipherData><enc:CipherReference URI="EPUB/chapter1.xhtml"/></enc:CipherData>
        </enc:EncryptedData></encryption>
        """)
    }
  }

  @Test("A locked book is exit 69, and the line names the scheme and how many documents")
  func locked() {
    let lcp = """
      <ds:RetrievalMethod URI="license.lcpl#/encryption/content_key" \
      Type="http://readium.org/2014/01/lcp#EncryptedContentKey"/>
      """
    let outcome = run(encrypted(lcp), "-")
    #expect(outcome.isError(69), "\(outcome)")
    #expect(outcome.error.contains("LCP"))
    #expect(outcome.error.contains("1 document"))
    #expect(run(encrypted(""), "info", "-").isError(69))
  }

  @Test("File names are told without what would act on a terminal")
  func sanitizedName() {
    let outcome = run("/nowhere/\u{1B}[31mred\nline.epub")
    #expect(outcome.isError(66))
    #expect(!outcome.error.contains("\u{1B}"))
  }

  @Test("One line says in how many documents text was lost, and the exit stays 0")
  func lostText() {
    let book = numberedBook(chapters: 4, paragraphs: 1)
    var archive = book.archive
    for index in archive.entries.indices {
      let name = String(decoding: archive.entries[index].name, as: UTF8.self)
      if name.hasSuffix("chapter2.xhtml") || name.hasSuffix("chapter4.xhtml") {
        archive.entries[index].method = 99
      }
    }
    let world = World(input: archive.bytes)
    for arguments in [["-"], ["text", "-"], ["info", "-"], ["search", "line", "-"]] {
      let outcome = world.run(arguments)
      #expect(outcome.status == 0)
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.error.contains("2 documents"), "\(outcome.error)")
      #expect(!outcome.output.isEmpty)
    }
    #expect(world.run(["-"]).output.contains("line 3.1"))
    #expect(world.run(["check", "-"]).isQuiet)
  }

  @Test("A failing standard output is exit 74 with one line; a closed one ends silently")
  func failingOutput() {
    let book = numberedBook(chapters: 3, paragraphs: 40)
    for arguments in [["-"], ["text", "-"], ["--page", "1-", "-"], ["toc", "-"], ["help"]] {
      var world = World(input: book.bytes, outputLimit: 0)
      world.outputEnd = .failed(errno: ENOSPC)
      let failed = world.run(arguments)
      #expect(failed.isError(74), "\(failed)")
      world.outputEnd = .closed
      let closed = world.run(arguments)
      #expect(closed.status == 0)
      #expect(closed.error.isEmpty)
    }
  }

  @Test("A file that an option names must be there", arguments: ["--style", "--highlight"])
  func missingOptionFile(_ option: String) {
    let value = option == "--highlight" ? "@/nowhere/words" : "/nowhere/style.css"
    let outcome = run(numberedBook(chapters: 1, paragraphs: 1), option, value, "-")
    #expect(outcome.isError(66))
  }
}
