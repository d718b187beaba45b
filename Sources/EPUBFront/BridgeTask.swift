import EPUBReader

/// `epub-read bridge`: gives a host's messages to the reader, and the reader's to the host.
struct BridgeTask {
  private let stateFolder: String?
  private let cacheFolder: String?
  private let environment: Environment

  init(_ request: Request, _ environment: Environment) {
    self.environment = environment
    stateFolder =
      request.ignoresState ? nil : environment.folder("XDG_STATE_HOME", inHome: ".local/state")
    cacheFolder = request.ignoresState ? nil : environment.cacheHome
  }

  func run() throws(Failure) {
    let streams = environment.openMessages() ?? MessageStreams(readingAllOf: environment)
    var outcome = Environment.WriteOutcome.done
    let bridge = MessageBridge(stateFolder: stateFolder, cacheFolder: cacheFolder) { line in
      if outcome == .done { outcome = streams.write(line) }
      return outcome == .done
    }
    while !bridge.isClosed {
      switch streams.read() {
      case .bytes(let bytes): bridge.receive(bytes)
      case .end: bridge.end()
      case .terminated: bridge.stop()
      }
    }
    if case .failed(let number) = outcome {
      throw .outputFailed(environment.describeError(number))
    }
  }
}

extension MessageStreams {
  /// For a world without streams: all there is at once.
  fileprivate init(readingAllOf environment: Environment) {
    var isRead = false
    self.init(
      read: {
        if isRead { return .end }
        isRead = true
        switch environment.readInput(.max) {
        case .bytes(let bytes): return bytes.isEmpty ? .end : .bytes(bytes)
        case .tooLarge, .failed: return .end
        }
      }, write: environment.writeOutput)
  }
}
