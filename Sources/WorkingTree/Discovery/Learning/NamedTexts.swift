import Platform
import Rules
import Smudge
import Verify

/// The texts of `git munge init --text`, which no table of identifiers has.
struct NamedTexts {
  private(set) var bases: [String] = [], teams: [String] = []
  private var others: [String] = []
  /// The files that hold one of the others, or a team.
  private(set) var paths: Set<Path> = []

  /// Throws `.unknownPath` for a text that no rule can have, and for one that is in no tracked file that can be munged.
  init(_ texts: [String], in head: HeadTree, _ sightings: inout Sightings) throws {
    for text in texts.uniqued {
      let bytes = Array(text.utf8)
      if let flaw = TextFlaw.flaw(of: bytes) {
        throw InputError.unknownPath(words: "--text '\(escaped(bytes))': \(flaw)")
      }
      let search = TextSearch([bytes])
      var words: [(path: Path, word: String)] = []
      try head.forEach(head.files(holding: [text])) { file, content in
        if sightings.reasonToLeave(file.path) != nil || Exclusion.isExcluded(file.path) { return }
        words += Occurrence.words(of: search, in: content).map { (file.path, $0.word) }
      }
      if words.isEmpty {
        let remedy = "`git grep -w -F '\(text)'` searches all files"
        throw InputError.unknownPath(
          words: "'\(text)' is no whole word in a tracked file that can be munged; \(remedy)")
      }
      let isFound = sightings.all.contains { $0.value == text }
      if !IdentifierText.isTeam(text), IdentifierText(text) != nil, isFound || !Self.isHost(text) {
        bases.append(text)
        sightings.buildTexts.formUnion(words.map(\.word))
      } else {
        if IdentifierText.isTeam(text) { teams.append(text) } else { others.append(text) }
        paths.formUnion(words.map(\.path))
      }
    }
  }

  /// Whether a text with dots is the name of a host, and no identifier: `api.acme.io`, not `io.acme.api`.
  private static func isHost(_ text: String) -> Bool {
    let words = text.split(separator: ".").map(String.init)
    guard let first = words.first, let last = words.last, VariableKind.host.accepts(Array(text.utf8)) else {
      return false
    }
    let isAmbiguous = ["app", "dev", "me"].contains(first) && !["com", "net", "org"].contains(last)
    return (last.count == 2 || endings.contains(last)) && !starts.contains(first) && !isAmbiguous
  }

  /// Whether a text can only be an identifier: `com.acme.app`, and neither `api.acme.io` nor `app.config.js`.
  static func isIdentifier(_ text: String) -> Bool {
    guard let parts = IdentifierText(text), let first = parts.full.split(separator: ".").first else {
      return false
    }
    return parts.prefix != nil || first.count == 2 || starts.contains(String(first))
  }

  /// Of hosts, besides those of countries, which have two letters.
  private static let endings: Set = ["app", "cloud", "com", "dev", "info", "internal", "local", "net", "org"]
  /// Of identifiers.
  private static let starts: Set = ["com", "de", "fr", "io", "net", "nl", "org"]

  /// Throws for a text that no rule munges. `known`: the texts of the rules that exist.
  func check(against rules: [RuleDraft], _ known: [String]) throws {
    for text in bases + teams + others {
      let isMunged = rules.contains { rule in
        rule.canonicals.contains { !$0.isEmpty && ".\(text).".contains(".\($0).") }
          && !rule.lines.contains { $0.key == .except && $0.value == text }
      }
      if isMunged || known.contains(text) { continue }
      let reason =
        "it is only in what stays, such as a text of another team or the name of a type; docs/rules.md says how to write its rule"
      throw InputError.unknownPath(words: "--text '\(escaped(Array(text.utf8)))' is not munged: \(reason)")
    }
  }

  /// A rule for each of the other texts that no rule has, with its variable.
  func rules(besides existing: Rules) -> [(rule: RuleDraft, variable: VariableDraft)] {
    let taken = existing.rules.map { String(decoding: $0.name, as: UTF8.self) } + existing.variables.map(\.name)
    let known = Set(existing.rules.flatMap(\.canonicals))
    let names = (1...).lazy.map { $0 == 1 ? "text" : "text-\($0)" }.filter { !taken.contains($0) }
    return zip(names, others.filter { !known.contains(Array($0.utf8)) }).map { name, text in
      let kind = Self.isHost(text) ? VariableKind.host : VariableKind.label.accepts(Array(text.utf8)) ? .label : .text
      let variable = VariableDraft(name: name, kind: kind, description: "Your own text in place of \(text)")
      return (RuleDraft(name: name, lines: [.init(.canonical, text)], locals: ["${\(name)}"]), variable)
    }
  }
}
