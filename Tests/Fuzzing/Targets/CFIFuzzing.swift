import EPUBBook
import EPUBContent
import TestKit

enum CFIFuzzing {
  static func run(_ bytes: [UInt8], _ claims: inout Claims) {
    let parts = bytes.parts.map(\.text)
    let cfis = parts.prefix(3).compactMap { parse($0) }
    for cfi in cfis { check(cfi, &claims) }
    guard cfis.count >= 2 else { return }
    let (first, last) = (cfis[0], cfis[1])
    claims.claim(!(first < last && last < first), "\(first) and \(last) have two orders")
    claims.claim(
      (first == last) == !(first < last || last < first), "\(first) and \(last) have no order")
    if cfis.count == 3, first < last, last < cfis[2] {
      claims.claim(first < cfis[2], "\(first), \(last), \(cfis[2]) go in a circle")
    }
    guard let range = CFI(from: first, to: last) else { return }
    check(range, &claims)
    claims.claim(range.start == first.start, "\(range) does not start where \(first) does")
    claims.claim(range.end == last.start, "\(range) does not end where \(last) starts")
  }

  private static func parse(_ text: String) -> CFI? {
    do throws(CFIError) { return try CFI(text) } catch {}
    do throws(CFIError) { return try CFI(partial: text) } catch { return nil }
  }

  private static func check(_ cfi: CFI, _ claims: inout Claims) {
    let text = cfi.description
    guard let again = parse(text) else {
      claims.claim(false, "\(text) is written and not read")
      return
    }
    claims.claim(again == cfi && again.description == text, "\(text) becomes \(again)")
    guard let book else { return }
    if let spine = book.spineIndex(of: cfi) {
      let document = book.document(at: spine)
      let resolved = book.resolve(cfi, in: document, spine: spine)
      let offset = resolved.place.position.offset
      claims.claim(
        (0...document.text.count).contains(offset), "\(text) leads to \(offset)")
      claims.claim(
        offset == document.text.count || document.text[offset] & 0xC0 != 0x80,
        "\(text) leads into a character")
    }
  }

  private static let book: Book? = {
    let bytes = BookBuilder {
      $0.chapter("<p>a<b id='x'>cé</b>😀</p><p/><svg><text>s</text></svg><p>e\u{AD}f</p>")
      $0.chapter("<p>One<p>Two<br>three")
    }.bytes
    do { return try Book(bytes: bytes) } catch { return nil }
  }()
}
