public import EPUBBasics

extension OCFContainer {
  /// Tells what this container holds from what any other does, and from what it held before.
  ///
  /// Nothing is expanded for it: a file counts with its size and the time of its last change, beside all
  /// that the archive's directory says; an archive in memory with all of its bytes.
  public var digest: Digest {
    var builder = Digest.Builder()
    switch storage {
    case .archive(let archive, let records):
      switch archive.source {
      case .file(let file): builder.add(file.version)
      case .memory(let bytes): builder.add(bytes)
      }
      for record in records { builder.add(record) }
    case .folder(_, let files, _):
      for file in files {
        builder.add(file.path.string)
        builder.add(file.location)
        builder.add(file.version)
      }
    }
    return builder.digest
  }
}

extension Digest.Builder {
  fileprivate mutating func add(_ version: FileVersion) {
    for number in [version.byteCount, version.seconds, version.nanoseconds] { add(number) }
  }

  fileprivate mutating func add(_ record: ZIPRecord) {
    add(record.path.string)
    for number in [
      record.headerOffset, record.compressedByteCount, record.byteCount,
      record.crc32.map { Int($0) } ?? -1, record.method, Int(record.flags),
    ] { add(number) }
  }
}
