import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBPackaging
import EPUBState
import Foundation
import TestKit
import Testing

/// A book in parts that are easy to edit.
private struct Draft {
  struct Chapter {
    var href: String
    var paragraphs: [String]
    var opening = "<h1>%</h1>"
    var wrapping = ("<p>", "</p>")
  }

  var identifier = "urn:uuid:1"
  var title = "The Ferry"
  var chapters: [Chapter]

  init(seed: UInt64 = 7) {
    var random = SeededGenerator(seed: seed)
    let words = Self.words
    chapters = (1...4).map { number in
      Chapter(
        href: "c\(number).xhtml",
        paragraphs: (0..<12).map { _ in
          (0..<40).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
            + "."
        })
    }
  }

  private static let words = [
    "ferry", "river", "lantern", "morning", "quiet", "letter", "window", "harbour", "stone",
    "bridge", "winter", "voice", "garden", "silver", "shadow", "table", "paper", "night", "road",
    "water", "under", "above", "slowly", "again", "never", "always", "éclair", "naïve", "Zürich",
    "tide", "rope", "market", "evening", "copper", "sparrow", "ladder", "engine", "orchard",
  ]

  var builder: BookBuilder {
    BookBuilder {
      $0.identifier = identifier
      $0.title = title
      for (index, chapter) in chapters.enumerated() {
        let opening = chapter.opening.replacingOccurrences(of: "%", with: "Chapter")
        let body = chapter.paragraphs.map { chapter.wrapping.0 + $0 + chapter.wrapping.1 }
        $0.document(
          "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>x</title></head>"
            + "<body>\(opening)\(body.joined(separator: "\n"))</body></html>", title: "C\(index)",
          href: chapter.href)
      }
    }
  }

  func book() throws -> Book { try Book(bytes: builder.bytes) }
}

extension Book {
  /// The place in the middle of a paragraph, by what stands there.
  fileprivate func save(_ spine: Int, _ block: Int, _ distance: Int) -> SavedPlace {
    let document = document(at: spine)
    let offset = Int(document.blocks[block].textStart) + distance
    let place = Place(TextPosition(spine: spine, offset: offset), block: block)
    return savedPlace(at: place, in: document, survey: survey(layout: nil))
  }

  fileprivate func text(at place: Place) -> String {
    let text = document(at: place.position.spine).text
    let start = place.position.offset
    return text.string(in: start..<min(text.count, start + 20))
  }
}

/// The saved places of every edit: in the first chapter, in the middle and at the start of the second,
/// in the last one.
private let savedAt = [(0, 3, 50), (1, 6, 100), (1, 1, 0), (3, 10, 20)]

private struct Edit: CustomTestStringConvertible {
  var name: String
  var grades: String
  var change: @Sendable (inout Draft) -> Void = { _ in }
  var pack: @Sendable (BookBuilder) -> [UInt8] = { $0.bytes }
  var testDescription: String { name }
}

@Suite("A saved place") struct PlaceTests {
  /// `e`xact, `m`oved, `l`ost for each of the saved places.
  private static let edits: [Edit] = [
    Edit(name: "opened again", grades: "eeee"),
    Edit(
      name: "packed again, stored, in another order", grades: "eeee",
      pack: { builder in
        var archive = ZIPBuilder()
        for file in builder.files.reversed() {
          archive.add(Array(file.path.utf8), file.bytes) { $0.method = 0 }
        }
        return archive.bytes
      }),
    Edit(name: "other title and identifier", grades: "eeee") {
      $0.title = "Another"
      $0.identifier = "urn:uuid:2"
    },
    Edit(name: "chapters renamed and in another order", grades: "eeee") {
      $0.chapters.swapAt(0, 3)
      $0.chapters.swapAt(1, 2)
      for index in $0.chapters.indices { $0.chapters[index].href = "renamed\(index).xhtml" }
    },
    Edit(name: "a word changed far away in its chapter", grades: "eeee") {
      $0.chapters[1].paragraphs[10] = "corrected " + $0.chapters[1].paragraphs[10]
    },
    Edit(name: "a word changed right behind the place", grades: "emee") {
      let paragraph = $0.chapters[1].paragraphs[5]
      let middle = paragraph.index(paragraph.startIndex, offsetBy: 100)
      let space = paragraph[middle...].firstIndex(of: " ") ?? middle
      $0.chapters[1].paragraphs[5] = paragraph[..<space] + " corrected" + paragraph[space...]
    },
    Edit(name: "paragraphs inserted before", grades: "emme") {
      $0.chapters[1].paragraphs.insert(contentsOf: ["Quite new.", "And this."], at: 0)
    },
    Edit(name: "a paragraph deleted before", grades: "emee") {
      $0.chapters[1].paragraphs.remove(at: 2)
    },
    Edit(name: "its paragraph rewritten", grades: "elee") {
      $0.chapters[1].paragraphs[5] = String(repeating: "entirely rewritten words ", count: 11)
    },
    Edit(name: "its chapter split", grades: "emee") {
      var second = $0.chapters[1]
      second.href = "c2b.xhtml"
      second.opening = ""
      second.paragraphs.removeFirst(4)
      $0.chapters[1].paragraphs.removeLast(8)
      $0.chapters.insert(second, at: 2)
    },
    Edit(name: "its chapter joined with the one before", grades: "emme") {
      $0.chapters[0].paragraphs += $0.chapters.remove(at: 1).paragraphs
    },
    Edit(name: "other markup and white space", grades: "eeee") {
      $0.chapters[1].wrapping = ("<div>\n  <p><span>", "</span>\n  </p></div>")
      $0.chapters[1].opening = "<header><h1>%</h1></header><hr/>"
    },
    Edit(name: "chapters before it deleted", grades: "leee") { $0.chapters.removeFirst() },
    Edit(name: "another book with the same identifier", grades: "llll") {
      $0.chapters = Draft(seed: 1_000).chapters
    },
  ]

