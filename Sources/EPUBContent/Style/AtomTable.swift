/// Numbers for names, found by the bytes they stand in, without making strings of them.
///
/// A name belongs to a space (types and attributes, ids, the words of one attribute …), so that equal
/// names of different kinds are different atoms.
struct AtomTable: Sendable {
  private var slots: [Int32]
  private var entries: [Entry] = []
  private var text: [UInt8] = []
  private let seed: UInt64
  /// Drawn anew by every process: no book can prepare names that collide.
  private static let processSeed = UInt64.random(in: .min ... .max)

  private struct Entry {
    var hash: UInt32
    var space: Int32
    var start: Int32
    var count: Int32
  }

  init() {
    slots = Array(repeating: -1, count: 64)
    seed = Self.processSeed
  }

  var count: Int { entries.count }

  /// The atom of a name that was interned before; -1 for any other.
  func find(_ space: Int32, _ bytes: [UInt8], _ range: Range<Int>) -> Int32 {
    let hash = hash(space, bytes, range)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] >= 0 {
      let atom = slots[slot]
      if equals(atom, hash, space, bytes, range) { return atom }
      slot = (slot + 1) & mask
    }
    return -1
  }

  mutating func intern(_ space: Int32, _ bytes: [UInt8], _ range: Range<Int>) -> Int32 {
    let known = find(space, bytes, range)
    if known >= 0 { return known }
    if entries.count * 2 >= slots.count { grow() }
    let atom = Int32(entries.count)
    let hash = hash(space, bytes, range)
    entries.append(
      Entry(hash: hash, space: space, start: Int32(text.count), count: Int32(range.count)))
    text += bytes[range]
    place(atom, hash)
    return atom
  }

  func find(_ space: Int32, _ name: String) -> Int32 {
    let bytes = Array(name.utf8)
    return find(space, bytes, 0..<bytes.count)
  }

  mutating func intern(_ space: Int32, _ name: String) -> Int32 {
    let bytes = Array(name.utf8)
    return intern(space, bytes, 0..<bytes.count)
  }

  private func hash(_ space: Int32, _ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    var state = seed ^ UInt64(UInt32(bitPattern: space)) &* 0x9E37_79B9_7F4A_7C15
    for index in range {
      state = (state ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
      state ^= state >> 29
    }
    return UInt32(truncatingIfNeeded: state ^ state >> 32)
  }

  private func equals(
    _ atom: Int32, _ hash: UInt32, _ space: Int32, _ bytes: [UInt8], _ range: Range<Int>
  ) -> Bool {
    let entry = entries[Int(atom)]
    guard entry.hash == hash, entry.space == space, Int(entry.count) == range.count else {
      return false
    }
    let shift = Int(entry.start) - range.lowerBound
    for index in range where text[index + shift] != bytes[index] { return false }
    return true
  }

  private mutating func place(_ atom: Int32, _ hash: UInt32) {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = atom
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (atom, entry) in entries.enumerated() { place(Int32(atom), entry.hash) }
  }
}
