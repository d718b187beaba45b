/// `YYYYMMDD-HHMMSS` of a time in seconds since 1970, in UTC.
func datedName(_ seconds: Int64) -> String {
  // From the year 0 to the year 9999; no clock says more.
  let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
  let day = floorDivision(seconds, 86_400)
  let time = seconds - day * 86_400
  let (year, month, dayOfMonth) = civilDate(day)
  return digits(year, 4) + digits(month, 2) + digits(dayOfMonth, 2) + "-"
    + digits(time / 3600, 2) + digits(time / 60 % 60, 2) + digits(time % 60, 2)
}

/// The Gregorian date of a day counted from 1970-01-01. Years are taken to begin in March, so that
/// the leap day ends its year, and in cycles of 400 years, which all have 146,097 days.
private func civilDate(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
  let shifted = day + 719_468
  let cycle = floorDivision(shifted, 146_097)
  let dayOfCycle = shifted - cycle * 146_097
  let leapDays = dayOfCycle / 1460 - dayOfCycle / 36_524 + dayOfCycle / 146_096
  let yearOfCycle = (dayOfCycle - leapDays) / 365
  let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
  return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
}

private func floorDivision(_ a: Int64, _ b: Int64) -> Int64 {
  a >= 0 ? a / b : -((-a + b - 1) / b)
}

private func digits(_ number: Int64, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
}
