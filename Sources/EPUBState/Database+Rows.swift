extension Database {
  /// Runs one statement to its end.
  func run(_ sql: String, _ values: [SQLValue] = []) throws(SQLiteError) {
    let statement = try Statement(sql, values, in: self)
    while try statement.step() {}
  }

  /// The number in the first column of the first row; 0 where there is none.
  func integer(_ sql: String, _ values: [SQLValue] = []) throws(SQLiteError) -> Int64 {
    let statement = try Statement(sql, values, in: self)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// A value a row.
  func rows<Value>(
    _ sql: String, _ values: [SQLValue] = [], _ value: (Statement) -> Value
  ) throws(SQLiteError) -> [Value] {
    let statement = try Statement(sql, values, in: self)
    var rows: [Value] = []
    while try statement.step() { rows.append(value(statement)) }
    return rows
  }
}

extension Statement {
  func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
}

/// The columns of one table, in one order for reading and writing.
struct Columns {
  let names: [String]

  init(_ names: [String]) { self.names = names }

  var list: String { names.joined(separator: ", ") }
  var marks: String { repeatElement("?", count: names.count).joined(separator: ", ") }
  var assignments: String { names.map { "\($0) = ?" }.joined(separator: ", ") }

  func insertion(into table: String) -> String {
    "INSERT INTO \(table) (\(list)) VALUES (\(marks))"
  }

  /// Adds a row or, where one with the key is there and differs in what is compared, replaces it.
  func replacement(into table: String, key: String, ignoring ignored: String? = nil) -> String {
    let compared = names.filter { $0 != ignored }
    let new = compared.map { "excluded.\($0)" }.joined(separator: ", ")
    let sets = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return """
      \(insertion(into: table)) ON CONFLICT (\(key)) DO UPDATE SET \(sets)
      WHERE (\(compared.joined(separator: ", "))) IS NOT (\(new))
      """
  }
}
