/// A time of the Gregorian calendar, in UTC.
public struct CivilTime: Hashable, Sendable {
  public let year: Int64
  /// From 1.
  public let month: Int64
  public let day: Int64
  public let hour: Int64
  public let minute: Int64
  public let second: Int64

  private static let secondsADay: Int64 = 86_400

  /// - Parameter seconds: since 1970-01-01; kept within the years 0 to 9999, since no clock says more.
  public init(secondsSince1970 seconds: Int64) {
    let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let day = Self.floorDivision(seconds, Self.secondsADay)
    let time = seconds - day * Self.secondsADay
    (year, month, self.day) = Self.date(ofDay: day)
    (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
  }

  // Years begin in March here, so that the leap day is the last; 400 of them have 146,097 days.

  private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let cycle = floorDivision(shifted, 146_097)
    let dayOfCycle = shifted - cycle * 146_097
    let leapDays = dayOfCycle / 1460 - dayOfCycle / 36_524 + dayOfCycle / 146_096
    let yearOfCycle = (dayOfCycle - leapDays) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
  }

  /// Seconds since 1970-01-01 at a date's beginning.
  public static func secondsSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let cycle = floorDivision(year, 400)
    let yearOfCycle = year - cycle * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return (days - 719_468) * secondsADay
  }

  private static func floorDivision(_ a: Int64, _ b: Int64) -> Int64 {
    a >= 0 ? a / b : -((-a + b - 1) / b)
  }
}

extension Int64 {
  /// In decimal, with zeros before it up to so many digits.
  public func digits(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, count - text.utf8.count)) + text
  }
}
