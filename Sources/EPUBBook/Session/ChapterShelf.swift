import Dispatch
import EPUBBasics
import EPUBContent
import EPUBLayout
import EPUBSegmentation
import Synchronization

/// The chapters of one layout that are at hand, for several threads.
///
/// A chapter that one thread is setting is waited for by others, so that none is set twice at a time. A few
/// are kept: those that are wanted, then those used last, as far as they need no more than some
/// megabytes.
final class ChapterShelf: Sendable {
  fileprivate struct Kept {
    let chapter: Chapter
    let byteCount: Int
    var lastUse: Int
  }

  fileprivate struct State {
    var kept: [Int: Kept] = [:]
    var making: [Int: ChapterInMaking] = [:]
    var wanted: Set<Int> = []
    /// Documents of chapters that were at hand in another layout.
    var documents: [Int: ContentDocument]
    var useCount = 0
  }

  fileprivate enum Step {
    case take(Chapter)
    case wait(ChapterInMaking)
    case make(ChapterInMaking, ContentDocument?)
  }

  fileprivate static let maximumCount = 8
  fileprivate static let maximumByteCount = 64 << 20

  private let make: @Sendable (Int, ContentDocument?, Segmenter) -> Chapter
  private let state: Guarded<State>

  /// - Parameters:
  ///   - documents: documents of spine items that are at hand.
  ///   - make: sets a spine item, from its document where that is at hand.
  init(
    documents: [Int: ContentDocument] = [:],
    make: @escaping @Sendable (Int, ContentDocument?, Segmenter) -> Chapter
  ) {
    self.make = make
    state = Guarded(State(documents: documents))
  }

  /// - Parameter keeps: `false` keeps it only if it is wanted.
  func chapter(at spine: Int, with segmenter: Segmenter, keeps: Bool) -> Chapter {
    switch state.withLock({ $0.step(to: spine) }) {
    case .take(let chapter):
      return chapter
    case .wait(let making):
      let chapter = making.chapter() ?? make(spine, nil, segmenter)
      if keeps { state.withLock { $0.keep(chapter) } }
      return chapter
    case .make(let making, let document):
      let chapter = make(spine, document, segmenter)
      state.withLock {
        $0.making[spine] = nil
        if keeps || $0.wanted.contains(spine) { $0.keep(chapter) }
      }
      making.finish(chapter)
      return chapter
    }
  }

  /// Chapters to be kept before all others.
  func want(_ spines: Set<Int>) { state.withLock { $0.wanted = spines } }

  /// A chapter that needs not be waited for.
  func chapterAtHand(_ spine: Int) -> Chapter? { state.withLock { $0.kept[spine]?.chapter } }

  func put(_ document: ContentDocument, of spine: Int) {
    state.withLock { $0.documents[spine] = document }
  }

  func document(at spine: Int) -> ContentDocument? {
    state.withLock { $0.kept[spine]?.chapter.document ?? $0.documents[spine] }
  }

  /// The documents of wanted chapters that are at hand, for another layout.
  var wantedDocuments: [Int: ContentDocument] {
    state.withLock { state in
      var documents: [Int: ContentDocument] = [:]
      for spine in state.wanted {
        documents[spine] = state.kept[spine]?.chapter.document ?? state.documents[spine]
      }
      return documents
    }
  }
}

extension ChapterShelf.State {
  fileprivate mutating func step(to spine: Int) -> ChapterShelf.Step {
    useCount += 1
    if let chapter = kept[spine]?.chapter {
      kept[spine]?.lastUse = useCount
      return .take(chapter)
    }
    if let making = making[spine] { return .wait(making) }
    let new = ChapterInMaking()
    making[spine] = new
    return .make(new, documents.removeValue(forKey: spine))
  }

  fileprivate mutating func keep(_ chapter: Chapter) {
    useCount += 1
    kept[chapter.spine] = ChapterShelf.Kept(
      chapter: chapter, byteCount: chapter.byteCount, lastUse: useCount)
    while kept.count > 1, kept.count > ChapterShelf.maximumCount || isTooLarge, let least {
      kept[least] = nil
    }
  }

  private var isTooLarge: Bool {
    kept.values.reduce(0) { $0 + $1.byteCount } > ChapterShelf.maximumByteCount
  }

  /// What is given up first.
  private var least: Int? {
    func rank(_ spine: Int) -> (Int, Int) {
      (wanted.contains(spine) ? 1 : 0, kept[spine]?.lastUse ?? 0)
    }
    return kept.keys.min { rank($0) < rank($1) }
  }
}

/// A chapter that some thread is setting.
private final class ChapterInMaking: Sendable {
  private let group = DispatchGroup()
  private let made = Guarded<Chapter?>(nil)

  init() { group.enter() }

  func finish(_ chapter: Chapter) {
    made.withLock { $0 = chapter }
    group.leave()
  }

  /// Waits for it.
  func chapter() -> Chapter? {
    group.wait()
    return made.withLock { $0 }
  }
}

extension Chapter {
  /// About what it takes in memory.
  fileprivate var byteCount: Int {
    func size<T>(_ array: [T]) -> Int { array.count * MemoryLayout<T>.stride }
    return size(document.text) + size(document.shownBytes) + size(document.runs)
      + size(document.blocks) + size(document.boxes) + size(document.anchors)
      + size(document.sourceMap.elements) + size(galley.lines) + size(galley.pieces)
      + size(galley.ornaments) + size(pages.firstLines)
  }
}
