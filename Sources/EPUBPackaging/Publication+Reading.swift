public import EPUBBasics
public import EPUBContainer

/// Why a container holds no book that can be read.
public enum PackagingError: Error, Hashable, Sendable {
  /// No package document: neither container.xml names one nor does any `.opf` lie in the container.
  case noPackageDocument
  /// There is one and it can't be read as XML at all.
  case unreadablePackageDocument(ContainerPath)
  /// No item of the spine names a resource that exists.
  case emptySpine
  /// No linear content document can be read because of encryption; how many there are.
  case locked(LockScheme, documentCount: Int)
}

extension Publication {
  /// Reads container.xml, the package document, encryption.xml, the navigation document and the NCX.
  ///
  /// The first package document of container.xml wins; where the container's whole content lies in
  /// one folder, that folder counts as the root. Every fault that can be survived is a finding.
  public init(
    reading container: OCFContainer, limits: Limits = Limits()
  ) throws(PackagingError) {
    preconditionFailure("not built yet")
  }
}
