import Platform

/// Waits for other programs, which are done in a moment unless they were killed.
enum Patience {
  /// Looks every tenth of a second; answers `false` where it is not over after so many of them.
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
