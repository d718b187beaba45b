package import EPUBBook
import EPUBContainer
import EPUBPackaging

// Why a book can't be read: what is wrong, and what to do.
extension BookError {
  package enum Kind: Hashable, Sendable {
    case noSuchFile, unreadable, locked, tooLarge
  }

  package var kind: Kind {
    switch self {
    case .container(.noSuchFile): .noSuchFile
    case .container(.system(let number, _)):
      System.isAboutTheName(number) ? .noSuchFile : .unreadable
    case .container(.tooLarge), .container(.tooManyEntries): .tooLarge
    case .container(.passwordProtected), .packaging(.locked): .locked
    case .container(.notAnArchive), .container(.noSuchEntry), .container(.unsupportedCompression),
      .container(.sizeExceeds), .container(.damaged), .packaging(.noPackageDocument),
      .packaging(.unreadablePackageDocument), .packaging(.emptySpine), .packaging(.tooLarge):
      .unreadable
    }
  }

  /// Whether there is a file, but not for us.
  var isRefusal: Bool {
    guard case .container(.system(let number, _)) = self else { return false }
    return System.isAboutPermission(number)
  }

  /// - Parameter describeError: the system's words for an error number.
  package func words(of describeError: (Int32) -> String) -> String {
    switch self {
    case .container(let error): error.words(of: describeError)
    case .packaging(let error): error.words
    }
  }
}

extension ContainerError {
  fileprivate func words(of describeError: (Int32) -> String) -> String {
    switch self {
    case .noSuchFile: "no such file; check the name"
    case .system(let number, _):
      "\(describeError(number)); check the file and its permissions"
    case .notAnArchive(let kind):
      "not an EPUB: no ZIP archive and no folder\(kind.map { ", it looks like \($0)" } ?? ""); "
        + "give an .epub file"
    case .tooLarge(let limit):
      "larger than \(limit) bytes; epub-read takes no larger archive this way"
    case .tooManyEntries(let limit): "more than \(limit) entries in the archive; it is refused"
    case .noSuchEntry(let path): "\(path) is missing in it; the archive is damaged"
    case .passwordProtected(let path):
      "\(path) is encrypted with a password; unpack it with the password first"
    case .unsupportedCompression(let method, let path):
      "\(path) is compressed by method \(method); pack it again with deflate"
    case .sizeExceeds(let limit, let path):
      "\(path) expands to more than \(limit) bytes; it is refused"
    case .damaged(let path, _):
      "the archive is damaged at \(path); get an undamaged copy"
    }
  }
}

extension PackagingError {
  fileprivate var words: String {
    switch self {
    case .noPackageDocument: "not an EPUB: no package document in it; give an .epub file"
    case .unreadablePackageDocument(let path):
      "its package document \(path) is damaged or too large; get an undamaged copy"
    case .emptySpine:
      "nothing readable in it: no item of its spine exists; get a complete copy"
    case .tooLarge(let limit):
      "nothing readable in it: each document expands to more than \(limit) bytes; it is refused"
    case .locked(.password, let count):
      "its \(documents(count)) are encrypted with a password; unpack it with the password first"
    case .locked(let scheme, let count):
      "protected by DRM (\(scheme == .unknown ? "an unknown scheme" : scheme.rawValue)), "
        + "\(documents(count)) encrypted; open it with the application it was bought for"
    }
  }
}

/// `1 document`, `3 documents`.
package func documents(_ count: Int) -> String { counted(count, "document", "documents") }

/// A count and the word for it.
package func counted(_ count: Int, _ one: String, _ many: String) -> String {
  count == 1 ? "1 \(one)" : "\(count) \(many)"
}
