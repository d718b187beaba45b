import EPUBBasics
import EPUBSegmentation

// A value goes into a digest field by field, as reflection lists the fields: one that is added to a type
// later can't be forgotten. What is no plain value has no digest.

extension Digest.Builder {
  /// - Returns: `false` where some part is nothing that a digest could tell from others of its kind.
  mutating func add(value: Any) -> Bool {
    switch value {
    case let number as Int: add(number)
    case let truth as Bool: add(truth ? 1 : 0)
    case let number as Double: add(Int(truncatingIfNeeded: number.bitPattern))
    case let text as String: add(text)
    case let dictionaries as HyphenationDictionaries: add(dictionaries.version)
    default: return addParts(of: value)
    }
    return true
  }

  private mutating func addParts(of value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional, .collection, .tuple: break
    case .enum:
      // A case without a payload is its name alone.
      if mirror.children.isEmpty { add(String(describing: value)) }
    case .struct:
      if mirror.children.isEmpty { return false }
    default: return false
    }
    add(mirror.children.count)
    for child in mirror.children {
      add(child.label ?? "")
      guard add(value: child.value) else { return false }
    }
    return true
  }
}
