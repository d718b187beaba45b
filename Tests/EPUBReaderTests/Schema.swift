import Foundation
import TestKit

/// As much of JSON Schema as `protocol.schema.json` uses; anything else in a schema is an error.
struct Schema {
  private let root: [String: Any]

  init() throws {
    let path = "\(Golden.packageFolder)/Sources/EPUBReader/protocol.schema.json"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw Fault(description: "the schema is no object")
    }
    self.root = root
  }

  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  /// What is wrong with a message; `nil` when nothing is.
  func fault(of message: Any, as definition: String) -> String? {
    do {
      try check(message, ["$ref": "#/$defs/\(definition)"], "")
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func check(_ value: Any, _ schema: [String: Any], _ path: String) throws {
    for (keyword, wanted) in schema {
      let isRight = try isFulfilled(keyword, wanted, value, schema, path)
      if !isRight { throw Fault(description: "\(path): \(keyword) \(wanted) fails for \(value)") }
    }
  }

  private func fits(_ value: Any, _ schema: [String: Any], _ path: String) -> Bool {
    (try? check(value, schema, path)) != nil
  }

  private func isFulfilled(
    _ keyword: String, _ wanted: Any, _ value: Any, _ schema: [String: Any], _ path: String
  ) throws -> Bool {
    let object = value as? [String: Any]
    let number = (value as? NSNumber)?.doubleValue
    switch (keyword, wanted) {
    case ("description", _): return true
    case ("$ref", let name as String):
      guard let found = (root["$defs"] as? [String: Any])?[String(name.dropFirst(8))] else {
        throw Fault(description: "no such definition: \(name)")
      }
      try check(value, found as? [String: Any] ?? [:], path)
      return true
    case ("type", let type as String): return isOfType(value, type)
    case ("const", let constant as String): return value as? String == constant
    case ("enum", let names as [String]):
      return (value as? String).map { names.contains($0) } ?? false
    case ("pattern", let pattern as String):
      guard let text = value as? String else { return true }
      return text.range(of: pattern, options: .regularExpression) != nil
    case ("minLength", let length as Int):
      return (value as? String).map { $0.unicodeScalars.count >= length } ?? true
    case ("minimum", let least as NSNumber): return number.map { $0 >= least.doubleValue } ?? true
    case ("maximum", let most as NSNumber): return number.map { $0 <= most.doubleValue } ?? true
    case ("required", let names as [String]):
      return object.map { object in names.allSatisfy { object[$0] != nil } } ?? true
    case ("properties", let properties as [String: Any]):
      for (name, schema) in properties {
        guard let member = object?[name] else { continue }
        try check(member, schema as? [String: Any] ?? [:], "\(path)/\(name)")
      }
      return true
    case ("additionalProperties", let isAllowed as Bool):
      let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
      return isAllowed || object.map { known.isSuperset(of: $0.keys) } ?? true
    case ("items", let schema as [String: Any]):
      for (index, item) in (value as? [Any] ?? []).enumerated() {
        try check(item, schema, "\(path)/\(index)")
      }
      return true
    case ("anyOf", let schemas as [[String: Any]]):
      return schemas.contains { fits(value, $0, path) }
    case ("oneOf", let schemas as [[String: Any]]):
      return schemas.count { fits(value, $0, path) } == 1
    default: throw Fault(description: "\(keyword) is not known here")
    }
  }

  private func isOfType(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "boolean": value is Bool
    case "number": value is NSNumber
    case "integer":
      (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } ?? false
    default: false
    }
  }
}
