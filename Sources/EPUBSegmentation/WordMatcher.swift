/// One reading of a text for the words of a set.
struct WordMatcher {
  private let trie: WordTrie
  private let skipsJoiners: Bool
  private let bytes: [UInt8]
  private let end: Int
  private let segmenter: Segmenter
  private var folder: Folder
  private(set) var found: [WordSet.Match] = []
  /// Where the text has led so far, to be followed further.
  private var reached: [Reached] = []

  private struct Reached {
    let node: Int32
    let end: Int
  }

  init(
    _ trie: WordTrie, skipsJoiners: Bool, _ bytes: [UInt8], _ range: Range<Int>,
    _ segmenter: Segmenter
  ) {
    self.trie = trie
    self.skipsJoiners = skipsJoiners
    self.bytes = bytes
    self.segmenter = segmenter
    end = range.upperBound
    folder = Folder(bytes, WordSet.options)
  }

  mutating func read(from start: Int) {
    var scanner = WordScanner(bytes, start..<end, skipsJoiners: skipsJoiners)
    var table = CharacterTable()
    swap(&table, &segmenter.table)
    defer { swap(&table, &segmenter.table) }
    while let item = scanner.next(&table) {
      switch item {
      case .word:
        let key = WordTrie.key(WordTrie.root, WordScanner.emptyHash, hash(of: scanner))
        if trie.mayHold(key) { follow(key, scanner.range, &table) }
      case .dictionaryRun:
        if trie.hasRuns { readRun(scanner.range, &table) }
      }
    }
  }

  /// Of the folded word, which plain ones have already.
  @inline(__always) private mutating func hash(of scanner: WordScanner) -> UInt64 {
    scanner.isPlain ? scanner.hash : WordScanner.hash(of: folded(scanner.range))
  }

  private mutating func folded(_ range: Range<Int>) -> ArraySlice<UInt8> {
    folder.restart()
    folder.fold(range, leavingOut: [])
    let folded = folder.output[..<folder.written]
    return skipsJoiners ? folded.filter { $0 != 0x27 && $0 != 0x2D }[...] : folded
  }

  /// Notes the word read last, if the trie knows it, and all that goes on from it.
  private mutating func follow(_ key: UInt64, _ range: Range<Int>, _ table: inout CharacterTable) {
    addWord(key, [], range)
    goOn(from: range.lowerBound, &table)
  }

  private mutating func addWord(_ key: UInt64, _ gap: [UInt8], _ range: Range<Int>) {
    for node in trie.candidates(key) {
      let known = trie.nodes[Int(node)]
      if known.gap == gap, known.text == Array(folded(range)) {
        reached.append(Reached(node: node, end: range.upperBound))
      }
    }
  }

  /// Notes what ends at the nodes reached and looks what goes on from there, until nothing does.
  private mutating func goOn(from start: Int, _ table: inout CharacterTable) {
    while let here = reached.popLast() {
      let known = trie.nodes[Int(here.node)]
      if known.word >= 0 {
        found.append(WordSet.Match(range: start..<here.end, word: Int(known.word)))
      }
      if known.hasChildren { goOn(from: here, &table) }
    }
  }

  private mutating func goOn(from here: Reached, _ table: inout CharacterTable) {
    // A phrase holds a run as a whole, so none goes on in the middle of one.
    if trie.nodes[Int(here.node)].isRun, startsRun(here.end, &table) { return }
    var scanner = WordScanner(bytes, here.end..<end, skipsJoiners: skipsJoiners)
    guard let item = scanner.next(&table) else { return }
    let gap = WordSet.foldedGap(bytes, here.end..<scanner.start)
    let gapHash = WordScanner.hash(of: gap)
    switch item {
    case .word:
      let key = WordTrie.key(here.node, gapHash, hash(of: scanner))
      if trie.mayHold(key) { addWord(key, gap, scanner.range) }
    case .dictionaryRun:
      let length = UTF8Decoder.length(bytes[scanner.start])
      let first = folded(scanner.start..<scanner.start + length)
      let key = WordTrie.runKey(here.node, gapHash, first)
      if trie.mayHold(key) { addRun(key, gap, divide(scanner.range), from: 0) }
    }
  }
}

extension WordMatcher {
  private func startsRun(_ offset: Int, _ table: inout CharacterTable) -> Bool {
    var at = offset
    return offset < end && table[UTF8Decoder.next(bytes, &at)].wordKind == .dictionary
  }

  /// The words of a run of a dictionary's script, and their folded text one after another.
  private struct Run {
    var words: [Range<Int>] = []
    var text: [UInt8] = []
    /// Where each word ends in `text`.
    var ends: [Int] = []

    func textStart(of word: Int) -> Int { word == 0 ? 0 : ends[word - 1] }
  }

  private mutating func divide(_ range: Range<Int>) -> Run {
    var run = Run()
    run.words = segmenter.dictionaryWords(of: bytes, in: range)
    for word in run.words {
      run.text += folded(word)
      run.ends.append(run.text.count)
    }
    return run
  }

  private mutating func readRun(_ range: Range<Int>, _ table: inout CharacterTable) {
    let run = divide(range)
    for word in run.words.indices {
      let rest = run.text[run.textStart(of: word)...]
      guard !rest.isEmpty else { continue }
      let key = WordTrie.runKey(WordTrie.root, WordScanner.emptyHash, rest)
      if trie.mayHold(key) {
        addRun(key, [], run, from: word)
        goOn(from: run.words[word].lowerBound, &table)
      }
    }
  }

  /// Notes nodes whose text is that of words of the run, from one on.
  private mutating func addRun(_ key: UInt64, _ gap: [UInt8], _ run: Run, from word: Int) {
    let textStart = run.textStart(of: word)
    for node in trie.candidates(key) where trie.nodes[Int(node)].gap == gap {
      let text = trie.nodes[Int(node)].text
      guard run.text[textStart...].starts(with: text) else { continue }
      if let last = lastWord(of: run, from: word, endingAt: textStart + text.count) {
        reached.append(Reached(node: node, end: run.words[last].upperBound))
      }
    }
  }

  /// The word that ends at `offset` of the run's text, when no gap lies before it.
  private func lastWord(of run: Run, from first: Int, endingAt offset: Int) -> Int? {
    var word = first
    while run.ends[word] < offset {
      guard word + 1 < run.words.count, run.words[word].upperBound == run.words[word + 1].lowerBound
      else { return nil }
      word += 1
    }
    return run.ends[word] == offset ? word : nil
  }
}
