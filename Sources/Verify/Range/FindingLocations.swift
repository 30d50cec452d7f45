/// The places of findings.
struct FindingLocations {
  /// The columns of the findings of each path and line.
  private var columns: [Finding.Location: [Range<Int>]] = [:]

  init(_ findings: some Sequence<Finding>) {
    for place in findings.compactMap(\.location) {
      columns[Self.line(of: place), default: []].append(Self.columns(of: place))
    }
  }

  func overlap(_ finding: Finding) -> Bool {
    guard let place = finding.location else { return false }
    return columns[Self.line(of: place)]?.contains { $0.overlaps(Self.columns(of: place)) } ?? false
  }

  private static func line(of place: Finding.Location) -> Finding.Location { .init(path: place.path, line: place.line) }

  private static func columns(of place: Finding.Location) -> Range<Int> {
    let start = place.column ?? 1
    return start..<max(start + 1, place.endColumn ?? .max)
  }
}
