import EPUBBasics
import EPUBSegmentation
import Foundation
import Testing

@testable import EPUBTerminal

/// A red square with a blue corner; the smallest PNG that has two colours.
enum SamplePicture {
  static let png: [UInt8] = Array(
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAGElEQVR42mNgYPgPRP/BFAMK5z8SQuEAAKabD/GdzVJyAAAAAElFTkSuQmCC"
    ) ?? Data())

  static func placed(_ id: Int = 7, column: Int = 2, row: Int = 1, bytes: [UInt8] = png)
    -> PlacedPicture
  {
    PlacedPicture(
      id: id, bytes: bytes, mediaType: "image/png", size: PixelSize(width: 4, height: 4),
      part: Rectangle(column: column, row: row, columns: 8, rows: 4))
  }
}

/// A desk and the terminal's screen before it.
private struct Scene {
  var desk = PictureDesk()
  var shown: Screen?
  var capabilities: TerminalCapabilities

  init(_ pictures: PictureProtocol, isTmux: Bool = false) {
    capabilities = TerminalCapabilities(
      colorDepth: .trueColor, pictures: pictures, isTmux: isTmux)
  }

  mutating func show(_ pictures: [PlacedPicture], on screen: Screen) -> String {
    desk.place(pictures)
    desk.arrange(capabilities, nil, on: screen)
    let next = desk.compose(screen, capabilities)
    var bytes = desk.leaving(&shown, capabilities)
    let renderer = ScreenRenderer(
      colorDepth: .trueColor, hasLinks: true, hasSynchronizedUpdates: false)
    bytes += renderer.changes(from: shown, to: next)
    bytes += desk.coming(from: shown, to: next, capabilities)
    shown = next
    return String(decoding: bytes, as: UTF8.self)
  }
}

private func page(_ text: String) -> Screen {
  var screen = Screen(columns: 40, rows: 10)
  screen.write(text, column: 0, row: 0, before: 40, CellStyle(), segmenter: Segmenter())
  return screen
}

