import Dispatch
import EPUBBasics
import EPUBBook
import EPUBReader
import EPUBTerminal

// What is typed after `:`
extension Reader {
  func run(_ line: String) {
    do throws(TypedCommand.Fault) {
      guard let command = try TypedCommand(parsing: line) else { return }
      run(command)
    } catch {
      message = error.message
    }
  }

  private func run(_ command: TypedCommand) {
    switch command {
    case .page(let page): goToPage(page)
    case .percent(let percent): jump { session.go(toPercent: min(100, max(0, percent))) }
    case .printPage(let label):
      jump(
        { session.go(toPrintPage: label) },
        missing: "The book has no print page \(label.asLine)")
    case .place(let text): go(toPlace: text)
    case .search(let text, let isBackward): search(text, forward: !isBackward)
    case .highlightWord(let text): highlightTyped(text)
    case .unhighlightWord(let word): setHighlight(of: word, nil)
    case .set(let setting): set(setting)
    case .perform(let action, let count, let character):
      performOnPage(action, count, character)
    }
  }

  private func go(toPlace text: String) {
    do throws(Failure) {
      switch try PlaceReference(parsing: text) {
      case .cfi(let cfi):
        guard case .found(let resolved) = opened.book.resolve(cfi) else {
          message = "There is no such place"
          return
        }
        jump { session.go(to: resolved.place) }
      case .locator(let locator):
        do throws(CFIError) {
          guard let place = try opened.book.place(of: locator, survey: session.outline) else {
            message = "There is no such place"
            return
          }
          jump { session.go(to: place) }
        } catch {
          message = error.words
        }
      }
    } catch {
      message = error.line
    }
  }

  private func highlightTyped(_ text: String) {
    if let equals = text.lastIndex(of: "="),
      let color = HighlightColor.hex(of: text[text.index(after: equals)...])
    {
      setHighlight(of: String(text[..<equals]), color)
    } else {
      setHighlight(of: text, HighlightColor.yellow.hex)
    }
  }

  private func set(_ setting: TypedCommand.Setting) {
    switch setting {
    case .width(let width): setWidth(width ?? Request().width)
    case .lineSpacing(let rows):
      request.lineSpacing = max(1, min(9, rows))
      layOutAnew()
    case .theme(let name):
      if let theme = configuration.theme(named: name) {
        take(theme)
      } else {
        let names = configuration.themes.map(\.name).joined(separator: ", ")
        message = "No theme \(name.asLine); there are \(names)"
      }
    case .justify(let justifies):
      request.justifies = justifies
      layOutAnew()
    case .hyphenate(let hyphenates):
      request.hyphenates = hyphenates
      layOutAnew()
    }
  }
}

// Other programs
extension Reader {
  /// Looks up the word under the cursor with the dictionary of the configuration, else with one that is
  /// installed.
  func lookUp() {
    if wordCursor == nil { moveWordCursor(by: 1) }
    guard let wordCursor else { return }
    let word = text(of: wordCursor)
    let calls =
      configuration.lookUp.map { [$0] }
      ?? [["sdcv", "-n", "--utf8-output", "{word}"], ["dict", "{word}"]].compactMap {
        ProgramCall($0)
      }
    message = "Looking up \(word.asLine)…"
    let mailbox = mailbox
    let path = environment.variables["PATH"] ?? ""
    DispatchQueue.global().async {
      for call in calls {
        guard let program = Program.find(call.program, in: path) else { continue }
        // What begins like an option must not be one: no word does.
        let words = call.arguments(putting: word.withoutLeadingHyphens, for: "{word}")
        let output = Program.run(
          [program] + words, input: [], maximumOutputByteCount: 1 << 20, milliseconds: 5_000,
          inheritsEnvironment: true)
        return mailbox.put { reader in
          reader.show(lookedUp: word, output.map { String(decoding: $0, as: UTF8.self) } ?? "")
        }
      }
      let names = calls.map(\.program)
      let missing =
        names.count == 1
        ? "\(names[0]) is not installed"
        : "neither \(names.joined(separator: " nor ")) is installed"
      mailbox.put { $0.message = "No dictionary: \(missing)" }
    }
  }

  fileprivate func show(lookedUp word: String, _ text: String) {
    message = nil
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.allSatisfy(\.isEmpty) {
      message = "Nothing found for \(word.asLine)"
      return
    }
    var panel = TextPanel(title: word.asLine, paragraphs: lines.map { TextParagraph(text: $0) })
    panel.share = 2
    open(panel, for: .lookUp)
  }

  /// Gives a picture to the program that shows pictures. It gets a file of its own in the cache.
  func open(picture path: ContainerPath) {
    guard let file = pictureBytes(at: path) else {
      message = "The picture cannot be read"
      return
    }
    guard let folder = environment.cacheHome else {
      message = "No cache folder is known"
      return
    }
    let call = configuration.open ?? ProgramCall(["xdg-open", "{file}"])
    let write = environment.writeFile
    let mailbox = mailbox
    let search = environment.variables["PATH"] ?? ""
    let name = String(path.name).safeFileName
    guard let call else { return }
    DispatchQueue.global().async {
      let copy = "\(folder)/epub-read/pictures/\(name)"
      guard write(copy, file) else {
        return mailbox.put { $0.message = "Cannot write \(copy)" }
      }
      let words = call.arguments(putting: copy, for: "{file}")
      let program = Program.find(call.program, in: search)
      if program.map({ Program.launch([$0] + words) }) != true {
        mailbox.put { $0.message = "\(call.program) is not installed; the picture is in \(copy)" }
      }
    }
  }
}

extension String {
  fileprivate var withoutLeadingHyphens: String { String(drop { $0 == "-" }) }

  /// A name that stands in its folder and means nothing to a program: letters, digits and points.
  fileprivate var safeFileName: String {
    let kept = unicodeScalars.map { scalar -> Character in
      let isKept =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == ".")
      return isKept ? Character(scalar) : "_"
    }
    let name = String(kept.suffix(80))
    return name.hasPrefix(".") ? "_\(name)" : name
  }
}
