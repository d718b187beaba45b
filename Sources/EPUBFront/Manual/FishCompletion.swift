/// The script that completes `epub-read` in fish, 3.1 or newer.
struct FishCompletion {
  var text: String {
    """
    # Completions of epub-read for fish, as epub-read help --format fish prints them.

    # Prints the command, the first operand and how many there are: words:add:2.
    function __epub_read_key
        set -l tokens (commandline -opc)
        set -l command read
        set -l operands
        set -l ended
        set -l skips
        for token in $tokens[2..-1]
            if test -n "$skips"
                set skips
                continue
            end
            if test -z "$ended"
                switch $token
                    case --
                        set ended yes
                        continue
                    case --highlight
                        test $command = words; or set skips yes
                        continue
                    case \(CompletionScript.withValue.joined(separator: " "))
                        set skips yes
                        continue
                    case \(CompletionScript.commandNames.joined(separator: " "))
                        if test $command = read
                            set command $token
                            continue
                        end
                    case '-?*' '--*'
                        continue
                end
            end
            set -a operands $token
        end
        printf '%s:%s:%d\\n' $command "$operands[1]" (count $operands)
    end

    function __epub_read_takes
        contains -- (string split -m 1 : -- (__epub_read_key))[1] $argv
    end

    # Books, and the folders on the way to them; any file where there are none.
    function __epub_read_books
        set -l files (__fish_complete_suffix .epub)
        set -l books (string match -ri '^[^\\t]*(?:\\.epub|/)(?:\\t.*)?$' -- $files)
        if set -q books[1]
            printf '%s\\n' $books
        else
            printf '%s\\n' $files
        end
    end

    # Numbers of contents entries, with their titles.
    function __epub_read_chapters
        set -l tokens (commandline -o)
        set -l book
        for token in $tokens[2..-1]
            set -l path (string replace -r '^~/' "$HOME/" -- $token)
            test -e "$path"; and set book $path
        end
        $tokens[1] \(CompletionScript.contentsOptions) $book 2>/dev/null </dev/null |
            \(CompletionScript.chapterFilter("\\t"))
    end

    function __epub_read_commands
    \(commands)
    end

    function __epub_read_operands
        switch (__epub_read_key)
    \(operands)
        end
    end

    complete -c epub-read -f
    complete -k -c epub-read -a '(__epub_read_operands)'
    \(options)

    """
  }

  private var commands: String {
    "    printf '%s\\t%s\\n' "
      + Command.named.map { "\($0.rawValue) \(quoted($0.details.summary))" }
      .joined(separator: " \\\n        ")
  }

  private func call(_ offer: Offer) -> String {
    switch offer {
    case .names(let names): "printf '%s\\n' \(names.joined(separator: " "))"
    case .commands: "__epub_read_commands"
    case .book: "__epub_read_books"
    case .chapter: "__epub_read_chapters"
    case .file: "__fish_complete_path (commandline -ct)"
    }
  }

  private var operands: String {
    OperandRule.all.map { rule in
      let calls = rule.offers.map { "            \(call($0))" }
      return (["        case '\(rule.pattern)'"] + calls).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private var options: String {
    Option.completionRows.map { row in
      let name = row.option.rawValue
      var line = "complete -c epub-read"
      if row.commands != Command.allCases {
        line += " -n '__epub_read_takes \(row.commands.map(\.rawValue).joined(separator: " "))'"
      }
      line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
      if let value = row.value { line += offered(value) }
      return line + " -d \(quoted(row.summary))"
    }.joined(separator: "\n")
  }

  private func offered(_ value: [Offer]) -> String {
    guard let first = value.first else { return " -x" }
    return switch first {
    case .names(let names): " -x -a '\(names.joined(separator: " "))'"
    case .file: " -r -F"
    case .commands, .book, .chapter: " -x -k -a '(\(call(first)))'"
    }
  }

  /// For fish's single quotes, in which a backslash is one only before a quote or another.
  private func quoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += "'\\".contains($1) ? "\\\($1)" : String($1) } + "'"
  }
}
