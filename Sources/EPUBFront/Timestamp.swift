import EPUBBasics

/// Times as W3C annotations and JSON listings hold them: `2026-11-30T18:04:05Z`.
enum Timestamp {
  static func text(of seconds: Int64) -> String {
    let time = CivilTime(secondsSince1970: seconds)
    return "\(time.year.digits(4))-\(time.month.digits(2))-\(time.day.digits(2))"
      + "T\(time.hour.digits(2)):\(time.minute.digits(2)):\(time.second.digits(2))Z"
  }

  /// Its date alone.
  static func day(of seconds: Int64) -> String { String(text(of: seconds).prefix(10)) }

  /// Reads RFC 3339, a date alone too; fractions of seconds are dropped. `nil` for what is neither.
  static func seconds(of text: String) -> Int64? {
    var rest = text[...]
    func number(_ count: Int) -> Int64? {
      let part = rest.prefix(count)
      guard part.utf8.count == count, part.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
      rest = rest.dropFirst(count)
      return Int64(part)
    }
    func take(_ characters: String) -> Bool {
      guard let first = rest.first, characters.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let midnight = CivilTime.secondsSince1970(year: year, month: month, day: day)
    if rest.isEmpty { return midnight }
    guard take("Tt "), let hour = number(2), take(":"), let minute = number(2), hour < 24,
      minute < 60
    else { return nil }
    var second: Int64 = 0
    if take(":") {
      guard let number = number(2), number <= 60 else { return nil }
      second = number
      if take(".") {
        while let digit = rest.utf8.first, digit.isASCIIDigit { rest = rest.dropFirst() }
      }
    }
    let time = midnight + hour * 3600 + minute * 60 + second
    if rest.isEmpty || rest == "Z" || rest == "z" { return time }
    let isEast = rest.first == "+"
    guard take("+-"), let hours = number(2) else { return nil }
    _ = take(":")
    let minutes = number(2) ?? 0
    let shift = hours * 3600 + minutes * 60
    return rest.isEmpty ? time + (isEast ? -shift : shift) : nil
  }
}
