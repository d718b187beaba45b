import EPUBBasics

/// From a resource's bytes to UTF-8: which encoding it is in, and its text.
///
/// A byte order mark rules, then the pattern of zero bytes that only UTF-16 and UTF-32 show, then
/// what the document says of itself, unless the bytes contradict it: text that says UTF-8 and is not is read
/// as Windows-1252, text that says something else and is UTF-8 is read as UTF-8.
struct DecodedText {
  /// UTF-8 without byte order mark; begins with the XML declaration if there is one.
  private(set) var bytes: [UInt8]
  /// Whether `bytes` is known to be well-formed. A parse as XML finds that out by itself, so that
  /// documents that say they are UTF-8 are not read twice.
  private(set) var isChecked = false
  /// Line ends that stood before the first byte kept.
  private(set) var skippedLineCount = 0
  private(set) var findings: [Finding] = []
  private let path: ContainerPath
  private var label: EncodingLabel?

  init(_ bytes: [UInt8], as syntax: MarkupSyntax, at path: ContainerPath) {
    self.bytes = bytes
    self.path = path
    if let mark = ByteOrderMark(of: bytes) {
      decode(marked: mark)
    } else if let unit = WideUnit(sniffing: bytes) {
      decode(wide: unit, from: 0)
    } else {
      label = EncodingLabel(in: bytes, as: syntax)
      if let label, !label.isUTF8 { decode(labelled: label) }
    }
    dropWhatPrecedesDeclaration()
  }

  /// Gives up the text, whose findings stay.
  mutating func drop() { bytes = [] }

  /// Makes sure that `bytes` is well-formed.
  mutating func check() {
    if isChecked { return }
    isChecked = true
    if bytes.isWellFormedUTF8 { return }
    let claim =
      label.map { "it says \($0.name) and is not" } ?? "it says no encoding and is no UTF-8"
    let reading = repairUTF8()
    findings.append(finding("\(claim); it was read as \(reading)"))
  }

  private mutating func decode(labelled label: EncodingLabel) {
    if bytes.isWellFormedUTF8 {
      isChecked = true
      if label.isEscaped, convert(from: label) { return }
      if label.isWide || bytes.contains(where: { $0 >= 0x80 }) { noteContradiction(label, "UTF-8") }
      return
    }
    if label.isWide { return }
    isChecked = true
    if label.isWindows1252 {
      bytes = bytes.decodedAsWindows1252()
      return noteLegacy(label.name)
    }
    if convert(from: label) { return }
    let reading = repairUTF8()
    findings.append(
      finding("it says the unknown encoding “\(label.name)”; it was read as \(reading)"))
  }

  // MARK: Marked and wide text

  private mutating func decode(marked mark: ByteOrderMark) {
    switch mark {
    case .utf8:
      bytes.removeFirst(3)
      label = EncodingLabel(name: "utf-8")
    case .wide(let unit, let length): decode(wide: unit, from: length)
    }
  }

  private mutating func decode(wide unit: WideUnit, from start: Int) {
    var repaired = 0
    isChecked = true
    bytes = bytes.decoded(wide: unit, from: start, repaired: &repaired)
    if repaired > 0 {
      findings.append(
        finding(
          "\(repaired) units of its \(unit.name) are no characters; they were replaced by U+FFFD",
          losesText: true))
    }
  }

  // MARK: Narrow text

  private mutating func convert(from label: EncodingLabel) -> Bool {
    for name in label.candidates {
      guard let converted = LibXML.decode(bytes, from: name) else { continue }
      bytes = converted.text
      if converted.replacedCount == 0 {
        noteLegacy(label.name)
      } else {
        findings.append(
          finding(
            "\(converted.replacedCount) bytes are no \(label.name); they were replaced by U+FFFD",
            losesText: true))
      }
      return true
    }
    return false
  }

  /// Reads what is no UTF-8 as what it most likely is; returns its name.
  private mutating func repairUTF8() -> String {
    let census = UTF8Census(of: bytes)
    if census.brokenCount > census.soundCount {
      bytes = bytes.decodedAsWindows1252()
      return "windows-1252"
    }
    bytes = bytes.repairedUTF8()
    return "UTF-8, with what is not as windows-1252"
  }

  /// Blanks and marks before `<?xml`, which alone must stand first.
  private mutating func dropWhatPrecedesDeclaration() {
    guard let first = bytes.first, first != UInt8(ascii: "<") else { return }
    var start = 0
    var lineCount = 0
    while start < bytes.count {
      if bytes[start].isASCIISpace || bytes[start] == 0 {
        if bytes[start] == UInt8(ascii: "\n") { lineCount += 1 }
        start += 1
      } else if bytes[start...].starts(with: [0xEF, 0xBB, 0xBF]) {
        start += 3
      } else {
        break
      }
    }
    guard start > 0 else { return }
    bytes.removeFirst(start)
    skippedLineCount = lineCount
  }

  // MARK: Findings

  private mutating func noteContradiction(_ label: EncodingLabel, _ reading: String) {
    findings.append(finding("it says \(label.name) and is \(reading); it was read as that"))
  }

  private mutating func noteLegacy(_ name: String) {
    findings.append(
      Finding(
        "markup-encoding", .note, path: path.string, clause: "EPUB 3.3 #sec-xml-constraints",
        done: "It is in \(name.printable), neither UTF-8 nor UTF-16; it was converted."))
  }

  private func finding(_ fact: String, losesText: Bool = false) -> Finding {
    Finding(
      "markup-encoding", losesText ? .error : .warning, path: path.string,
      clause: "EPUB 3.3 #sec-xml-constraints", done: "In its bytes \(fact.printable).",
      losesText: losesText)
  }
}

/// UTF-16 or UTF-32, by the width and order of its units.
struct WideUnit {
  let byteCount: Int
  let isBigEndian: Bool

  var name: String { byteCount == 2 ? "UTF-16" : "UTF-32" }

  init(byteCount: Int, isBigEndian: Bool) {
    self.byteCount = byteCount
    self.isBigEndian = isBigEndian
  }

  /// Text begins with `<` or a blank, so the first unit tells (XML 1.0, F.1); the second, that it is
  /// no stray zero byte.
  init?(sniffing bytes: [UInt8]) {
    guard bytes.count >= 4 else { return nil }
    func isText(_ offset: Int) -> Bool { bytes[offset] != 0 }
    switch (isText(0), isText(1), isText(2), isText(3)) {
    case (true, false, false, false): self.init(byteCount: 4, isBigEndian: false)
    case (false, false, false, true): self.init(byteCount: 4, isBigEndian: true)
    case (true, false, true, false): self.init(byteCount: 2, isBigEndian: false)
    case (false, true, false, true): self.init(byteCount: 2, isBigEndian: true)
    default: return nil
    }
  }
}

private enum ByteOrderMark {
  case utf8
  case wide(WideUnit, length: Int)

  init?(of bytes: [UInt8]) {
    func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
    switch (byte(0), byte(1), byte(2), byte(3)) {
    case (0xEF, 0xBB, 0xBF, _): self = .utf8
    case (0xFF, 0xFE, 0, 0):
      self = .wide(WideUnit(byteCount: 4, isBigEndian: false), length: 4)
    case (0, 0, 0xFE, 0xFF): self = .wide(WideUnit(byteCount: 4, isBigEndian: true), length: 4)
    case (0xFF, 0xFE, _, _): self = .wide(WideUnit(byteCount: 2, isBigEndian: false), length: 2)
    case (0xFE, 0xFF, _, _): self = .wide(WideUnit(byteCount: 2, isBigEndian: true), length: 2)
    default: return nil
    }
  }
}
