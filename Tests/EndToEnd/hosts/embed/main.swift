import EPUBBook
import EPUBReader

/// Hears what the reader tells.
final class Host: ReaderEvents {
  func bookLoaded(_ book: LoadedBook) { print("\(book.title): \(book.pageCount) pages") }
  func wordSelected(_ word: SelectedWord) { print("\(word.value), in: \(word.sentence)") }
}

let host = Host()
let reader = ReaderController(events: host)
var configuration = ReaderConfiguration()
configuration.viewport = Viewport(columns: 60, rows: 20)
configuration.defaultHighlightedWords = [HighlightedWord(value: "keeper", color: "yellow")]
do {
  try await reader.load(.path(CommandLine.arguments[1]), configuration)
  let hit = try await reader.search(ReaderSearch("hoist")).first
  if let hit { try await reader.go(to: .locator(hit.locator)) }
  let page = try await reader.page()
  for line in page.lines { print(line.text) }
  for word in page.words { print("\(word.value) is marked \(word.color) at \(word.cells)") }
  try await reader.selectWord(row: 2, column: 2)
  print(try await reader.savedData().json)
} catch {
  print("\(error.code): \(error.message)")
}
