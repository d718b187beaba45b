/// Characters that look the other way in right-to-left text (Bidi_Mirroring_Glyph): the pairs that books
/// have.
enum Mirroring {
  private static let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("(", ")"), ("<", ">"), ("[", "]"), ("{", "}"), ("«", "»"), ("‹", "›"), ("⁅", "⁆"), ("⁽", "⁾"),
    ("₍", "₎"), ("∈", "∋"), ("∉", "∌"), ("≤", "≥"), ("≦", "≧"), ("≪", "≫"), ("≮", "≯"), ("≰", "≱"),
    ("⊂", "⊃"), ("⊄", "⊅"), ("⊆", "⊇"), ("⌈", "⌉"), ("⌊", "⌋"), ("〈", "〉"), ("❨", "❩"), ("❪", "❫"),
    ("❬", "❭"), ("❮", "❯"), ("❰", "❱"), ("❲", "❳"), ("❴", "❵"), ("⟦", "⟧"), ("⟨", "⟩"), ("⟪", "⟫"),
    ("⦃", "⦄"), ("⦅", "⦆"), ("⸢", "⸣"), ("⸤", "⸥"), ("⸦", "⸧"), ("⸨", "⸩"), ("〈", "〉"), ("《", "》"),
    ("「", "」"), ("『", "』"), ("【", "】"), ("〔", "〕"), ("〖", "〗"), ("〘", "〙"), ("〚", "〛"),
    ("（", "）"), ("［", "］"), ("｛", "｝"), ("｢", "｣"), ("＜", "＞"),
  ]

  private static let table: [Unicode.Scalar: Unicode.Scalar] = {
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (one, other) in pairs {
      table[one] = other
      table[other] = one
    }
    return table
  }()

  /// The cluster with its base mirrored; `nil` when it stays as it is.
  static func mirrored(_ cluster: ArraySlice<UInt8>) -> [UInt8]? {
    // Letters of right-to-left scripts, by far most of what comes here, have two bytes from D6 to DF.
    if let first = cluster.first, (0xD6...0xDF).contains(first) { return nil }
    let scalars = String(decoding: cluster, as: UTF8.self).unicodeScalars
    guard let base = scalars.first, let other = table[base] else { return nil }
    var view = String.UnicodeScalarView([other])
    view.append(contentsOf: scalars.dropFirst())
    return Array(String(view).utf8)
  }
}
