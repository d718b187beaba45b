import EPUBBasics

/// What a document made to exhaust its reader may have no more of.
enum Bound: Hashable {
  case block, insertion, links, pictures, rows, lines, places
}

extension ContentBuilder {
  /// Tells, once, that a bound was reached.
  mutating func tell(_ bound: Bound) {
    guard boundsTold.insert(bound).inserted else { return }
    let finding =
      switch bound {
      case .block:
        Finding(
          "content-paragraph-limit", .warning, path: path.string,
          done: "A paragraph has more than \(limits.maximumBlockByteCount) bytes. "
            + "It was broken into several.")
      case .insertion:
        Finding(
          "content-insertion-limit", .error, path: path.string,
          done: "What stands for a picture has more than \(limits.maximumBlockByteCount) bytes. "
            + "The rest of it is not shown.", losesText: true)
      case .links:
        Finding(
          "content-link-limit", .warning, path: path.string,
          done: "The document has more than \(limits.maximumLinkCount) links. "
            + "Of those behind them the text alone is shown.")
      case .pictures:
        Finding(
          "content-picture-limit", .error, path: path.string,
          done: "The document has more than \(limits.maximumPictureCount) pictures. "
            + "Those behind them are not shown.", losesText: true)
      case .rows:
        Finding(
          "content-row-limit", .warning, path: path.string,
          done: "Its tables have more than \(limits.maximumRowCount) rows. "
            + "What is behind them is read as paragraphs.")
      case .lines:
        Finding(
          "content-line-limit", .warning, path: path.string,
          done: "Its text keeps more than \(limits.maximumKeptLineCount) line ends. "
            + "Those behind them are read as spaces.")
      case .places:
        Finding(
          "content-place-limit", .warning, path: path.string,
          done: "White space or hyphens part text and source at more than "
            + "\(limits.maximumSpanCount) places. Places behind them are told less exactly.")
      }
    document.findings.append(finding)
  }

  // MARK: Kept lines

  /// Where the white space of a stretch ceases to be kept.
  mutating func keptLinesEnd(_ range: Range<Int>) -> Int {
    let feed = UInt8(ascii: "\n")
    for index in range where bytes[index] == feed {
      keptLineCount += 1
      if keptLineCount > limits.maximumKeptLineCount {
        tell(.lines)
        return index
      }
    }
    return range.upperBound
  }

  // MARK: Paragraphs

  /// Bytes that the open block, or one that begins now, may still take.
  var roomInBlock: Int {
    guard block.isOpen else { return max(1, limits.maximumBlockByteCount) }
    let taken = document.text.count - Int(block.value.textStart) + block.insertedByteCount
    return max(0, limits.maximumBlockByteCount - taken)
  }

  /// Appends a stretch of text that the block has no room for: the block ends where it is full, best
  /// between words, and another one goes on.
  mutating func appendInParts(
    _ bytes: [UInt8], _ range: Range<Int>, look: Look, _ place: inout SourcePlace
  ) {
    var start = range.lowerBound
    while range.upperBound - start > roomInBlock {
      let end = partEnd(bytes, start..<range.upperBound)
      if end > start { appendWhole(bytes, start..<end, look: look, &place) }
      if !block.hasInk { block.hasInk = bytes[start..<end].contains { $0 > 0x20 } }
      breakBlock()
      start = end
      if bytes[start] == 0x20, !frames[frames.count - 1].style.whiteSpace.keepsSpace { start += 1 }
      place.isExact = false
      if start == range.upperBound { return }
    }
    if start < range.upperBound { appendWhole(bytes, start..<range.upperBound, look: look, &place) }
  }

  private mutating func breakBlock() {
    tell(.block)
    finishBlock()
  }

  /// Before the last space that there is room for, if one is near; else between two scalars.
  private func partEnd(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    let full = range.lowerBound + roomInBlock
    guard full > range.lowerBound else { return full }
    let nearest = max(range.lowerBound + 1, full - 1000)
    if let space = (nearest..<full).last(where: { bytes[$0] == 0x20 }) { return space }
    var end = full
    while end > range.lowerBound, bytes[end].isUTF8Continuation { end -= 1 }
    if end > range.lowerBound { return end }
    // No scalar is too long for a block.
    end = full
    while end < range.upperBound, bytes[end].isUTF8Continuation { end += 1 }
    return end
  }

  /// Begins another block for an insertion that the open one has no room for, and cuts one that none has.
  mutating func makeRoom(for shown: inout [UInt8]) {
    if block.isOpen, document.text.count > Int(block.value.textStart) || block.insertionCount > 0 {
      breakBlock()
    }
    guard shown.count > limits.maximumBlockByteCount else { return }
    tell(.insertion)
    var end = limits.maximumBlockByteCount
    while end > 0, shown[end].isUTF8Continuation { end -= 1 }
    shown.removeSubrange(end...)
  }
}
