/// A stretch of text that runs one way.
public struct LevelRun: Hashable, Sendable {
  /// Offset one past its last byte.
  public var end: Int32
  /// Level of UAX #9: odd from right to left.
  public var level: UInt8
  public init(end: Int32, level: UInt8) {
    self.end = end
    self.level = level
  }
}

/// A control of UAX #9 that the text does not hold but is to be read with: before the byte at `offset`.
public struct DirectionMark: Hashable, Sendable {
  public enum Control: UInt16, Sendable {
    case leftToRightEmbedding = 0x202A
    case rightToLeftEmbedding, popEmbedding, leftToRightOverride, rightToLeftOverride
    case leftToRightIsolate = 0x2066
    case rightToLeftIsolate, firstStrongIsolate, popIsolate
  }
  public var offset: Int32
  public var control: Control
  public init(offset: Int32, control: Control) {
    self.offset = offset
    self.control = control
  }
}

public enum ParagraphDirection: Hashable, Sendable {
  case leftToRight, rightToLeft
  /// That of the first strong character.
  case resolved
}

extension Segmenter {
  /// Appends the level runs of one paragraph (UAX #9, up to and with I2); they cover `range`.
  ///
  /// - Parameter marks: ascending, inside the range.
  /// - Returns: the paragraph's level.
  @discardableResult
  public func appendLevels(
    of bytes: [UInt8], in range: Range<Int>, _ direction: ParagraphDirection,
    marks: ArraySlice<DirectionMark> = [], to runs: inout [LevelRun]
  ) -> UInt8 {
    fillUnits(bytes, range, marks)
    let base: UInt8 =
      switch direction {
      case .leftToRight: 0
      case .rightToLeft: 1
      case .resolved: BidirectionalAlgorithm.resolved
      }
    guard !range.isEmpty,
      let paragraph = bidirectional?.resolve(units, base: base, into: &levels)
    else {
      let level: UInt8 = direction == .rightToLeft ? 1 : 0
      if !range.isEmpty { runs.append(LevelRun(end: Int32(range.upperBound), level: level)) }
      return level
    }
    takeLevels(of: bytes, range, marks, to: &runs)
    return paragraph
  }

  /// Fills `units` with the text and the marks in it.
  private func fillUnits(
    _ bytes: [UInt8], _ range: Range<Int>, _ marks: ArraySlice<DirectionMark>
  ) {
    guard !marks.isEmpty else {
      UTF16Text.fill(&units, bytes, range)
      return
    }
    var whole: [UInt16] = []
    var start = range.lowerBound
    for mark in marks {
      UTF16Text.fill(&units, bytes, start..<Int(mark.offset))
      whole += units
      whole.append(mark.control.rawValue)
      start = Int(mark.offset)
    }
    UTF16Text.fill(&units, bytes, start..<range.upperBound)
    units = whole + units
  }

  /// From levels of units to runs of bytes.
  private func takeLevels(
    of bytes: [UInt8], _ range: Range<Int>, _ marks: ArraySlice<DirectionMark>,
    to runs: inout [LevelRun]
  ) {
    let first = runs.count
    var mark = marks.startIndex
    var unit = 0
    var at = range.lowerBound
    while at < range.upperBound {
      while mark < marks.endIndex, Int(marks[mark].offset) <= at {
        unit += 1
        mark += 1
      }
      let level = levels[unit]
      unit += bytes[at] >= 0xF0 ? 2 : 1
      at += bytes[at] < 0x80 ? 1 : bytes[at] < 0xE0 ? 2 : bytes[at] < 0xF0 ? 3 : 4
      if runs.count > first, runs[runs.count - 1].level == level {
        runs[runs.count - 1].end = Int32(at)
      } else {
        runs.append(LevelRun(end: Int32(at), level: level))
      }
    }
  }

  /// The bytes of a right-to-left stretch from left to right: its clusters the other way round, with
  /// mirrored brackets (UAX #9, L4).
  public func visualBytes(of bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
    var clusters: [Cluster] = []
    appendClusters(of: bytes, in: range, to: &clusters)
    var visual: [UInt8] = []
    for index in clusters.indices.reversed() {
      let start = index == 0 ? range.lowerBound : Int(clusters[index - 1].end)
      visual += mirrored(bytes[start..<Int(clusters[index].end)])
    }
    return visual
  }

  /// A cluster as it looks where text runs from right to left: `(` for `)`.
  public func mirrored(_ cluster: ArraySlice<UInt8>) -> [UInt8] {
    var mirrored: [UInt8] = []
    for scalar in String(decoding: cluster, as: UTF8.self).unicodeScalars {
      let value = UnicodeData.mirrored(scalar.value)
      mirrored += Array(String(Unicode.Scalar(value) ?? scalar).utf8)
    }
    return mirrored
  }
}
