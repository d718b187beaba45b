import EPUBBook
import EPUBState

// What is told of errors. Every sentence stands in this file and in `BookError+Words`.
extension ReaderError {
  init(_ error: BookError, _ source: BookSource) {
    switch error.kind {
    case .noSuchFile:
      switch source {
      case .path(let path):
        self = error.isRefusal ? .unreadable(error) : .notFound(.file(path))
      case .bytes: self = .unreadable(error)
      }
    case .unreadable: self = .unreadable(error)
    case .locked: self = .locked(error)
    case .tooLarge: self = .tooLarge("the book is \(error.words(of: System.words))")
    }
  }

  init(_ error: StateError) {
    let words =
      switch error {
      case .notWritable(let words): "can't be written: \(words)"
      case .writeFailed(let words): "can't be written: \(words)"
      case .damaged(let name?): "was damaged; it was set aside as \(name) and begun anew"
      case .damaged: "is damaged"
      case .newerSchema: "is of a newer epub-read; it is read and not changed"
      case .busy: "is held by another program"
      }
    self = .failed("reading state \(words)")
  }

  /// What is wrong, in a few words for a person.
  public var message: String {
    switch self {
    case .badMessage(let words): words
    case .unknownCommand(let name): "no such command: \(name)"
    case .noBook: "no book is loaded; send loadBook first"
    case .notFound(.file(let path)): "\(path): no such file"
    case .notFound(.place(let asked)): "\(asked) leads nowhere in this book"
    case .notFound(.printPage(let label)): "the print edition has no page \(label)"
    case .unreadable(let error), .locked(let error): error.words(of: System.words)
    case .outOfRange(let value, let limits): "\(value.words): \(value.limits(limits))"
    case .tooLarge(let words): words
    case .failed(let words): words
    }
  }
}

extension ReaderError.Bounded {
  fileprivate var words: String {
    switch self {
    case .page(let page): "there is no page \(page)"
    case .position(let position): "there is no position \(position)"
    case .percent(let percent): "\(percent) %"
    case .fontSize(let size): "a font size of \(size)"
    case .viewport(let columns, let rows): "a viewport of \(columns) by \(rows)"
    }
  }

  fileprivate func limits(_ limits: ClosedRange<Int>) -> String {
    switch self {
    case .page, .position: "the last one is \(limits.upperBound)"
    case .percent, .fontSize, .viewport:
      "\(limits.lowerBound) to \(limits.upperBound) would do"
    }
  }
}
