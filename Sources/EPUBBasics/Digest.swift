/// A digest of 128 bits: tells contents apart quickly. It is no defence against somebody who makes two
/// contents of one digest on purpose.
public struct Digest: Hashable, Sendable {
  public let high: UInt64
  public let low: UInt64

  /// 32 digits.
  public var hexadecimal: String {
    [high, low].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Takes in one value after another. Texts and bytes count with their length, so that what stands
  /// between two of them belongs to one alone.
  public struct Builder: Sendable {
    private var high: UInt64 = 0x243F_6A88_85A3_08D3
    private var low: UInt64 = 0x1319_8A2E_0370_7344

    public init() {}

    @inline(__always)
    mutating func mix(_ word: UInt64) {
      high = Self.turned((high ^ word) &* 0x9E37_79B9_7F4A_7C15, by: 29)
      low = Self.turned(low &+ word, by: 31) &* 0xC2B2_AE3D_27D4_EB4F
    }

    public mutating func add(_ number: Int) { mix(UInt64(bitPattern: Int64(number))) }

    public mutating func add(_ text: String) { add(Array(text.utf8)) }

    public mutating func add(_ digest: Digest) {
      mix(digest.high)
      mix(digest.low)
    }

    public var digest: Digest {
      let first = Self.spread(high ^ Self.turned(low, by: 17))
      return Digest(high: first, low: Self.spread(low &+ first))
    }

    private static func turned(_ word: UInt64, by bits: UInt64) -> UInt64 {
      word << bits | word >> (64 - bits)
    }

    /// Lets every bit depend on every other.
    private static func spread(_ word: UInt64) -> UInt64 {
      var word = word
      word = (word ^ word >> 33) &* 0xFF51_AFD7_ED55_8CCD
      word = (word ^ word >> 33) &* 0xC4CE_B9FE_1A85_EC53
      return word ^ word >> 33
    }
  }
}
