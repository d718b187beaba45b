import EPUBBook
import EPUBContent
import EPUBFront
import EPUBReader
import TestKit

enum NotesFuzzing {
  static func run(_ bytes: [UInt8], _ claims: inout Claims) {
    let json: JSONInput
    do throws(JSONInput.Wrong) { json = try JSONInput(bytes) } catch { return }
    let written = json.written.line
    do throws(JSONInput.Wrong) {
      let again = try JSONInput(written)
      claims.claim(again.written.line == written, "\(written.text) is read otherwise")
    } catch {
      claims.claim(false, "\(written.text) is no JSON: \(error.words)")
    }
    guard let book else { return }
    for (place, text) in NotesTrial.places(of: json, in: book) {
      claims.claim((0..<book.spineCount).contains(place.spine), "\(place) is in no document")
      let document = book.document(at: place.spine)
      claims.claim((0...document.text.count).contains(place.offset), "\(place) is in no text")
      claims.claim(text.utf8.count <= bytes.count + (1 << 16), "a text longer than allowed")
    }
  }

  private static let book: Book? = {
    let bytes = BookBuilder {
      $0.chapter("<h1>One</h1><p>The <b>whale</b> and the sea, the sea.</p>", title: "One")
      $0.chapter("<p>Two é 😀 <i>as in a laboratory</i>.</p>", title: "Two")
    }.bytes
    do { return try Book(bytes: bytes) } catch { return nil }
  }()
}

extension JSONInput {
  /// The same, to be written.
  fileprivate var written: JSON {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let value): .decimal(value)
    case .string(let text): .string(text)
    case .list(let items): .list(items.map(\.written))
    case .object(let members): .object(members.map { ($0.name, $0.value.written) })
    }
  }
}
