import EPUBBook
import TestKit
import Testing

private func cfi(_ text: String) throws -> CFI { try CFI("epubcfi(\(text))") }

@Suite("Reading and writing CFIs") struct CFITests {
  @Test(
    "What is canonical is written as it was read",
    arguments: [
      "/6/4[chap01ref]!/4[body01]/10[para05]/3:10", "/6/4[chap01ref]!/4[body01]/16[svgimg]",
      "/6/14[chap05ref]!/4[body01]/10/2/1:3[2^[1^]]",
      "/6/4!/4/10/2/1:3[Ф-\"spa ce\"-99%-aa^[bb^]^^]",
      "/6/4[chap01ref]!/4[body01]/10[para05]/2/1:3[yyy]",
      "/6/4[chap01ref]!/4[body01]/10[para05]/1:3[xx,y]",
      "/6/4[chap01ref]!/4[body01]/10[para05]/2/1:3[,y]",
      "/6/4[chap01ref]!/4[body01]/10[para05]/2/1:3[;s=b]",
      "/6/4[chap01ref]!/4[body01]/10[para05]/2/1:3[yyy;s=b]",
      "/6/4[chap01ref]!/4[body01]/10[para05]/2[;s=b]",
      "/6/4[chap01ref]!/4[body01]/10[para05],/2/1:1,/3:4", "/6/4!/4/8~23.5@5.75:97.6",
      "/6/4!/4/8@0:100", "/6/4!/4/8~0.5", "/6/4!/4/8!/4/2:0", "/6/4!:3", "/6", "/0", "/6/4,,/2",
      "/6/4!/4[a;vnd.x=1,2,^,;y=z]", "/6/4!/4/1:3[^^^[^]^(^)^,^;^=]",
      "/9223372036854775807!/4",
    ])
  func canonical(_ text: String) throws {
    let cfi = try cfi(text)
    #expect(cfi.description == "epubcfi(\(text))")
    #expect(try CFI(cfi.description).description == cfi.description)
  }

  @Test(
    "What is read leniently is written canonically",
    arguments: [
      ("/6/4[]!/4", "/6/4!/4"), ("/6/4!/4/1:3[f(x)=y]", "/6/4!/4/1:3[f^(x^)^=y]"),
      ("/6/4!/4/1:3[^a,]", "/6/4!/4/1:3[a]"), ("/6/4!/4[;s]", "/6/4!/4[;s]"),
      ("/99999999999999999999999!/4", "/9223372036854775807!/4"),
    ])
  func lenient(_ text: String, _ canonical: String) throws {
    #expect(try cfi(text).description == "epubcfi(\(canonical))")
  }

  @Test(
    "What is malformed is refused, with the place",
    arguments: [
      ("", .notWrapped), ("epubcfi(", .notWrapped), ("/6/4", .notWrapped),
      ("epubcfi(/6/4", .notWrapped), ("EPUBCFI(/6)", .notWrapped),
      ("#epubcfi(/6)", .notWrapped), ("epubcfi(/6) ", .notWrapped),
      ("epubcfi()", .expectedStep(offset: 8)), ("epubcfi(6/4)", .expectedStep(offset: 8)),
      ("epubcfi(!/4)", .expectedStep(offset: 8)), ("epubcfi(/6!)", .expectedStep(offset: 11)),
      ("epubcfi(/6!!/4)", .expectedStep(offset: 11)),
      ("epubcfi(/)", .expectedNumber(offset: 9)), ("epubcfi(/x)", .expectedNumber(offset: 9)),
      ("epubcfi(/-2)", .expectedNumber(offset: 9)), ("epubcfi(/6:)", .expectedNumber(offset: 11)),
      ("epubcfi(/06)", .needlessZero(offset: 9)), ("epubcfi(/6~1.50)", .needlessZero(offset: 14)),
      ("epubcfi(/6~1.)", .expectedNumber(offset: 13)), ("epubcfi(/6@1)", .unexpected(offset: 12)),
      ("epubcfi(/6[a)", .openBracket(offset: 10)), ("epubcfi(/6[a^])", .openBracket(offset: 10)),
      ("epubcfi(/6[a[b])", .unescaped(offset: 12)), ("epubcfi(/6[a,b,c])", .unescaped(offset: 14)),
      ("epubcfi(/6[a\u{1}])", .unexpected(offset: 12)),
      ("epubcfi(/6:1/2)", .unexpected(offset: 12)),
      ("epubcfi(/6,/2)", .unexpected(offset: 13)),
      ("epubcfi(/6,/2,/4,/6)", .unexpected(offset: 16)),
      ("epubcfi(/6:1,:2,:3)", .unexpected(offset: 12)), ("epubcfi(/6))", .unexpected(offset: 10)),
    ] as [(String, CFIError)])
  func malformed(_ text: String, _ error: CFIError) {
    #expect(throws: error) { try CFI(text) }
  }

  @Test("Values come unescaped")
  func values() throws {
    let path = try cfi("/6/4[a^^b]!/4/1:3[2^[1^],x ^, y;s=b;vnd.me=1,2]").path
    #expect(path.parts.map { $0.map(\.number) } == [[6, 4], [4, 1]])
    #expect(path.parts[0][1].id == "a^b")
    #expect(path.offset == .character(3))
    #expect(path.assertion?.first == "2[1]")
    #expect(path.assertion?.second == "x , y")
    #expect(path.assertion?.parameters.map(\.values) == [["b"], ["1", "2"]])
    #expect(path.sideBias == .before)
    #expect(try cfi("/6/4!/4/2[;s=a]").path.sideBias == .after)
    #expect(try cfi("/6/4!/4/2[;s=x]").path.sideBias == nil)
  }

