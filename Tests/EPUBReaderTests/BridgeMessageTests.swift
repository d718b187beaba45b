import Foundation
import TestKit
import Testing

@testable import EPUBReader

@Suite("The bridge's messages", .timeLimit(.minutes(10))) struct BridgeMessageTests {
  private let book = numberedBook(chapters: 2, paragraphs: 30)

  @Test(
    "An id comes back as it was written",
    arguments: [
      "1", "\"a\\u00e9\\n\"", "null", "true", "[1.0, 1e400]", "{\"x\": {\"y\": []}}",
      "12345678901234567890123", "-0.0", "\"\"",
    ])
  func ids(_ id: String) throws {
    let host = try BridgeHost()
    host.allowsAnyNumber = true
    try host.send(raw: "{\"command\":\"page\", \"id\" : \(id) }")
    #expect(host.texts.last?.hasPrefix("{\"id\":\(id),\"error\":") == true)
  }

  @Test("Without an id success is silent and an error is an event")
  func silence() throws {
    let host = try BridgeHost()
    try host.load(book)
    #expect(try host.send(raw: #"{"command":"changeTheme","value":"light"}"#).isEmpty)
    let error = try host.send(raw: #"{"command":"goToPage","value":0}"#)
    #expect(error.count == 1)
    #expect(error[0]["event"] as? String == "error")
    #expect((error[0]["value"] as? [String: Any])?["code"] as? String == "outOfRange")
  }

  static let malformed = [
    "{", "garbage", "[1,2]", "1", "\"page\"", "null", "{\"command\":\"page\"", "{\"command\":}",
    "{\"command\":\"page\"} {}", "{'command':'page'}", "{\"command\":\"page\",}", "\u{0}",
    "{\"command\":\"pa\u{1}ge\"}", "{\"command\":nan}", "{\"value\":1}", "{\"command\":7}",
    String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
    "{\"command\":\"page\",\"value\":" + String(repeating: "9", count: 100_000) + "e}",
  ]

  @Test(
    "What is no message is told as an event, and the next one is answered", arguments: malformed)
  func noMessage(_ line: String) throws {
    let host = try BridgeHost()
    let told = try host.send(raw: line)
    #expect(told.count == 1)
    #expect((told.first?["value"] as? [String: Any])?["code"] as? String == "badMessage")
    #expect(try host.error("page") == "noBook")
  }

  @Test("Bytes that are no UTF-8 are no message")
  func noUTF8() throws {
    let host = try BridgeHost()
    let told = try host.send(
      bytes: Array("{\"command\":\"".utf8) + [0xFF, 0xC3] + Array("\"}\n".utf8))
    #expect((told.first?["value"] as? [String: Any])?["code"] as? String == "badMessage")
    #expect(try host.error("page") == "noBook")
  }

  @Test("Empty lines and carriage returns are nothing")
  func emptyLines() throws {
    let host = try BridgeHost()
    #expect(try host.send(raw: "\n \r\n\t").isEmpty)
    #expect(try host.send(raw: "{\"command\":\"page\",\"id\":1}\r").count == 1)
  }

  @Test("Unknown commands are told by name; unknown members are passed over")
  func unknown() throws {
    let host = try BridgeHost()
    try host.load(book)
    let told = try host.send(raw: #"{"command":"makeCoffee","value":1,"id":3,"more":[]}"#)
    #expect((told[0]["error"] as? [String: Any])?["code"] as? String == "unknownCommand")
    #expect(
      (told[0]["error"] as? [String: Any])?["message"] as? String == "no such command: makeCoffee")
    let answer = try host.send(
      raw: #"{"command":"resize","value":{"columns":50,"rows":9,"depth":3},"x":1,"id":4}"#)
    #expect(answer.last?["error"] == nil)
  }

  @Test(
    "Values of the wrong kind are bad messages",
    arguments: [
      #""goToPage","value":"3""#, #""goToPage""#, #""goToPage","value":1.5"#,
      #""goToPage","value":true"#, #""goTo","value":3"#, #""goTo","value":{}"#,
      #""goTo","value":{"percent":"x"}"#, #""resize","value":{"columns":10}"#,
      #""resize","value":[80,24]"#, #""changeTheme","value":1"#, #""changeTheme","value":"""#,
      #""changeFontSize","value":"big""#, #""search","value":"x""#,
      #""search","value":{"pattern":""}"#,
      #""search","value":{"pattern":"x","flags":"q"}"#, #""selectWord""#, #""loadBook","value":{}"#,
      #""loadBook","value":{"path":7}"#, #""loadBook""#,
      #""loadBook","value":{"path":"x","savedData":[]}"#,
      #""loadBook","value":{"path":"x","state":"yes"}"#,
    ])
  func wrongKind(_ rest: String) throws {
    let host = try BridgeHost()
    try host.load(book)
    let told = try host.send(raw: "{\"command\":\(rest),\"id\":1}")
    #expect((told.last?["error"] as? [String: Any])?["code"] as? String == "badMessage")
  }

  @Test(
    "Sizes out of all bounds are out of range",
    arguments: [
      #""resize","value":{"columns":0,"rows":24}"#, #""resize","value":{"columns":80,"rows":1e9}"#,
      #""changeFontSize","value":0"#, #""changeFontSize","value":-16"#,
      #""changeFontSize","value":1e300"#,
      #""goTo","value":{"percent":101}"#, #""goTo","value":{"position":0}"#,
      #""goToPage","value":1e400"#,
      #""goToPage","value":99999999999999999999"#,
    ])
  func outOfBounds(_ rest: String) throws {
    let host = try BridgeHost()
    try host.load(book)
    let told = try host.send(raw: "{\"command\":\(rest),\"id\":1}")
    #expect((told.last?["error"] as? [String: Any])?["code"] as? String == "outOfRange")
  }

  @Test(
    "Lines that come in pieces are one, several in one piece are several, and the last needs no end"
  )
  func pieces() throws {
    let host = try BridgeHost()
    let text =
      #"{"command":"page","id":1}"# + "\n" + #"{"command":"page","id":2}"# + "\n"
      + #"{"command":"page","id":3}"#
    var answers: [[String: Any]] = []
    for byte in text.utf8 { answers += try host.send(bytes: [byte]) }
    #expect(answers.compactMap { $0["id"] as? Int } == [1, 2])
    #expect(try host.end().compactMap { $0["id"] as? Int } == [3])
    let other = try BridgeHost()
    #expect(try other.send(bytes: Array(text.utf8)).count == 2)
  }

  @Test("After close nothing is answered")
  func close() throws {
    let host = try BridgeHost()
    try host.load(book)
    let told = try host.send(
      raw: #"{"command":"close","id":1}"# + "\n" + #"{"command":"page","id":2}"#)
    #expect(told.compactMap { $0["id"] as? Int } == [1])
    #expect(told[0]["result"] is NSNull)
    #expect(host.isClosed)
    #expect(try host.send(raw: #"{"command":"page","id":3}"#).isEmpty)
    #expect(try host.end().isEmpty)
  }

  @Test("When nobody takes lines any more it ends")
  func notTaken() throws {
    let host = try BridgeHost()
    try host.load(book)
    host.stopTaking()
    try host.send(raw: String(repeating: #"{"command":"nextPage","id":1}"# + "\n", count: 100))
    #expect(host.isClosed)
    #expect(host.texts.count < 10)
  }

  @Test("A line that is too long is told, and its end is found")
  func tooLong() throws {
    var lines: [String] = []
    let bridge = MessageBridge(.init(), maximumLineByteCount: 64) { line in
      lines.append(String(decoding: line, as: UTF8.self))
      return true
    }
    for piece in [String(repeating: "x", count: 50), String(repeating: "y", count: 5_000), "\n"] {
      bridge.receive(Array(piece.utf8))
    }
    bridge.receive(Array("{\"command\":\"page\",\"id\":1}\n".utf8))
    #expect(lines.count == 2)
    #expect(lines[0].contains("\"tooLarge\""))
    #expect(lines[1].contains("\"noBook\""))
  }

  @Test("Ten thousand commands are answered in order")
  func many() throws {
    let host = try BridgeHost()
    try host.load(book)
    let commands = (0..<10_000).map { index in
      let command =
        index.isMultiple(of: 3)
        ? #""command":"nextPage""# : #""command":"goToPage","value":1"#
      return "{\(command),\"id\":\(index)}\n"
    }
    let told = try host.send(bytes: Array(commands.joined().utf8))
    #expect(told.compactMap { $0["id"] as? Int } == Array(0..<10_000))
  }

  @Test("Reading state is touched only where loadBook says so")
  func state() throws {
    let folder = try TemporaryFolder()
    let host = try BridgeHost(stateFolder: folder.path)
    try host.load(book)
    try host.ask("nextPage")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    try host.load(book, ["state": true])
    #expect(try host.page()["page"] as? Int == 1)
    try host.ask("goToPage", 2)
    try host.ask("close")
    let other = try BridgeHost(stateFolder: folder.path)
    try other.load(book, ["state": true])
    #expect(try other.page()["page"] as? Int == 2)
    try other.load(book, ["state": true, "savedData": ["page": 1]])
    #expect(try other.page()["page"] as? Int == 1)
  }

  @Test(
    "Base64 is read with and without padding, in both alphabets",
    arguments: [
      ("", ""), ("Zg==", "f"), ("Zg", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"),
      ("Zm 9v\nYg==", "foob"),
    ])
  func base64(_ text: String, _ plain: String) {
    #expect([UInt8](base64: text) == Array(plain.utf8))
  }

  @Test("What is no base64 is none", arguments: ["Z", "Zg=", "Zg===", "=", "Zg=g", "Z*==", "é"])
  func noBase64(_ text: String) { #expect([UInt8](base64: text) == nil) }

  @Test("Both of its alphabets say the same")
  func alphabets() { #expect([UInt8](base64: "-_-_") == [UInt8](base64: "+/+/")) }
}
