import EPUBBook
import EPUBContent
import TestKit
import Testing

@Suite("Words of a book") struct WordCountTests {
  @Test("Are counted alike on any number of cores, as they are compared")
  func counts() throws {
    let builder = BookBuilder {
      for chapter in 1...40 {
        let words = (1...300).map { "w\($0 * chapter % 97)" }.joined(separator: " ")
        $0.chapter("<p>\(words) Caf\u{E9} cafe\u{301}</p><p>end</p><p>less</p>")
      }
      $0.chapter("<p>ex<i>am</i>ple <ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby> soft\u{AD}ly</p>")
    }
    let book = try Book(bytes: builder.bytes)
    let counts = book.wordCounts(workers: 1)
    for workers in [2, 5, 16] { #expect(book.wordCounts(workers: workers) == counts) }
    #expect(counts.reduce(0) { $0 + $1.count } == 40 * 304 + 3)
    func count(_ word: String) -> Int? { counts.first { $0.word == word }?.count }
    #expect(count("caf\u{E9}") == 80)
    #expect(count("end") == 40 && count("less") == 40 && count("endless") == nil)
    #expect(count("example") == 1 && count("softly") == 1)
    #expect(count("漢字") == 1 && count("kan") == nil)
    #expect(counts.map(\.count) == counts.map(\.count).sorted(by: >))
  }

  struct Sentence: Sendable {
    var text: String
    var word: String
    var sentence: String
  }

  private static let sentences = [
    Sentence(text: "One. Two here! Three?", word: "here", sentence: "Two here!"),
    Sentence(text: "“So?” he said. No.", word: "said", sentence: "“So?” he said."),
    Sentence(text: "“Go.” Then he went.", word: "Go", sentence: "“Go.”"),
    Sentence(text: "Mr. Bell left. So?", word: "Bell", sentence: "Mr. Bell left."),
    Sentence(
      text: "J. R. Bell left at 3.15 p.m. today. So?", word: "left",
      sentence: "J. R. Bell left at 3.15 p.m. today."),
    Sentence(text: "It was I. Then we.", word: "was", sentence: "It was I."),
    Sentence(text: "雨が降った。猫は寝た。犬も。", word: "寝", sentence: "猫は寝た。"),
    Sentence(text: "no marks at all", word: "marks", sentence: "no marks at all"),
    Sentence(text: "Wait… what? Yes.", word: "what", sentence: "Wait… what?"),
    Sentence(text: "A line<br/>goes on. B.", word: "goes", sentence: "A line goes on."),
  ]

  @Test("Keep the sentence that they stand in", arguments: sentences)
  func sentence(_ row: Sentence) throws {
    let book = try Book(bytes: BookBuilder { $0.chapter("<p>\(row.text)</p>") }.bytes)
    let document = book.document(at: 0)
    let bytes = Array(row.word.utf8)
    let start = try #require(
      document.text.indices.first { document.text[$0...].starts(with: bytes) })
    #expect(document.sentence(around: start..<start + bytes.count) == row.sentence)
  }

  @Test("Are found from a place on, then from the book's start; none stands nowhere")
  func occurrences() throws {
    let builder = BookBuilder {
      $0.chapter("<p>A whale. A gull.</p>")
      $0.chapter("<p>No. A whale again. A squid.</p>")
    }
    let book = try Book(bytes: builder.bytes)
    let start = TextPosition(spine: 1, offset: 3)
    let found = book.occurrences(of: ["whale", "gull", "kraken"], from: start)
    #expect(found.map { $0?.spine } == [1, 0, nil])
    #expect(found[0]?.sentence == "A whale again.")
    #expect(book.occurrences(of: ["whale"])[0]?.cfi == "epubcfi(/6/2!/4/2/1:2)")
    let behind = book.occurrences(of: ["whale"], from: TextPosition(spine: 1, offset: 20))
    #expect(behind[0]?.spine == 0)
    #expect(
      book.occurrences(of: ["whale"], from: TextPosition(spine: 99, offset: 0))[0]?.spine != nil)
  }

  @Test("A block without an end of a sentence costs what it is long", .timeLimit(.minutes(10)))
  func longBlock() throws {
    let text = String(repeating: "abc. def ", count: 40_000)
    let book = try Book(bytes: BookBuilder { $0.chapter("<p>\(text)</p>") }.bytes)
    let document = book.document(at: 0)
    for start in stride(from: 0, to: document.text.count - 3, by: 3000) {
      #expect(document.sentence(around: start..<start + 3).utf8.count <= 1300)
    }
  }
}
