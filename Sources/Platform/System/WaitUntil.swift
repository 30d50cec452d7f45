/// Waits for short operations of other programs, such as locks: checks every tenth of a second, and returns false after this
/// number of checks.
package func waitUntil<Failure: Error>(
  tenths: Int, _ isOver: () throws(Failure) -> Bool
) throws(Failure) -> Bool {
  for _ in 0..<tenths {
    if try isOver() { return true }
    Environment.pause(milliseconds: 100)
  }
  return try isOver()
}