  @Test("Is found and graded in an edited copy", arguments: edits)
  private func edited(_ edit: Edit) throws {
    let original = try Draft().book()
    var draft = Draft()
    edit.change(&draft)
    let copy = try Book(bytes: edit.pack(draft.builder))
    for ((spine, block, distance), letter) in zip(savedAt, edit.grades) {
      let saved = original.save(spine, block, distance)
      let found = copy.resolve(saved)
      #expect(found.grade.rawValue.first == letter, "\(spine) \(block): \(saved.cfi)")
      if letter != "l" {
        let text = original.text(
          at: Place(TextPosition(spine: saved.spine, offset: saved.offset)))
        #expect(copy.text(at: found.place).prefix(4) == text.prefix(4))
      }
      #expect(copy.resolve(saved, reading: { copy.document(at: $0) }).grade == found.grade)
    }
  }

  @Test("Is told from one of another book with the same identifier by its quote")
  func identity() throws {
    let saved = try Draft().book().save(1, 6, 100)
    var corrected = Draft()
    corrected.chapters[1].paragraphs[0] = "New."
    #expect(try corrected.book().holdsQuote(of: saved))
    #expect(try !Draft(seed: 1_000).book().holdsQuote(of: saved))
  }

  @Test("Keeps what stands around it, ids in its CFI and its share of the book")
  func contents() throws {
    var draft = Draft()
    draft.chapters[0].wrapping = ("<p id=\"p,1\">", "</p>")
    draft.chapters[0].paragraphs = [
      "before \u{A0}it", String(repeating: "ab \u{1F600} ", count: 40),
    ]
    let book = try draft.book()
    let saved = book.save(0, 2, 3)
    #expect(saved.cfi == "epubcfi(/6/2!/4/6[p^,1]/1:3)")
    #expect(saved.quote.before == "Chapterbefore \u{A0}itab ")
    #expect(saved.quote.at.unicodeScalars.count == 32)
    #expect(saved.quote.at.hasPrefix("\u{1F600} ab"))
    #expect(saved.quote.after.unicodeScalars.count == 32)
    #expect(saved.textRulesVersion == LogicalText.version)
    let document = book.document(at: 0)
    let survey = book.survey(layout: nil)
    let characters = document.text.scalarCount(in: 0..<saved.offset)
    #expect(
      saved.totalProgression == Double(characters) / Double(survey.linearCharacterCount))
    let place = Place(TextPosition(spine: 0, offset: saved.offset), block: 2)
    let estimated = book.savedPlace(at: place, in: document).totalProgression
    #expect(abs(estimated - saved.totalProgression) < 0.05)
  }

  @Test("Comes back to its picture, not to the text after it")
  func pictures() throws {
    let builder = BookBuilder {
      $0.chapter("<p>one</p><p><img src=\"a.png\" alt=\"A\"/></p><hr/><p>two</p>")
    }
    let book = try Book(bytes: builder.bytes)
    for block in 0..<4 {
      let saved = book.save(0, block, 0)
      let found = book.resolve(saved)
      #expect(found.grade == .exact)
      #expect(found.place.block == block || found.place.block == -1)
      #expect((found.place.block == -1) == (block == 0 || block == 3))
      #expect(book.resolve(saved, reading: { book.document(at: $0) }).grade == .exact)
    }
  }

  @Test("Goes by CFI and quote where the rules of the text were others")
  func rules() throws {
    let book = try Draft().book()
    var saved = book.save(1, 6, 100)
    let offset = saved.offset
    saved.textRulesVersion += 1
    saved.offset += 37
    #expect(book.resolve(saved).grade == .exact)
    #expect(book.resolve(saved).position == TextPosition(spine: 1, offset: offset))
    saved.cfi = "epubcfi(/6/4!/4/2/1:0)"
    #expect(book.resolve(saved).grade == .moved)
    #expect(book.resolve(saved).position == TextPosition(spine: 1, offset: offset))
  }

  @Test("Lost, it is about as far in the book")
  func lost() throws {
    var saved = try Draft().book().save(1, 6, 100)
    let other = try Draft(seed: 1_000).book()
    saved.cfi = ""
    let survey = other.survey(layout: nil)
    for known in [nil, survey] {
      let found = other.resolve(saved, survey: known)
      let again = other.savedPlace(
        at: found.place, in: other.document(at: found.position.spine), survey: survey)
      #expect(found.grade == .lost)
      #expect(abs(again.totalProgression - saved.totalProgression) < 0.03)
    }
  }

  @Test("Never fails, whatever was kept of it")
  func damaged() throws {
    let books = [
      try Draft().book(), try Book(bytes: BookBuilder { $0.chapter("") }.bytes),
      try Book(bytes: BookBuilder { $0.chapter("<p><img src=\"a.png\"/></p>") }.bytes),
    ]
    let quotes = ["", " ", "x", "\u{AD}", String(repeating: "no such text ", count: 5)]
    for book in books {
      for spine in [Int.min, -1, 0, 2, 99, .max] {
        for offset in [Int.min, -1, 0, 5, .max] {
          for text in quotes {
            for cfi in ["", "epubcfi(/6/2!/4/9999)", "epubcfi(/6/98!/4)", "epubcfi(/2)"] {
              for share in [-1, 0.3, 7, Double.nan, .infinity] where spine == 0 || share == 0.3 {
                let saved = SavedPlace(
                  spine: spine, offset: offset, cfi: cfi,
                  quote: SavedPlace.Quote(before: text, at: text, after: ""),
                  totalProgression: share, textRulesVersion: LogicalText.version, document: nil)
                let found = book.resolve(saved)
                let inBook = (0..<book.spineCount).contains(found.position.spine)
                #expect(inBook && found.position.offset >= 0)
                if inBook, found.grade == .lost {
                  #expect(
                    found.position.offset <= book.document(at: found.position.spine).text.count)
                }
              }
            }
          }
        }
      }
    }
  }

  @Test("A quote of another program is found, by all of it or by parts")
  func quotes() throws {
    let book = try Draft().book()
    let text = book.document(at: 2).text
    let exact = text.string(in: 500..<700).replacingOccurrences(of: " ", with: "\n  ")
    let prefix = text.string(in: 470..<500)
    func find(_ quote: SavedPlace.Quote) -> TextPosition? {
      book.place(of: quote, near: TextPosition(spine: 0, offset: 0))?.position
    }
    let place = TextPosition(spine: 2, offset: text[500] == 0x20 ? 501 : 500)
    #expect(find(.init(before: prefix, at: exact, after: "")) == place)
    #expect(find(.init(before: "something else here", at: exact, after: "")) == place)
    #expect(find(.init(before: "something else here", at: "tide", after: "nowhere")) == nil)
    #expect(find(.init(before: "", at: exact, after: "")) == place)
    #expect(find(.init(before: "", at: "", after: "")) == nil)
  }
}

