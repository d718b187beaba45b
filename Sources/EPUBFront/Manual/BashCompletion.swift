/// The script that completes `epub-read` in bash, 4.4 or newer; needs nothing beside it.
struct BashCompletion {
  var text: String {
    """
    # Completions of epub-read for bash, as epub-read help --format bash prints them.

    # Adds files: folders, and those that the pattern does not match; any file where there are none.
    _epub_read_files() {
      local typed=$current found
      # compgen takes backslashes off by itself, but only in the way in which printf puts them there.
      case $typed in
        [\\"\\']*) typed=${typed:1} ;;
        *\\\\*)
          printf -v typed %q "${typed//\\\\/}"
          typed=${typed/#\\\\\\~/\\~}
          ;;
      esac
      mapfile -t found < <(compgen -d -- "$typed"; compgen -f -X "$1" -- "$typed")
      ((${#found[@]})) || mapfile -t found < <(compgen -f -- "$typed")
      COMPREPLY+=("${found[@]}")
      compopt -o filenames
    }

    _epub_read_books() { _epub_read_files '!*.[eE][pP][uU][bB]'; }

    _epub_read_names() {
      local found
      mapfile -t found < <(compgen -W "$1" -- "$current")
      COMPREPLY+=("${found[@]}")
    }

    # Numbers of contents entries, with their titles as long as there are several.
    _epub_read_chapters() {
      local found line
      mapfile -t found < <("${program/#\\~\\//$HOME/}" \(CompletionScript.contentsOptions) ${book:+"$book"} \\
        2> /dev/null < /dev/null | \(CompletionScript.chapterFilter(" ")))
      for line in "${found[@]}"; do
        [[ $line == "$current"* ]] && COMPREPLY+=("$line")
      done
      ((${#COMPREPLY[@]} == 1)) && COMPREPLY=("${COMPREPLY[0]%% *}")
      compopt -o nosort
    }

    _epub_read() {
      local program=$1 current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
      local command=read book= operands=() count=0 ended= index word
      COMPREPLY=()
      # --theme=dark comes as three words.
      if [[ $current == = ]]; then
        current=
      elif [[ $option == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      for ((index = 1; index < ${#COMP_WORDS[@]}; index++)); do
        ((index == COMP_CWORD)) && continue
        word=${COMP_WORDS[index]//[\\\\\\"\\']/}
        word=${word/#\\~\\//$HOME/}
        if [[ -z $ended ]]; then
          case $word in
            --)
              ended=yes
              continue
              ;;
            --highlight)
              [[ $command == words ]] && continue
              [[ ${COMP_WORDS[index + 1]} == = ]] && ((index++))
              ((index++))
              continue
              ;;
            \(CompletionScript.withValue.joined(separator: "|")))
              [[ ${COMP_WORDS[index + 1]} == = ]] && ((index++))
              ((index++))
              continue
              ;;
            \(CompletionScript.commandNames.joined(separator: "|")))
              if [[ $command == read ]]; then
                command=$word
                continue
              fi
              ;;
            -?* | =) continue ;;
          esac
        fi
        [[ -e $word ]] && book=$word
        if ((index < COMP_CWORD)); then
          operands[count++]=$word
        fi
      done

      if [[ -z $ended ]]; then
        case $command:$option in
    \(values)
        esac
        if [[ $current == -* ]]; then
          local names=
    \(options)
          _epub_read_names "$names"
          return
        fi
      fi
      case $command:${operands[0]}:$count in
    \(operands)
      esac
    }

    complete -F _epub_read epub-read

    """
  }

  private func call(_ offer: Offer) -> String {
    switch offer {
    case .names(let names): "_epub_read_names '\(names.joined(separator: " "))'"
    case .commands: "_epub_read_names '\(CompletionScript.commandNames.joined(separator: " "))'"
    case .book: "_epub_read_books"
    case .chapter: "_epub_read_chapters"
    case .file: "_epub_read_files"
    }
  }

  private func calls(_ offers: [Offer]) -> String {
    offers.isEmpty ? ":" : offers.map(call).joined(separator: "; ")
  }

  private func row(_ patterns: [String], _ indent: String, _ body: String) -> String {
    "\(indent)\(patterns.joined(separator: " | "))) \(body) ;;"
  }

  private var values: String {
    let rows = Option.completionRows
    return rows.compactMap { row in
      guard let value = row.value else { return nil }
      let isAlikeEverywhere = rows.count { $0.option == row.option } == 1
      let commands = isAlikeEverywhere ? ["*"] : row.commands.map(\.rawValue)
      let body = value.isEmpty ? "return" : "\(calls(value)); return"
      return self.row(commands.map { "\($0):\(row.option.rawValue)" }, "      ", body)
    }.joined(separator: "\n")
  }

  private var options: String {
    "      case $command in\n"
      + Command.allCases.map { command in
        let names = Option.allCases.filter { command.takes($0) || $0 == .help }.map(\.rawValue)
        return row([command.rawValue], "        ", "names='\(names.joined(separator: " "))'")
      }.joined(separator: "\n") + "\n      esac"
  }

  private var operands: String {
    OperandRule.all.map { row([$0.pattern], "    ", calls($0.offers)) }.joined(separator: "\n")
  }
}