  @Test("A partial one begins inside the document")
  func partial() throws {
    let cfi = try CFI(partial: "/4/2[a]/1:120")
    #expect(cfi.isPartial)
    #expect(cfi.description == "/4/2[a]/1:120")
    #expect(throws: CFIError.expectedStep(offset: 0)) { try CFI(partial: "epubcfi(/4)") }
    #expect(throws: CFIError.expectedStep(offset: 0)) { try CFI(partial: "") }
  }

  @Test("A range has a start and an end, and is made of two points")
  func ranges() throws {
    let range = try cfi("/6/4!/4/10,/2/1:1,/3:4")
    #expect(range.start == (try cfi("/6/4!/4/10/2/1:1")).start)
    #expect(range.end == (try cfi("/6/4!/4/10/3:4")).start)
    #expect(try cfi("/6/4").end == nil)
    let rows = [
      ("/6/4!/4/10/2/1:1", "/6/4!/4/10/3:4", "/6/4!/4/10,/2/1:1,/3:4"),
      ("/6/4!/4/10/1:1", "/6/4!/4/10/1:4", "/6/4!/4/10/1,:1,:4"),
      ("/6/4!/4", "/6/4!/6", "/6/4,!/4,!/6"), ("/6/4!/4", "/6/6!/2", "/6,/4!/4,/6!/2"),
      ("/6/4!/4", "/6/4!/4/2", "/6/4!/4,,/2"),
    ]
    for (first, last, expected) in rows {
      let made = try #require(CFI(from: try cfi(first), to: try cfi(last)))
      #expect(made.description == "epubcfi(\(expected))")
      #expect(try CFI(made.description) == made)
      #expect(try made.start == cfi(first).start && made.end == cfi(last).start)
    }
    #expect(CFI(from: try cfi("/2"), to: try cfi("/4")) == nil)
  }

  /// Each comes before the next.
  private static let ascending = [
    "/2", "/6/2", "/6/4", "/6/4:0", "/6/4:3", "/6/4:10", "/6/4/1:3", "/6/4/2", "/6/4/10",
    "/6/4@1:1",
    "/6/4@2:1", "/6/4@0:2", "/6/4@0:10.5", "/6/4@0:10.75", "/6/4~0.5", "/6/4~2", "/6/4~2@0:0",
    "/6/4~10", "/6/4!/2", "/6/4!/4,/2,/4", "/6/4!/4,/2,/6", "/6/4!/4/10/1:0", "/6/6!/2", "/8",
  ]

  @Test("The sorting rules order them")
  func order() throws {
    let sorted = try Self.ascending.map { try cfi($0) }
    for first in sorted.indices {
      for second in sorted.indices {
        #expect(
          (sorted[first] < sorted[second]) == (first < second),
          "\(sorted[first]) and \(sorted[second])")
        #expect((sorted[first] == sorted[second]) == (first == second))
      }
    }
  }

  @Test("Assertions do not count in comparisons")
  func equality() throws {
    let plain = try cfi("/6/4!/4/10/1:3")
    let asserted = try cfi("/6/4[chap01ref]!/4[body]/10[p^,]/1:3[xx,y;s=b]")
    #expect(plain == asserted)
    #expect(Set([plain, asserted]).count == 1)
    #expect(!(plain < asserted) && !(asserted < plain))
  }

  @Test("Nothing that is read crashes, and what is read is written so that it reads the same")
  func random() throws {
    let seed: UInt64 = 4_211
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("0123456789/:!,@~[]^();=.sab -é漢\u{1F600}\u{0}\u{301}".unicodeScalars)
    var readCount = 0
    for round in 0..<10_000 {
      var scalars = String.UnicodeScalarView()
      if round.isMultiple(of: 2) {
        scalars.append(contentsOf: "/6/4[a]!/4/2[b;s=a]/1:3[x,y]".unicodeScalars)
        for _ in 0...Int.random(in: 0..<4, using: &random) {
          let place = Int.random(in: 0..<scalars.count, using: &random)
          let index = scalars.index(scalars.startIndex, offsetBy: place)
          let scalar = alphabet.randomElement(using: &random) ?? "/"
          scalars.replaceSubrange(index...index, with: [scalar])
        }
      } else {
        for _ in 0..<Int.random(in: 0..<40, using: &random) {
          scalars.append(alphabet.randomElement(using: &random) ?? "/")
        }
      }
      let text = String(scalars)
      do {
        let cfi = try cfi(text)
        readCount += 1
        let again = try CFI(cfi.description)
        #expect(again == cfi && again.description == cfi.description, "seed \(seed): \(text)")
      } catch is CFIError {
        continue
      }
    }
    #expect(readCount > 500)
  }

  @Test("Very long ones are read in no time or refused", .timeLimit(.minutes(10)))
  func long() throws {
    let deep = String(repeating: "/2", count: 30_000)
    #expect(try cfi(deep).path.parts[0].count == 30_000)
    let inward = "/2" + String(repeating: "!/2", count: 20_000)
    #expect(try cfi(inward).path.parts.count == 20_001)
    #expect(
      try cfi("/2[\(String(repeating: "^^", count: 30_000))]").description.utf8.count > 60_000)
    #expect(throws: CFIError.tooLong(limit: CFI.maximumByteCount)) {
      try cfi(String(repeating: "/2", count: 40_000))
    }
  }
}
