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
        throw InputError.unknownPath(words: "'\(text)' is no whole word in a tracked file that can be munged; \(remedy)")
      }
      if !IdentifierText.isTeam(text), IdentifierText(text) != nil {
        bases.append(text)
        sightings.buildTexts.formUnion(words.map(\.word))
      } else {
        if IdentifierText.isTeam(text) { teams.append(text) } else { others.append(text) }
        paths.formUnion(words.map(\.path))
      }
    }
  }

  /// A rule for each of the other texts that no rule has, with its variable.
  func rules(besides existing: Rules) -> [(rule: RuleDraft, variable: VariableDraft)] {
    let taken = existing.rules.map { String(decoding: $0.name, as: UTF8.self) } + existing.variables.map(\.name)
    let known = Set(existing.rules.flatMap(\.canonicals))
    let names = (1...).lazy.map { $0 == 1 ? "text" : "text-\($0)" }.filter { !taken.contains($0) }
    return zip(names, others.filter { !known.contains(Array($0.utf8)) }).map { name, text in
      let kind = VariableKind.label.accepts(Array(text.utf8)) ? VariableKind.label : .text
      let variable = VariableDraft(name: name, kind: kind, description: "Your own text in place of \(text)")
      return (RuleDraft(name: name, lines: [.init(.canonical, text)], locals: ["${\(name)}"]), variable)
    }
  }
}
