import EPUBBasics

/// The command line of `epub-read`.
public enum Front {
  /// The version that `--version` tells.
  public static let version = "0.1.0"

  /// Does what the arguments (without the program's name) ask for and returns the exit status.
  public static func run(_ arguments: [String], environment: Environment) -> Int32 {
    let output = Output(environment)
    var status = ExitStatus.done
    do {
      status = try run(Request(parsing: arguments, environment), environment, output)
    } catch {
      output.note(error.line)
      return error.status.rawValue
    }
    output.flush()
    switch output.state {
    case .done: return status.rawValue
    case .closed: return ExitStatus.done.rawValue
    case .failed(let number):
      output.note(Failure.outputFailed(environment.describeError(number)).line)
      return ExitStatus.outputFailed.rawValue
    }
  }

  private static func run(
    _ request: Request, _ environment: Environment, _ output: Output
  ) throws(Failure) -> ExitStatus {
    if request.wantsVersion {
      output.write("epub-read \(version)\n")
      return .done
    }
    if request.wantsHelp || request.command == .help {
      output.write(try Help(request).text)
      return .done
    }
    for problem in request.configuration.problems { output.note(problem) }
    let state = KeptState(request, environment, output)
    switch request.command {
    case .search: return try Searching(request, state, environment, output).run()
    case .words: try WordsTask(request).run(request, state, environment, output)
    case .notes: try NotesTask(request).run(request, state, environment, output)
    case .recent: RecentListing(request, state, output).run()
    case .keys: KeysListing(request, output).run()
    case .bridge: try BridgeTask(request, environment).run()
    case .read, .info, .toc, .text, .check, .cover:
      try show(request, state, environment, output)
    case .help: preconditionFailure("handled above")
    }
    return .done
  }

  /// What works on one book.
  private static func show(
    _ request: Request, _ state: KeptState, _ environment: Environment, _ output: Output
  ) throws(Failure) {
    // Wrong usage is told even when the book can't be read.
    _ = try PageFrame(request, environment)
    let words = try request.highlightedWords(environment)
    let operand = try state.operand(request.operands.first)
    let book = try OpenedBook(operand, request, environment)
    switch request.command {
    case .read:
      if let terminal = TerminalReading(request, environment, output) {
        try terminal.run(book, state, words)
      } else {
        try Reading(book, request, words, state, environment, output).run()
      }
    case .info: try InfoListing(book, request, environment, output).run()
    case .toc: try ContentsListing(book, request, environment, output).run()
    case .text: try TextListing(book, request, output).run()
    case .check: CheckListing(book, request, output).run()
    case .cover: try CoverWriter(book, request, environment, output).run()
    case .search, .words, .notes, .recent, .keys, .bridge, .help:
      preconditionFailure("handled elsewhere")
    }
  }
}
