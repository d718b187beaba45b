import EPUBBasics

/// A JSON value that was read.
package indirect enum JSONInput: Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case list([JSONInput])
  /// In the order in which they stand there.
  case object([Member])

  package struct Member: Hashable {
    package var name: String
    package var value: JSONInput
    /// Where the value begins, counted from 1.
    package var line: Int
    /// Where the value stands in what was read.
    package var bytes: Range<Int>
  }

  /// What is no JSON: where, counted in lines from 1, and why.
  package struct Wrong: Error {
    package var line: Int
    package var words: String
  }

  /// - Parameter isLenient: takes JSON5, as configurations are written in.
  package init(_ bytes: [UInt8], isLenient: Bool = false) throws(Wrong) {
    var reader = JSONReader(bytes, isLenient: isLenient)
    self = try reader.document()
  }
}

extension JSONInput {
  package subscript(name: String) -> JSONInput? {
    // Of members with one name the last counts.
    guard let value = members.last(where: { $0.name == name })?.value, value != .null else {
      return nil
    }
    return value
  }

  /// Those of an object; nothing else has any.
  package var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// A whole number.
  package var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The items of a list; one value alone is a list of it, as JSON-LD has it.
  package var items: [JSONInput] {
    if case .list(let items) = self { items } else { self == .null ? [] : [self] }
  }
}
