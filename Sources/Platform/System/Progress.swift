// Counters of what a command has done.

import Synchronization

/// Whether a command shows counters of what it has done, and after which time.
///
/// As in git (`progress.c`): on standard error, if that is a terminal, and only after a delay. git measures the delay for
/// each counter; here it is measured for the command, because the git commands that it runs take time without a counter.
package struct Progress: Sendable {
  /// In milliseconds; `nil`: nothing is shown.
  private let delay: Int?
  private let start = Environment.milliseconds()

  /// Shows nothing.
  package static let none = Progress(delay: nil)

  /// Shows counters on a terminal, from one second on after this call, or `GIT_PROGRESS_DELAY` seconds (git(1)).
  package static var onTerminal: Progress { Terminal.isError ? Progress(delay: configuredDelay ?? 1000) : .none }

  private static var configuredDelay: Int? {
    Environment.value("GIT_PROGRESS_DELAY").flatMap { Int(String(decoding: $0, as: UTF8.self)) }.map { max(0, min($0, 3600)) * 1000 }
  }

  /// A counter that begins now. `title`: what is done, such as `Munging files`; `total`: `nil` if it is not known.
  package func counter(_ title: String, of total: Int? = nil) -> ProgressCounter {
    // The time before the answer to a question does not count.
    ProgressCounter(title, total, showingAt: delay.map { max(start, Terminal.lastAnswer) + $0 })
  }
}

/// A counter that several threads advance.
package final class SharedCounter: Sendable {
  private let counter: Mutex<ProgressCounter>

  package init(_ counter: consuming ProgressCounter) { self.counter = Mutex(counter) }

  package func advance() { counter.withLock { $0.advance() } }

  /// Ends the line, if it was shown.
  package func finish() { counter.withLock { $0.finish() } }
}

/// A line on standard error that says how much is done: `Munging files:  40% (400/1000)`.
package struct ProgressCounter: ~Copyable, Sendable {
  private let title: String
  private let total: Int?
  private var count = 0
  /// When the line is shown or changed next, in milliseconds; `nil`: never.
  private var next: Int?
  /// The length of the line on the terminal; 0 if there is none.
  private var shownLength = 0

  /// A reader sees no more changes.
  private static let interval = 200

  fileprivate init(_ title: String, _ total: Int?, showingAt next: Int?) {
    (self.title, self.total, self.next) = (title, total, next)
  }

  package mutating func advance(by more: Int = 1) {
    count += more
    guard let next else { return }
    let now = Environment.milliseconds()
    if now < next { return }
    self.next = now + Self.interval
    // In the background, the terminal belongs to another program.
    if Terminal.isForeground { show(ending: "\r") }
  }

  /// Ends the line, if it was shown.
  package mutating func finish() {
    if shownLength > 0 { show(ending: ", done.\n") }
    (next, shownLength) = (nil, 0)
  }

  /// After an error the line stays as it is, and the message is below it.
  deinit { if shownLength > 0 { Terminal.show("\n") } }

  private mutating func show(ending: String) {
    let text = ProgressCounter.text(title, count, of: total)
    // A shorter line would leave the end of the longer one before it.
    let blanks = String(repeating: " ", count: max(0, shownLength - text.utf8.count))
    Terminal.show(text + (ending == "\r" ? blanks : "") + ending)
    shownLength = text.utf8.count
  }

  static func text(_ title: String, _ count: Int, of total: Int?) -> String {
    guard let total, total > 0 else { return "\(title): \(count)" }
    let percent = "\(count * 100 / total)"
    return "\(title): \(String(repeating: " ", count: max(0, 3 - percent.utf8.count)))\(percent)% (\(count)/\(total))"
  }
}
