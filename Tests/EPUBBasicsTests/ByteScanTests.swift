import EPUBBasics
import Testing

@Suite("Scans over bytes") struct ByteScanTests {
  @Test(
    "Counts scalars, not bytes",
    arguments: [("", 0), ("abc", 3), ("é", 1), ("“x”", 3), ("𝄞a", 2), ("日本語", 3)])
  func scalars(_ text: String, _ count: Int) {
    let bytes = Array(("ab" + text + "c").utf8)
    #expect(bytes.scalarCount(in: 2..<bytes.count - 1) == count)
    #expect(bytes.scalarCount(in: 0..<bytes.count) == count + 3)
  }

  @Test(
    "Finds every control of direction, wherever it stands",
    arguments: [0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069])
  func controls(_ value: UInt32) throws {
    let control = String(try #require(Unicode.Scalar(value)))
    for text in [
      control, "a\(control)", "\(control)b", String(repeating: "x", count: 99) + control,
    ] {
      #expect(Array(text.utf8).holdsDirectionControls)
    }
  }

  @Test(
    "Takes nothing else for one",
    arguments: [
      "", "a", "“quoted” — text…", "\u{80}\u{AA}ªº", "耪聦", "\u{2029}\u{202F}\u{2065}\u{206A}",
    ])
  func others(_ text: String) {
    #expect(!Array(text.utf8).holdsDirectionControls)
  }

  @Test("Finds a line feed or a tab wherever it stands, and takes nothing else for one")
  func breaks() {
    for byte: UInt8 in [0x0A, 0x09] {
      for length in 1...40 {
        for place in 0..<length {
          var bytes = [UInt8](repeating: 0x0B, count: length)
          #expect(!bytes.holdsLineFeedsOrTabs)
          bytes[place] = byte
          #expect(bytes.holdsLineFeedsOrTabs)
        }
      }
    }
    #expect(!Array("\u{89}ĉĊ一 plain text, long enough for words".utf8).holdsLineFeedsOrTabs)
  }
}
