import EPUBBasics
import TestKit
import Testing

@testable import EPUBTerminal

/// A sequence, and the name of the key that it is.
private struct Row: CustomTestStringConvertible, Sendable {
  var bytes: String
  var name: String
  init(_ bytes: String, _ name: String) {
    self.bytes = bytes
    self.name = name
  }
  var testDescription: String { "\(name) \(bytes.debugDescription)" }
}

private let rows: [Row] = [
  Row("a", "a"), Row("A", "A"), Row("é", "é"), Row("漢", "漢"), Row("😀", "😀"), Row(" ", "Space"),
  Row("\r", "Enter"), Row("\t", "Tab"), Row("\u{8}", "Backspace"), Row("\u{7F}", "Backspace"),
  Row("\0", "C-Space"), Row("\u{1}", "C-a"), Row("\n", "C-j"), Row("\u{1A}", "C-z"),
  Row("\u{1C}", "C-\\"), Row("\u{1D}", "C-]"), Row("\u{1E}", "C-^"), Row("\u{1F}", "C-_"),
  Row("\u{1B}x", "M-x"), Row("\u{1B}é", "M-é"),
  Row("\u{1B}\r", "M-Enter"), Row("\u{1B}\u{7F}", "M-Backspace"), Row("\u{1B}\u{1}", "C-M-a"),
  // xterm
  Row("\u{1B}[A", "Up"), Row("\u{1B}[B", "Down"), Row("\u{1B}[C", "Right"), Row("\u{1B}[D", "Left"),
  Row("\u{1B}OA", "Up"), Row("\u{1B}OD", "Left"), Row("\u{1B}OH", "Home"), Row("\u{1B}OF", "End"),
  Row("\u{1B}[H", "Home"), Row("\u{1B}[F", "End"), Row("\u{1B}[1;5D", "C-Left"),
  Row("\u{1B}[1;2A", "S-Up"), Row("\u{1B}[1;3C", "M-Right"), Row("\u{1B}[1;8B", "C-M-S-Down"),
  Row("\u{1B}[1;6H", "C-S-Home"), Row("\u{1B}[1;9A", ""), Row("\u{1B}[5~", "PgUp"),
  Row("\u{1B}[6~", "PgDn"), Row("\u{1B}[6;5~", "C-PgDn"), Row("\u{1B}[2~", "Ins"),
  Row("\u{1B}[3~", "Del"), Row("\u{1B}[3;2~", "S-Del"), Row("\u{1B}[Z", "S-Tab"),
  Row("\u{1B}OP", "F1"), Row("\u{1B}OQ", "F2"), Row("\u{1B}OR", "F3"), Row("\u{1B}OS", "F4"),
  Row("\u{1B}[1;2P", "S-F1"), Row("\u{1B}[1;5R", "C-F3"), Row("\u{1B}O5P", "C-F1"),
  Row("\u{1B}O1;5S", "C-F4"), Row("\u{1B}[15~", "F5"), Row("\u{1B}[17~", "F6"),
  Row("\u{1B}[21~", "F10"), Row("\u{1B}[23~", "F11"), Row("\u{1B}[24~", "F12"),
  Row("\u{1B}[24;5~", "C-F12"), Row("\u{1B}[25~", "F13"), Row("\u{1B}[29~", "F16"),
  Row("\u{1B}[34~", "F20"), Row("\u{1B}[45~", "F24"),
  Row("\u{1B}[1~", "Home"), Row("\u{1B}[4~", "End"), Row("\u{1B}OM", "Enter"), Row("\u{1B}Op", "0"),
  Row("\u{1B}Ok", "+"), Row("\u{1B}Oo", "/"), Row("\u{1B}Oy", "9"), Row("\u{1B}OX", "="),
  // xterm's modifyOtherKeys
  Row("\u{1B}[27;5;102~", "C-f"), Row("\u{1B}[27;6;70~", "C-f"), Row("\u{1B}[27;3;120~", "M-x"),
  Row("\u{1B}[27;5;105~", "Tab"), Row("\u{1B}[27;5;109~", "Enter"),
  Row("\u{1B}[27;2;13~", "S-Enter"),
  Row("\u{1B}[27;5;32~", "C-Space"),
  // rxvt
  Row("\u{1B}[7~", "Home"), Row("\u{1B}[8~", "End"), Row("\u{1B}[7$", "S-Home"),
  Row("\u{1B}[5^", "C-PgUp"), Row("\u{1B}[6@", "C-S-PgDn"), Row("\u{1B}[a", "S-Up"),
  Row("\u{1B}[d", "S-Left"), Row("\u{1B}Oa", "C-Up"), Row("\u{1B}Od", "C-Left"),
  Row("\u{1B}[11~", "F1"), Row("\u{1B}[14~", "F4"), Row("\u{1B}\u{1B}[A", "M-Up"),
  Row("\u{1B}\u{1B}OC", "M-Right"), Row("\u{1B}\u{1B}[5~", "M-PgUp"),
  // Linux console
  Row("\u{1B}[[A", "F1"), Row("\u{1B}[[E", "F5"),
  // Kitty
  Row("\u{1B}[27u", "Esc"), Row("\u{1B}[102;5u", "C-f"), Row("\u{1B}[97;3u", "M-a"),
  Row("\u{1B}[97;4u", "M-A"), Row("\u{1B}[49:33;4u", "M-!"), Row("\u{1B}[102;6u", "C-f"),
  Row("\u{1B}[105;5u", "Tab"), Row("\u{1B}[91;5u", "Esc"), Row("\u{1B}[13;2u", "S-Enter"),
  Row("\u{1B}[127;5u", "C-Backspace"), Row("\u{1B}[9;2u", "S-Tab"), Row("\u{1B}[32;2u", "Space"),
  Row("\u{1B}[57376u", "F13"), Row("\u{1B}[57387;5u", "C-F24"), Row("\u{1B}[57399u", "0"),
  Row("\u{1B}[57414u", "Enter"), Row("\u{1B}[57421u", "PgUp"), Row("\u{1B}[1;1:1A", "Up"),
  Row("\u{1B}[97;65u", "a"), Row("\u{1B}[57419;129u", "Up"),
  Row("\u{1B}[97;1:3u", ""), Row("\u{1B}[1;1:3A", ""), Row("\u{1B}[97;9u", ""),
  Row("\u{1B}[57441;2u", ""), Row("\u{1B}[57358u", ""),
  // No keys at all
  Row("\u{1B}[I", ""), Row("\u{1B}[O", ""), Row("\u{1B}[12;40R", ""), Row("\u{1B}[999~", ""),
  Row("\u{1B}[1;2;3;4;5z", ""), Row("\u{1B}[201~", ""), Row("\u{1B}[>1;2;3c", ""),
  Row("\u{1B}[0n", ""), Row("\u{1B}Oz", ""), Row("\u{1B}^secret\u{1B}\\", ""),
]

