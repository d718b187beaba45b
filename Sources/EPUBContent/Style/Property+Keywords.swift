/// `white-space-collapse`.
enum WhiteSpaceCollapse: UInt8, Sendable { case collapse, preserve, preserveBreaks, breakSpaces }

extension Property {
  /// The raw value of a keyword of a property that takes nothing else; `nil` when it is none of its.
  func keyword(_ word: String) -> UInt8? {
    switch self {
    case .visibility: word == "visible" ? 1 : word == "hidden" || word == "collapse" ? 0 : nil
    case .whiteSpaceCollapse: Self.whiteSpaceCollapse(word)?.rawValue
    case .textWrapMode: Self.textWrap(word)
    case .textAlign: Self.alignment(word)?.rawValue
    case .direction: word == "ltr" ? 0 : word == "rtl" ? 1 : nil
    case .writingMode: Self.writingMode(word)
    case .unicodeBidi: Self.unicodeBidi(word)?.rawValue
    case .position: Self.position(word)
    case .float: Self.float(word)
    case .captionSide: Self.captionSide(word)
    case .hyphens: Self.hyphens(word)?.rawValue
    case .breakBefore, .breakAfter: Self.pageBreak(word)?.rawValue
    case .breakInside:
      Self.pageBreak(word).flatMap { word.hasPrefix("a") && $0 != .page ? $0.rawValue : nil }
    default: nil
    }
  }

  private static func whiteSpaceCollapse(_ word: String) -> WhiteSpaceCollapse? {
    switch word {
    case "collapse": .collapse
    case "preserve", "preserve-spaces": .preserve
    case "preserve-breaks": .preserveBreaks
    case "break-spaces": .breakSpaces
    default: nil
    }
  }

  private static func textWrap(_ word: String) -> UInt8? {
    switch word {
    case "wrap", "balance", "pretty", "stable", "auto": 0
    case "nowrap": 1
    default: nil
    }
  }

  private static func alignment(_ word: String) -> BlockStyle.Alignment? {
    switch word {
    case "start": .start
    case "end": .end
    case "left", "-webkit-left": .left
    case "right", "-webkit-right": .right
    case "center", "-webkit-center", "-moz-center": .center
    case "justify", "justify-all": .justify
    default: nil
    }
  }

  /// 1 for lines that run from top to bottom.
  private static func writingMode(_ word: String) -> UInt8? {
    switch word {
    case "horizontal-tb", "lr", "lr-tb", "rl", "rl-tb": 0
    case "vertical-rl", "vertical-lr", "sideways-rl", "sideways-lr", "tb", "tb-rl", "tb-lr": 1
    default: nil
    }
  }

  private static func unicodeBidi(_ word: String) -> ComputedStyle.UnicodeBidi? {
    switch word {
    case "normal": .normal
    case "embed": .embed
    case "isolate", "-webkit-isolate", "-moz-isolate": .isolate
    case "bidi-override": .bidiOverride
    case "isolate-override", "-webkit-isolate-override", "-moz-isolate-override": .isolateOverride
    case "plaintext", "-webkit-plaintext", "-moz-plaintext": .plaintext
    default: nil
    }
  }

  /// 1 for whatever takes a text out of its line, 2 for what goes to the right.
  private static func float(_ word: String) -> UInt8? {
    switch word {
    case "none": 0
    case "right": 2
    case "left", "inline-start", "inline-end", "footnote": 1
    default: nil
    }
  }

  /// 1 for what is shown after its table.
  private static func captionSide(_ word: String) -> UInt8? {
    switch word {
    case "top", "block-start": 0
    case "bottom", "block-end": 1
    default: nil
    }
  }

  /// Only `relative`, 1, can raise or lower a text; 3 takes it off its place.
  private static func position(_ word: String) -> UInt8? {
    switch word {
    case "static": 0
    case "relative": 1
    case "sticky", "-webkit-sticky": 2
    case "absolute", "fixed": 3
    default: nil
    }
  }

  private static func hyphens(_ word: String) -> BlockStyle.Hyphens? {
    switch word {
    case "manual", "explicit": .manual
    case "none": BlockStyle.Hyphens.none
    case "auto": .auto
    default: nil
    }
  }

  private static func pageBreak(_ word: String) -> BlockStyle.Break? {
    switch word {
    case "auto", "column", "avoid-column", "region", "avoid-region": .auto
    case "avoid", "avoid-page": .avoid
    case "page", "always", "all", "left", "right", "recto", "verso": .page
    default: nil
    }
  }
}
