import EPUBTerminal

/// A line that is being typed, with the keys that readline has for it.
struct LineEditor: Hashable {
  enum Outcome: Hashable {
    case changed
    /// Only the cursor moved, or nothing was left to do.
    case same
    /// No key of an editor.
    case unknown
  }

  /// What moves and is deleted as one.
  private(set) var clusters: [Character] = []
  /// Clusters before the cursor.
  var cursor = 0 { didSet { cursor = max(0, min(cursor, clusters.count)) } }
  /// What was cut last, for C-y.
  private var cut: [Character] = []
  var takesLineBreaks = false
  /// Somebody pasted a book: all of it is looked at for each key.
  private static let maximumCount = 10_000

  init(_ text: String = "", takesLineBreaks: Bool = false) {
    self.takesLineBreaks = takesLineBreaks
    self.text = text
  }

  /// Setting it puts the cursor at its end.
  var text: String {
    get { String(clusters) }
    set {
      clusters = Array(cleaned(newValue))
      cursor = clusters.count
    }
  }

  var isEmpty: Bool { clusters.isEmpty }
  var textBeforeCursor: String { String(clusters[..<cursor]) }

  mutating func insert(_ typed: String) {
    // A mark typed joins the letter before it, so the clusters are made anew.
    let room = max(0, Self.maximumCount - clusters.count)
    let head = textBeforeCursor + cleaned(typed).prefix(room)
    let all = head + String(clusters[cursor...])
    clusters = Array(all)
    cursor = head.count
  }

  /// Line breaks are spaces where there can be none; other controls are left out.
  private func cleaned(_ typed: String) -> String {
    var cleaned = String.UnicodeScalarView()
    for character in typed {
      if character.isNewline || character == "\t" {
        cleaned.append(takesLineBreaks && character.isNewline ? "\n" : " ")
      } else {
        cleaned.append(contentsOf: character.unicodeScalars.filter { !Self.isControl($0) })
      }
    }
    return String(cleaned)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}

extension LineEditor {
  mutating func handle(_ key: KeyStroke) -> Outcome {
    let before = clusters
    let isKnown =
      if key.modifiers.contains(.control) {
        control(key.key)
      } else if key.modifiers.contains(.alt) {
        alternate(key.key)
      } else {
        plain(key.key)
      }
    return !isKnown ? .unknown : clusters == before ? .same : .changed
  }

  private mutating func plain(_ key: Key) -> Bool {
    switch key {
    case .character(let scalar): insert(String(scalar))
    case .left: cursor -= 1
    case .right: cursor += 1
    case .home: cursor = 0
    case .end: cursor = clusters.count
    case .backspace: remove(cursor - 1..<cursor)
    case .delete: remove(cursor..<cursor + 1)
    case .up, .down, .pageUp, .pageDown, .enter, .tab, .escape, .insert, .function: return false
    }
    return true
  }

  private mutating func control(_ key: Key) -> Bool {
    switch key {
    case .character("a"): cursor = 0
    case .character("e"): cursor = clusters.count
    case .character("b"): cursor -= 1
    case .character("f"): cursor += 1
    case .character("h"): remove(cursor - 1..<cursor)
    case .character("d"): remove(cursor..<cursor + 1)
    case .character("w"): kill(startOfWord { !$0.isWhitespace }..<cursor)
    case .character("u"): kill(0..<cursor)
    case .character("k"): kill(cursor..<clusters.count)
    case .character("y"): insert(String(cut))
    case .left: cursor = startOfWord(Self.isWordPart)
    case .right: cursor = endOfWord
    case .backspace: kill(startOfWord(Self.isWordPart)..<cursor)
    case .delete: kill(cursor..<endOfWord)
    case .character, .up, .down, .home, .end, .pageUp, .pageDown, .enter, .tab, .escape, .insert,
      .function:
      return false
    }
    return true
  }

  private mutating func alternate(_ key: Key) -> Bool {
    switch key {
    case .character("b"), .left: cursor = startOfWord(Self.isWordPart)
    case .character("f"), .right: cursor = endOfWord
    case .character("d"), .delete: kill(cursor..<endOfWord)
    case .backspace: kill(startOfWord(Self.isWordPart)..<cursor)
    case .enter where takesLineBreaks: insert("\n")
    case .character, .up, .down, .home, .end, .pageUp, .pageDown, .enter, .tab, .escape, .insert,
      .function:
      return false
    }
    return true
  }

  private mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: clusters.indices)
    let text = String(clusters[..<range.lowerBound])
    // What is left may join: marks behind what was deleted.
    clusters = Array(text + String(clusters[range.upperBound...]))
    cursor = text.count
  }

  private mutating func kill(_ range: Range<Int>) {
    if range.isEmpty { return }
    cut = Array(clusters[range])
    remove(range)
  }

  private static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// Where the word before the cursor begins.
  private func startOfWord(_ isPart: (Character) -> Bool) -> Int {
    let gap = clusters[..<cursor].lastIndex(where: isPart)
    guard let gap else { return 0 }
    return clusters[..<gap].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
  }

  /// Where the word behind the cursor ends.
  private var endOfWord: Int {
    let isPart = Self.isWordPart
    guard let start = clusters[cursor...].firstIndex(where: isPart) else { return clusters.count }
    return clusters[start...].firstIndex { !isPart($0) } ?? clusters.count
  }
}