private struct Answer: CustomTestStringConvertible, Sendable {
  var bytes: String
  var answer: TerminalAnswer?
  init(_ bytes: String, _ answer: TerminalAnswer?) {
    self.bytes = bytes
    self.answer = answer
  }
  var testDescription: String { bytes.debugDescription }
}

private let answers: [Answer] = [
  Answer("\u{1B}[?62;4;22c", .attributes([62, 4, 22])),
  Answer("\u{1B}[?2026;2$y", .mode(2026, state: 2)),
  Answer("\u{1B}P>|kitty(0.31.0)\u{1B}\\", .name("kitty(0.31.0)")),
  Answer("\u{1B}P>|tmux 3.3a\u{7}", .name("tmux 3.3a")),
  Answer("\u{1B}[?1u", .keyboard(1)),
  Answer("\u{1B}_Gi=31;OK\u{1B}\\", .picture(id: 31, isRight: true)),
  Answer("\u{1B}_Gi=31,p=2;ENOENT:no such\u{1B}\\", .picture(id: 31, isRight: false)),
  Answer("\u{1B}[6;20;10t", .cellSize(PixelSize(width: 10, height: 20))),
  Answer("\u{1B}[4;600;800t", nil),
  Answer(
    "\u{1B}]1337;ReportCellSize=18.0;8.5;2.0\u{1B}\\",
    .cellSize(PixelSize(width: 17, height: 36))),
  Answer(
    "\u{1B}]11;rgb:1a1a/ffff/0000\u{1B}\\", .paper(Color(red: 0x1A, green: 0xFF, blue: 0))),
  Answer("\u{1B}]10;rgb:f/0/8\u{7}", .ink(Color(red: 255, green: 0, blue: 136))),
  Answer("\u{1B}]11;rgb:xx/yy/zz\u{1B}\\", nil),
  Answer("\u{1B}]1337;ReportCellSize=1e99;nan\u{7}", nil),
  Answer("\u{1B}P1+r544e\u{1B}\\", nil),
  Answer("\u{1B}_Xjunk\u{1B}\\", nil),
  Answer("\u{1B}[6;0;99999999999999999999t", nil),
]

