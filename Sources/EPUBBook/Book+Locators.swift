public import EPUBBasics
public import EPUBContent
import EPUBPackaging

extension Book {
  /// The Locator of a place whose document is at hand.
  public func locator(of place: Place, in document: ContentDocument, _ survey: Survey) -> Locator {
    let offset = place.position.offset
    let isEmptyBlock =
      document.blocks.indices.contains(place.block)
      && document.blocks[place.block].textRange.isEmpty
    return locator(
      spine: place.position.spine,
      partialCFI: isEmptyBlock
        ? document.partialCFI(ofBlock: place.block) : document.partialCFI(at: offset),
      charactersBefore: document.text.scalarCount(in: 0..<min(offset, document.text.count)),
      position: place.position, survey)
  }

  /// The Locator of a search's hit.
  public func locator(of hit: SearchHit, _ survey: Survey) -> Locator {
    locator(
      spine: hit.spine, partialCFI: hit.partialCFI, charactersBefore: hit.charactersBefore,
      position: TextPosition(spine: hit.spine, offset: hit.range.lowerBound), survey)
  }

  private func locator(
    spine: Int, partialCFI: String, charactersBefore: Int, position: TextPosition, _ survey: Survey
  ) -> Locator {
    let item = publication.readingOrder[spine]
    let inDocument = survey.items[spine].characterCount
    let linearBefore =
      survey.linearCharactersBefore[spine] + (item.isLinear ? charactersBefore : 0)
    let total = survey.linearCharacterCount
    return Locator(
      href: item.path?.urlEncoded ?? item.shown.href, type: item.shown.mediaType,
      title: survey.contentsEntry(at: position)?.title,
      cfi: "epubcfi(\(path(toSpine: spine))!\(partialCFI))", partialCFI: partialCFI,
      progression: inDocument == 0 ? 0 : Double(charactersBefore) / Double(inDocument),
      totalProgression: total == 0 ? 0 : Double(linearBefore) / Double(total),
      position: 1 + linearBefore / 600)
  }
}

extension ContainerPath {
  /// Percent-encoded as a relative URL.
  public var urlEncoded: String { string.urlEncoded(keeping: "/-._~!$&'()*+,;=:@") }
}

extension Reference {
  /// Path and fragment percent-encoded as a relative URL.
  public var urlEncoded: String {
    guard let fragment else { return path.urlEncoded }
    return "\(path.urlEncoded)#\(fragment.urlEncoded(keeping: "/-._~!$&'()*+,;=:@?"))"
  }
}

extension String {
  fileprivate func urlEncoded(keeping kept: StaticString) -> String {
    let kept = Set(kept.description.utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte.isASCIILetter || byte.isASCIIDigit || kept.contains(byte) {
        bytes.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
