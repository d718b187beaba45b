import EPUBBasics
package import EPUBBook

/// A JSON value that is written and never read; members keep their order.
///
/// Our own writer, because the members of a listing are to stand in the contract's order, and because
/// a book's worth of lines is written here: `JSONEncoder` costs several milliseconds at the start alone.
package indirect enum JSON {
  case null
  case bool(Bool)
  case number(Int)
  case decimal(Double)
  case string(String)
  /// A string given as UTF-8.
  case bytes([UInt8])
  case list([JSON])
  /// Members without a value are left out.
  case object([(String, JSON?)])

  package static func strings(_ strings: [String]) -> JSON { .list(strings.map { .string($0) }) }

  /// `nil` for an empty text.
  package static func nonEmpty(_ text: String?) -> JSON? {
    text.flatMap { $0.isEmpty ? nil : .string($0) }
  }

  /// The value and a line end.
  package var line: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    bytes.append(0x0A)
    return bytes
  }

  /// Depth is bounded by whoever made the value; contents entries are the deepest.
  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let value): bytes.append(contentsOf: String(value).utf8)
    case .decimal(let value):
      // JSON knows neither infinity nor what is no number.
      bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
    case .string(let text): bytes.appendJSONString(text)
    case .bytes(let text): bytes.appendJSONString(text[...])
    case .list(let values): Self.append(values, to: &bytes)
    case .object(let members): Self.append(members, to: &bytes)
    }
  }

  private static func append(_ values: [JSON], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      value.append(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func append(_ members: [(String, JSON?)], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (name, value) in members {
      guard let value else { continue }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes.appendJSONString(name)
      bytes.append(UInt8(ascii: ":"))
      value.append(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  package mutating func appendJSONString(_ text: String) {
    let mustEscape = text.utf8.contains {
      $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F || $0 == 0xC2
    }
    if mustEscape {
      appendJSONString(Array(text.utf8)[...])
    } else {
      append(UInt8(ascii: "\""))
      append(contentsOf: text.utf8)
      append(UInt8(ascii: "\""))
    }
  }

  /// The text in quotes. What would act on a terminal is escaped: C0, DEL and C1.
  package mutating func appendJSONString(_ text: ArraySlice<UInt8>) {
    append(UInt8(ascii: "\""))
    var plainStart = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      let isPlain = byte >= 0x20 && byte != 0x22 && byte != 0x5C && byte != 0x7F && byte != 0xC2
      if isPlain {
        index += 1
        continue
      }
      if byte == 0xC2, index + 1 == text.endIndex || text[index + 1] >= 0xA0 {
        index += 1
        continue
      }
      append(contentsOf: text[plainStart..<index])
      index += byte == 0xC2 ? 2 : 1
      plainStart = index
      appendEscape(of: byte == 0xC2 ? text[index - 1] : byte)
    }
    append(contentsOf: text[plainStart...])
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(of code: UInt8) {
    append(UInt8(ascii: "\\"))
    switch code {
    case 0x22, 0x5C: append(code)
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x09: append(UInt8(ascii: "t"))
    default:
      let digits = Array("0123456789abcdef".utf8)
      self += [UInt8(ascii: "u"), 0x30, 0x30, digits[Int(code >> 4)], digits[Int(code & 15)]]
    }
  }
}

extension Locator {
  /// The members of a Readium Locator.
  package var members: [(String, JSON?)] {
    [
      ("href", .string(href)), ("type", .string(type)), ("title", JSON.nonEmpty(title)),
      (
        "locations",
        .object([
          ("cfi", .string(cfi)), ("partialCfi", .string(partialCFI)),
          ("progression", .decimal(progression)),
          ("totalProgression", .decimal(totalProgression)), ("position", .number(position)),
        ])
      ),
    ]
  }
}
