public import EPUBContainer
public import EPUBPackaging

/// Why a book could not be opened.
public enum BookError: Error, Hashable, Sendable {
  case container(ContainerError)
  case packaging(PackagingError)
}
