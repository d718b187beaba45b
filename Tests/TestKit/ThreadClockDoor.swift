// The one file of the tests that asks the system for the time a thread has worked.

private import Glibc

/// How long the thread worked on `body`, whatever else the machine did meanwhile.
public func workTime(_ body: () -> Void) -> Duration {
  let start = threadTime()
  body()
  return threadTime() - start
}

private func threadTime() -> Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
