import EPUBBasics

/// Rewrites a document into well-formed XML without a document type, without entities but XML's five,
/// and without a character that XML forbids, losing no text.
///
/// One pass over the bytes: tags, attributes, references and declarations are read as leniently as
/// browsers read them and written as XML wants them, each deviation counted as a fault. Elements
/// are kept on a stack, so that what is written always nests. `Rules` say how: as written, where
/// an end tag without its element is dropped and a missing one supplied, or by the rules of HTML (elements
/// without content, implied ends, head and body). A document without faults comes out with the
/// same tree as it went in; line ends inside dropped comments are kept, so that lines stay.
struct MarkupRewriter {
  enum Rules {
    /// Nesting as the tags say, repaired where they do not match.
    case asWritten
    /// The same, given up at the first tag that does not match.
    case asWrittenOrNot
    case html
  }

  /// What the rewriting came upon.
  struct Report {
    /// The first deviation from well-formed XML.
    var fault: LibXML.Fault?
    var faultCount = 0
    /// Tags did not match, or the root was missing.
    var isMisnested = false
    /// Characters that XML forbids and that were dropped.
    var droppedCharacterCount = 0
    /// The document ends inside a tag.
    var isCutShort = false
    /// The first HTML reference that no document type declares.
    var undeclaredReference: LibXML.Fault?
    /// The first reference to an entity that is endless or too long.
    var refusedEntity: LibXML.Fault?
    /// The first reference to an entity that lies in another resource.
    var externalEntity: LibXML.Fault?
    var droppedAttributeCount = 0
    /// Elements that would have stood too deep.
    var droppedElementCount = 0
  }

  let rules: Rules
  let limits: Limits
  /// What stands behind the text was cut off: that it ends anywhere is no fault.
  let isCut: Bool
  var report = Report()
  var output: [UInt8] = []

  /// The text being read: the document's, or while an entity is expanded the entity's.
  var source: [UInt8]
  var position = 0
  private var outerTexts: [OuterText] = []

  var entities = EntityTable()
  var remainingEntityByteCount: Int
  var hasDocumentType = false

  var stack: [OpenElement] = []
  /// Elements open inside of those of the stack that were not taken in.
  var droppedDepth = 0
  var names = TagNames()
  /// By the number of a name, the innermost open element that has it, or -1.
  var innermost: [Int]
  var isAfterRoot = false
  var hasTags = false
  var hasHead = false
  var hasBody = false
  var pendingFormatting: [PendingFormatting] = []
  var remainingReopenedByteCount: Int
  var namespaceCount = 0
  /// Delimiters that do not occur any more: looked for once, not once a tag.
  var missing = Set<[UInt8]>()
  /// Whether names that are no elements of HTML have an end tag.
  var endTagsFound: [[UInt8]: Bool] = [:]
  var attributeNames: [Range<Int>] = []
  var attributeNameSet = Set<[UInt8]>()

  private struct OuterText {
    let source: [UInt8]
    let position: Int
  }

  init(_ text: [UInt8], by rules: Rules, limits: Limits, isCut: Bool = false) {
    self.rules = rules
    self.limits = limits
    self.isCut = isCut
    source = text
    remainingEntityByteCount = limits.maximumEntityByteCount
    remainingReopenedByteCount = text.count + 65_536
    innermost = [Int](repeating: -1, count: names.count)
    if !text.isEmpty { output.reserveCapacity(text.count + text.count / 8 + 256) }
  }

  /// Whether it was given up.
  var isGivenUp: Bool { rules == .asWrittenOrNot && report.isMisnested }

  mutating func run() {
    while !isGivenUp, position < source.count || resumeOuterText() {
      guard position < source.count else { continue }
      switch source[position] {
      case UInt8(ascii: "<"): rewriteMarkup()
      case UInt8(ascii: "&"): rewriteReference()
      default: rewriteText()
      }
    }
    if !isGivenUp { closeDocument() }
  }

