import EPUBBasics
import EPUBMarkup

/// An `ol`, `ul` or other list whose items are being numbered.
struct OpenList {
  /// `frames.count` inside it.
  var depth: Int
  var number: Int
  var step = 1
}

/// A marker that waits for its item's first block.
struct Marker {
  var depth: Int
  var start: Int32
  var end: Int32
}

/// CSS counters (CSS Lists 3, 4): a name's innermost instance is the last one.
struct Counters {
  private struct Instance {
    var depth: Int
    var value: Int
  }
  private var instances: [String: [Instance]] = [:]
  /// The instances by the order they were made in; their depths never fall.
  private var order: [(depth: Int, name: String)] = []

  /// - Parameter depth: of the element whose style it is.
  mutating func apply(_ style: ComputedStyle, depth: Int) {
    for change in style.counterResets { reset(change, depth) }
    for change in style.counterIncrements {
      set(change.name, depth) { $0.addingReportingOverflow(change.value) }
    }
    for change in style.counterSets { set(change.name, depth) { _ in (change.value, false) } }
  }

  /// Instances made at one depth are siblings: the later one takes the earlier one's place.
  private mutating func reset(_ change: ComputedStyle.CounterChange, _ depth: Int) {
    if let last = instances[change.name]?.indices.last,
      instances[change.name]?[last].depth == depth
    {
      instances[change.name]?[last].value = change.value
    } else {
      instances[change.name, default: []].append(Instance(depth: depth, value: change.value))
      order.append((depth, change.name))
    }
  }

  private mutating func set(
    _ name: String, _ depth: Int, _ change: (Int) -> (partialValue: Int, overflow: Bool)
  ) {
    if instances[name]?.isEmpty != false {
      reset(ComputedStyle.CounterChange(name: name, value: 0), depth)
    }
    guard let last = instances[name]?.indices.last, let old = instances[name]?[last].value else {
      return
    }
    let (value, overflow) = change(old)
    if !overflow { instances[name]?[last].value = value }
  }

  /// Ends the instances of the children of the element at `depth`.
  mutating func close(depth: Int) {
    while let last = order.last, last.depth > depth {
      instances[last.name]?.removeLast()
      order.removeLast()
    }
  }

  func all(_ name: String) -> [Int] { instances[name]?.map(\.value) ?? [] }
}

extension ContentBuilder {
  /// Begins a list; its items are numbered as HTML says (`start`, `reversed`).
  mutating func openList(_ frame: inout Frame, _ node: Int) {
    frame.traits.insert(.list)
    frame.listDepth = frame.listDepth &+ (frame.listDepth < 255 ? 1 : 0)
    var list = OpenList(depth: frames.count + 1, number: 1)
    if nodes[node].name == .ol {
      if value(.reversed, of: node) != nil {
        list.step = -1
        list.number = tree.children(of: node).count { nodes[$0].name == .li }
      }
      list.number = integer(.start, of: node) ?? list.number
    }
    lists.append(list)
  }

  /// Makes the marker of an item and moves its list's number on.
  mutating func openMarker(_ node: Int) {
    let depth = frames.count - 1
    guard frames[depth].style.display == .listItem else { return }
    let style = frames[depth].style
    let number = nextNumber(node)
    let marker = cascade.style(of: .marker, on: node, in: tree, parent: style)
    let text: String?
    if let parts = marker?.content {
      text = collapsed(generated(parts, node, number: number).utf8)
    } else {
      text = cascade.counterStyles.marker(number, style.listStyle)
    }
    guard let text, !text.isEmpty, style.isVisible, spend(text) else { return }
    if let outer = pendingMarker { emitEmpty(in: outer.depth) }
    frames[depth].traits.insert(.item)
    let start = Int32(document.shownBytes.count)
    document.shownBytes += text.printable.utf8
    pendingMarker = Marker(depth: depth, start: start, end: Int32(document.shownBytes.count))
  }

  private mutating func nextNumber(_ node: Int) -> Int {
    let own = nodes[node].name == .li ? integer(.value, of: node) : nil
    guard let index = lists.indices.last else { return own ?? 1 }
    let number = own ?? lists[index].number
    let (next, overflow) = number.addingReportingOverflow(lists[index].step)
    lists[index].number = overflow ? number : next
    return number
  }

  /// An item without any block shows its marker all the same.
  mutating func closeMarker(_ depth: Int) {
    if pendingMarker?.depth == depth { emitEmpty(in: depth) }
  }
}
