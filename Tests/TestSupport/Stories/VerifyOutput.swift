import Foundation

/// The parsed output of `git munge verify`.
package struct VerifyOutput {
  package struct Line {
    package let place: String, severity: String, message: String, kind: String
    package let since: String?
  }

  package private(set) var lines: [Line] = []

  package init(_ output: String) {
    var places: [String] = []
    for line in output.split(separator: "\n") where !line.hasPrefix("and ") && !line.hasPrefix("    ") {
      if let fact = Self.fact(line) {
        lines += (places.isEmpty ? [""] : places).map { place in
          Line(place: place, severity: fact.severity, message: fact.message, kind: fact.kind, since: fact.since)
        }
        places = []
      } else if !line.hasPrefix("git munge "), let colon = line.lastIndex(of: ":"),
        line.hasSuffix(":") || line.hasSuffix(" places)")
      {
        places.append(String(line[..<colon]))
      }
    }
    lines.removeAll { $0.severity == "note" }
  }

  private static func fact(_ line: Substring) -> Line? {
    guard line.hasSuffix("]"), let end = line.range(of: " [", options: .backwards) else { return nil }
    let words = line[..<end.lowerBound].drop { $0 == " " }
    let severity = ["warning", "note"].first { words.hasPrefix("\($0): ") }
    let since = words.range(of: ", added by commit ", options: .backwards).map {
      String(words[$0.upperBound...].prefix { $0 != " " })
    }
    return Line(
      place: "", severity: severity ?? "error", message: String(words.dropFirst(severity.map { $0.count + 2 } ?? 0)),
      kind: String(line[end.upperBound...].dropLast()), since: since)
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
