import Platform

// Findings for people: one line each in the format of compilers, and their remedies.
extension [Finding] {
  /// The lines of all findings. `maxOfKind`: the maximum number of findings of a kind.
  package func lines(in colours: Palette, maxOfKind: Int = .max) -> [String] {
    let (shown, more) = merged.capped(maxOfKind)
    return shown.flatMap { $0.lines(asOneIn: colours) } + more
  }

  /// The findings without the warnings about files with an error: what ends the error often ends them, too.
  package var deciding: [Finding] {
    let wrong = Set(filter { $0.severity == .error }.map(\.location?.path))
    return filter { $0.severity != .warning || $0.location == nil || !wrong.contains($0.location?.path) }
  }

  /// Each remedy once, with all its files.
  package func remedyLines(in colours: Palette) -> [String] {
    if isEmpty { return [] }
    let remedies = grouped { $0.sharedRemedy(for: []) }.compactMap { _, findings in
      findings.first?.sharedRemedy(for: findings.compactMap { $0.location?.path }.uniqued)
    }
    return [colours.paint("To fix, at the top of the working tree:", .heading)] + remedies.uniqued.map { "  \($0)" }
  }

  /// The lines of equal findings, which differ only in their place.
  func lines(asOneIn colours: Palette) -> [String] {
    guard let first else { return [] }
    let severity = colours.paint(first.severity.rawValue, first.severity == .error ? .problem : .heading)
    let line = "\(first.place)\(severity): \(first.message) [\(first.kind.rawValue)]"
    return [line] + moreLines + (first.origin.map { ["    since \($0.commit.prefix(12)) by \($0.author)"] } ?? [])
  }

  /// Findings of a file that differ in their lines only, each group at the place of its first.
  var merged: [[Finding]] {
    grouped { finding in
      [
        finding.kind.rawValue, finding.message, finding.location.map { "\($0.path)" } ?? "",
        finding.originWords ?? "",
      ]
    }.map(\.elements)
  }

  /// The numbers of the lines of equal findings, without the first.
  var moreLines: [String] {
    let lines = dropFirst().compactMap { $0.location?.line }.uniqued.filter { $0 != first?.location?.line }
    if lines.isEmpty { return [] }
    let numbers = lines.prefix(10).map { "\($0)" }.joined(separator: ", ") + (lines.count > 10 ? ", ..." : "")
    return ["    and in \(Platform.count(lines.count, "more line")): \(numbers)"]
  }
}

extension [[Finding]] {
  /// The first `max` groups of each kind, and a line for each kind with more.
  func capped(_ max: Int) -> (shown: [[Finding]], more: [String]) {
    let counts = compactMap(\.first?.kind).counted
    var left = counts.mapValues { _ in max }
    let shown = filter { equal in equal.first.map { left.take($0.kind) } ?? false }
    let more = counts.filter { $0.value > max }.sorted { $0.key.rawValue < $1.key.rawValue }
    return (shown, more.map { "and \($0.value - max) more [\($0.key.rawValue)]" })
  }
}

extension Finding {
  /// The finding in one line, without its severity.
  package var words: String { "\(place)\(message) [\(kind.rawValue)]" }

  /// The prefix of a message: `path:line:column: `, without the parts that are unknown.
  package var place: String {
    guard let location else { return "" }
    let numbers = [location.line, location.column].compactMap(\.self)
    return "\(location.path):" + numbers.map { "\($0):" }.joined() + " "
  }

  /// The commit that added the text, abbreviated, and its author.
  var originWords: String? { origin.map { "added by commit \($0.commit.prefix(12)) of \($0.author)" } }
}