  var isInEntity: Bool { !outerTexts.isEmpty }

  // MARK: Entities as texts inside the text

  mutating func enter(_ entity: [UInt8]) {
    outerTexts.append(OuterText(source: source, position: position))
    source = entity
    position = 0
  }

  private mutating func resumeOuterText() -> Bool {
    guard let outer = outerTexts.popLast() else { return false }
    source = outer.source
    position = outer.position
    return true
  }

  // MARK: Text

  private mutating func rewriteText() {
    let start = position
    var isBlank = true
    while position < source.count {
      let byte = source[position]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") { break }
      if byte > 0x20 { isBlank = false }
      position += 1
    }
    guard admitsText(isBlank: isBlank) else { return }
    copy(source, start..<position, asValue: false)
  }

  /// Copies a run without `<` and `&` where they must be escaped, dropping what XML forbids.
  mutating func copy(_ text: [UInt8], _ range: Range<Int>, asValue: Bool) {
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let byte = text[index]
      if byte >= 0x20, byte != 0xEF, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "\"") {
        index += 1
        continue
      }
      var length = 1
      var replacement: StaticString?
      switch byte {
      case 0x09, 0x0A, 0x0D: break
      case UInt8(ascii: "\""): if asValue { replacement = "&quot;" }
      case UInt8(ascii: ">"):
        if endsWithBrackets(text, start, index) { replacement = "&gt;" }
      case 0xEF:
        if index + 2 < range.upperBound, text[index + 1] == 0xBF, text[index + 2] >= 0xBE {
          length = 3
          replacement = ""
        }
      default: replacement = ""
      }
      if let replacement {
        output.append(contentsOf: text[start..<index])
        output.append(contentsOf: replacement.utf8Bytes)
        if replacement.utf8CodeUnitCount == 0 {
          report.droppedCharacterCount += 1
          noteFault("a character that XML forbids")
        }
        start = index + length
      }
      index += length
    }
    output.append(contentsOf: text[start..<range.upperBound])
  }

  /// Whether `>` would make `]]>` of what was written and what is about to be.
  private mutating func endsWithBrackets(_ text: [UInt8], _ start: Int, _ index: Int) -> Bool {
    func byte(before distance: Int) -> UInt8? {
      if index - distance >= start { return text[index - distance] }
      let place = output.count - (distance - (index - start))
      return place >= 0 ? output[place] : nil
    }
    let bracket = UInt8(ascii: "]")
    guard byte(before: 1) == bracket, byte(before: 2) == bracket else { return false }
    noteFault("“]]>” outside a CDATA section")
    return true
  }

  // MARK: Faults

  mutating func noteFault(_ reason: @autoclosure () -> String) {
    report.faultCount += 1
    if report.fault == nil { report.fault = LibXML.Fault(line: currentLine, reason: reason()) }
  }

  mutating func noteMisnesting(_ reason: @autoclosure () -> String) {
    report.isMisnested = true
    noteFault(reason())
  }

  /// In the document, also while an entity is read. Counts lines anew: asked a few times at most.
  var currentLine: Int {
    let document = outerTexts.first?.source ?? source
    let end = min(outerTexts.first?.position ?? position, document.count)
    var line = 1
    for index in 0..<end where document[index] == UInt8(ascii: "\n") { line += 1 }
    return line
  }

  /// Where `delimiter` next occurs.
  mutating func find(_ delimiter: [UInt8], from start: Int) -> Int? {
    if outerTexts.isEmpty, missing.contains(delimiter) { return nil }
    var index = start
    while index + delimiter.count <= source.count {
      if source[index] == delimiter[0], source[index...].starts(with: delimiter) { return index }
      index += 1
    }
    if outerTexts.isEmpty { missing.insert(delimiter) }
    return nil
  }
}

extension StaticString {
  fileprivate var utf8Bytes: String.UTF8View { description.utf8 }
}
