import Glibc

/// Time that a processor has worked, which a busy machine does not stretch as it does that of a clock.
package enum ProcessorTime {
  /// For the calling thread, since it began; clock_gettime(2).
  package static var ofThread: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
