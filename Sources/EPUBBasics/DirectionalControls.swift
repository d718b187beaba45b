/// What controls of direction are open at a place of a text, so that each line closes its own
/// (UAX #9: embeddings and overrides end with a PDF, isolates with a PDI).
public struct DirectionalControls: Sendable {
  /// The last byte of the scalar; those of U+202A to U+202E come after E2 80, of U+2066 to U+2069 after
  /// E2 81.
  public struct Control: Equatable, Sendable {
    var isIsolate: Bool
    var last: UInt8

    public var closing: Control {
      isIsolate ? Control(isIsolate: true, last: 0xA9) : Control(isIsolate: false, last: 0xAC)
    }

    public func append(to bytes: inout [UInt8]) {
      bytes.append(0xE2)
      bytes.append(isIsolate ? 0x81 : 0x80)
      bytes.append(last)
    }
  }

  /// The latest last.
  public private(set) var open: [Control] = []

  public init() {}

  public mutating func reset() {
    if !open.isEmpty { open.removeAll(keepingCapacity: true) }
  }

  /// Keeps as many open for the next line as the bidirectional algorithm knows levels.
  public mutating func limit() {
    if open.count > Self.maximumDepth { open.removeLast(open.count - Self.maximumDepth) }
  }

  private static let maximumDepth = 125

  /// Follows the controls in `range`.
  public mutating func read(_ bytes: [UInt8], _ range: Range<Int>) {
    let bytes = bytes.span
    for index in range where bytes[index] == 0xE2 {
      guard let control = Self.control(in: bytes, at: index) else { continue }
      if control != control.closing {
        open.append(control)
      } else if !control.isIsolate {
        if open.last?.isIsolate == false { open.removeLast() }
      } else if let isolate = open.lastIndex(where: \.isIsolate) {
        open.removeLast(open.count - isolate)
      }
    }
  }

  private static func control(in bytes: Span<UInt8>, at index: Int) -> Control? {
    guard index + 2 < bytes.count else { return nil }
    let last = bytes[index + 2]
    switch bytes[index + 1] {
    case 0x80 where 0xAA...0xAE ~= last: return Control(isIsolate: false, last: last)
    case 0x81 where 0xA6...0xA9 ~= last: return Control(isIsolate: true, last: last)
    default: return nil
    }
  }
}