@Suite("Pictures", .timeLimit(.minutes(10))) struct PictureTests {
  @Test("Come to Kitty once, stand where they are wanted, and go")
  func kitty() throws {
    var scene = Scene(.kitty)
    let picture = SamplePicture.placed()
    let first = scene.show([picture], on: page("one"))
    let base64 = Data(SamplePicture.png).base64EncodedString()
    let number = try #require(first.firstMatch(of: /a=t,f=100,t=d,i=([0-9]+),q=2,m=0;/)?.1)
    #expect(first.contains(";\(base64)\u{1B}\\"))
    #expect(first.contains("\u{1B}[2;3H\u{1B}_Ga=p,i=\(number),p=2003,q=2,C=1,z=-1,c=8\u{1B}\\"))
    #expect(scene.show([picture], on: page("one")) == "")
    #expect(!scene.show([picture], on: page("two")).contains("_G"))
    let moved = scene.show([SamplePicture.placed(row: 3)], on: page("two"))
    #expect(moved.contains("_Ga=d,d=i,i=\(number),p=2003,q=2"))
    #expect(moved.contains("_Ga=p,i=\(number),p=6003,q=2"))
    #expect(!moved.contains("a=t"))
    #expect(scene.show([], on: page("two")).contains("_Ga=d,d=i,i=\(number),p=6003,q=2"))
    let away = String(decoding: scene.desk.removal(scene.capabilities), as: UTF8.self)
    #expect(away == "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\")
  }

  @Test("Are sent in pieces of 4096, quietly")
  func chunks() {
    var scene = Scene(.kitty)
    let bytes = SamplePicture.png + Array(repeating: 0, count: 10_000)
    let text = scene.show([SamplePicture.placed(bytes: bytes)], on: page(""))
    let commands = text.matches(of: /\x1B_G([^;\x1B]*);([^\x1B]*)\x1B\\/)
    #expect(commands.count == 4)
    #expect(commands.dropLast().allSatisfy { $0.2.utf8.count == 4096 && $0.1.hasSuffix("q=2,m=1") })
    #expect(commands.last?.1 == "q=2,m=0")
    #expect(commands.map { String($0.2) }.joined() == Data(bytes).base64EncodedString())
  }

  @Test("Are cells inside tmux, with the picture's number for a colour")
  func placeholders() throws {
    var scene = Scene(.kitty, isTmux: true)
    let text = scene.show([SamplePicture.placed()], on: page("one"))
    #expect(text.contains("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=t,f=100,"))
    #expect(text.contains(",U=1,c=8,r=4\u{1B}\u{1B}\\\u{1B}\\"))
    let number = try #require(text.firstMatch(of: /a=p,i=([0-9]+),/).flatMap { Int($0.1) })
    let color = "38;2;\(number >> 16);\(number >> 8 & 255);\(number & 255)"
    #expect(text.contains("\u{1B}[\(color)m\u{10EEEE}\u{305}\u{305}\u{10EEEE}\u{305}\u{30D}"))
    #expect(scene.shown?.text(ofRow: 4).unicodeScalars.filter { $0 == "\u{10EEEE}" }.count == 8)
    let gone = scene.show([], on: page("one"))
    #expect(gone.contains("a=d,d=i,i=\(number)"))
    #expect(scene.shown == page("one"))
  }

  @Test("Are painted by iTerm2, and again when something was written over them")
  func iterm() {
    var scene = Scene(.iterm)
    let picture = SamplePicture.placed()
    let sequence = "\u{1B}[2;3H\u{1B}]1337;File=inline=1;size=\(SamplePicture.png.count);width=8;"
    #expect(scene.show([picture], on: page("one")).contains(sequence))
    #expect(scene.show([picture], on: page("one")) == "")
    #expect(!scene.show([picture], on: page("two")).contains("1337"))
    var other = page("two")
    other.write("over", column: 4, row: 2, before: 40, CellStyle(), segmenter: Segmenter())
    #expect(scene.show([picture], on: other).contains(sequence))
    // The cells below are written anew, all of them.
    let gone = scene.show([], on: other)
    #expect(!gone.contains("1337"))
    #expect(gone.contains("over"))
    var emulator = Emulator(columns: 40, rows: 10)
    emulator.take(Array(gone.utf8))
    for row in 1..<5 {
      for column in 2..<10 { #expect(emulator.cells[row * 40 + column].text != "#") }
    }
  }

  @Test("That don't lie on the screen are left out")
  func outside() {
    var scene = Scene(.kitty)
    let pictures = [
      SamplePicture.placed(column: 35), SamplePicture.placed(row: 8),
      SamplePicture.placed(column: -1), SamplePicture.placed(row: .max),
      SamplePicture.placed(bytes: []),
    ]
    #expect(!scene.show(pictures, on: page("x")).contains("_G"))
  }

  @Test("Don't fill a terminal's memory without end")
  func bounded() {
    var scene = Scene(.kitty)
    var deletions = 0
    for id in 0..<300 {
      let text = scene.show([SamplePicture.placed(id)], on: page("x"))
      deletions += text.matches(of: /a=d,d=I/).count
    }
    #expect(deletions == 100)
  }
}

@Suite("Drawing by chafa", .timeLimit(.minutes(10))) struct ChafaTests {
  static let path = "/usr/bin:/bin"
  static let isInstalled = Program.find("chafa", in: path) != nil

  private func drawn(_ pictures: PictureProtocol, _ bytes: [UInt8]) throws -> DrawnPicture {
    let capabilities = TerminalCapabilities(
      colorDepth: .trueColor, pictures: pictures, cellSize: PixelSize(width: 10, height: 20),
      isTmux: false)
    let profile = try #require(
      TerminalProfile(Terminal.Options(environment: ["TERM": "xterm", "PATH": Self.path])))
    let done = DispatchSemaphore(value: 0)
    let workshop = try #require(PictureWorkshop(profile) { done.signal() })
    let order = try #require(PictureOrder(SamplePicture.placed(bytes: bytes), capabilities))
    #expect(workshop.result(of: order) == nil)
    workshop.take([order, order])
    #expect(done.wait(timeout: .now() + 60) == .success)
    return try #require(workshop.result(of: order))
  }

  @Test("Gives pixels for Kitty", .enabled(if: isInstalled))
  func kitty() throws {
    guard case .kitty(let size, let data) = try drawn(.kitty, SamplePicture.png) else {
      Issue.record("no pixels")
      return
    }
    // Eight by four cells of ten by twenty, a square picture in them.
    #expect((64...80).contains(size.width) && (64...80).contains(size.height))
    let pixels = try #require(Data(base64Encoded: Data(data.base64)))
    #expect(pixels.count == size.width * size.height * 4)
  }

  @Test("Gives sixels", .enabled(if: isInstalled))
  func sixels() throws {
    guard case .sixels(let bytes) = try drawn(.sixel, SamplePicture.png) else {
      Issue.record("no sixels")
      return
    }
    #expect(bytes.starts(with: "\u{1B}P".utf8) && bytes.suffix(2) == Array("\u{1B}\\".utf8)[...])
  }

  @Test("Gives cells", .enabled(if: isInstalled))
  func blocks() throws {
    guard case .blocks(let blocks) = try drawn(.blocks, SamplePicture.png) else {
      Issue.record("no blocks")
      return
    }
    var screen = Screen(columns: 12, rows: 6)
    blocks.draw(on: &screen, in: Rectangle(column: 2, row: 1, columns: 8, rows: 4))
    let style = screen.style(column: 3, row: 2)
    #expect(style.ink != nil || style.paper != nil)
    #expect(screen.text(ofRow: 0) == "")
    #expect(screen.text(ofRow: 5) == "")
  }

  @Test(
    "Gives nothing for what is no picture", .enabled(if: isInstalled), arguments: [[], [1, 2, 3]])
  func broken(_ bytes: [UInt8]) throws {
    guard case .nothing = try drawn(.blocks, bytes) else {
      Issue.record("something")
      return
    }
  }

  @Test("Takes nothing from its output but what it should hold")
  func hostileOutput() {
    let text =
      "\u{1B}[31m▄\u{1B}]0;title\u{7}\u{1B}[2J漢\u{1B}[38;5;196;48;2;1;2;3m▀x\n\u{1B}[999999Cz\n\n\n\n\nq"
    guard let blocks = BlockPicture(Array(text.utf8), columns: 3, rows: 3) else {
      Issue.record("nothing")
      return
    }
    var screen = Screen(columns: 8, rows: 5)
    blocks.draw(on: &screen, in: Rectangle(column: 0, row: 0, columns: 8, rows: 5))
    #expect((0..<5).map { screen.text(ofRow: $0) } == ["▄漢▀", "z", "", "", ""])
    #expect(screen.style(column: 2, row: 0).ink == Color(red: 255, green: 0, blue: 0))
    #expect(screen.style(column: 2, row: 0).paper == Color(red: 1, green: 2, blue: 3))
    for output in ["\u{1B}P0;q#\u{7}\u{1B}\\", "\u{1B}Pnever", "", "\u{1B}[31m"] {
      guard case .nothing = ChafaOutput.sixels(Array(output.utf8)) else {
        Issue.record("sixels of \(output)")
        continue
      }
    }
    for output in [
      "\u{1B}_Ga=T,f=32,s=9,v=9;AAAA\u{1B}\\", "\u{1B}_Ga=T,f=32,s=1,v=1;A\nAAAAA=\u{1B}\\",
    ] {
      guard case .nothing = ChafaOutput.kitty(Array(output.utf8)) else {
        Issue.record("pixels of \(output)")
        continue
      }
    }
  }
}

