import Testing

@testable import EPUBMarkup

@Suite("Tables") struct TableTests {
  @Test("Tags are numbered as their names are listed")
  func tagNames() {
    for tag in EPUBMarkup.Tag.allCases where tag != .annotationXML {
      #expect(tag.name == String(describing: tag))
    }
    #expect(EPUBMarkup.Tag.annotationXML.name == "annotation-xml")
    var names = TagNames()
    for tag in EPUBMarkup.Tag.allCases {
      let name = Array(tag.name.uppercased().utf8)
      #expect(names.number(of: name, in: name.indices) == tag.rawValue)
    }
  }

  @Test("New names are numbered behind the known ones, each once")
  func newNames() {
    var names = TagNames()
    for round in 0..<2 {
      for index in 0..<3000 {
        let name = Array((round == 0 ? "n\(index)" : "N\(index)").utf8)
        #expect(names.number(of: name, in: name.indices) == EPUBMarkup.Tag.allCases.count + index)
      }
    }
  }

  @Test("What begins a plain reference")
  func plainReferences() {
    let plain = [
      "&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#65;", "&#x1F600;", "&#10;", "&#1114109;",
    ]
    let others = [
      "&", "&a", "&amp", "&nbsp;", "&ltx;", "&#;", "&#x;", "&#150;", "&#x80;", "&#0;", "&#8;",
      "&#xD800;",
      "&#x110000;", "&#99999999999;", "&#65", "&#X41;", "&#xFFFF;",
    ]
    for text in plain + others {
      let bytes = Array(text.utf8)
      let isPlain = PlainReference.begins(bytes.span)
      #expect(isPlain == plain.contains(text), "\(text)")
    }
  }

  @Test("UTF-8 is well-formed or not as the standard library finds")
  func wellFormedUTF8() {
    var numbers = SeededNumbers(seed: 5)
    let pieces: [[UInt8]] = [
      [0x61], Array("ascii of more than eight bytes and then of thirty-two more".utf8),
      [0xC3, 0xA9],
      [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80], [0xC0, 0x80], [0xE0, 0x80, 0x80],
      [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xC3], [0xE2, 0x82], [0xF5],
    ]
    for _ in 0..<20_000 {
      let sound = Int.random(in: 0...1, using: &numbers) == 0 ? 5 : pieces.count
      let bytes = (0..<Int.random(in: 0...6, using: &numbers)).flatMap { _ in
        pieces[Int.random(in: 0..<sound, using: &numbers)]
      }
      #expect(
        bytes.isWellFormedUTF8 == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
    }
  }
}
