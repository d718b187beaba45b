import Dispatch
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import Synchronization
import TestKit
import Testing

@testable import EPUBBook

@Suite("The shelf of chapters", .timeLimit(.minutes(10))) struct SessionShelfTests {
  private let book: Book
  private let layout = LayoutOptions(measure: 40, pageHeight: 10)

  init() throws {
    book = try openBook { for number in 0..<60 { $0.chapter(sentences(9, "part\(number)x")) } }
  }

  @Test("What several threads ask for is set once")
  func once() {
    let (book, layout) = (book, layout)
    let counts = Mutex<[Int: Int]>([:])
    let shelf = ChapterShelf { spine, document, segmenter in
      counts.withLock { $0[spine, default: 0] += 1 }
      return book.chapter(at: spine, layout: layout, segmenter: segmenter, document: document)
    }
    shelf.want([0, 1, 2])
    DispatchQueue.concurrentPerform(iterations: 24) { number in
      let spine = number % 3
      let chapter = shelf.chapter(
        at: spine, with: Segmenter(), keeps: number.isMultiple(of: 2))
      #expect(chapter.spine == spine)
    }
    #expect(counts.withLock { $0 } == [0: 1, 1: 1, 2: 1])
  }

  @Test("It keeps a few, the wanted ones before others, and hands on their documents")
  func bounded() {
    let (book, layout) = (book, layout)
    let shelf = ChapterShelf { spine, document, segmenter in
      book.chapter(at: spine, layout: layout, segmenter: segmenter, document: document)
    }
    shelf.want([3, 4])
    for spine in [3, 4] + Array(10..<60) {
      _ = shelf.chapter(at: spine, with: Segmenter(), keeps: true)
    }
    _ = shelf.chapter(at: 5, with: Segmenter(), keeps: false)
    let kept = (0..<60).filter { shelf.document(at: $0) != nil }
    #expect(kept.count <= 8 && Set(kept).isSuperset(of: [3, 4, 59]) && !kept.contains(5))
    #expect(Set(shelf.wantedDocuments.keys) == [3, 4])
    let other = ChapterShelf(documents: shelf.wantedDocuments) { spine, document, segmenter in
      #expect((document != nil) == (spine == 3))
      return book.chapter(at: spine, layout: layout, segmenter: segmenter, document: document)
    }
    _ = other.chapter(at: 3, with: Segmenter(), keeps: true)
    _ = other.chapter(at: 7, with: Segmenter(), keeps: true)
  }
}
