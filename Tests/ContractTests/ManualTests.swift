import Foundation
import TestKit
import Testing

@testable import EPUBFront

@Suite("The manual page and the completions") struct ManualTests {
  private static let forms = Request.HelpForm.allCases

  private func printed(_ form: Request.HelpForm) -> String {
    let outcome = run("help", "--format", form.rawValue)
    #expect(outcome.isQuiet)
    return outcome.output
  }

  /// The page as it is read, without the formatter's signs.
  private var page: String {
    var text = printed(.man)
    for (sign, plain) in [
      (#"\fB"#, ""), (#"\fI"#, ""), (#"\fR"#, ""), (#"\-"#, "-"), (#"\(aq"#, "'"), (#"\(ga"#, "`"),
      (#"\(ha"#, "^"), (#"\(ti"#, "~"), (#"\(dq"#, "\""), (#"\e"#, #"\"#),
    ] {
      text = text.replacingOccurrences(of: sign, with: plain)
    }
    return text
  }

  @Test("Every command stands in each", arguments: forms)
  func commands(_ form: Request.HelpForm) {
    let lines = form == .man ? page : printed(form)
    for command in Command.named {
      let sign = form == .man ? "\n.SS \(command.rawValue)\n" : "\(command.rawValue)::0"
      let takesOperand = !OperandRule.all.allSatisfy { !$0.pattern.hasPrefix(command.rawValue) }
      if form == .man || takesOperand { #expect(lines.contains(sign), "\(command)") }
      if form != .man {
        #expect(lines.contains(" \(command.rawValue)") || lines.contains("'\(command.rawValue):"))
      }
    }
  }

  @Test("Every option stands in each, with all of its values", arguments: forms)
  func options(_ form: Request.HelpForm) {
    let text = form == .man ? page : printed(form)
    for option in Option.allCases {
      let name = option.rawValue
      let spelled =
        switch form {
        case .man: "\n.TP\n\(name)"
        case .bash: name.hasPrefix("--") ? " \(name)" : "\(name) "
        case .zsh: "'\(name)"
        case .fish: name.hasPrefix("--") ? " -l \(name.dropFirst(2)) " : " -s \(name.dropFirst()) "
        }
      let isThere =
        text.contains(spelled) || text.contains("'\(name)") || text.contains("'*\(name)")
      #expect(isThere, "\(name)")
      for case .names(let names) in Command.allCases.flatMap({ option.offers(in: $0) ?? [] }) {
        let list = names.joined(separator: " ")
        #expect(form == .man || text.contains(list), "\(name): \(list)")
      }
    }
  }

  @Test("What the program says of its options is what it takes")
  func values() {
    let book = BookBuilder { $0.chapter("<p>text</p>") }
    for option in Option.allCases {
      for command in Command.allCases where command.takes(option) && command != .help {
        for case .names(let names) in option.offers(in: command) ?? [] {
          for name in names {
            let words = command == .read ? [] : [command.rawValue]
            let operands =
              command == .search ? ["text", "-"] : command == .words ? ["count", "-"] : ["-"]
            let arguments = words + [option.rawValue, name] + (command == .recent ? [] : operands)
            let outcome = World(input: book.bytes).run(arguments)
            #expect(outcome.status != 64, "\(arguments): \(outcome.error)")
          }
        }
      }
    }
  }

  @Test("The page tells all keys, members of the configuration, exit statuses and promises' tests")
  func tables() throws {
    let page = page
    for action in Action.allCases {
      for shown in KeyTable.standard.shownKeys(of: KeyTable.Binding(action)) {
        let keys = shown.replacing("…", with: "...")
        let isThere =
          page.contains("\n\(keys)\n") || page.contains("\n\(keys), ")
          || page.contains(", \(keys)\n") || page.contains(", \(keys), ")
        #expect(isThere, "\(keys)")
      }
    }
    for member in ConfigurationMember.allCases {
      #expect(page.contains("\n.TP\n\(member.rawValue): "))
    }
    for status in ExitStatus.allCases { #expect(page.contains("\n.TP\n\(status.rawValue)\n")) }
    for section in ["NAME", "SYNOPSIS", "ENVIRONMENT", "FILES", "EXAMPLES", "PROMISES", "SEE ALSO"]
    {
      #expect(page.contains("\n.SH \(section)\n"))
    }
  }

  @Test("The tests that the page names are there")
  func tests() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let names = page.split { !$0.isLetter && $0 != "/" }.filter {
      $0.hasPrefix("Tests/") || $0.hasPrefix("Fixtures/") || $0.hasPrefix("Sources/")
    }
    #expect(names.count > 8)
    for name in Set(names) {
      let path = root.appending(path: String(name)).path
      let isThere = ["", ".schema.json"].contains {
        FileManager.default.fileExists(atPath: path + $0)
      }
      #expect(isThere, "\(name)")
    }
  }

  @Test("No line of the page is a request by mistake, and nothing in it is beyond ASCII")
  func source() {
    let known: Set<Substring> = [".TH", ".SH", ".SS", ".PP", ".TP", ".nh", ".ad", ".br"]
    for line in printed(.man).split(separator: "\n")
    where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(known.contains(line.prefix { $0 != " " }), "\(line)")
    }
    #expect(printed(.man).utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(
    "Only help takes the forms of help",
    arguments: [
      ["help", "--format", "xml"], ["help", "--format", "csv"], ["help", "toc", "--format", "man"],
      ["notes", "--format", "man", "-"], ["--format", "man"],
    ])
  func wrongUsage(_ arguments: [String]) {
    #expect(World().run(arguments).isError(64))
  }
}
