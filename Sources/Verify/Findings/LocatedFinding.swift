/// A finding with its line.
package struct LocatedFinding {
  package var finding: Finding
  /// From 1, as git counts; 0 for the whole file.
  var gitLine = 0
  /// Its line without blanks at the ends, or the digest of a long one.
  var text: [UInt8] = []
  /// The same for the lines before and after it.
  var neighbours: [[UInt8]] = []
}
