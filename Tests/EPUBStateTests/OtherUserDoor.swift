import Foundation
import TestKit

// Permissions do not bind the superuser, as whom tests often run in containers.

/// Runs `body` on this thread with the file permissions of nobody; as ourselves, where we are not
/// the superuser.
func asAnotherUser(_ body: () throws -> Void) throws {
  typealias SetUser = @convention(c) (UInt32) -> Int32
  guard geteuid() == 0, let symbol = unsafe dlsym(nil, "setfsuid") else { return try body() }
  let setUser = unsafe unsafeBitCast(symbol, to: SetUser.self)
  _ = setUser(65_534)
  defer { _ = setUser(0) }
  try body()
}

extension TemporaryFolder {
  func setPermissions(_ permissions: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
  }
}
