/// The parsed output of `git munge verify`.
package struct VerifyOutput {
  package struct Line {
    package let place: String, severity: String, message: String, kind: String
    package fileprivate(set) var since: String?
  }

  package private(set) var lines: [Line] = []

  package init(_ output: String) {
    for line in output.split(separator: "\n") {
      if line.hasPrefix("To fix") { break }
      if line.hasPrefix("    since ") {
        lines[lines.count - 1].since = line.split(separator: " ").dropFirst().first.map(String.init)
      } else if let found = Self.line(line) {
        lines.append(found)
      }
    }
  }

  private static func line(_ line: Substring) -> Line? {
    for severity in ["error", "warning"] {
      guard let middle = line.firstRange(of: "\(severity): "), let end = line.lastIndex(of: "["), line.hasSuffix("]")
      else { continue }
      return Line(
        place: String(line[..<middle.lowerBound].dropLast(2)), severity: severity,
        message: String(line[middle.upperBound..<end]),
        kind: String(line[line.index(after: end)...].dropLast()))
    }
    return nil
  }
}

extension WorkingTree {
  /// `PLACE SEVERITY KIND` of each finding of `git munge verify` with these arguments.
  package func found(_ words: String..., status: ClosedRange<Int32> = 0...1) throws -> [String] {
    VerifyOutput(try munge(["verify"] + words, status: status).output).lines.map {
      "\($0.place) \($0.severity) \($0.kind)"
    }
  }
}
