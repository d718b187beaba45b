// Whole-process times of epub-read as ratios to a floor measured in the same run: inflate every content
// document with zlib and parse it once with libxml2's SAX, one thread, no layout.

import EPUBBasics
import EPUBContainer
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--floor", arguments.count == 2 {
  walkTheFloor(of: arguments[1])
} else if arguments.first == "--setting", arguments.count > 1 {
  for book in arguments.dropFirst() { SettingBenchmark(book)?.print() }
} else if arguments.first == "--check", arguments.count > 1 {
  checkSetting(of: Array(arguments.dropFirst()))
} else if arguments.isEmpty || arguments[0].hasPrefix("-") && arguments[0] != "--reader" {
  print("usage: epub-bench [--reader PATH | --setting | --check] BOOK…")
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

/// Sets books in many ways and looks at every line.
func checkSetting(of books: [String]) {
  var (bookCount, galleyCount, isSound) = (0, 0, true)
  for path in books {
    guard let check = SettingCheck(path) else { continue }
    let result = check.run()
    bookCount += 1
    galleyCount += result.galleys
    isSound = isSound && result.isSound
  }
  print(
    "\(bookCount) books of \(books.count), set \(galleyCount) times: \(isSound ? "all is as it must be" : "FAULTS")"
  )
  exit(isSound ? 0 : 1)
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
