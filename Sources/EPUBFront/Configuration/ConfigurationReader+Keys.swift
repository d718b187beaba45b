import EPUBReader

extension ConfigurationReader {
  /// Keys that were met, and where.
  struct Met {
    var keys: KeySequence
    var line: Int
    var isBound: Bool
  }

  mutating func takeKeys(_ member: JSONInput.Member) {
    guard case .object(let members) = member.value else {
      tell(member, "no object")
      return
    }
    let count = members.map { $0.value.items.count }.reduce(0, +)
    if max(count, members.count) > Self.maximumCount {
      tell(member, "more than \(Self.maximumCount)", "leave some out")
      return
    }
    var met: [Met] = []
    for member in members {
      switch member.value {
      case .list(let items): takeKeys(items, of: member, &met)
      case .null: takeKeys(member.name, of: member, nil, &met)
      case .string("none"): takeKeys(member.name, of: member, nil, &met)
      case .string(let name):
        guard let binding = binding(named: name, member) else { continue }
        takeKeys(member.name, of: member, binding, &met)
      case .bool, .number, .object:
        tell(member, "neither an action nor a list of keys", "epub-read keys tells the actions")
      }
    }
  }

  /// `"quit": ["q", "Z Z"]`: the action has these keys and no others.
  private mutating func takeKeys(
    _ items: [JSONInput], of member: JSONInput.Member, _ met: inout [Met]
  ) {
    guard let binding = binding(named: member.name, member) else { return }
    if binding.character == nil { configuration.keyChanges.cleared.append(binding.action) }
    for item in items {
      if let keys = item.string {
        takeKeys(keys, of: member, binding, &met)
      } else {
        tell(member, "not all of it is keys", "write \"\(member.name)\": [\"KEYS\"]")
      }
    }
  }

  private mutating func binding(
    named name: String, _ member: JSONInput.Member
  ) -> KeyTable.Binding? {
    if let binding = KeyTable.Binding(named: name) { return binding }
    tell(
      member, "no such action: \(name)",
      suggestion(
        name, among: Action.allCases.map(\.rawValue),
        else: "epub-read keys tells those that there are"))
    return nil
  }

  /// Binds keys, or takes them away; the first of two that contradict each other counts.
  private mutating func takeKeys(
    _ spelled: String, of member: JSONInput.Member, _ binding: KeyTable.Binding?,
    _ met: inout [Met]
  ) {
    let keys: KeySequence
    do throws(KeySequence.Wrong) {
      keys = try KeySequence(parsing: spelled)
    } catch {
      let wrong = spelled.isEmpty ? "no key is named" : "no such key: \(error.spelled)"
      tell(member, wrong, Self.keysToDo(error.spelled))
      return
    }
    if let other = met.first(where: { $0.keys == keys }) {
      tell(member, "\(keys.spelled) stands in line \(other.line), too", "remove one of them")
      return
    }
    if binding != nil,
      let other = met.first(where: {
        $0.isBound && ($0.keys.begins(keys) || keys.begins($0.keys))
      })
    {
      let (short, long) = other.keys.begins(keys) ? (other.keys, keys) : (keys, other.keys)
      tell(
        member,
        "\(short.spelled) begins \(long.spelled) (the other one is in line \(other.line))",
        "choose other keys for one of them")
      return
    }
    met.append(Met(keys: keys, line: member.line, isBound: binding != nil))
    if let binding {
      configuration.keyChanges.bound.append(.init(keys: keys, binding: binding))
    } else {
      configuration.keyChanges.unbound.append(keys)
    }
  }

  private static func keysToDo(_ spelled: String) -> String {
    let letters = spelled.unicodeScalars
    let isRun = letters.count > 1 && letters.allSatisfy { $0.properties.isAlphabetic }
    return isRun && letters.count <= 3
      ? "write blanks between keys: \(letters.map { String($0) }.joined(separator: " "))"
      : "write it like x, C-x, M-x, Space, PgDn, F1"
  }
}
