import EPUBBasics

/// Times as W3C annotations and JSON listings hold them: `2026-11-30T18:04:05Z`.
enum Timestamp {
  private static let secondsADay: Int64 = 86_400

  static func text(of seconds: Int64) -> String {
    // From the year 0 to the year 9999; no clock says more.
    let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let day = Int64((Double(seconds) / Double(secondsADay)).rounded(.down))
    let time = seconds - day * secondsADay
    let date = civilDate(day)
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
      + "T\(digits(time / 3600, 2)):\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2))Z"
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
    let midnight = dayNumber(year, month, day) * secondsADay
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

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  // Years begin in March here, so that the leap day is the last; 400 of them have 146,097 days.

  private static func civilDate(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let cycle = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfCycle = shifted - cycle * 146_097
    let leapDays = dayOfCycle / 1460 - dayOfCycle / 36_524 + dayOfCycle / 146_096
    let yearOfCycle = (dayOfCycle - leapDays) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
  }

  private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let cycle = (year >= 0 ? year : year - 399) / 400
    let yearOfCycle = year - cycle * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
      - 719_468
  }
}
