/// A program of the user's choice and its arguments. It is started as it is, never through a shell: a
/// word of a book must not become a command.
struct ProgramCall: Hashable, Sendable {
  let program: String
  let arguments: [String]

  /// `nil` for a list that names no program.
  init?(_ words: [String]) {
    guard let program = words.first, !program.isEmpty else { return nil }
    self.program = program
    arguments = Array(words.dropFirst())
  }

  /// The arguments with every placeholder, such as `{word}`, replaced; where there is none, the value
  /// is the last argument.
  func arguments(putting value: String, for placeholder: String) -> [String] {
    var isPut = false
    let filled = arguments.map { argument in
      var text = ""
      var rest = argument[...]
      while !rest.isEmpty {
        if rest.hasPrefix(placeholder) {
          isPut = true
          text += value
          rest = rest.dropFirst(placeholder.count)
        } else {
          text.append(rest.removeFirst())
        }
      }
      return text
    }
    return isPut ? filled : filled + [value]
  }
}
