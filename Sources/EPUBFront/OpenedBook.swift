import EPUBBasics
import EPUBBook
import EPUBContent
import EPUBPackaging

/// A book that a command works on, and what it is called in messages.
struct OpenedBook: Sendable {
  let book: Book
  /// As it was named on the command line.
  let name: String
  /// The file's name alone; the title of a book that has none.
  let fileName: String

  init(_ operand: String, _ request: Request, _ environment: Environment) throws(Failure) {
    name = operand == "-" ? "standard input" : operand.printable
    fileName = operand.split(separator: "/").last.map { String($0).printable } ?? name
    var style = StyleSheets.Options(usesBookStyle: request.usesBookStyle)
    if let path = request.styleFile {
      style.userSheet = String(decoding: try Request.file(path, environment), as: UTF8.self)
    }
    do {
      if operand == "-" {
        book = try Book(bytes: try Self.input(environment), style: style)
      } else {
        book = try Book(path: operand, style: style)
      }
    } catch let error as BookError {
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
}
