extension Color {
  /// Parameters of SGR, each after a semicolon; none when there are no colours.
  ///
  /// - Parameter selector: 38 for the ink, 48 for the paper.
  func parameters(_ selector: Int, _ depth: ColorDepth) -> [UInt8] {
    switch depth {
    case .none: return []
    case .sixteen:
      let index = nearestOfSixteen
      let base = selector - 8
      return Array(";\(index < 8 ? base + index : base + 52 + index)".utf8)
    case .palette256: return Array(";\(selector);5;\(nearestOfPalette)".utf8)
    case .trueColor: return Array(";\(selector);2;\(red);\(green);\(blue)".utf8)
    }
  }

  /// Of the cube of 6×6×6 and the greys of the palette of 256; its first sixteen differ from terminal to
  /// terminal.
  var nearestOfPalette: Int {
    let steps = [red, green, blue].map(Self.nearestStep)
    let cube = Color(
      red: Self.stepValues[steps[0]], green: Self.stepValues[steps[1]],
      blue: Self.stepValues[steps[2]])
    let average = (Int(red) + Int(green) + Int(blue)) / 3
    let greyStep = max(0, min(23, (average - 3) / 10))
    let greyValue = UInt8(8 + 10 * greyStep)
    let grey = Color(red: greyValue, green: greyValue, blue: greyValue)
    return distance(to: grey) < distance(to: cube)
      ? 232 + greyStep : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }

  /// `nil` outside the palette of 256.
  init?(paletteIndex index: Int) {
    switch index {
    case 0..<16: self = Self.sixteen[index]
    case 16..<232:
      let cube = index - 16
      self.init(
        red: Self.stepValues[cube / 36], green: Self.stepValues[cube / 6 % 6],
        blue: Self.stepValues[cube % 6])
    case 232..<256:
      let value = UInt8(8 + 10 * (index - 232))
      self.init(red: value, green: value, blue: value)
    default: return nil
    }
  }

  private static let stepValues: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static func nearestStep(_ value: UInt8) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
  }

  /// xterm's sixteen; others are near.
  private static let sixteen: [Color] = [
    Color(red: 0, green: 0, blue: 0), Color(red: 205, green: 0, blue: 0),
    Color(red: 0, green: 205, blue: 0), Color(red: 205, green: 205, blue: 0),
    Color(red: 0, green: 0, blue: 238), Color(red: 205, green: 0, blue: 205),
    Color(red: 0, green: 205, blue: 205), Color(red: 229, green: 229, blue: 229),
    Color(red: 127, green: 127, blue: 127), Color(red: 255, green: 0, blue: 0),
    Color(red: 0, green: 255, blue: 0), Color(red: 255, green: 255, blue: 0),
    Color(red: 92, green: 92, blue: 255), Color(red: 255, green: 0, blue: 255),
    Color(red: 0, green: 255, blue: 255), Color(red: 255, green: 255, blue: 255),
  ]

  var nearestOfSixteen: Int {
    var best = (index: 0, distance: Int.max)
    for (index, color) in Self.sixteen.enumerated() {
      let distance = distance(to: color)
      if distance < best.distance { best = (index, distance) }
    }
    return best.index
  }

  /// Weighed by how much the eye sees of each part.
  private func distance(to other: Color) -> Int {
    let parts = (
      Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
    )
    return 2 * parts.0 * parts.0 + 4 * parts.1 * parts.1 + 3 * parts.2 * parts.2
  }
}