extension KeyDecoder {
  fileprivate mutating func all() -> [TerminalInput] {
    var inputs: [TerminalInput] = []
    while let input = next() { inputs.append(input) }
    return inputs
  }

  fileprivate mutating func names() -> [String] {
    all().map { input in
      if case .key(let stroke) = input { stroke.name } else { "\(input)" }
    }
  }
}

@Suite("Keys from bytes", .timeLimit(.minutes(10))) struct KeyDecoderTests {
  @Test("Knows what the terminals send", arguments: rows)
  private func known(_ row: Row) {
    var decoder = KeyDecoder()
    decoder.take(row.bytes.utf8)
    #expect(decoder.names().first ?? "" == row.name)
    #expect(decoder.answers == [])
  }

  @Test("Knows it byte by byte, and with another key behind", arguments: rows)
  private func split(_ row: Row) {
    let expected = row.name == "" ? ["j"] : [row.name, "j"]
    for cut in 0...row.bytes.utf8.count {
      var decoder = KeyDecoder()
      decoder.take(row.bytes.utf8.prefix(cut))
      decoder.take(row.bytes.utf8.dropFirst(cut))
      decoder.take("j".utf8)
      #expect(decoder.names() == expected, "cut at \(cut)")
      #expect(decoder.patienceMilliseconds == nil)
    }
  }

  @Test("Understands answers, and takes none for keys", arguments: answers)
  private func answered(_ row: Answer) {
    for cut in 0...row.bytes.utf8.count {
      var decoder = KeyDecoder()
      decoder.take(row.bytes.utf8.prefix(cut))
      decoder.take(row.bytes.utf8.dropFirst(cut))
      decoder.take("j".utf8)
      #expect(decoder.names() == ["j"], "cut at \(cut)")
      #expect(decoder.answers == (row.answer.map { [$0] } ?? []))
    }
  }

  @Test("Takes no late rest of an answer for keys", arguments: answers)
  private func late(_ row: Answer) {
    for cut in 1..<row.bytes.utf8.count {
      var decoder = KeyDecoder()
      decoder.take(row.bytes.utf8.prefix(cut))
      decoder.flush()
      // One or two bytes are what a key with Escape or Alt sends too.
      let begun = decoder.names()
      #expect(begun.count == (cut <= 2 ? 1 : 0))
      decoder.take(row.bytes.utf8.dropFirst(cut))
      decoder.take("j".utf8)
      #expect(decoder.names() == ["j"], "cut at \(cut)")
    }
  }

  @Test("Gives keys again when the rest of an answer never comes", arguments: answers)
  private func lost(_ row: Answer) {
    for cut in 3..<row.bytes.utf8.count {
      var decoder = KeyDecoder()
      decoder.take(row.bytes.utf8.prefix(cut))
      decoder.flush()
      // One key may end what was cut; the second is a key.
      decoder.take("j".utf8)
      decoder.take("k".utf8)
      #expect(decoder.names().last == "k", "cut at \(cut)")
    }
  }

  @Test("Takes a lone escape for a key only when nothing follows")
  func loneEscape() {
    var decoder = KeyDecoder()
    decoder.take([0x1B])
    #expect(decoder.next() == nil)
    #expect(decoder.patienceMilliseconds == 40)
    decoder.flush()
    #expect(decoder.names() == ["Esc"])
    decoder.take("j".utf8)
    #expect(decoder.names() == ["j"])
    decoder.take([0x1B, 0x1B])
    decoder.flush()
    #expect(decoder.names() == ["Esc", "Esc"])
    decoder.take("\u{1B}[".utf8)
    decoder.flush()
    #expect(decoder.names() == ["M-["])
    decoder.take("\u{1B}X\u{1B}P".utf8)
    decoder.flush()
    #expect(decoder.names() == ["M-X", "M-P"])
  }

  @Test("Tells Escape and an answer right behind it apart")
  func escapeBeforeAnswer() {
    var decoder = KeyDecoder()
    decoder.take("\u{1B}\u{1B}[?62c\u{1B}\u{1B}[<0;3;4M".utf8)
    #expect(
      decoder.all() == [
        .key(KeyStroke(.escape)), .key(KeyStroke(.escape)),
        .mouse(MouseEvent(.press, column: 2, row: 3)),
      ])
    #expect(decoder.answers == [.attributes([62])])
  }

  @Test("Drops what is no UTF-8 and keeps what is around it")
  func brokenText() {
    var decoder = KeyDecoder()
    decoder.take([0x61, 0xFF, 0x62, 0xC3, 0x63, 0x9B, 0x64, 0xED, 0xA0, 0x80, 0x65, 0xC2, 0x85])
    #expect(decoder.names() == ["a", "b", "c", "d", "e"])
    decoder.take([0xE6, 0xBC])
    #expect(decoder.patienceMilliseconds == nil)
    decoder.flush()
    decoder.take([0xA2])
    #expect(decoder.names() == ["漢"])
  }

  @Test("Knows the mouse")
  func mouse() {
    var decoder = KeyDecoder()
    decoder.take("\u{1B}[<0;10;5M\u{1B}[<0;10;5m\u{1B}[<64;1;1M\u{1B}[<65;2;1M\u{1B}[<34;3;3M".utf8)
    decoder.take("\u{1B}[<20;1;1M\u{1B}[<35;3;3M\u{1B}[<66;1;1M\u{1B}[M !!".utf8)
    decoder.take("\u{1B}[M#!!\u{1B}[32;7;8M\u{1B}[<0;0;0M\u{1B}[<128;1;1M".utf8)
    #expect(
      decoder.all() == [
        .mouse(MouseEvent(.press, column: 9, row: 4)),
        .mouse(MouseEvent(.release, column: 9, row: 4)),
        .mouse(MouseEvent(.wheelUp, column: 0, row: 0)),
        .mouse(MouseEvent(.wheelDown, column: 1, row: 0)),
        .mouse(MouseEvent(.drag, button: 2, column: 2, row: 2)),
        .mouse(MouseEvent(.press, column: 0, row: 0, modifiers: [.shift, .control])),
        .mouse(MouseEvent(.press, column: 0, row: 0)),
        .mouse(MouseEvent(.release, column: 0, row: 0)),
        .mouse(MouseEvent(.press, column: 6, row: 7)),
      ])
  }
}

