import EPUBBasics

/// Every fault of a package that reading survives: its stable code, how bad it is, the clause it
/// breaks. What was done about it is said where it is found. This is the whole list.
enum Fault: String, CaseIterable, Hashable, Sendable {
  // container.xml
  case containerInFolder = "container-in-folder"
  case containerMissing = "container-missing"
  case containerUnreadable = "container-unreadable"
  case containerRootfileMissing = "container-rootfile-missing"
  case containerRootfileType = "container-rootfile-type"
  case containerSeveralPackages = "container-several-packages"
  case packageUnlisted = "package-unlisted"
  case packageUnreadable = "package-unreadable"
  // encryption.xml
  case encryptionUnreadable = "encryption-unreadable"
  case encryptionReferenceMissing = "encryption-reference-missing"
  case encryptionResourceUnknown = "encryption-resource-unknown"
  case encryptionUntrue = "encryption-untrue"
  case encryptionObfuscatesDocument = "encryption-obfuscates-document"
  case resourceLocked = "resource-locked"
  // package
  case packageElementMissing = "package-element-missing"
  case packageVersionMissing = "package-version-missing"
  case packageIdentifierUnknown = "package-unique-identifier-unknown"
  // metadata
  case metadataMissing = "metadata-missing"
  case metadataEmpty = "metadata-empty"
  case metadataTitleMissing = "metadata-title-missing"
  case metadataIdentifierMissing = "metadata-identifier-missing"
  case metadataLanguageMissing = "metadata-language-missing"
  case metadataRefinesUnknown = "metadata-refines-unknown"
  // manifest
  case manifestTooLong = "manifest-too-long"
  case manifestIDMissing = "manifest-id-missing"
  case manifestIDDuplicate = "manifest-id-duplicate"
  case manifestHrefMissing = "manifest-href-missing"
  case manifestHrefInvalid = "manifest-href-invalid"
  case manifestHrefLeaks = "manifest-href-leaks"
  case manifestHrefFragment = "manifest-href-fragment"
  case manifestHrefRepaired = "manifest-href-repaired"
  case manifestHrefCase = "manifest-href-case"
  case manifestTypeMissing = "manifest-media-type-missing"
  case manifestTypeWrong = "manifest-media-type-wrong"
  case manifestResourceMissing = "manifest-resource-missing"
  case manifestFallbackUnknown = "manifest-fallback-unknown"
  case manifestFallbackCircular = "manifest-fallback-circular"
  // spine
  case spineMissing = "spine-missing"
  case spineEmpty = "spine-empty"
  case spineTooLong = "spine-too-long"
  case spineReferenceMissing = "spine-idref-missing"
  case spineReferenceUnknown = "spine-idref-unknown"
  case spineReferenceAmbiguous = "spine-idref-ambiguous"
  case spineResourceMissing = "spine-resource-missing"
  case spineResourceRemote = "spine-resource-remote"
  case spineResourceRepeated = "spine-resource-repeated"
  case spineWithoutLinear = "spine-without-linear"
  case spineItemHTML = "spine-item-html"
  case spineItemForeign = "spine-item-foreign"
  case spineLinearUnknown = "spine-linear-unknown"
  case spineProgressionUnknown = "spine-progression-unknown"
  case spineTocUnknown = "spine-toc-unknown"
  // navigation
  case navigationMissing = "navigation-missing"
  case navigationDocumentMissing = "navigation-document-missing"
  case navigationSeveral = "navigation-several"
  case navigationUnmarked = "navigation-unmarked"
  case navigationUnreadable = "navigation-unreadable"
  case navigationContentsMissing = "navigation-contents-missing"
  case navigationLabelMissing = "navigation-label-missing"
  case navigationTargetMissing = "navigation-target-missing"
  case navigationTargetInvalid = "navigation-target-invalid"
  case navigationTargetRemote = "navigation-target-remote"
  case navigationTooDeep = "navigation-too-deep"
  case navigationTooLong = "navigation-too-long"
  case ncxUnlisted = "ncx-unlisted"
  case ncxUnreadable = "ncx-unreadable"
  case ncxContentsMissing = "ncx-contents-missing"
  case guideTargetMissing = "guide-target-missing"
  // of any of the above, when one of them stands in a book too often to list
  case findingsCut = "findings-cut"

  var severity: Finding.Severity { facts.severity }
  var clause: String? { facts.clause }

