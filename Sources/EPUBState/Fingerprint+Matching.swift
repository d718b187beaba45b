// When two fingerprints are of one book.
//
// Documents are compared as a multiset of size and CRC-32, so that a chapter that moved, or stands
// twice, counts once for each time it stands in both. Covers, title pages and licences are the same
// bytes in many books. So half of the documents must be half by number and also carry weight, and a
// single document must be more than such a page to speak for a shared identifier. Where it does not,
// `identifierOnly` still leaves the decision to a saved quote.

/// What two lists of documents share.
struct SharedDocuments {
  /// Documents that stand in both.
  private(set) var count = 0
  /// Bytes of them.
  private(set) var byteCount = 0
  /// The largest of them.
  private(set) var largest = 0
  /// Documents and bytes of the longer and of the larger list.
  let longerCount: Int
  let largerByteCount: Int

  init(_ a: [Fingerprint.Document], _ b: [Fingerprint.Document]) {
    longerCount = max(a.count, b.count)
    largerByteCount = max(totalByteCount(a), totalByteCount(b))
    count(sorted(a), sorted(b))
  }

  private mutating func count(_ a: [Fingerprint.Document], _ b: [Fingerprint.Document]) {
    var i = 0
    var j = 0
    while i < a.count, j < b.count {
      if a[i] == b[j] {
        count += 1
        byteCount = sum(byteCount, a[i].byteCount)
        largest = max(largest, a[i].byteCount)
        i += 1
        j += 1
      } else if precedes(a[i], b[j]) {
        i += 1
      } else {
        j += 1
      }
    }
  }

  /// At least half of the documents, and with them a quarter of the bytes: books of one publisher
  /// can share half of their documents, never that much of the text.
  var areHalf: Bool {
    count > 0 && count >= longerCount - count && byteCount >= largerByteCount / 4
  }

  /// One of them is larger than a boilerplate page, or a part of the book that chapters are.
  var tell: Bool { count > 0 && (largest >= 2048 || largest >= largerByteCount / 24) }
}

extension Fingerprint {
  /// How sure it is that both are of one book; the same from either side.
  public func match(_ other: Fingerprint) -> FingerprintMatch {
    match(other, sharing: SharedDocuments(documents, other.documents))
  }

  func match(_ other: Fingerprint, sharing shared: SharedDocuments) -> FingerprintMatch {
    if documents.isEmpty, other.documents.isEmpty {
      // Nothing is known of either but where it was and how it is called.
      return path != nil && path == other.path && identifier == other.identifier
        ? .same : .different
    }
    if documents == other.documents { return .same }
    if shared.areHalf { return .revised }
    guard let identifier, !identifier.isEmpty, identifier == other.identifier else {
      return .different
    }
    return shared.tell ? .revised : .identifierOnly
  }
}

private func sorted(_ documents: [Fingerprint.Document]) -> [Fingerprint.Document] {
  documents.sorted(by: precedes)
}

private func precedes(_ a: Fingerprint.Document, _ b: Fingerprint.Document) -> Bool {
  (a.crc32, a.byteCount) < (b.crc32, b.byteCount)
}

private func totalByteCount(_ documents: [Fingerprint.Document]) -> Int {
  documents.reduce(0) { sum($0, $1.byteCount) }
}

/// Sizes come from a file's directory and may be anything.
private func sum(_ a: Int, _ b: Int) -> Int {
  let (total, overflow) = a.addingReportingOverflow(max(b, 0))
  return overflow ? Int.max : total
}
