/// The distinct styles of documents with the same rules, found by what made them: the parent's style and the
/// rules that matched. Those with a `style` attribute count for one document only.
struct StyleCache {
  private(set) var styles: [ComputedStyle] = []
  /// Styles by their outlines; those of equal outline are compared.
  private var known: [UInt64: [Int32]] = [:]
  /// Scale of the font of the root element: lengths depend on it.
  private var rootScale: Float?

  private var entries = Entries()
  /// Of keys with numbers below -1.
  private var attributeEntries = Entries()

  init(initial: ComputedStyle) { _ = intern(initial) }

  /// Whether the styles are those of documents whose root has such a font. The first one to ask decides.
  mutating func isMade(for scale: Float) -> Bool {
    if rootScale == nil { rootScale = scale }
    return rootScale == scale
  }

  mutating func forgetAttributes() { attributeEntries = Entries() }

  /// So many styles that they had better not be kept.
  var isLarge: Bool { styles.count > 2048 }

  func find(parent: Int32, _ key: [Int32]) -> Int32 {
    Self.hasAttribute(key)
      ? attributeEntries.find(parent: parent, key) : entries.find(parent: parent, key)
  }

  mutating func insert(_ style: ComputedStyle, parent: Int32, _ key: [Int32]) -> Int32 {
    let index = intern(style)
    if Self.hasAttribute(key) {
      attributeEntries.insert(index, parent: parent, key)
    } else {
      entries.insert(index, parent: parent, key)
    }
    return index
  }

  private static func hasAttribute(_ key: [Int32]) -> Bool { key.last.map { $0 < -1 } ?? false }

  /// Gives equal styles one number.
  mutating func intern(_ style: ComputedStyle) -> Int32 {
    let outline = style.outline
    var style = style
    for index in known[outline] ?? [] {
      style.index = index
      if styles[Int(index)] == style { return index }
    }
    let index = Int32(styles.count)
    known[outline, default: []].append(index)
    style.index = index
    styles.append(style)
    return index
  }
}

/// Numbers of styles by their parents and keys.
private struct Entries {
  /// One made of a parent's style and rules: where its key stands, and the style.
  private struct Entry {
    var hash: UInt64
    var parent: Int32
    var keyStart: Int32
    var keyCount: Int32
    var style: Int32
  }
  private var entries: [Entry] = []
  private var keys: [Int32] = []
  /// None before the first entry.
  private var slots: [Int32] = []

  func find(parent: Int32, _ key: [Int32]) -> Int32 {
    guard !slots.isEmpty else { return -1 }
    let hash = Self.hash(parent, key)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.hash == hash, entry.parent == parent, equals(entry, key) { return entry.style }
      slot = (slot + 1) & mask
    }
    return -1
  }

  mutating func insert(_ style: Int32, parent: Int32, _ key: [Int32]) {
    if entries.count * 2 >= slots.count { grow() }
    let hash = Self.hash(parent, key)
    entries.append(
      Entry(
        hash: hash, parent: parent, keyStart: Int32(keys.count), keyCount: Int32(key.count),
        style: style))
    keys += key
    place(Int32(entries.count - 1), hash)
  }

  private func equals(_ entry: Entry, _ key: [Int32]) -> Bool {
    guard Int(entry.keyCount) == key.count else { return false }
    let start = Int(entry.keyStart)
    for index in 0..<key.count where keys[start + index] != key[index] { return false }
    return true
  }

  private static func hash(_ parent: Int32, _ key: [Int32]) -> UInt64 {
    var state = UInt64(UInt32(bitPattern: parent)) &* 0x9E37_79B9_7F4A_7C15
    for index in 0..<key.count {
      state = (state ^ UInt64(UInt32(bitPattern: key[index]))) &* 0xFF51_AFD7_ED55_8CCD
      state ^= state >> 32
    }
    return state
  }

  private mutating func place(_ entry: Int32, _ hash: UInt64) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: max(128, slots.count * 2))
    for (index, entry) in entries.enumerated() { place(Int32(index), entry.hash) }
  }
}

extension ComputedStyle {
  /// A number that most distinct styles have for themselves: a full hash of all values takes longer
  /// than to compute them.
  fileprivate var outline: UInt64 {
    var state = UInt64(display.rawValue) << 32 | UInt64(fontScale.bitPattern)
    func mix(_ value: UInt64) {
      state = (state ^ value) &* 0xFF51_AFD7_ED55_8CCD
      state ^= state >> 32
    }
    var flags: UInt64 = isBold ? 1 : 0
    flags |= isItalic ? 2 : 0
    flags |= isSmallCaps ? 4 : 0
    flags |= isMonospace ? 8 : 0
    flags |= isVisible ? 16 : 0
    flags |= isRightToLeft ? 32 : 0
    flags |= UInt64(alignment.rawValue) << 8 | UInt64(whiteSpace.rawValue) << 16
    flags |= UInt64(hyphens.rawValue) << 24 | UInt64(verticalAlign.rawValue) << 32
    mix(flags)
    mix(UInt64(indent.cells.bitPattern) << 32 | UInt64(margin.left.cells.bitPattern))
    mix(UInt64(margin.top.bitPattern) << 32 | UInt64(margin.bottom.bitPattern))
    mix(UInt64(padding.left.cells.bitPattern) << 32 | UInt64(padding.top.bitPattern))
    return state
  }
}
