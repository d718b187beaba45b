/// What is fed with any bytes: each takes them, and returns what held no longer.
///
/// A crash, a hang, and growth without bound are found by whoever runs them; wrongness is found here.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A ZIP archive, as it lies on the disk.
  case archive
  /// Package, contents, NCX, container.xml and encryption.xml, parted by zero bytes.
  case package
  /// Seven bytes of options, an XHTML document and, behind a zero byte, a stylesheet.
  case document
  /// A CFI.
  case cfi
  /// Messages of a host, a line each.
  case bridge
  /// What a terminal sends; 0xFF stands for the end of a read, 0xFE for a time without any.
  case keys
  /// Annotations to import.
  case notes
  /// `config.json`.
  case configuration
  /// Damage to the database of the reading state.
  case state
  /// A dictionary to hyphenate by and, behind a zero byte, text.
  case dictionary
  /// A whole book, read by every command.
  case book

  public func faults(in bytes: [UInt8]) -> [String] {
    var claims = Claims()
    switch self {
    case .archive: ArchiveFuzzing.run(bytes, &claims)
    case .package: PackageFuzzing.run(bytes, &claims)
    case .document: DocumentFuzzing.run(bytes, &claims)
    case .cfi: CFIFuzzing.run(bytes, &claims)
    case .bridge: BridgeFuzzing.run(bytes, &claims)
    case .keys: KeyFuzzing.run(bytes, &claims)
    case .notes: NotesFuzzing.run(bytes, &claims)
    case .configuration: ConfigurationFuzzing.run(bytes, &claims)
    case .state: StateFuzzing.run(bytes, &claims)
    case .dictionary: DictionaryFuzzing.run(bytes, &claims)
    case .book: BookFuzzing.run(bytes, &claims)
    }
    return claims.faults
  }
}

/// What is claimed of a result, and which of it does not hold.
struct Claims {
  private(set) var faults: [String] = []

  mutating func claim(_ holds: Bool, _ words: @autoclosure () -> String) {
    // One of a kind is enough to look at.
    if !holds, faults.count < 10 { faults.append(words()) }
  }

  /// Nothing of a book is a control where it is put out.
  mutating func claimPrintable(_ bytes: [UInt8], _ what: @autoclosure () -> String) {
    let text = String(decoding: bytes, as: UTF8.self)
    claim(Array(text.utf8) == bytes, "\(what()) is no UTF-8")
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0C: continue
      case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF:
        claim(false, "\(what()) holds U+\(String(scalar.value, radix: 16))")
      case let value where value & 0xFFFE == 0xFFFE:
        claim(false, "\(what()) holds U+\(String(value, radix: 16))")
      default: continue
      }
    }
  }
}

extension [UInt8] {
  /// The stretches between zero bytes.
  var parts: [[UInt8]] { split(separator: 0, omittingEmptySubsequences: false).map(Array.init) }

  var text: String { String(decoding: self, as: UTF8.self) }
}
