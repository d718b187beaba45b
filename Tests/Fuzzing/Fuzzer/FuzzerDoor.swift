import FuzzTargets
import Glibc

/// What libFuzzer calls with each input. `FUZZ_TARGET` names what takes it.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let faults = target.faults(in: bytes)
  precondition(faults.isEmpty, "WRONG: \(faults.joined(separator: "\nWRONG: "))")
  return 0
}

private let target: FuzzTarget = {
  let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    print("FUZZ_TARGET must be one of \(FuzzTarget.allCases.map(\.rawValue))")
    exit(2)
  }
  return target
}()
