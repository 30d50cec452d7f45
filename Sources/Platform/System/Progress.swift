import Synchronization

/// Whether a command shows counters of what it has done, and after which time.
///
/// They are as in git (`progress.c`): on standard error, if that is a terminal, and only after a delay. git measures
/// the delay for each counter; here it is measured for the command, because the git commands that it runs take time
/// without a counter.
package struct Progress: Sendable {
  /// The time before the first counter is shown, in milliseconds; `nil` if nothing is shown.
  private let delay: Int?
  private let start = Environment.milliseconds()

  package static let none = Progress(delay: nil)

  /// Shows counters on a terminal, from one second on after this call, or `GIT_PROGRESS_DELAY` seconds (git(1)).
  package static let onTerminal: Progress = {
    if !Terminal.isError { return .none }
    let seconds = Environment.value("GIT_PROGRESS_DELAY").flatMap { Int($0.string) }
    return Progress(delay: max(0, min(seconds ?? 1, 3600)) * 1000)
  }()

  /// A counter that begins now. `title`: what is done, such as `Munging files`; `total`: `nil` if it is not known.
  package func counter(_ title: String, of total: Int? = nil) -> ProgressCounter {
    // The time before the answer to a question does not count.
    ProgressCounter(title, total, showingAt: delay.map { max(start, Terminal.lastAnswer) + $0 })
  }
}

/// A line on standard error that says how much is done: `Munging files: 40% (400/1000)`. Several threads can advance
/// it.
package final class ProgressCounter: Sendable {
  private let title: String
  private let total: Int?
  private let state: Mutex<Shown>

  private struct Shown {
    var count = 0
    /// The time when the line is shown or changed next, in milliseconds; `nil` for never.
    var next: Int?
    /// The length of the line on the terminal; 0 if there is none.
    var shownLength = 0
  }

  /// The time between two changes of the line, in milliseconds: a reader sees no more.
  private static let interval = 200

  fileprivate init(_ title: String, _ total: Int?, showingAt next: Int?) {
    self.title = title
    self.total = total
    state = Mutex(Shown(next: next))
  }

  package func advance(by more: Int = 1) {
    state.withLock { state in
      state.count += more
      guard let next = state.next else { return }
      let now = Environment.milliseconds()
      if now < next { return }
      state.next = now + Self.interval
      // In the background, the terminal belongs to another program.
      if Terminal.isForeground { show(&state) }
    }
  }

  /// Removes the line, if it was shown: a command can do the same several times, and what it prints next is below.
  package func finish() {
    state.withLock { state in
      if state.shownLength > 0 { Terminal.show(blanks(state.shownLength) + "\r") }
      state.next = nil
      state.shownLength = 0
    }
  }

  deinit { finish() }

  private func show(_ state: inout Shown) {
    var text = "\(title): \(state.count)"
    if let total, total > 0 {
      text = "\(title): \(state.count * 100 / total)% (\(state.count)/\(total))"
    }
    // A shorter line would leave the end of the longer one before it.
    Terminal.show(text + blanks(state.shownLength - text.utf8.count) + "\r")
    state.shownLength = text.utf8.count
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
