import EPUBBasics
import EPUBMarkup

/// Where in a ruby the text stands: readings are shown in parentheses after their base.
struct OpenRuby {
  /// `(` is shown, `)` is not yet.
  var isOpen = false
  /// Another reading begins within the parentheses.
  var wantsSeparator = false
}

extension ContentBuilder {
  mutating func openRuby(_ frame: inout Frame, _ node: Int) {
    let display = frame.style.display
    let name = nodes[node].name
    if display == .ruby || name == .ruby {
      frame.traits.formUnion([.ruby, .spaceless])
      // What stands before it is no part of its base.
      flushRun()
      run.floor = document.runs.count
      document.rubyBases.append(Int32(document.text.count))
    } else if display == .rubyAnnotationContainer || name == .rtc {
      if ruby.isOpen { closeParenthesis(frame.look) }
      frame.traits.formUnion([.ruby, .rubyText, .spaceless])
      frame.look.style.insert(.rubyText)
    } else if display == .rubyText || name == .rt {
      frame.traits.insert(.rubyText)
      frame.look.style.insert(.rubyText)
      openReading()
    }
  }

  /// Readings begin without white space; several in a row share their parentheses.
  private mutating func openReading() {
    flushRun()
    run.floor = document.runs.count
    if endsInSpace { dropTrailingSpace() }
    ruby.wantsSeparator = ruby.isOpen
    dropsSpace = true
  }

  mutating func closeRuby(_ traits: Frame.Traits) {
    if traits.contains(.rubyText) {
      if endsInSpace { dropTrailingSpace() }
      dropsSpace = document.text.last == 0x0A || !block.isOpen
    }
    if traits.contains(.ruby), ruby.isOpen {
      closeParenthesis(frames[frames.count - 1].look)
    }
  }

  /// Opens or closes the parentheses where the text passes from base to reading or back.
  mutating func turnRuby(_ look: Look) {
    if look.style.contains(.rubyText) {
      if !ruby.isOpen {
        ruby = OpenRuby(isOpen: true)
        show("(", look)
      } else if ruby.wantsSeparator {
        ruby.wantsSeparator = false
        if let last = document.text.last, last < 0x80 || !isWide(document.text, at: lastScalar()) {
          show(" ", look)
        }
      }
    } else if ruby.isOpen {
      closeParenthesis(look)
    }
  }

  private func lastScalar() -> Int {
    var index = document.text.count - 1
    while index > 0, document.text[index].isUTF8Continuation { index -= 1 }
    return index
  }

  private mutating func closeParenthesis(_ look: Look) {
    ruby = OpenRuby()
    var look = look
    look.style.insert(.rubyText)
    show(")", look)
  }

  /// An insertion that leaves white space handling as it is.
  private mutating func show(_ text: String, _ look: Look) {
    let state = dropsSpace
    dropsSpace = false
    insert(text, look: look)
    dropsSpace = state
  }
}
