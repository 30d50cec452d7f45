import Platform

// Findings for people: the places, what is there, and the steps.
extension [Finding] {
  /// The lines of all findings: places that have the same problem share its sentence, and problems their steps. At most
  /// ten places of each kind are listed.
  package func lines(in colours: Palette) -> [String] {
    let (shown, more) = merged.capped(10)
    let groups = shown.grouped { equal in equal.first.map { Solution(steps: $0.steps, rule: $0.rule) } }
    // A repository without working tree has a HEAD.
    let isAtTop = isEmpty || [".git", "HEAD"].contains { FileSystem.exists(Path($0)) }
    return groups.flatMap { $1.lines(in: colours) } + more
      + (isAtTop ? [] : ["Type the commands at the top of the working tree."])
  }

  /// Findings of a file that differ in their lines only, each group at the place of its first.
  var merged: [[Finding]] {
    grouped { [$0.location.map { "\($0.path)" } ?? ""] + $0.identity }.map(\.elements)
  }
}

/// What findings with the same steps have in common.
private struct Solution: Hashable {
  let steps: [Finding.Step]
  let rule: [UInt8]?
}

extension [[Finding]] {
  /// The lines of findings with the same steps. `self`: equal ones of each file.
  fileprivate func lines(in colours: Palette) -> [String] {
    let problems = grouped { $0.first?.identity }
    let facts = problems.flatMap { _, files -> [String] in
      guard let first = files.first?.first else { return [] }
      func painted(_ text: String) -> String { colours.paint(text, first.severity == .error ? .problem : .heading) }
      let places = files.compactMap { $0.place.map(painted) }
      let severity = first.severity == .error ? "" : "\(first.severity.rawValue): "
      let words = [first.message, first.commitWords].compactMap(\.self).joined(separator: ", ")
      let fact = "\(severity)\(words) [\(first.kind.rawValue)]"
      return places.isEmpty ? [painted(fact)] : places + ["  \(fact)"]
    }
    guard let first = first?.first else { return [] }
    let paths = compactMap { $0.first?.location?.path }.uniqued
    return facts + first.steps.lines(for: paths, rule: first.rule).map { "    \($0)" }
  }

  /// The first `max` groups of each kind, and a line for each kind with more.
  func capped(_ max: Int) -> (shown: [[Finding]], more: [String]) {
    let counts = compactMap(\.first?.kind).counted
    var left = counts.mapValues { _ in max }
    let shown = filter { equal in equal.first.map { left.take($0.kind) } ?? false }
    let more = counts.filter { $0.value > max }.sorted { $0.key.rawValue < $1.key.rawValue }
    return (shown, more.map { "and \($0.value - max) more [\($0.key.rawValue)] (JSON has all)" })
  }
}

extension [Finding] {
  /// The place of equal findings in a file.
  fileprivate var place: String? {
    guard let first, first.location != nil else { return nil }
    return first.place.dropLast() + (count == 1 ? "" : " (\(Platform.count(count, "place")))")
  }
}

extension Finding {
  /// What equal findings of several places have in common.
  fileprivate var identity: [String] { [kind.rawValue, message, severity.rawValue, commitWords ?? ""] }

  /// The finding in one line, without its severity.
  package var words: String { "\(place)\(message) [\(kind.rawValue)]" }

  /// The prefix of a message: `path:line:column: `, without the parts that are unknown.
  package var place: String {
    guard let location else { return "" }
    let numbers = [location.line, location.column].compactMap(\.self)
    return "\(location.path):" + numbers.map { "\($0):" }.joined() + " "
  }

  /// The commit that added the text, abbreviated.
  var commitWords: String? { commit.map { "added by commit \($0.prefix(12))" } }
}
