/// What a text holds that may turn the direction of what is shown.
public struct DirectionTraits: OptionSet, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// An embedding, override or isolate begins or ends (U+202A–U+202E, U+2066–U+2069).
  public static let controls = DirectionTraits(rawValue: 1 << 0)
  /// Characters of the blocks whose scripts run from right to left.
  public static let rightToLeft = DirectionTraits(rawValue: 1 << 1)
  public static let all: DirectionTraits = [.controls, .rightToLeft]

  /// Those of one scalar, by the first three of its bytes.
  @inline(__always) init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    switch first {
    // U+0590–U+07FF
    case 0xD6...0xDF: self = .rightToLeft
    // U+0800–U+08FF
    case 0xE0: self = second &- 0xA0 < 4 ? .rightToLeft : []
    case 0xE2:
      let isControl = second == 0x80 && third &- 0xAA < 5 || second == 0x81 && third &- 0xA6 < 4
      self = isControl ? .controls : []
    // U+FB1D–U+FDFF, U+FE70–U+FEFF
    case 0xEF:
      let isPresentationForm =
        second == 0xAC && third >= 0x9D || second &- 0xAD < 11 || second == 0xB9 && third >= 0xB0
        || second == 0xBA || second == 0xBB
      self = isPresentationForm ? .rightToLeft : []
    // U+10800–U+10FFF, U+1E800–U+1EFFF
    case 0xF0: self = (second == 0x90 || second == 0x9E) && third >= 0xA0 ? .rightToLeft : []
    default: self = []
    }
  }
}
