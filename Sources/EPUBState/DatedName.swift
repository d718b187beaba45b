import EPUBBasics

/// `YYYYMMDD-HHMMSS` of a time in seconds since 1970, in UTC.
func datedName(_ seconds: Int64) -> String {
  let time = CivilTime(secondsSince1970: seconds)
  return time.year.digits(4) + time.month.digits(2) + time.day.digits(2) + "-"
    + time.hour.digits(2) + time.minute.digits(2) + time.second.digits(2)
}
