/// The script that completes `epub-read` in zsh, by its own completion system.
struct ZshCompletion {
  var text: String {
    """
    #compdef epub-read
    # Completions of epub-read for zsh, as epub-read help --format zsh prints them.

    _epub-read-books() { _files -g '(#i)*.epub(-.)' }

    _epub-read-commands() {
      local -a commands=(
    \(commands)
      )
      _describe -t commands command commands
    }

    # Numbers of contents entries, with their titles.
    _epub-read-chapters() {
      local -a chapters
      chapters=(${(f)"$(_call_program chapters ${(q)words[1]} \(CompletionScript.contentsOptions) \\
        ${book:+${(q)book}} 2> /dev/null < /dev/null | \(CompletionScript.chapterFilter(":")))"})
      _describe -V -t chapters chapter chapters
    }

    _epub-read-operands() {
      case "$command:$operands[1]:$#operands" in
    \(operands)
      esac
    }

    _epub-read() {
      local command=read book ended word
      local -a operands options
      local -i index
      for (( index = 2; index <= $#words; index++ )); do
        (( index == CURRENT )) && continue
        word=${(Q)words[index]}
        word=${word/#\\~\\//$HOME/}
        if [[ -z $ended ]]; then
          case $word in
            (--) ended=yes; continue ;;
            (--highlight) [[ $command == words ]] || (( index++ )); continue ;;
            (\(CompletionScript.withValue.joined(separator: "|"))) (( index++ )); continue ;;
            (\(CompletionScript.commandNames.joined(separator: "|")))
              if [[ $command == read ]]; then
                command=$word
                continue
              fi
              ;;
            (-?*) continue ;;
          esac
        fi
        [[ -e $word ]] && book=$word
        (( index < CURRENT )) && operands+=("$word")
      done

    \(options)
      _arguments -s -S : $options '*:operand:_epub-read-operands'
    }

    _epub-read "$@"

    """
  }

  private var commands: String {
    Command.named.map {
      "    " + CompletionScript.quoted("\($0.rawValue):\($0.details.summary)")
    }.joined(separator: "\n")
  }

  private func call(_ offer: Offer) -> String {
    switch offer {
    case .names(let names): "compadd -- \(names.joined(separator: " "))"
    case .commands: "_epub-read-commands"
    case .book: "_epub-read-books"
    case .chapter: "_epub-read-chapters"
    case .file: "_files"
    }
  }

  private var operands: String {
    OperandRule.all.map { rule in
      let calls = rule.offers.map(call).joined(separator: "; ")
      return "    (\(rule.pattern)) \(calls.isEmpty ? "_message operand" : calls) ;;"
    }.joined(separator: "\n")
  }

  private var options: String {
    var text = ""
    var last: [Command] = []
    for row in Option.completionRows {
      if row.commands != last {
        text += last.isEmpty ? "" : "  ) ;; esac\n"
        let names = row.commands.map(\.rawValue).joined(separator: "|")
        text += "  case $command in (\(names)) options+=(\n"
        last = row.commands
      }
      text += "    \(specification(row))\n"
    }
    return text + "  ) ;; esac"
  }

  /// As `_arguments` takes it: `--page=[what it does]:VALUE:what to offer`.
  private func specification(_ row: Option.CompletionRow) -> String {
    let option = row.option
    var text = (option == .highlight ? "*" : "") + option.rawValue
    if row.value != nil, option.rawValue.hasPrefix("--") { text += "=" }
    text += "[\(escaped(row.summary))]"
    if let value = row.value { text += ":\(escaped(row.form)):\(offered(value))" }
    return CompletionScript.quoted(text)
  }

  private func offered(_ value: [Offer]) -> String {
    guard let first = value.first else { return " " }
    return switch first {
    case .names(let names): "(\(names.joined(separator: " ")))"
    case .commands, .book, .chapter, .file: call(first)
    }
  }

  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += ":[]\\".contains($1) ? "\\\($1)" : String($1) }
  }
}
