import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import TestKit

enum DocumentFuzzing {
  private static let optionCount = 7

  static func run(_ bytes: [UInt8], _ claims: inout Claims) {
    guard bytes.count > optionCount else { return }
    let options = bytes[..<optionCount].map(Int.init)
    let parts = Array(bytes[optionCount...]).parts
    let isXML = options[6] % 8 != 7
    let archive = archive(document: parts[0], sheet: parts.count > 1 ? parts[1] : [], isXML)
    let book: Book
    do { book = try Book(bytes: archive) } catch { return }
    let document = book.document(at: 0)
    document.claimOrder(&claims)
    let layout = layout(options)
    let chapter = book.chapter(at: 0, layout: layout, segmenter: Segmenter())
    chapter.claimWhatHolds(in: layout, &claims)
    let again = book.chapter(at: 0, layout: layout, segmenter: Segmenter())
    claims.claim(
      chapter.galley.lines == again.galley.lines && chapter.galley.pieces == again.galley.pieces
        && chapter.galley.ornaments == again.galley.ornaments && chapter.pages == again.pages,
      "setting it twice differs")
    claimPlaces(of: document, in: book, &claims)
    run(options, archive, &claims)
  }

  private static func layout(_ options: [Int]) -> LayoutOptions {
    var layout = LayoutOptions(measure: 1 + options[0] % 120, pageHeight: 1 + options[1] % 40)
    layout.lineSpacing = 1 + options[2] % 3
    layout.paragraphs = [.book, .indent, .space][options[3] % 3]
    layout.justifies = options[4] & 1 != 0
    layout.hyphenates = options[4] & 2 != 0
    layout.picturesTakeRows = options[4] & 4 != 0
    layout.dictionaries = dictionaries
    return layout
  }

  private static let dictionaries = HyphenationDictionaries(
    folder: "\(Golden.packageFolder)/Fixtures/Hyphenation")

  private static func archive(document: [UInt8], sheet: [UInt8], _ isXML: Bool) -> [UInt8] {
    let frame = isXML ? asXML : asHTML
    var archive = ZIPBuilder()
    for file in frame.files {
      let bytes =
        file.path == "EPUB/chapter" ? document : file.path == "EPUB/a.css" ? sheet : file.bytes
      archive.add(Array(file.path.utf8), bytes) { $0.method = 0 }
    }
    return archive.bytes
  }

  private static let asXML = frame("application/xhtml+xml")
  private static let asHTML = frame("text/html")

  private static func frame(_ mediaType: String) -> BookBuilder {
    BookBuilder {
      $0.document("", href: "chapter", mediaType: mediaType)
      $0.resource("a.css", [], mediaType: "text/css")
      $0.resource("b.png", picture, mediaType: "image/png")
    }
  }

  /// Enough of a picture to tell its size: 100 × 50.
  private static let picture: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 0, 100, 0, 0, 0, 50, 8, 2, 0, 0, 0]

  /// CFIs that are made of places lead back to them.
  private static func claimPlaces(
    of document: ContentDocument, in book: Book, _ claims: inout Claims
  ) {
    let step = max(1, document.text.count / 16)
    for offset in stride(from: 0, to: document.text.count, by: step)
    where document.text[offset] & 0xC0 != 0x80 {
      let text = book.cfi(at: offset, in: document, spine: 0)
      do throws(CFIError) {
        let cfi = try CFI(text)
        claims.claim(cfi.description == text, "\(text) is written as \(cfi)")
        let found = book.resolve(cfi, in: document, spine: 0).place.position.offset
        claims.claim(found == offset, "\(text) leads to \(found), not \(offset)")
      } catch {
        claims.claim(false, "\(text) is no CFI: \(error)")
      }
    }
  }

  private static func run(_ options: [Int], _ archive: [UInt8], _ claims: inout Claims) {
    let commands = [
      ["text"], ["text", "--json"], ["--print"], ["--page", "1", "--json", "--size", "30x10"],
      ["--print", "--pictures", "rows", "--justify", "--width", "20"], ["check"],
      ["search", "e"], ["search", "--json", "-E", "\\w+"],
    ]
    let command = commands[options[5] % commands.count]
    CommandLineRun(command + ["-"], input: archive)
      .claim(isJSON: command.contains("--json"), &claims)
  }
}
