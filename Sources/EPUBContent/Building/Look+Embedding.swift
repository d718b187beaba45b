extension Look {
  /// Begins an embedding inside the one that it has; deeper than UAX #9 counts, or more than runs can
  /// name, the outer one goes on.
  mutating func embed(_ style: ComputedStyle, _ document: inout ContentDocument) {
    let kind: Embedding.Kind
    switch style.unicodeBidi {
    case .normal: return
    case .embed: kind = .embed
    case .isolate: kind = .isolate
    case .bidiOverride: kind = .override
    case .isolateOverride: kind = .isolateOverride
    case .plaintext: kind = .plaintext
    }
    let depth = embedding == 0 ? 1 : document.embeddings[Int(embedding)].depth + 1
    guard depth <= Self.maximumDepth, document.embeddings.count < Int(UInt16.max) else { return }
    document.embeddings.append(
      Embedding(
        kind: kind, isRightToLeft: style.isRightToLeft, parent: embedding, depth: depth))
    embedding = UInt16(document.embeddings.count - 1)
  }

  /// `max_depth` of UAX #9 (BD2).
  private static var maximumDepth: UInt8 { 125 }
}
