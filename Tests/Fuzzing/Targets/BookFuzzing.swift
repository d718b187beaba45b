/// Not for one rule: what each command does with a book at all.
enum BookFuzzing {
  static func run(_ bytes: [UInt8], _ claims: inout Claims) {
    for command in commands {
      CommandLineRun(command + ["-"], input: bytes)
        .claim(isJSON: command.contains("--json"), &claims)
    }
  }

  private static let commands = [
    ["--print", "--justify", "--hyphenate"], ["--page", "1-", "--json", "--pictures", "rows"],
    ["text", "--json"], ["check"], ["toc"], ["info", "--json"], ["words", "count"],
    ["search", "--json", "the"],
  ]
}
