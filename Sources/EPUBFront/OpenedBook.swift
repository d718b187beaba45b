import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBPackaging
import EPUBReader
import EPUBState

/// A book that a command works on, and what it is called in messages.
struct OpenedBook: Sendable {
  let book: Book
  /// As it was named on the command line.
  let name: String
  /// The file's name alone; the title of a book that has none.
  let fileName: String
  /// Where it is, from anywhere; `nil` for standard input.
  let path: String?

  /// What names a book.
  enum Operand: Hashable {
    case argument(String)
    /// No argument, but the path at which the book read last was.
    case lastRead(String)
  }

  init(_ operand: Operand, _ request: Request, _ environment: Environment) throws(Failure) {
    switch operand {
    case .argument(let operand): try self.init(operand, request, environment)
    case .lastRead(let path):
      do throws(Failure) {
        // `-` would be standard input.
        try self.init(path == "-" ? "./-" : path, request, environment)
      } catch {
        throw error.status == .noSuchFile ? .lastBookIsGone(path.asLine) : error
      }
    }
  }

  init(_ operand: String, _ request: Request, _ environment: Environment) throws(Failure) {
    path = operand == "-" ? nil : environment.absolutePath(operand)
    name = operand == "-" ? "standard input" : operand.asLine
    fileName = operand.split(separator: "/").last.map { String($0).asLine } ?? name
    var style = StyleSheets.Options(usesBookStyle: request.usesBookStyle)
    if let path = request.styleFile {
      style.userSheet = String(decoding: try Request.file(path, environment), as: UTF8.self)
    }
    let cacheFolder =
      request.ignoresState ? nil : environment.cacheHome.map { "\($0)/epub-read/pages" }
    do {
      if operand == "-" {
        book = try Book(
          bytes: try Self.input(environment), style: style, cacheFolder: cacheFolder)
      } else {
        book = try Book(path: operand, style: style, cacheFolder: cacheFolder)
      }
    } catch let error as BookError {
      if error.kind == .noSuchFile, request.command == .read,
        !operand.contains(where: "./".contains)
      {
        throw .neitherFileNorCommand(name, suggestion: Command.nearest(to: operand))
      }
      throw Failure(error, book: name, environment: environment)
    } catch let failure as Failure {
      throw failure
    } catch {
      preconditionFailure("only a book's errors and failures are thrown here")
    }
  }

  private static func input(_ environment: Environment) throws(Failure) -> [UInt8] {
    let outcome = environment.readInput(Limits().maximumArchiveByteCount)
    switch outcome {
    case .bytes(let bytes): return bytes
    case .tooLarge: throw .file("standard input", outcome, "")
    case .failed(let number):
      throw .file("standard input", outcome, environment.describeError(number))
    }
  }

  var title: String { book.publication.metadata.title?.text.value ?? fileName }

  var author: String { book.publication.metadata.author }

  var fingerprint: Fingerprint { book.fingerprint(path: path) }
}
