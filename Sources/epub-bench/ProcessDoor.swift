// The system's door: starts programs and asks what they cost.

import Glibc

/// What one run of a program took.
struct RunCost {
  var wallSeconds: Double
  var cpuSeconds: Double
  var peakBytes: Int
  var status: Int32
}

/// Sets a variable of the environment for programs that are run later.
func setVariable(_ name: String, _ value: String) { unsafe setenv(name, value, 1) }

/// Runs a program, its standard output going to a file, and waits for its end.
///
/// Returns `nil` when it could not be started.
func run(_ arguments: [String], output: String) -> RunCost? {
  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

  var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
  defer { for index in unsafe words.indices { unsafe free(words[index]) } }
  var pid: pid_t = 0
  var start = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &start)
  guard unsafe posix_spawnp(&pid, arguments[0], &actions, nil, &words, environ) == 0 else {
    return nil
  }
  var status: Int32 = 0
  var usage = rusage()
  while unsafe wait4(pid, &status, 0, &usage) < 0 { if errno != EINTR { return nil } }
  var end = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &end)
  return RunCost(
    wallSeconds: end.seconds - start.seconds,
    cpuSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
    peakBytes: usage.ru_maxrss * 1024, status: status)
}

/// Seconds of a clock that is never set.
func monotonicSeconds() -> Double {
  var now = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return now.seconds
}

extension timespec {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_nsec) / 1e9 }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

/// Writes a file anew; `false` when that failed.
func write(_ bytes: [UInt8], to path: String) -> Bool {
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  var written = 0
  while written < bytes.count {
    let count = unsafe bytes[written...].withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    if count <= 0 { return false }
    written += count
  }
  return true
}
