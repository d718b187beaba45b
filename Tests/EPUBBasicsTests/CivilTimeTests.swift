import EPUBBasics
import Testing

@Suite("Times of the calendar") struct CivilTimeTests {
  @Test(
    "Are those of the Gregorian calendar, leap days and years before 1970 among them",
    arguments: [
      (0, "1970-01-01 00:00:00"), (951_782_399, "2000-02-28 23:59:59"),
      (951_782_400, "2000-02-29 00:00:00"), (4_107_542_400, "2100-03-01 00:00:00"),
      (-1, "1969-12-31 23:59:59"), (-62_167_219_200, "0000-01-01 00:00:00"),
      (253_402_300_799, "9999-12-31 23:59:59"), (.max, "9999-12-31 23:59:59"),
    ] as [(Int64, String)])
  func dates(_ seconds: Int64, _ expected: String) {
    let time = CivilTime(secondsSince1970: seconds)
    let date = "\(time.year.digits(4))-\(time.month.digits(2))-\(time.day.digits(2))"
    #expect(
      "\(date) \(time.hour.digits(2)):\(time.minute.digits(2)):\(time.second.digits(2))" == expected
    )
  }

  @Test("Come back from the date of every day of 3,000 years")
  func everyDay() {
    for day in Int64(-500_000)...600_000 {
      let time = CivilTime(secondsSince1970: day * 86_400)
      let back = CivilTime.secondsSince1970(year: time.year, month: time.month, day: time.day)
      if back != day * 86_400 {
        Issue.record("\(day)")
        return
      }
    }
  }
}

@Suite("Sorted places") struct FirstPlaceTests {
  @Test("Are the first from which on something holds, whatever index comes first")
  func places() {
    for count in 0..<20 {
      let numbers = (0..<count).map { 2 * $0 }
      for bound in -1...40 {
        let expected = numbers.firstIndex { $0 >= bound } ?? count
        #expect(numbers.firstPlace { $0 >= bound } == expected)
        let rest = numbers.dropFirst(3)
        #expect(rest.firstPlace { $0 >= bound } == max(expected, rest.startIndex))
      }
    }
    #expect((5..<9).firstPlace { $0 > 6 } == 7)
    #expect((5..<5).firstPlace { _ in true } == 5)
  }
}
