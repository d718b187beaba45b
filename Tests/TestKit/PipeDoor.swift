// The one file of TestKit that makes named pipes, which Foundation can't.

private import Glibc

extension TemporaryFolder {
  /// Makes a named pipe that nobody writes to.
  public func makePipe(_ name: String) {
    let result = unsafe mkfifo("\(path)/\(name)", 0o600)
    precondition(result == 0, "can't make a pipe in \(path)")
  }
}
