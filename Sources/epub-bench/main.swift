// Whole-process times of epub-read as ratios to a floor measured in the same run: inflate every content
// document with zlib and parse it once with libxml2's SAX, one thread, no layout.

import EPUBBasics
import EPUBContainer

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--floor", arguments.count == 2 {
  walkTheFloor(of: arguments[1])
} else if arguments.first == "--setting", arguments.count > 1 {
  for book in arguments.dropFirst() { SettingBenchmark(book)?.print() }
} else if arguments.isEmpty || arguments[0].hasPrefix("-") && arguments[0] != "--reader" {
  print("usage: epub-bench [--reader PATH] BOOK…")
} else {
  var books = arguments
  var reader = folder(of: CommandLine.arguments[0]) + "/epub-read"
  if books[0] == "--reader", books.count > 2 {
    reader = books[1]
    books.removeFirst(2)
  }
  for book in books { Benchmark(book: book, reader: reader).print() }
}

func folder(of path: String) -> String {
  let names = path.split(separator: "/", omittingEmptySubsequences: false)
  return names.count > 1 ? names.dropLast().joined(separator: "/") : "."
}

/// The floor itself, in a process of its own.
func walkTheFloor(of book: String) {
  do {
    let container = try OCFContainer(path: book)
    for entry in container.entries
    where ["xhtml", "html", "htm"].contains(entry.path.fileExtension) {
      parseWithEmptyHandlers(try container.resource(at: entry.path).bytes)
    }
  } catch {
    print("epub-bench: \(book): \(error)")
  }
}
