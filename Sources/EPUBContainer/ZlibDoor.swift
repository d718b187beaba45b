// The one file that talks to zlib: raw inflate into a byte array, and CRC-32.
//
// Every call has a stream of its own, so any number of threads may expand at once. No size that a
// file states is trusted: it decides how much is allocated only where so much can really come out
// of the input; what comes out beyond it grows as it is expanded, up to the limit.

private import CZlib

/// What came out of raw deflate data, and how it ended.
struct Inflated {
  enum End: Equatable {
    /// The data ended as it should.
    case complete
    /// The input ended before the data did.
    case cutShort
    /// The data broke the format; the bytes before that stand.
    case invalid
    /// More than the limit would have come out.
    case exceedsLimit
  }

  let bytes: [UInt8]
  let end: End
}

/// Deflate can't give more than 1032 bytes for one: a match of 258 bytes takes two bits.
let maximumExpansion = 1032

/// Expands raw deflate data.
///
/// - Parameter stated: the size that is expected; may lie.
/// - Parameter limit: no more than this many bytes are returned.
func inflated(_ input: Span<UInt8>, stated: Int, limit: Int) -> Inflated {
  let (most, overflow) = input.count.multipliedReportingOverflow(by: maximumExpansion)
  return unsafe input.withUnsafeBufferPointer { input in
    let most = min(overflow ? Int.max : most, limit)
    var inflater = unsafe Inflater(input)
    var bytes = inflater.next(min(max(stated, 32), most))
    if inflater.wantsRoom, bytes.count < limit {
      // The size was wrong. Begun again with room for all that there can be, of which the system gives
      // only what is written to: growing would hold everything twice.
      bytes = []
      inflater = unsafe Inflater(input)
      bytes = inflater.next(most)
    }
    // Data that ends exactly at the limit leaves no byte for more room.
    if inflater.wantsRoom, !inflater.next(1).isEmpty {
      return Inflated(bytes: bytes, end: .exceedsLimit)
    }
    return Inflated(bytes: bytes, end: inflater.end)
  }
}

/// The CRC-32 of ZIP, PNG and gzip.
func crc32(of bytes: Span<UInt8>) -> UInt32 {
  unsafe bytes.withUnsafeBufferPointer { bytes in
    guard let start = bytes.baseAddress else { return 0 }
    return UInt32(truncatingIfNeeded: unsafe CZlib.crc32_z(0, start, bytes.count))
  }
}

/// One zlib stream over one input, which must outlive it. zlib keeps the stream's address, so the
/// stream is allocated.
@safe private struct Inflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>
  /// What zlib has not been handed yet: it counts in 32 bits.
  private var rest: UnsafeBufferPointer<UInt8>.SubSequence
  private var status: Int32

  @unsafe init(_ input: UnsafeBufferPointer<UInt8>) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    status = unsafe epub_inflate_start(stream)
    unsafe rest = input[...]
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// More room for output would bring more of it.
  var wantsRoom: Bool { unsafe status == Z_OK && stream.pointee.avail_out == 0 }

  var end: Inflated.End {
    switch status {
    case Z_STREAM_END: .complete
    case Z_OK: .cutShort
    default: .invalid
    }
  }

  /// The next bytes, at most `count` of them.
  mutating func next(_ count: Int) -> [UInt8] {
    let count = min(count, Int(UInt32.max >> 1))
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { room, written in
      unsafe stream.pointee.next_out = room.baseAddress
      unsafe stream.pointee.avail_out = UInt32(count)
      // With no input left there may still be output: zlib holds bits, and half a match.
      while status == Z_OK, unsafe stream.pointee.avail_out > 0 {
        let isLast = unsafe stream.pointee.avail_in == 0 && !handOver()
        // Asked to finish in one call, zlib keeps no window of its own.
        status = unsafe inflate(stream, rest.isEmpty ? Z_FINISH : Z_NO_FLUSH)
        if status == Z_BUF_ERROR {
          status = Z_OK
          if isLast { break }
        }
      }
      written = unsafe count - Int(stream.pointee.avail_out)
    }
  }

  /// Gives zlib its next piece of input; `false` when there is none.
  private mutating func handOver() -> Bool {
    let piece = unsafe rest.prefix(Int(UInt32.max >> 1))
    guard unsafe !piece.isEmpty else { return false }
    unsafe rest = rest.dropFirst(piece.count)
    let start = unsafe UnsafeBufferPointer(rebasing: piece).baseAddress
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: start)
    unsafe stream.pointee.avail_in = UInt32(piece.count)
    return true
  }
}
