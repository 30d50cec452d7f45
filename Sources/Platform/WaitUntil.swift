import Platform

/// Waits for short operations of other programs, such as locks.
enum Patience {
  /// Checks every tenth of a second; returns false after this number of checks.
  static func wait<Failure: Error>(
    tenths: Int, until isOver: () throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    for _ in 0..<tenths {
      if try isOver() { return true }
      Environment.pause(milliseconds: 100)
    }
    return try isOver()
  }
}
