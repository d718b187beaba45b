extension Terminal {
  /// Waits for input.
  ///
  /// - Parameter timeoutMilliseconds: `nil` waits for ever.
  public func nextInput(timeoutMilliseconds: Int?) -> TerminalInput {
    if isDrawingDue { drawWanted() }
    let end = timeoutMilliseconds.map { TerminalDevice.now + max(0, $0) }
    while true {
      if let input = nextReady() { return input }
      // Counted from the last byte: hosts may wait in small steps, and signals end the waiting early.
      let flushTime = decoder.patienceMilliseconds.map { lastByteTime + $0 }
      let next = [end, flushTime].compactMap(\.self).min()
      let events = device.wait(milliseconds: next.map { max(0, $0 - TerminalDevice.now) })
      for event in events { take(event) }
      guard events.isEmpty else { continue }
      if let flushTime, TerminalDevice.now >= flushTime {
        decoder.flush()
      } else if let end, TerminalDevice.now >= end {
        return nextReady() ?? .nothing
      }
    }
  }

  /// Makes `nextInput` return `.woken`; for any thread, also after the terminal is gone.
  public var waker: @Sendable () -> Void { device.waker }

  func take(_ event: TerminalDevice.Event) {
    switch event {
    case .bytes(let bytes):
      decoder.take(bytes)
      lastByteTime = TerminalDevice.now
    case .signal(let signal): if !signals.contains(signal) { signals.append(signal) }
    case .woken: isWoken = true
    // A picture was drawn, or can't be: then the host may show something else.
    case .noticed:
      drawWanted()
      hasLearned = hasLearned || pictures.placed.contains { !canShow($0) }
    }
  }

  /// What needs no waiting.
  private func nextReady() -> TerminalInput? {
    if hasResumed {
      hasResumed = false
      return .resumed
    }
    while !signals.isEmpty {
      if let input = input(of: signals.removeFirst()) { return input }
    }
    if let input = decoder.next() { return input }
    if !decoder.answers.isEmpty {
      let answers = decoder.answers
      decoder.answers = []
      if learn(answers) { return .learned }
    }
    if hasLearned {
      hasLearned = false
      return .learned
    }
    if isWoken {
      isWoken = false
      return .woken
    }
    return device.isGone ? .ended(signal: Signal.hangUp) : nil
  }

  private func input(of signal: Int32) -> TerminalInput? {
    switch signal {
    case Signal.windowChange:
      capabilities.cellSize = device.cellSize ?? capabilities.cellSize
      return .resized
    case Signal.stop:
      guard isStarted else { return nil }
      suspend()
      hasResumed = false
      return .resumed
    case Signal.goOn:
      // Stopped without being asked; what `suspend` did is known already.
      guard isStarted else { return nil }
      takeAgain()
      hasResumed = false
      return .resumed
    case Signal.hangUp, Signal.interrupt, Signal.terminate: return .ended(signal: signal)
    default: return nil
    }
  }
}
