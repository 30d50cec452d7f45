// What `git munge install` prints about rules and values that have changed.

import Platform
import Rules
import Smudge
import Verify
import WorkingTree

extension Install.Proposal {
  /// The first line of each change, at most ten.
  var summary: String { text(list(title, changes.compactMap(\.first), max: 10)) }

  var details: String { text(list(title, changes.flatMap(\.self))) }

  private var title: String { "Rules have changed\(author.map { ", last by \(escaped($0))" } ?? ""):" }

  private func text(_ rules: [String]) -> String {
    (rules + list("Values:", difference.values.map(\.words))).text
  }

  /// The lines of each change; the report of the installation names private rules that are replaced.
  private var changes: [[String]] { (difference.rules + wording).map(lines) }

  private func lines(_ change: RulesDifference.Change) -> [String] {
    switch change {
    case .added(let rule, let planned):
      ["rule '\(show(rule.name))' is new: \(planned.change)"]
        + rule.lines.map { "  \($0.key.rawValue) \(show($0.value))" }
        + (rule.onInsert == .keep ? [] : ["  on-insert \(rule.onInsert.rawValue)"])
    case .removed(let rule) where rules.replaced.contains(rule.name): []
    case .removed(let rule): ["rule '\(show(rule.name))' was removed: \(texts(rule.canonicals)) stays canonical"]
    case .changed(let name, let key, let old, let new):
      ["rule '\(show(name))' \(key.rawValue): \(words(old, of: key)) -> \(painted(new, of: key))"]
    case .kind(let name, let old, let new): ["variable '\(name)' kind: \(old.rawValue) -> \(new.rawValue)"]
    case .asItIs(let rule):
      [
        "rule '\(show(rule.name))': \(texts(rule.canonicals)) -> \(show(rule.local.description.bytes))"
          + (rule.keys.isEmpty ? "" : " (\(rule.keys.map(show).joined(separator: ", ")))")
      ]
    }
  }

  private func words(_ values: [[UInt8]]?, of key: RulesFile.RuleKey) -> String {
    guard let values else { return "(default)" }
    if !values.isEmpty { return texts(values) }
    return [.key, .path].contains(key) ? "(everywhere)" : "(none)"
  }

  private func painted(_ values: [[UInt8]]?, of key: RulesFile.RuleKey) -> String {
    let words = words(values, of: key)
    return switch key {
    case .canonical: palette.paint(words, .canonical)
    case .local: palette.paint(words, .local)
    case .key, .exceptKey, .check, .onInsert, .prefix, .suffix, .except, .path: words
    }
  }

  private func texts(_ texts: [[UInt8]]) -> String { texts.map(showText).joined(separator: ", ") }
}

extension RulesDifference.ValueChange {
  var words: String {
    let new = to.map(excerpt) ?? "(none)"
    return isNew ? "\(show(name)) = \(new)" : "\(show(name)): \(from.map(excerpt) ?? "(none)") -> \(new)"
  }
}
