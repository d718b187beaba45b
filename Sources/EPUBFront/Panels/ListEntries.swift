/// The entries of a list: all made beforehand, or each when it is looked at.
///
/// Those made when they are looked at stand all on one level, and all can be chosen.
enum ListEntries: RandomAccessCollection {
  case made([ListRow])
  case lazy(count: Int, row: (Int) -> ListRow)

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch self {
    case .made(let rows): rows.count
    case .lazy(let count, _): count
    }
  }

  subscript(index: Int) -> ListRow {
    switch self {
    case .made(let rows): rows[index]
    case .lazy(_, let row): row(index)
    }
  }

  /// Of a list that is made: others are replaced as a whole.
  mutating func append(_ new: [ListRow]) {
    guard case .made(var rows) = self else { preconditionFailure("only lists that are made grow") }
    // So that the array has but one owner when it grows.
    self = .made([])
    rows += new
    self = .made(rows)
  }

  func isEnabled(_ index: Int) -> Bool {
    switch self {
    case .made(let rows): rows[index].isEnabled
    case .lazy: true
    }
  }

  func level(_ index: Int) -> Int {
    switch self {
    case .made(let rows): rows[index].level
    case .lazy: 0
    }
  }
}