@Suite("Pastes") struct PasteTests {
  static let bytes = Array("\u{1B}[200~one\r\ntwo\tthree\u{1B}[31m\u{85}é\u{1B}[201~j".utf8)

  @Test("Are one line of text without controls, however they are cut")
  func cuts() {
    for cut in 0...Self.bytes.count {
      var decoder = KeyDecoder()
      decoder.take(Self.bytes.prefix(cut))
      decoder.take(Self.bytes.dropFirst(cut))
      #expect(
        decoder.all() == [.paste("one two three[31mé"), .key(KeyStroke("j"))], "cut at \(cut)")
    }
  }

  @Test("Hold at most a mebibyte")
  func bounded() {
    var decoder = KeyDecoder()
    decoder.take("\u{1B}[200~".utf8)
    for _ in 0..<300 { decoder.take(Array(repeating: 0x61, count: 10_000)) }
    decoder.take("\u{1B}[201~j".utf8)
    #expect(decoder.next() == .paste(String(repeating: "a", count: 1 << 20)))
    #expect(decoder.next() == .key(KeyStroke("j")))
  }

  @Test("End when nothing comes any more, and their late end is no key")
  func lost() {
    var decoder = KeyDecoder()
    decoder.take("\u{1B}[200~abc\u{1B}[2".utf8)
    #expect(decoder.patienceMilliseconds == 2000)
    decoder.flush()
    #expect(decoder.next() == .paste("abc"))
    decoder.take("01~j".utf8)
    #expect(decoder.all() == [.key(KeyStroke("j"))])
  }
}

