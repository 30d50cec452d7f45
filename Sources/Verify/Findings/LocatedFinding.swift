/// A finding with its line.
package struct LocatedFinding {
  package let finding: Finding
  /// Its line without blanks at the ends, or the digest of a long one.
  var text: [UInt8] = []
  /// The same for the lines before and after it.
  var neighbours: [[UInt8]] = []
}
