import Testing

@testable import EPUBTerminal

@Suite("Names of keys") struct KeyNameTests {
  @Test(
    "Are read as people write them",
    arguments: [
      ("Space", "Space"), ("space", "Space"), ("C-f", "C-f"), ("Ctrl-F", "C-f"), ("Ctrl+f", "C-f"),
      ("^F", "C-f"), ("^", "^"), ("M-Left", "M-Left"), ("Alt-Left", "M-Left"),
      ("alt+left", "M-Left"),
      ("S-Tab", "S-Tab"), ("Shift-Tab", "S-Tab"), ("F1", "F1"), ("f12", "F12"), ("PgDn", "PgDn"),
      ("PageDown", "PgDn"), ("Page-Down", "PgDn"), ("g", "g"), ("G", "G"), ("<", "<"), ("-", "-"),
      ("Enter", "Enter"), ("Return", "Enter"), ("Esc", "Esc"), ("Escape", "Esc"),
      ("Backspace", "Backspace"), ("C-Space", "C-Space"), ("C-@", "C-Space"), ("M-x", "M-x"),
      ("C-M-x", "C-M-x"), ("M-C-x", "C-M-x"), ("C--", "C--"), ("C-+", "C-+"), ("+", "+"),
      ("<C-f>", "C-f"), ("<Space>", "Space"), ("C-i", "Tab"), ("C-m", "Enter"), ("C-[", "Esc"),
      ("C-h", "Backspace"), ("C-M-i", "M-Tab"), ("S-a", "A"), ("M-S-a", "M-A"), ("S-Up", "S-Up"),
      ("C-/", "C-_"), ("é", "é"), ("漢", "漢"), ("Del", "Del"), ("Insert", "Ins"), ("c", "c"),
    ])
  func reading(_ written: String, _ name: String) throws {
    let stroke = try #require(KeyStroke(name: written))
    #expect(stroke.name == name)
    #expect(KeyStroke(name: stroke.name) == stroke)
  }

  @Test(
    "Are refused when they name no key",
    arguments: [
      "", "C-", "Foo", "F0", "F25", "F+1", "X-f", "ab", "\u{1B}", "C-C", "\u{202E}", "C-Foo",
      "--",
    ])
  func refusing(_ name: String) {
    // `C-C` is C-c.
    #expect(KeyStroke(name: name)?.name == (name == "C-C" ? "C-c" : nil))
  }
}
