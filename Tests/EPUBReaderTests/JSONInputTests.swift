import Testing

@testable import EPUBReader

@Suite("JSON that is read") struct JSONInputTests {
  private func read(_ text: String) throws -> JSONInput {
    try JSONInput(Array(text.utf8), isLenient: true)
  }

  private func wrong(_ text: String, isLenient: Bool = true) -> JSONInput.Wrong? {
    do throws(JSONInput.Wrong) {
      _ = try JSONInput(Array(text.utf8), isLenient: isLenient)
      return nil
    } catch {
      return error
    }
  }

  @Test("All of JSON5 is read where it is lenient")
  func lenient() throws {
    let json = try read(
      """
      \u{FEFF}// a comment \u{2028} {
        /* another,
           of two lines **/ unquoted: 'single "quotes"', 'quoted': "double 'quotes'",
        $_9: 1, ünï: 2, \\u0061b: 3, a\u{200D}b: 4,\u{A0}\u{3000}\u{0B}\u{0C}
        list: [1, 2, 3, ], empty: [], none: {},
        line: 'goes \\
      on',
        escapes: '\\x41\\v\\0\\b\\'\\"\\q\\u00e9\\ud83d\\ude00\\
      ',
      }\u{2029}/**/
      """)
    #expect(json["unquoted"] == .string("single \"quotes\""))
    #expect(json["quoted"] == .string("double 'quotes'"))
    #expect(json["$_9"] == .number(1))
    #expect(json["ünï"] == .number(2))
    #expect(json["ab"] == .number(3))
    #expect(json["a\u{200D}b"] == .number(4))
    #expect(json["list"] == .list([.number(1), .number(2), .number(3)]))
    #expect(json["empty"] == .list([]))
    #expect(json["none"] == .object([]))
    #expect(json["line"] == .string("goes on"))
    #expect(json["escapes"] == .string("A\u{B}\0\u{8}'\"qé😀"))
  }

  private static let numberForms: [(String, Double)] = [
    ("0", 0), ("-0", 0), ("12", 12), ("+1", 1), ("-1.5e-1", -0.15), (".5", 0.5), ("5.", 5),
    ("-.5", -0.5), ("5.e3", 5000), (".5E+1", 5), ("0x1F", 31), ("-0XfF", -255), ("+0x0", 0),
    ("0x1FFFFFFFFFFFFFFFFF", 0x20_0000_0000_0000_0000), ("Infinity", .infinity),
    ("+Infinity", .infinity), ("-Infinity", -.infinity), ("1e999", .infinity),
  ]

  @Test("Numbers are read in every form that JSON5 gives them", arguments: numberForms)
  func numbers(_ text: String, _ value: Double) throws {
    #expect(try read(text) == .number(value))
    #expect(try read("[\(text)]") == .list([.number(value)]))
  }

  @Test("NaN is a number")
  func notANumber() throws {
    for text in ["NaN", "-NaN", "+NaN"] { #expect(try read(text).number?.isNaN == true) }
  }

  @Test(
    "What is no JSON5 is not read",
    arguments: [
      "", "01", "1.2.3", ".", "+", "0x", "0xG", "1e", "1e+", "e5", "infinity", "nan", "- 1", "++1",
      "tru", "truex", "undefined", "[,]", "[1,,]", "{,}", "{a:1,,}", "{a}", "{a 1}", "{1a: 1}",
      "{a-b: 1}", "{a: 1 b: 2}", "[1 2]", "'a", "'a\nb'", "'\\1'", "'\\x4'", "'\\u12'", "/* a",
      "/", "1 2", "{\"a\": 1", "[1", "{\\u0020: 1}",
    ])
  func refused(_ text: String) { #expect(wrong(text) != nil) }

  @Test(
    "JSON5 is refused where JSON is wanted",
    arguments: [
      "{a: 1}", "['a']", "[1,]", "{\"a\": 1,}", "// x\n1", "+1", ".5", "5.", "5.e3", "0x1F",
      "Infinity", "NaN", "\"\\x41\"", "\"a\\\nb\"", "\"a\tb\"", "\u{A0}1", "\u{B}1", "-.5",
    ])
  func strict(_ text: String) {
    #expect(wrong(text, isLenient: false) != nil)
    #expect(wrong(text) == nil)
  }

  private static let places: [(String, Int)] = [
    ("{\n  a: 1\n  b: 2\n}", 2), ("{\n  a: 1,\n  b 2\n}", 3), ("{\n  a: yes,\n}", 2),
    ("{\n  a: 'x,\n  b: 2\n}", 2), ("/* x\n\n", 1), ("{\n a: [1\n 2]}", 2), ("\n\n{a: 1}}", 3),
  ]

  @Test("What is wrong is told with its line", arguments: places)
  func lines(_ text: String, _ line: Int) { #expect(wrong(text)?.line == line) }

  @Test("A member has the line of its value")
  func memberLines() throws {
    let json = try read("{a: 1,\n b:\n 2, // x\n c: {\n d: 'x\\\ny', e: 5}, a: 3}")
    #expect(json.members.map(\.name) == ["a", "b", "c", "a"])
    #expect(json.members.map(\.line) == [1, 3, 4, 6])
    #expect(json["c"]?.members.map(\.line) == [5, 6])
    // Of members with one name the last counts.
    #expect(json["a"] == .number(3))
  }

  @Test("Damaged and deep input ends with an error", .timeLimit(.minutes(10)))
  func hostile() throws {
    let text = "{a: 'b\\u0041\\\n', \"ü\": [1, .5, {c: null}], /* x */ d: -0xF}"
    let bytes = Array(text.utf8)
    for end in 0..<bytes.count {
      #expect(throws: JSONInput.Wrong.self) {
        try JSONInput(Array(bytes[..<end]), isLenient: true)
      }
    }
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        _ = try? JSONInput(flipped, isLenient: true)
      }
    }
    #expect(wrong(String(repeating: "[", count: 100_000)) != nil)
    #expect(wrong(String(repeating: "{a:", count: 100_000)) != nil)
    let many = "{\(String(repeating: "a:\n1,", count: 100_000))}"
    #expect(try read(many).members.last?.line == 100_001)
  }
}
