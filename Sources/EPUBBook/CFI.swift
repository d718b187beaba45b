/// An EPUB Canonical Fragment Identifier: a point or a range (EPUB CFI 1.1).
///
/// Everything that was written is kept: assertions, unknown parameters, temporal and spatial offsets.
/// Equality and order are those of the sorting rules (#sec-sorting): assertions do not count, so two
/// that compare equal may read differently.
public struct CFI: Sendable {
  /// `/N[…]`: an even number is a child element, an odd one the text between two of them.
  public struct Step: Hashable, Sendable {
    /// Numbers past `Int.max` count as that.
    public var number: Int
    public var assertion: Assertion?

    public init(_ number: Int, assertion: Assertion? = nil) {
      self.number = number
      self.assertion = assertion
    }

    public var isElement: Bool { number.isMultiple(of: 2) }
    /// The id that the element should have.
    public var id: String? { isElement ? assertion?.first : nil }
  }

  /// What stands in brackets: `[first,second;name=value,value]`, unescaped.
  public struct Assertion: Hashable, Sendable {
    public struct Parameter: Hashable, Sendable {
      public var name: String
      public var values: [String]
      public init(name: String, values: [String]) {
        self.name = name
        self.values = values
      }
    }

    /// Behind an element's step its id; behind a character offset the text before the place.
    public var first: String?
    /// Behind a character offset the text that follows the place.
    public var second: String?
    public var parameters: [Parameter]

    public init(first: String? = nil, second: String? = nil, parameters: [Parameter] = []) {
      self.first = first
      self.second = second
      self.parameters = parameters
    }

    public var sideBias: SideBias? {
      parameters.first { $0.name == "s" }?.values.first.flatMap(SideBias.init)
    }
  }

  /// The content that a place belongs to, where a page ends between the two.
  public enum SideBias: String, Hashable, Sendable {
    case before = "b"
    case after = "a"
  }

  /// A number with an optional fraction, as it is written; its form is canonical.
  public struct Number: Hashable, Sendable {
    public let text: String
    init(canonical text: String) { self.text = text }
  }

  public struct Point: Hashable, Sendable {
    /// 0 to 100 from the left and from the top.
    public var x: Number
    public var y: Number
  }

  /// What may end a path.
  public enum Offset: Hashable, Sendable {
    /// UTF-16 units from the start of the text.
    case character(Int)
    /// Seconds, and a point of a picture or of a film's frame; at least one of the two.
    case media(time: Number?, point: Point?)
  }

  /// Steps, from one document into the next, and an offset.
  public struct Path: Hashable, Sendable {
    /// One list of steps for each document; the lists are what `!` parts. At least one list.
    public var parts: [[Step]]
    public var offset: Offset?
    /// What stands in brackets behind the offset.
    public var assertion: Assertion?

    public init(
      parts: [[Step]] = [[]], offset: Offset? = nil, assertion: Assertion? = nil
    ) {
      precondition(!parts.isEmpty, "a path has at least one list of steps")
      self.parts = parts
      self.offset = offset
      self.assertion = assertion
    }

    public var isEmpty: Bool { parts.count == 1 && parts[0].isEmpty && offset == nil }

    /// The bias stated at its end, behind the offset or the last step.
    public var sideBias: SideBias? {
      offset == nil ? parts.last?.last?.assertion?.sideBias : assertion?.sideBias
    }

    func appending(_ rest: Path) -> Path {
      var parts = parts
      parts[parts.count - 1] += rest.parts[0]
      return Path(
        parts: parts + rest.parts.dropFirst(), offset: rest.offset, assertion: rest.assertion)
    }
  }

  /// Where a range runs, below the path that both its ends share.
  public struct Range: Hashable, Sendable {
    public var start: Path
    public var end: Path
  }

  /// The whole path of a point; what a range's ends share.
  public let path: Path
  public let range: Range?
  /// Whether it begins in a content document, not in the package document, and has no `epubcfi(…)`
  /// around it.
  public let isPartial: Bool

  public init(path: Path, range: Range? = nil, isPartial: Bool = false) {
    self.path = path
    self.range = range
    self.isPartial = isPartial
  }

  /// The point, or the start of the range (#sec-ranges).
  public var start: Path { range.map { path.appending($0.start) } ?? path }
  /// The end of the range; `nil` for a point.
  public var end: Path? { range.map { path.appending($0.end) } }
}

extension CFI {
  /// The range between two points, with the longest path that both share as its parent.
  ///
  /// - Returns: `nil` when the two share no step at all.
  public init?(from start: CFI, to end: CFI) {
    let (first, last) = (start.start, end.start)
    var parts: [[Step]] = []
    var index = 0
    while index < first.parts.count, index < last.parts.count {
      let shared = zip(first.parts[index], last.parts[index]).prefix { $0 == $1 }.map(\.0)
      parts.append(shared)
      if shared.count < first.parts[index].count || shared.count < last.parts[index].count { break }
      index += 1
    }
    guard let deepest = parts.last, !parts[0].isEmpty, start.isPartial == end.isPartial else {
      return nil
    }
    // `!` must be followed by a step: one that nothing shared follows belongs to both ends.
    if deepest.isEmpty { parts.removeLast() }
    let depth = parts.count - 1
    let count = parts[depth].count
    func rest(_ path: Path) -> Path {
      var rest = path
      rest.parts.removeFirst(depth)
      rest.parts[0].removeFirst(count)
      return rest
    }
    self.init(
      path: Path(parts: parts), range: Range(start: rest(first), end: rest(last)),
      isPartial: start.isPartial)
  }
}

// MARK: Text

extension CFI: CustomStringConvertible {
  /// In canonical form: every character with a meaning is escaped.
  public var description: String {
    var text = path.description
    if let range { text += ",\(range.start),\(range.end)" }
    return isPartial ? text : "epubcfi(\(text))"
  }
}

extension CFI.Path: CustomStringConvertible {
  public var description: String {
    var text = ""
    for (index, steps) in parts.enumerated() {
      if index > 0 { text += "!" }
      for step in steps { text += step.description }
    }
    switch offset {
    case nil: break
    case .character(let units): text += ":\(units)"
    case .media(let time, let point):
      if let time { text += "~\(time.text)" }
      if let point { text += "@\(point.x.text):\(point.y.text)" }
    }
    return text + (assertion?.description ?? "")
  }
}

extension CFI.Step: CustomStringConvertible {
  public var description: String { "/\(number)\(assertion?.description ?? "")" }
}

extension CFI.Assertion: CustomStringConvertible {
  public var description: String {
    var text = "["
    if let first { text += first.escapedForCFI }
    if let second { text += ",\(second.escapedForCFI)" }
    for parameter in parameters {
      text += ";\(parameter.name.escapedForCFI)"
      if !parameter.values.isEmpty {
        text += "=" + parameter.values.map(\.escapedForCFI).joined(separator: ",")
      }
    }
    return text + "]"
  }
}

extension String {
  /// With a circumflex before every character that means something in a CFI
  /// (EPUB CFI 1.1 #sec-epubcfi-escaping).
  var escapedForCFI: String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "^", "[", "]", "(", ")", ",", ";", "=": escaped.append("^")
      default: break
      }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
