import Glibc
import TestKit
import Testing

@testable import EPUBTerminal

@Suite("On a terminal", .timeLimit(.minutes(10))) struct LifeTests {
  static let greeting = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[8l\u{1B}[?7l\u{1B}[?2004h"
  static let farewell =
    "\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}]8;;\u{1B}\\\u{1B}[?2004l\u{1B}[?7h\u{1B}[8h\u{1B}[?25h\u{1B}[?1049l"

  /// Gives its jobs the terminal, as only one that takes commands does.
  private let shell = ["/bin/bash", "--norc", "--noprofile", "-ic"]

  private func ready(_ arguments: String..., environment: [String: String] = [:]) throws
    -> PseudoTerminal
  {
    let terminal = try #require(
      PseudoTerminal([PseudoTerminal.probe] + arguments, environment: environment))
    #expect(terminal.logs("ready"))
    return terminal
  }

  private func expectRestored(_ terminal: PseudoTerminal, _ farewell: String = farewell) {
    #expect(terminal.text.hasSuffix(farewell), "\(terminal.text.debugDescription)")
    #expect(terminal.modes == terminal.firstModes)
  }

  @Test("Is raw while it runs, and as before when it has stopped")
  func life() throws {
    let terminal = try ready()
    #expect(terminal.isRaw)
    #expect(terminal.shows("ready"))
    terminal.type("j\u{1B}[A\u{3}\u{1A}")
    #expect(terminal.logs("key C-z"))
    terminal.type("q")
    #expect(terminal.end() == 0)
    #expect(terminal.logged == "ready\nkey j\nkey Up\nkey C-c\nkey C-z\nkey q\nstopped\n")
    #expect(terminal.text.hasPrefix(Self.greeting))
    expectRestored(terminal)
  }

  @Test("Takes Escape alone for a key, also when asked all the time", arguments: ["", "hasty"])
  func escape(_ word: String) throws {
    let terminal = try ready(word)
    terminal.type("\u{1B}")
    #expect(terminal.logs("key Esc"))
  }

  @Test("Undoes mouse and title")
  func extras() throws {
    let terminal = try ready("mouse")
    terminal.type("\u{1B}[<0;3;4MTc")
    #expect(terminal.logs("key c"))
    #expect(terminal.shows("\u{1B}]2;a title]\u{1B}\\\u{1B}]52;c;Y29waWVk\u{7}"))
    terminal.type("q")
    #expect(terminal.end() == 0)
    #expect(terminal.logged.contains("mouse press 2 3\n"))
    let modes = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"
    expectRestored(
      terminal,
      Self.farewell.replacingOnce("\u{1B}[?2004l", modes) + "\u{1B}[23;0t")
  }

  @Test("Is given back when signals end it", arguments: [SIGTERM, SIGHUP, SIGINT])
  func ended(_ signal: Int32) throws {
    let terminal = try ready()
    terminal.signal(signal)
    #expect(terminal.end() == 0)
    #expect(terminal.logged.contains("ended \(signal)\nstopped\n"))
    expectRestored(terminal)
  }

  @Test(
    "Is given back when it dies",
    arguments: [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT])
  func died(_ signal: Int32) throws {
    let terminal = try ready()
    terminal.signal(signal)
    #expect(terminal.end() == Int(signal))
    expectRestored(terminal)
  }

  @Test(
    "Is given back when its program fails",
    arguments: [("n", SIGSEGV), ("o", SIGSEGV), ("a", SIGABRT), ("e", -3)])
  func failed(_ key: String, _ status: Int32) throws {
    let terminal = try ready()
    terminal.type(key)
    #expect(terminal.end() == Int(status))
    expectRestored(terminal)
  }

  @Test("Ends when the terminal goes away")
  func hungUp() throws {
    let terminal = try ready()
    terminal.hangUp()
    #expect(terminal.logs("ended \(SIGHUP)"))
    #expect(terminal.end() == 0)
  }

  @Test("Tells that its size changed")
  func resized() throws {
    let terminal = try ready()
    terminal.resize(columns: 100, rows: 30)
    #expect(terminal.logs("resized 100x30"))
  }

  @Test("Takes keys of the terminal when standard input is none")
  func otherInput() throws {
    let script = "printf book | \(PseudoTerminal.probe)"
    let terminal = try #require(PseudoTerminal(shell + [script]))
    #expect(terminal.logs("ready"))
    terminal.type("jq")
    #expect(terminal.logs("key q"))
    #expect(terminal.logged.contains("key j\n"))
    #expect(terminal.end() == 0)
    expectRestored(terminal)
  }

  @Test("Does not open when standard output is no terminal")
  func otherOutput() throws {
    let terminal = try #require(PseudoTerminal(shell + ["\(PseudoTerminal.probe) | cat"]))
    #expect(terminal.logs("no terminal"))
    #expect(terminal.end() != nil)
    #expect(terminal.output == [])
  }

  @Test("Leaves no page on a console without another screen")
  func console() throws {
    let terminal = try ready(environment: ["TERM": "linux"])
    terminal.type("Tq")
    #expect(terminal.end() == 0)
    #expect(terminal.text.contains("\u{1B}[H\u{1B}[J\u{1B}[?2004l"))
    #expect(!terminal.text.contains("\u{1B}]"))
  }

  @Test("Is woken by others")
  func woken() throws {
    let terminal = try ready()
    terminal.type("w")
    #expect(terminal.logs("woken"))
  }

  @Test("Goes on after it was stopped by a key")
  func suspended() throws {
    let script =
      "\(PseudoTerminal.probe); echo left $? >&2; stty -a >&2; fg >/dev/null; echo end $? >&2"
    let terminal = try #require(PseudoTerminal(shell + [script]))
    #expect(terminal.logs("ready"))
    terminal.type("z")
    #expect(terminal.logs("left 148"))
    #expect(terminal.wait { $0.logged.contains(" icanon") && $0.logged.contains(" echo ") })
    #expect(terminal.text.contains("ready" + Self.farewell))
    #expect(terminal.logs("resumed"))
    #expect(terminal.shows("again"))
    #expect(terminal.isRaw)
    terminal.type("q")
    #expect(terminal.logs("end 0"))
    #expect(terminal.end() == 0)
    expectRestored(terminal)
  }

  @Test("Goes on after it was stopped from outside", arguments: [SIGSTOP, SIGTSTP])
  func stopped(_ signal: Int32) throws {
    let script = "\(PseudoTerminal.probe); echo left $? >&2; fg >/dev/null; echo end $? >&2"
    let terminal = try #require(PseudoTerminal(shell + [script]))
    #expect(terminal.logs("ready"))
    terminal.type("p")
    #expect(terminal.wait { $0.logged.contains(/pid [0-9]+\n/) })
    let probe = try #require(
      terminal.logged.firstMatch(of: /pid ([0-9]+)\n/).flatMap { pid_t($0.1) })
    kill(probe, signal)
    #expect(terminal.wait { $0.logged.contains("left ") })
    #expect(terminal.logs("resumed"))
    #expect(terminal.isRaw)
    #expect(terminal.shows("again"))
    terminal.type("q")
    #expect(terminal.logs("end 0"))
    #expect(terminal.end() == 0)
    expectRestored(terminal)
  }

  @Test("Does not open where nothing can be drawn", arguments: ["dumb", ""])
  func dumb(_ type: String) throws {
    let terminal = try #require(
      PseudoTerminal([PseudoTerminal.probe], environment: ["TERM": type]))
    #expect(terminal.logs("no terminal"))
    #expect(terminal.end() == -1)
    #expect(terminal.output == [])
  }

  // MARK: Questions

  @Test("Asks more of a terminal that knows more, and learns")
  func asked() throws {
    let terminal = try ready("ask")
    #expect(terminal.shows("ready\u{1B}[c"))
    terminal.type("\u{1B}[?62;22c")
    #expect(terminal.shows("\u{1B}[>q\u{1B}[?2026$p\u{1B}[?u\u{1B}[16t"))
    #expect(terminal.shows("\u{1B}\\\u{1B}[c"))
    terminal.type("\u{1B}P>|kitty(0.31.0)\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?0u\u{1B}[6;20;10t")
    terminal.type("\u{1B}_Gi=4211337;OK\u{1B}\\\u{1B}[?62;22c")
    #expect(terminal.logs("learned kitty trueColor true"))
    #expect(terminal.shows("\u{1B}[>1u"))
    terminal.type("\u{1B}[113u")
    #expect(terminal.end() == 0)
    #expect(!terminal.logged.contains("key C"))
    expectRestored(terminal, Self.farewell.replacingOnce("\u{1B}[?2004l", "\u{1B}[<u\u{1B}[?2004l"))
  }

  @Test("Asks nothing more of an old one")
  func askedLittle() throws {
    let terminal = try ready("ask")
    terminal.type("\u{1B}[?1;2cj")
    #expect(terminal.logs("key j"))
    #expect(!terminal.text.contains("\u{1B}[>q"))
  }

  @Test("Lets no answer get to the shell that comes too late")
  func lateAnswers() throws {
    let terminal = try ready("ask")
    #expect(terminal.shows("\u{1B}[c"))
    terminal.type("q")
    #expect(terminal.logs("key q"))
    terminal.type("\u{1B}[?62;22c")
    #expect(terminal.end() == 0)
    #expect(terminal.unreadByteCount == 0)
  }
}

