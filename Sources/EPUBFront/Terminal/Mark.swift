import EPUBBasics
import EPUBBook
import EPUBState

/// A mark set with a letter: a bookmark with a name. Small letters are of one book, capitals of all.
struct Mark: Hashable {
  let letter: Unicode.Scalar

  init?(letter: Unicode.Scalar) {
    guard letter.isASCII, letter.properties.isAlphabetic else { return nil }
    self.letter = letter
  }

  private static let prefix = "urn:epub-read:mark:"

  /// `nil` for what is no mark.
  init?(id: String) {
    guard id.hasPrefix(Self.prefix) else { return nil }
    let rest = id.dropFirst(Self.prefix.count).unicodeScalars
    guard rest.count == 1, let letter = rest.first else { return nil }
    self.init(letter: letter)
  }

  var id: String { "\(Self.prefix)\(letter)" }
  var isOfAllBooks: Bool { letter.properties.isUppercase }
}

extension Reader {
  func setMark(_ letter: Unicode.Scalar) {
    guard let mark = Mark(letter: letter) else {
      message = "A mark is a letter: m a"
      return
    }
    let id = mark.id
    if mark.isOfAllBooks {
      state.change { store, book throws(StateError) in
        for other in try store.booksWithAnnotation(id) where other.id != book {
          _ = try store.removeAnnotations([id], of: other.id)
        }
      }
    }
    keep(annotation(.bookmark, over: nil, color: nil, id: id), says: "Mark \(letter) set")
  }

  func goToMark(_ letter: Unicode.Scalar) {
    if letter == "'" || letter == "`" {
      return walkBack(1, else: "No jump was made yet") { session.goBeforeLastJump() }
    }
    guard let mark = Mark(letter: letter) else {
      message = "A mark is a letter: ' a"
      return
    }
    let id = mark.id
    if let here = annotations.first(where: { $0.record.id == id }) {
      return jump { session.go(to: here.start) }
    }
    guard mark.isOfAllBooks else {
      message = "No mark \(letter)"
      return
    }
    let books = state.ask([]) { store, _ throws(StateError) in try store.booksWithAnnotation(id) }
    guard let path = books.first?.fingerprint.path else {
      message = "No mark \(letter)"
      return
    }
    effects.append(.read(path: path, mark: id))
  }
}
