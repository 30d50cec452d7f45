/// What Ctrl-C prints before it ends the process, for work whose state the user has to know.
///
/// The process ends by SIGINT, as it would without this. A process that ignores SIGINT, such as one of nohup(1), still does.
package struct Interruption {
  /// `before` and `after`: the words around the count, without a newline.
  package init(before: String, after: String) {
    // On a terminal the cursor is after `^C`, or on the line of a counter.
    let start = Terminal.isError ? "\n" : ""
    Libc.reportInterrupt(Array((start + before).utf8), Array((after + "\n").utf8))
  }

  package func set(count: Int) { Libc.setInterruptCount(count) }

  /// From now on, Ctrl-C ends the process without a message.
  package func end() { Libc.forgetInterrupt() }
}