  private var facts: (severity: Finding.Severity, clause: String?) {
    switch self {
    case .containerInFolder: (.warning, "EPUB 3.3 #sec-container-file-and-dir-structure")
    case .containerMissing, .containerUnreadable, .containerRootfileMissing,
      .containerRootfileType:
      (.warning, "EPUB 3.3 #sec-container-metainf-container.xml")
    case .containerSeveralPackages: (.note, "EPUB 3.3 #sec-container-metainf-container.xml")
    case .packageUnlisted: (.warning, "EPUB 3.3 #sec-container-metainf-container.xml")
    case .packageUnreadable: (.error, "EPUB 3.3 #sec-package-doc")

    case .encryptionUnreadable, .encryptionReferenceMissing, .encryptionResourceUnknown,
      .encryptionUntrue:
      (.warning, "EPUB 3.3 #sec-container-metainf-encryption.xml")
    case .encryptionObfuscatesDocument: (.error, "EPUB 3.3 #sec-font-obfuscation")
    case .resourceLocked: (.error, "EPUB 3.3 #sec-container-metainf-encryption.xml")

    case .packageElementMissing, .packageVersionMissing:
      (.warning, "EPUB 3.3 #sec-package-elem")
    case .packageIdentifierUnknown: (.warning, "EPUB 3.3 #attrdef-package-unique-identifier")

    case .metadataMissing: (.warning, "EPUB 3.3 #sec-pkg-metadata")
    case .metadataEmpty: (.note, "EPUB 3.3 #sec-metadata-values")
    case .metadataTitleMissing: (.warning, "EPUB 3.3 #sec-opf-dctitle")
    case .metadataIdentifierMissing: (.warning, "EPUB 3.3 #sec-opf-dcidentifier")
    case .metadataLanguageMissing: (.warning, "EPUB 3.3 #sec-opf-dclanguage")
    case .metadataRefinesUnknown: (.note, "EPUB 3.3 #attrdef-refines")

    case .manifestTooLong: (.error, "EPUB 3.3 #sec-manifest-elem")
    case .manifestIDMissing, .manifestIDDuplicate, .manifestHrefMissing, .manifestHrefInvalid,
      .manifestHrefFragment, .manifestHrefRepaired, .manifestTypeMissing, .manifestTypeWrong:
      (.warning, "EPUB 3.3 #sec-item-elem")
    case .manifestHrefLeaks: (.warning, "EPUB 3.3 #sec-container-iri")
    case .manifestHrefCase: (.warning, "EPUB 3.3 #sec-container-filenames")
    case .manifestResourceMissing: (.error, "EPUB 3.3 #sec-item-elem")
    case .manifestFallbackUnknown, .manifestFallbackCircular:
      (.warning, "EPUB 3.3 #sec-manifest-fallbacks")

    case .spineMissing, .spineEmpty: (.error, "EPUB 3.3 #sec-spine-elem")
    case .spineTooLong: (.error, "EPUB 3.3 #sec-spine-elem")
    case .spineReferenceMissing, .spineReferenceUnknown, .spineReferenceAmbiguous,
      .spineLinearUnknown:
      (.warning, "EPUB 3.3 #sec-itemref-elem")
    case .spineResourceMissing, .spineResourceRemote: (.error, "EPUB 3.3 #sec-itemref-elem")
    case .spineWithoutLinear: (.warning, "EPUB 3.3 #sec-itemref-elem")
    case .spineItemHTML: (.note, "EPUB 3.3 #sec-core-media-types")
    case .spineResourceRepeated: (.warning, "EPUB 3.3 #sec-item-elem")
    case .spineItemForeign: (.error, "EPUB 3.3 #sec-manifest-fallbacks")
    case .spineProgressionUnknown: (.note, "EPUB 3.3 #sec-spine-elem")
    case .spineTocUnknown: (.note, "EPUB 3.3 #sec-opf2-ncx")

    case .navigationMissing, .navigationDocumentMissing, .navigationSeveral, .navigationUnmarked:
      (.warning, "EPUB 3.3 #sec-nav-prop")
    case .navigationUnreadable: (.error, "EPUB 3.3 #sec-nav")
    case .navigationContentsMissing: (.warning, "EPUB 3.3 #sec-nav-toc")
    case .navigationLabelMissing: (.warning, "EPUB 3.3 #sec-nav-def-model")
    case .navigationTargetMissing, .navigationTargetInvalid: (.error, "EPUB 3.3 #sec-nav-toc")
    case .navigationTargetRemote: (.note, "EPUB 3.3 #sec-nav-toc")
    case .navigationTooDeep, .navigationTooLong: (.error, "EPUB 3.3 #sec-nav-def-model")
    case .ncxUnlisted: (.note, "OPF 2.0.1 #Section2.4.1.2")
    case .ncxUnreadable: (.error, "OPF 2.0.1 #Section2.4.1")
    case .ncxContentsMissing: (.warning, "OPF 2.0.1 #Section2.4.1")
    case .guideTargetMissing: (.note, "OPF 2.0.1 #Section2.6")
    case .findingsCut: (.note, nil)
    }
  }
}

/// The findings of one reading, in the order in which they were met.
struct FindingList {
  /// Of one fault so many are listed; the rest are counted. A damaged book of a million entries
  /// must not need a million sentences.
  static let maximumCountOfOneFault = 1000

  private(set) var findings: [Finding] = []
  private var counts: [Fault: Int] = [:]

  mutating func add(
    _ fault: Fault, path: ContainerPath? = nil, place: String? = nil, losesText: Bool = false,
    _ done: @autoclosure () -> String
  ) {
    counts[fault, default: 0] += 1
    if counts[fault, default: 0] > Self.maximumCountOfOneFault { return }
    findings.append(
      Finding(
        fault.rawValue, fault.severity, path: path?.string, place: place?.printable,
        clause: fault.clause, done: done().printable, losesText: losesText))
  }

  mutating func add(_ others: [Finding]) { findings += others }

  /// The list with a last word on what was not listed.
  func finished() -> [Finding] {
    let cut = Fault.allCases.compactMap { fault -> Finding? in
      let rest = counts[fault, default: 0] - Self.maximumCountOfOneFault
      guard rest > 0 else { return nil }
      return Finding(
        Fault.findingsCut.rawValue, Fault.findingsCut.severity, place: fault.rawValue,
        done: "\(rest) more of this kind were met; they are not listed.")
    }
    return findings + cut
  }
}