@Suite("Hostile terminals", .timeLimit(.minutes(10))) struct HostileTerminalTests {
  /// What keys must come through again after anything: a whole sequence, then keys.
  static func recovers(_ decoder: inout KeyDecoder) -> Bool {
    for _ in 0..<3 { decoder.flush() }
    decoder.take("\u{1B}\\".utf8)
    decoder.flush()
    _ = decoder.all()
    decoder.take("q".utf8)
    decoder.take("q".utf8)
    return decoder.all().last == .key(KeyStroke("q"))
  }

  @Test("Neither hang nor crash the decoder, nor take the keyboard away", arguments: 0..<200)
  func random(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces =
      rows.map(\.bytes) + answers.map(\.bytes) + [
        "\u{1B}", "\u{1B}[", "\u{1B}]", "\u{1B}P", "\u{1B}_G", "\u{1B}[200~", "\u{1B}[201~", "[",
        ";", ":", "9", "$", "M", "\u{7}", "\u{18}", "\u{9B}", "\u{1B}[<", "\u{1B}[M", "\u{1B}O",
      ]
    var decoder = KeyDecoder()
    for _ in 0..<200 {
      var bytes = Array((pieces.randomElement(using: &random) ?? "").utf8)
      if Int.random(in: 0..<4, using: &random) == 0, !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      }
      decoder.take(bytes)
      if Int.random(in: 0..<6, using: &random) == 0 { decoder.flush() }
      if Int.random(in: 0..<6, using: &random) == 0 { _ = decoder.all() }
    }
    #expect(decoder.heldByteCount < 8192, "seed \(seed)")
    #expect(Self.recovers(&decoder), "seed \(seed)")
  }

  @Test("May send sequences without end", arguments: ["\u{1B}[", "\u{1B}]", "\u{1B}_G", "\u{1B}P"])
  func endless(_ introducer: String) {
    var decoder = KeyDecoder()
    decoder.take(introducer.utf8)
    for _ in 0..<500 { decoder.take(Array(repeating: 0x31, count: 1000)) }
    #expect(decoder.all() == [])
    #expect(decoder.heldByteCount < 8192)
    decoder.take("\u{1B}\\".utf8)
    decoder.flush()
    _ = decoder.all()
    decoder.take("jk".utf8)
    #expect(decoder.all().suffix(2) == [.key(KeyStroke("j")), .key(KeyStroke("k"))])
    #expect(Self.recovers(&decoder))
  }
}