@Suite("A book's fingerprint") struct FingerprintTests {
  @Test("Is that of the archive's directory, and the same for the unpacked folder")
  func folder() throws {
    let builder = Draft().builder
    let folder = try TemporaryFolder()
    try builder.unpack(into: folder)
    let packed = try Book(bytes: builder.bytes).fingerprint(path: "a.epub")
    let unpacked = try Book(path: folder.path).fingerprint(path: folder.path)
    #expect(packed.documents == unpacked.documents)
    let expected = builder.items.filter(\.isInSpine).map {
      Fingerprint.Document(byteCount: $0.bytes.count, crc32: crc32($0.bytes))
    }
    #expect(packed.documents == expected)
    #expect(packed.identifier == "urn:uuid:1")
    #expect(packed.path == "a.epub")
  }

  @Test("Counts a resource that stands twice twice, and one that is not there")
  func oddSpines() throws {
    var builder = BookBuilder { $0.chapter("<p>one</p>") }
    builder.packageDocument = builder.defaultText.replacingOccurrences(
      of: "</spine>", with: "<itemref idref=\"chapter1\"/></spine>")
    let documents = try Book(bytes: builder.bytes).fingerprint(path: nil).documents
    #expect(documents.count == 2 && documents.first == documents.last)
  }
}

extension BookBuilder {
  fileprivate var defaultText: String {
    let package = files.first { $0.path.hasSuffix(".opf") }
    return String(decoding: package?.bytes ?? [], as: UTF8.self)
  }
}