@Suite("Base64") struct Base64Tests {
  @Test("Is that of others, both ways", arguments: 0..<20)
  func encoding(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 91 &+ 200) }
    let text = Base64.encoded(bytes[...])
    #expect(text == Array(Data(bytes).base64EncodedString().utf8))
    #expect(Base64.decoded(text) == bytes)
    #expect(Base64.decoded(text + text) == bytes + bytes)
  }

  @Test(
    "Is refused when it is none",
    arguments: ["A", "AAA", "A===", "AA=A", "A\nAA", "AAA\u{1B}", "===="])
  func refusing(_ text: String) { #expect(Base64.decoded(Array(text.utf8)) == nil) }
}

@Suite("Other programs", .timeLimit(.minutes(10))) struct ProgramTests {
  private func run(
    _ script: String, input: [UInt8] = [], limit: Int = 1 << 20, milliseconds: Int = 60_000
  )
    -> [UInt8]?
  {
    Program.run(
      ["/bin/sh", "-c", script], input: input, maximumOutputByteCount: limit,
      milliseconds: milliseconds)
  }

  @Test("Get their input and give their output, however large")
  func large() {
    let input = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(run("cat", input: input, limit: 4 << 20) == input)
    #expect(run("echo hello") == Array("hello\n".utf8))
    #expect(run("exec 0<&-; echo deaf", input: input) == Array("deaf\n".utf8))
  }

  @Test(
    "Are ended when they are slow, loud or failing",
    arguments: ["sleep 100", "yes", "exit 3", "kill -9 $$"])
  func bad(_ script: String) {
    #expect(run(script, milliseconds: 1500) == nil)
  }

  @Test("That are not there are none")
  func missing() {
    #expect(
      Program.run(["/nowhere"], input: [], maximumOutputByteCount: 9, milliseconds: 9000) == nil)
    #expect(Program.find("sh", in: "relative:/nowhere:/bin") == "/bin/sh")
    #expect(Program.find("sh", in: "bin:.") == nil)
  }
}
