import EPUBBasics

/// The general entities that a document declares in its internal subset (XML 1.0, 4.2 to 4.4).
///
/// How many bytes an entity comes to, all entities inside it expanded, is computed before it is
/// expanded: one that holds itself or would pass the limit is expanded not at all.
struct EntityTable {
  struct Entity {
    var text: [UInt8]
    /// Its text lies in another resource, which is never loaded.
    var isExternal: Bool
    fileprivate var expandedByteCount: Int?
  }

  /// In bytes of `expandedByteCount`: more than any limit.
  static let endless = Int.max / 4

  private(set) var entities: [Entity] = []
  private var numbers: [[UInt8]: Int] = [:]

  var isEmpty: Bool { entities.isEmpty }

  /// The first declaration of a name counts.
  mutating func declare(_ name: [UInt8], text: [UInt8], isExternal: Bool) {
    guard numbers[name] == nil else { return }
    numbers[name] = entities.count
    entities.append(Entity(text: text, isExternal: isExternal))
  }

  func number(of name: ArraySlice<UInt8>) -> Int? {
    isEmpty ? nil : numbers[Array(name)]
  }

  /// At least 1, so that entities of nothing use up the limit as well.
  mutating func expandedByteCount(of number: Int) -> Int {
    if let known = entities[number].expandedByteCount { return known }
    var open = [Measuring(number, entities[number].text.count)]
    var isOpen = [Bool](repeating: false, count: entities.count)
    isOpen[number] = true
    while var top = open.popLast() {
      guard let reference = nextReference(in: entities[top.number].text, from: top.position) else {
        entities[top.number].expandedByteCount = top.byteCount
        isOpen[top.number] = false
        continue
      }
      top.position = reference.end
      if isOpen[reference.number] {
        top.byteCount = Self.endless
        open.append(top)
      } else if let known = entities[reference.number].expandedByteCount {
        top.byteCount = min(Self.endless, top.byteCount + known)
        open.append(top)
      } else {
        // Comes back to the same reference once the inner one is known.
        top.position = reference.start
        open.append(top)
        isOpen[reference.number] = true
        open.append(Measuring(reference.number, entities[reference.number].text.count))
      }
    }
    return entities[number].expandedByteCount ?? Self.endless
  }

  private struct Measuring {
    let number: Int
    var position = 0
    var byteCount: Int

    init(_ number: Int, _ byteCount: Int) {
      self.number = number
      self.byteCount = byteCount + 1
    }
  }

  private func nextReference(
    in text: [UInt8], from start: Int
  ) -> (number: Int, start: Int, end: Int)? {
    var position = start
    while position < text.count {
      guard text[position] == UInt8(ascii: "&") else {
        position += 1
        continue
      }
      var end = position + 1
      while end < text.count, NameBytes.isNameByte(text[end]) { end += 1 }
      if end < text.count, text[end] == UInt8(ascii: ";"),
        let number = number(of: text[(position + 1)..<end])
      {
        return (number, position, end + 1)
      }
      position = end
    }
    return nil
  }
}
