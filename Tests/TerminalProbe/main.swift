import EPUBBasics
import EPUBSegmentation
import EPUBTerminal
import Glibc

// A program on a terminal, for tests: tells on standard error what comes in, and ends in every way that
// a reader can end.

func log(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

let words = Set(CommandLine.arguments.dropFirst())
var environment = ["TERM": "xterm-256color"]
for name in Terminal.Options.variableNames {
  if let value = unsafe getenv(name) { unsafe environment[name] = String(cString: value) }
}
let options = Terminal.Options(environment: environment, usesMouse: words.contains("mouse"))
guard let terminal = Terminal.open(options) else {
  log("no terminal")
  exit(1)
}
signal(SIGPIPE, SIG_IGN)
terminal.start()

func page(_ text: String) -> Screen {
  let size = terminal.size
  var screen = Screen(columns: size.columns, rows: size.rows)
  screen.write(
    text, column: 0, row: 0, before: size.columns, CellStyle(), segmenter: Segmenter())
  return screen
}

/// The file that was named.
func picture() -> PlacedPicture? {
  guard let path = words.first(where: { $0.hasPrefix("/") }) else { return nil }
  let file = unsafe open(path, O_RDONLY)
  defer { close(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
  return PlacedPicture(
    id: 1, bytes: Array(bytes.prefix(max(0, count))), mediaType: "image/png",
    size: PixelSize(width: 4, height: 4),
    part: Rectangle(column: 2, row: 2, columns: 8, rows: 4))
}

func overflow(_ depth: Int) -> Int { depth < 0 ? 0 : overflow(depth + 1) + Int.random(in: 1...2) }

func die(_ key: String) {
  switch key {
  case "t": fatalError("wanted")
  case "n": unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
  case "o": log("\(overflow(0))")
  case "a": abort()
  case "e": exit(3)
  case "p": log("pid \(getpid())")
  case "z": terminal.suspend()
  case "w": terminal.waker()
  case "T": terminal.setTitle("a title\u{1B}]")
  case "i": terminal.show([picture()].compactMap(\.self))
  case "x":
    terminal.draw(page("without"))
    terminal.show([])
  case "c": terminal.copy("copied")
  default: break
  }
}

terminal.draw(page("ready"))
if words.contains("ask") { terminal.ask() }
log("ready")
while true {
  let isHasty = words.contains("hasty")
  let input = terminal.nextInput(timeoutMilliseconds: isHasty ? 5 : 20_000)
  switch input {
  case .key(let stroke):
    log("key \(stroke.name)")
    if stroke.name == "q" { exitWell() }
    die(stroke.name)
  case .paste(let text): log("paste \(text)")
  case .mouse(let event): log("mouse \(event.kind) \(event.column) \(event.row)")
  case .resized: log("resized \(terminal.size.columns)x\(terminal.size.rows)")
  case .learned:
    let able = terminal.capabilities
    log("learned \(able.pictures) \(able.colorDepth) \(able.hasSynchronizedUpdates)")
  case .woken: log("woken")
  case .resumed:
    log("resumed")
    terminal.draw(page("again"))
  case .ended(let signal):
    log("ended \(signal)")
    exitWell()
  case .nothing where isHasty: continue
  case .nothing:
    log("nothing")
    exitWell()
  }
}

func exitWell() -> Never {
  terminal.stop()
  log("stopped")
  exit(0)
}
