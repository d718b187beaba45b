import EPUBBasics
import EPUBBook

/// The two-way message protocol: JSON lines in, JSON lines out (contract, "Bridge"; `protocol.schema.json`).
///
/// A command is done, what it changed is told and it is answered before the next one is looked at: lines
/// go out in that order, and as long as `send` does not return nothing more is read or kept.
/// For one thread.
public final class MessageBridge {
  /// Longer lines are answered by `tooLarge`.
  public static let maximumLineByteCount = 256 << 20

  /// Where what is kept lies.
  struct Folders {
    var state: String?
    var cache: String?
  }

  private let folders: Folders
  private let outlet: Outlet
  private let reader: BookReader
  private let maximumLineByteCount: Int
  private var lines: MessageLines
  /// After `close` nothing is read and nothing is sent.
  public private(set) var isClosed = false

  /// - Parameters:
  ///   - stateFolder: where reading state is kept if `loadBook` asks for it (`$XDG_STATE_HOME`);
  ///     `nil`: nowhere.
  ///   - cacheFolder: where surveys of books are kept (`$XDG_CACHE_HOME`); `nil`: nowhere.
  ///   - send: takes a line with its end; returns when it has been taken. `false`: nobody takes lines
  ///     any more, and the bridge ends.
  public convenience init(
    stateFolder: String?, cacheFolder: String? = nil, send: @escaping ([UInt8]) -> Bool
  ) {
    self.init(
      Folders(state: stateFolder, cache: cacheFolder),
      maximumLineByteCount: Self.maximumLineByteCount, send: send)
  }

  /// For tests.
  init(_ folders: Folders, maximumLineByteCount: Int, send: @escaping ([UInt8]) -> Bool) {
    self.folders = folders
    let outlet = Outlet(send)
    self.outlet = outlet
    self.maximumLineByteCount = maximumLineByteCount
    lines = MessageLines(maximumByteCount: maximumLineByteCount)
    reader = BookReader { event in outlet.send(event.json.line) }
  }

  /// Takes what has come in, whole lines or parts of them.
  public func receive(_ bytes: [UInt8]) {
    if isClosed { return }
    lines.receive(bytes) { line in
      answer(line)
      if !outlet.isOpen { stop() }
      return !isClosed
    }
  }

  /// No more comes in: a last line without its end is answered, and what is to be kept is written.
  public func end() {
    if isClosed { return }
    if let line = lines.end() { answer(line) }
    stop()
  }

  /// Ends at once, without looking at what has come in; what is to be kept is written.
  public func stop() {
    if isClosed { return }
    reader.close()
    isClosed = true
  }

  private func answer(_ line: MessageLines.Line) {
    switch line {
    case .message(let bytes):
      if bytes.allSatisfy(\.isASCIISpace) { return }
      answer(Message(bytes))
    case .tooLong:
      tell(.tooLarge("a line is longer than \(maximumLineByteCount) bytes"))
    }
  }

  private func answer(_ message: Message) {
    do throws(ReaderError) {
      let result = try run(message)
      guard let id = message.id else { return }
      outlet.send(Self.answer(to: id, "result", result))
    } catch {
      guard let id = message.id else { return tell(error) }
      outlet.send(Self.answer(to: id, "error", error.json))
    }
  }

  private func run(_ message: Message) throws(ReaderError) -> JSON {
    let command = try message.command()
    if command == .close {
      stop()
      return .null
    }
    return try command.run(message.value, with: reader, folders)
  }

  private func tell(_ error: ReaderError) { outlet.send(ReaderEvent.failed(error).json.line) }

  private static func answer(to id: [UInt8], _ name: String, _ value: JSON) -> [UInt8] {
    var line = Array("{\"id\":".utf8)
    line += id
    line += ",\"\(name)\":".utf8
    value.append(to: &line)
    line += "}\n".utf8
    return line
  }
}

/// Where lines go, as long as somebody takes them.
private final class Outlet {
  private let take: ([UInt8]) -> Bool
  private(set) var isOpen = true

  init(_ take: @escaping ([UInt8]) -> Bool) { self.take = take }

  func send(_ line: [UInt8]) {
    if isOpen { isOpen = take(line) }
  }
}

/// A line that came in.
private struct Message {
  /// As it was written: numbers keep their digits.
  private(set) var id: [UInt8]?
  private(set) var value: JSONInput = .null
  private var name: String?
  private var error: ReaderError?

  init(_ line: [UInt8]) {
    guard Self.isUTF8(line) else {
      error = .badMessage("the line is no UTF-8")
      return
    }
    do throws(JSONInput.Wrong) {
      let json = try JSONInput(line)
      guard case .object(let members) = json else {
        error = .badMessage("the line is no JSON object")
        return
      }
      id = members.last { $0.name == "id" }.map { Array(line[$0.bytes]) }
      value = members.last { $0.name == "value" }?.value ?? .null
      name = members.last { $0.name == "command" }?.value.string
    } catch {
      self.error = .badMessage("the line is no JSON: \(error.words)")
    }
  }

  func command() throws(ReaderError) -> BridgeCommand {
    if let error { throw error }
    guard let name else { throw .badMessage("the command is missing") }
    guard let command = BridgeCommand(rawValue: name) else { throw .unknownCommand(name) }
    return command
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return true
    } catch {
      return false
    }
  }
}
