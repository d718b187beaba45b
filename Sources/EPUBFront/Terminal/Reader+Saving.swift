import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBState

// What is kept between runs
extension Reader {
  /// After each input: where the reader is, when that changed.
  func keepPlace() {
    let anchor = session.anchor
    guard anchor != savedAnchor, session.book.spineCount > 0 else { return }
    savedAnchor = anchor
    state.save(savedPlace(at: anchor))
    keepHistory()
  }

  func savedPlace(at place: Place) -> SavedPlace {
    if let known = savedPlaces[place] { return known }
    let document = session.document(at: place.position.spine)
    let saved = opened.book.savedPlace(at: place, in: document, survey: session.survey)
    savedPlaces[place] = saved
    return saved
  }

  private func keepHistory() {
    guard let savedHistory else { return }
    let (visited, current) = session.history
    let history = SavedHistory(places: visited, current: current)
    if history == savedHistory { return }
    self.savedHistory = history
    let places = history.places.map { savedPlace(at: $0) }
    // Those that are no longer walked to are made anew if they are ever wanted; to make all of the
    // history's anew would be to read as many documents.
    if savedPlaces.count > 1_000 {
      savedPlaces = Dictionary(zip(history.places, places)) { first, _ in first }
    }
    state.change { store, book throws(StateError) in
      try store.saveHistory(places, current: current, of: book)
    }
  }

  /// What the first page needs not wait for: the history, and the notes of the book.
  func fetchKept() {
    let book = opened.book
    let mailbox = mailbox
    state.noteReading()
    state.change { store, id throws(StateError) in
      let (saved, current) = try store.history(of: id)
      let places = saved.map { book.resolve($0).place }
      let annotations = try store.annotations(of: id).map { PlacedAnnotation($0, in: book) }
      mailbox.put { reader in
        for (place, saved) in zip(places, saved) { reader.savedPlaces[place] = saved }
        reader.takeKeptHistory(SavedHistory(places: places, current: current))
        reader.takeKept(annotations)
      }
    }
  }

  /// Sees what other programs have kept and taken away since.
  func refreshAnnotations() {
    let book = opened.book
    let known = Dictionary(annotations.map { ($0.record, $0) }) { first, _ in first }
    let kept: [AnnotationRecord]? = state.ask(nil) { store, record throws(StateError) in
      guard let id = record?.id else { return nil }
      return try store.annotations(of: id)
    }
    if let kept { takeKept(kept.map { known[$0] ?? PlacedAnnotation($0, in: book) }) }
  }

  /// What was made here and is not kept yet, or can't be, stays beside it.
  private func takeKept(_ kept: [PlacedAnnotation]) {
    keptAnnotations.formUnion(kept.map(\.record.id))
    annotations = kept + annotations.filter { !keptAnnotations.contains($0.record.id) }
  }

  /// Jumps that were made before what is kept was known go on from it.
  private func takeKeptHistory(_ kept: SavedHistory) {
    let (own, current) = session.history
    savedHistory = kept
    if let placeLeft {
      // To come here from where the book was left was a jump as well.
      let before = kept.places.prefix(kept.current).filter { $0 != placeLeft } + [placeLeft]
      session.history = (before + own, before.count + current)
    } else if own.isEmpty {
      session.history = (kept.places, kept.current)
    } else {
      let before = kept.places.prefix(kept.current)
      session.history = (before + own, before.count + current)
    }
    keepHistory()
  }

  func takeLetters() {
    for letter in mailbox.take() { letter(self) }
  }

  func finish() {
    keepPlace()
    // A document of many megabytes may be being set: whoever quits does not wait for that.
    session.stop(waits: false)
    state.finish()
    // What was kept may have come only now, and the jumps of this run go behind it.
    takeLetters()
    state.close()
  }
}
