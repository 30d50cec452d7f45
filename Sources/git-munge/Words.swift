import Munge
import Platform

/// `1 file`, `2 files`.
func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

/// A title and up to ten paths below it; nothing where there are none.
func list(_ title: String, _ paths: [Path]) -> [String] {
  if paths.isEmpty { return [] }
  let shown = paths.prefix(10).map { "  \($0)" }
  return [title] + shown + (paths.count > 10 ? ["  and \(paths.count - 10) more"] : [])
}

/// A setting, where it is and what it says.
func line(_ setting: Override) -> String {
  let place = setting.file.map { "\(setting.scope) config, \($0)" } ?? setting.scope
  return "  \(setting.key) = \(setting.value) (\(place))"
}

/// The bytes of a name or text, safe for a terminal.
func show(_ bytes: [UInt8]) -> String { escaped(bytes) }

extension Survey {
  /// A line per rule: how often its texts stand where.
  func ruleLines(_ plan: [(name: [UInt8], change: String)]) -> [String] {
    let width = plan.map { show($0.name).count }.max() ?? 0
    return plan.map { rule in
      let name = show(rule.name)
      let padded = name + String(repeating: " ", count: width - name.count)
      let found = counts.first { $0.rule == rule.name }
      let places = found.map { "\(count($0.places, "place")) in \(count($0.files, "file"))" } ?? "nowhere"
      return "  \(padded)  \(rule.change)  \(places)"
    }
  }

  /// Words that a rule does not cover though they hold its text, each with the line that would.
  var nearMissLines: [String] {
    if nearMisses.isEmpty { return [] }
    let words = nearMisses.reduce(into: [(miss: NearMiss, files: Int)]()) { words, miss in
      if let index = words.firstIndex(where: { $0.miss.word == miss.word }) { words[index].files += 1 }
      else { words.append((miss, 1)) }
    }
    return ["Near misses, left as they are:"] + words.map { word in
      "  '\(show(word.miss.word))' in \(word.files == 1 ? "\(word.miss.path)" : count(word.files, "file")): \(advice(word.miss))"
    }
  }

  private func advice(_ miss: NearMiss) -> String {
    let except = "`except = \(show(miss.word))`"
    guard let suffix = miss.suffix else { return "\(except) in rule '\(show(miss.rule))' keeps it without this line" }
    return "add `suffix = \(show(suffix))` to rule '\(show(miss.rule))' to munge it, or \(except) to keep it"
  }

  /// Files in an unusual state.
  var fileLines: [String] {
    FileState.allCases.flatMap { state in list(state.title, paths(state)) + hint(state) }
  }

  private func hint(_ state: FileState) -> [String] {
    guard state == .withoutAttribute else { return [] }
    let lines = paths(state).prefix(10).map { "    \(attributePattern($0)) filter=munge" }
    return lines.isEmpty ? [] : ["  to munge them, add to .gitattributes:"] + lines
  }

  /// A pattern of `gitattributes(5)` for exactly this path.
  private func attributePattern(_ path: Path) -> String {
    let name = "/" + String(decoding: path.bytes, as: UTF8.self)
    let isPlain = !name.contains { " \t\"*?[\\".contains($0) }
    if isPlain { return name }
    let pattern = name.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    return "\"" + pattern.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
  }
}

extension Survey.FileState {
  var title: String {
    switch self {
    case .stale: "Not as the plan wants them (`git munge install` brings them up to date):"
    case .hidden: "Hidden from git by skip-worktree or assume-unchanged:"
    case .withoutAttribute: "Hold a canonical text, but have no filter=munge in .gitattributes:"
    case .localWithoutAttribute:
      "Hold a local text, but have no filter=munge in .gitattributes (they would be committed as they are):"
    }
  }
}
