public import EPUBBasics

/// Why a container, or a resource of it, could not be read.
public enum ContainerError: Error, Hashable, Sendable {
  case noSuchFile(String)
  /// The system refused: `errno` and what was being done.
  case system(errno: Int32, String)
  /// Neither a ZIP archive nor a folder that holds a container. `looksLike` is a noun phrase for
  /// what it seems to be, such as `a PDF document`, `an empty file` or `a pipe`; `nil` if unknown.
  case notAnArchive(looksLike: String?)
  case tooLarge(limit: Int)
  case tooManyEntries(limit: Int)
  case noSuchEntry(ContainerPath)
  /// Under the ZIP format's own password encryption.
  case passwordProtected(ContainerPath)
  case unsupportedCompression(method: Int, ContainerPath)
  case sizeExceeds(limit: Int, ContainerPath)
  /// The entry's data lies outside the file or can't be inflated at all: no byte of it was read.
  case damaged(ContainerPath, offset: Int)
}
