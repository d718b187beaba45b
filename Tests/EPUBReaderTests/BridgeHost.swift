import EPUBReader
import Foundation
import TestKit
import Testing

/// A host in a test: it holds each message against the schema and keeps what came back.
final class BridgeHost {
  /// In the order in which they came; a failing test shows them.
  private(set) var lines: [[String: Any]] = []
  private(set) var texts: [String] = []
  private let bridge: MessageBridge
  private let received: Received
  private let schema: Schema
  private var nextID = 0
  /// Numbers that Foundation does not read, such as `1e400`, are looked at as text alone.
  var allowsAnyNumber = false

  private final class Received {
    var lines: [[UInt8]] = []
    var isTaking = true
  }

  init(stateFolder: String? = nil) throws {
    schema = try Schema()
    let received = Received()
    self.received = received
    bridge = MessageBridge(stateFolder: stateFolder) { line in
      received.lines.append(line)
      return received.isTaking
    }
  }

  /// Sends a line as it is and takes what comes back.
  @discardableResult
  func send(raw line: String) throws -> [[String: Any]] {
    try send(bytes: Array("\(line)\n".utf8))
  }

  @discardableResult
  func send(bytes: [UInt8]) throws -> [[String: Any]] {
    bridge.receive(bytes)
    return try taken()
  }

  func end() throws -> [[String: Any]] {
    bridge.end()
    return try taken()
  }

  /// Nobody takes lines any more.
  func stopTaking() { received.isTaking = false }

  var isClosed: Bool { bridge.isClosed }

  private func taken() throws -> [[String: Any]] {
    var taken: [[String: Any]] = []
    for line in received.lines {
      #expect(line.last == 0x0A)
      texts.append(String(decoding: line.dropLast(), as: UTF8.self))
      if allowsAnyNumber { continue }
      let message = try #require(
        try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      let kind = message["event"] == nil ? "answer" : "event"
      #expect(schema.fault(of: message, as: kind) == nil)
      taken.append(message)
    }
    received.lines = []
    lines += taken
    return taken
  }

  /// Sends a command and returns its answer, which is the last of what comes back.
  func answer(_ command: String, _ value: Any? = nil) throws -> [String: Any] {
    nextID += 1
    var message: [String: Any] = ["command": command, "id": nextID]
    message["value"] = value
    #expect(schema.fault(of: message, as: "command") == nil)
    let data = try JSONSerialization.data(withJSONObject: message)
    let answer = try #require(try send(raw: String(decoding: data, as: UTF8.self)).last)
    #expect(answer["id"] as? Int == nextID)
    return answer
  }

  @discardableResult
  func ask(_ command: String, _ value: Any? = nil) throws -> Any {
    let answer = try answer(command, value)
    return try #require(answer["result"], "\(answer)")
  }

  func error(_ command: String, _ value: Any? = nil) throws -> String? {
    (try answer(command, value)["error"] as? [String: Any])?["code"] as? String
  }

  @discardableResult
  func load(_ book: BookBuilder, _ more: [String: Any] = [:]) throws -> [String: Any] {
    let base64 = Data(book.bytes).base64EncodedString()
    let value = more.merging(["base64": base64]) { $1 }
    return try #require(try ask("loadBook", value) as? [String: Any])
  }

  /// Values of the events of one name so far.
  func events(_ name: String) -> [Any] {
    lines.filter { $0["event"] as? String == name }.compactMap { $0["value"] }
  }

  func page() throws -> [String: Any] { try #require(try ask("page") as? [String: Any]) }

  func rows() throws -> [String] {
    try #require(try page()["lines"] as? [[String: Any]]).compactMap { $0["text"] as? String }
  }

  func savedData() throws -> [String: Any] {
    try #require(try ask("savedData") as? [String: Any])
  }

  /// Values and colours of the words marked on the page.
  func marked() throws -> [String] {
    try #require(try page()["words"] as? [[String: Any]]).map {
      "\($0["value"] as? String ?? "") \($0["color"] as? String ?? "")"
    }
  }
}
