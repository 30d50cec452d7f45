import Dispatch
import Foundation
import TestSupport

@testable import Platform

/// A signal ends a system call that waits, with EINTR, if its handler has no SA_RESTART (`signal(7)`).
struct InterruptedCallTests {
  /// A thread is a pointer on macOS, and can be sent a signal by any thread.
  private struct Reader: @unchecked Sendable { let thread: pthread_t }

  /// The result of `body`, which reads from a pipe: its thread gets ten signals, and then the pipe has one byte.
  private static func interrupted<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    // The handler stays: a signal that is delivered late would end the process.
    signal(SIGUSR1) { _ in }
    defer { signal(SIGUSR1) { _ in } }
    var action = sigaction()
    sigaction(SIGUSR1, nil, &action)
    action.sa_flags &= ~SA_RESTART
    sigaction(SIGUSR1, &action, nil)
    // Threads of a pool run with signals blocked.
    var signals = sigset_t()
    var formerSignals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &signals, &formerSignals)
    defer { pthread_sigmask(SIG_SETMASK, &formerSignals, nil) }
    let reader = Reader(thread: pthread_self())
    let sent = DispatchSemaphore(value: 0)
    let writing = ends[1]
    Thread.detachNewThread {
      for _ in 0..<10 {
        usleep(5000)
        pthread_kill(reader.thread, SIGUSR1)
      }
      write(writing, "a", 1)
      close(writing)
      sent.signal()
    }
    defer { sent.wait() }
    return try body(ends[0])
  }

  @Test func `A read that signals interrupt goes on`() throws {
    let plain = try Self.interrupted { end in
      var byte: UInt8 = 0
      return (read(end, &byte, 1), errno)
    }
    #expect(plain == (-1, EINTR), "without it, the test would prove nothing")
    var all: [UInt8] = []
    try Self.interrupted { end in
      try File(adopting: dup(end)).forEachChunk { chunk throws(SystemError) in all += chunk }
    }
    #expect(all == bytes("a"))
  }
}