@Suite("Pictures on a terminal", .timeLimit(.minutes(10))) struct PictureLifeTests {
  private func shown(_ environment: [String: String]) throws -> (PseudoTerminal, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let path = try folder.write("picture.png", SamplePicture.png)
    let terminal = try #require(
      PseudoTerminal(
        [PseudoTerminal.probe, path], environment: environment))
    #expect(terminal.logs("ready"))
    terminal.type("i")
    return (terminal, folder)
  }

  @Test("Stand on Kitty, go with their page, and leave nothing behind")
  func kitty() throws {
    let (terminal, folder) = try shown(["TERM": "xterm-kitty"])
    defer { withExtendedLifetime(folder) {} }
    #expect(terminal.shows("_Ga=t,f=100"))
    #expect(terminal.shows("_Ga=p,"))
    terminal.type("x")
    #expect(terminal.shows("without"))
    // The old picture goes with the old page, not before and not after.
    #expect(terminal.text.contains(/_Ga=d,d=i,i=[0-9]+,p=4003,q=2\x1B\\\x1B\[1;1H/))
    terminal.type("q")
    #expect(terminal.end() == 0)
    #expect(terminal.text.contains(/_Ga=d,d=I,i=[0-9]+,q=2\x1B\\\x1B\\\x1B\[\?2026l/))
  }

  @Test("Are drawn by chafa while keys go on", .enabled(if: ChafaTests.isInstalled))
  func blocks() throws {
    let (terminal, folder) = try shown(["TERM": "xterm-256color"])
    defer { withExtendedLifetime(folder) {} }
    terminal.type("j")
    #expect(terminal.logs("key j"))
    // Red, as a colour of the palette: its rows stand from the third on.
    #expect(terminal.wait { $0.text.contains(/\x1B\[3;[0-9]+H.*;5;196/) })
    terminal.type("x")
    #expect(terminal.shows("without"))
    #expect(!terminal.logged.contains("woken"))
  }

  @Test("That can't be drawn are told of", .enabled(if: ChafaTests.isInstalled))
  func broken() throws {
    let terminal = try #require(
      PseudoTerminal([PseudoTerminal.probe, "/etc/passwd"], environment: ["TERM": "xterm"]))
    #expect(terminal.logs("ready"))
    terminal.type("i")
    #expect(terminal.logs("learned blocks sixteen false"))
  }

  @Test("Are left out where they are not wanted")
  func none() throws {
    let (terminal, folder) = try shown(["TERM": "xterm-kitty", "EPUB_READ_PICTURES": "none"])
    defer { withExtendedLifetime(folder) {} }
    terminal.type("q")
    #expect(terminal.end() == 0)
    #expect(!terminal.text.contains("_G"))
  }
}

extension String {
  fileprivate func replacingOnce(_ part: String, _ other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return replacingCharacters(in: range, with: other)
  }

  private func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}
