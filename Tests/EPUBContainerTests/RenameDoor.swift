private import Glibc

/// Gives a file a name of any bytes, which Foundation can't.
func give(_ path: String, theName name: [UInt8]) -> Bool {
  unsafe rename(path, name.map { CChar(bitPattern: $0) } + [0]) == 0
}
