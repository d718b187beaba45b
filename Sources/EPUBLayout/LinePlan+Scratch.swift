extension LinePlan {
  /// What a search remembers, kept from paragraph to paragraph.
  struct Scratch {
    /// The places where the line begins that is looked at.
    private(set) var sources = 0...0
    /// The place that the first of `costs` is of.
    private(set) var firstSource = 0
    /// Least cost up to each source, and up to each choice of the line's end.
    var costs = [Int](repeating: 0, count: LinePlan.maximumChoiceCount)
    var nextCosts = [Int](repeating: 0, count: LinePlan.maximumChoiceCount)
    /// For each choice of each line the place that its line begins at; those of the paragraph come first.
    var origins: [Int32] = []
    private var originCount = 0
    /// For each line, where its choices begin in `origins`, less the place of the first.
    private var offsets: [Int] = []

    /// Begins a paragraph.
    mutating func begin(at start: Int) {
      originCount = 0
      offsets.removeAll(keepingCapacity: true)
      sources = start...start
      firstSource = start
      costs[0] = 0
    }

    /// Makes room for what is found out about a line; returns where in `origins`.
    mutating func beginLine(_ choices: ClosedRange<Int>) -> Int {
      let first = originCount
      offsets.append(first - choices.lowerBound)
      originCount += choices.count
      if origins.count < originCount {
        origins.append(contentsOf: repeatElement(0, count: 2 * originCount - origins.count))
      }
      return first
    }

    /// Makes the choices from `reached` on the next line's sources.
    mutating func endLine(_ choices: ClosedRange<Int>, reached: Int) {
      swap(&costs, &nextCosts)
      sources = reached...choices.upperBound
      firstSource = choices.lowerBound
    }

    /// Where `origins` tells of a place as the end of the n-th line, counted from 1.
    func choice(_ place: Int, of line: Int) -> Int { offsets[line - 1] + place }
  }
}
