// The one file of TestKit that talks to zlib: deflate, and CRC-32.

private import CZlib

/// Raw deflate data of `bytes`, as a ZIP entry holds it.
public func deflated(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
  let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  unsafe stream.initialize(to: z_stream())
  defer { unsafe stream.deallocate() }
  guard unsafe epub_deflate_start(stream, Int32(level)) == Z_OK else {
    preconditionFailure("zlib does not start")
  }
  defer { unsafe deflateEnd(stream) }
  return unsafe bytes.withUnsafeBufferPointer { input in
    let bound = unsafe Int(deflateBound(stream, UInt(input.count)))
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { room, written in
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(input.count)
      unsafe stream.pointee.next_out = room.baseAddress
      unsafe stream.pointee.avail_out = UInt32(bound)
      guard unsafe deflate(stream, Z_FINISH) == Z_STREAM_END else {
        preconditionFailure("deflate has not enough room")
      }
      written = unsafe bound - Int(stream.pointee.avail_out)
    }
  }
}

/// The CRC-32 of ZIP.
public func crc32(_ bytes: [UInt8]) -> UInt32 {
  unsafe bytes.withUnsafeBufferPointer {
    guard let start = $0.baseAddress else { return 0 }
    return UInt32(truncatingIfNeeded: unsafe CZlib.crc32_z(0, start, $0.count))
  }
}
