import Platform
import Rules
import Smudge
import Verify

/// The texts of `git munge init --text`, which no table of identifiers has.
struct NamedTexts {
  private(set) var bases: [String] = [], teams: [String] = []
  /// Texts that are neither an identifier nor a team.
  private var others: [String] = []
  /// The files that hold a team, or one of the other texts.
  private(set) var paths: Set<Path> = []

  /// Throws an `InputError` for a text that no rule can have, or no tracked file that can be munged has.
  init(_ texts: [String], in head: HeadTree, _ sightings: inout Sightings) throws {
    for text in texts.uniqued {
      let bytes = text.bytes
      if let flaw = TextFlaw.flaw(of: bytes) { throw InputError.flawedText(bytes, flaw) }

      let search = TextSearch([bytes])
      var words: [(path: Path, word: String)] = []
      try head.forEach(head.files(holding: [text])) { file, content in
        // A list of packages, but for browsers the extension.
        let isNamed = file.path.name == Path("manifest.json")
        if !isNamed && sightings.reasonToLeave(file.path) != nil || Exclusion.isExcluded(file.path) { return }
        if isNamed { paths.insert(file.path) }
        words += Occurrence.words(of: search, in: content).map { (file.path, $0.word) }
      }
      if words.isEmpty { throw InputError.absentText(text) }

      if Self.isBase(text, sightings) {
        bases.append(text)
        sightings.buildTexts.formUnion(words.map(\.word))
        continue
      }
      if IdentifierText.isTeam(text) {
        teams.append(text)
      } else {
        others.append(text)
      }
      paths.formUnion(words.map(\.path))
    }
  }

  /// Whether a text is an identifier, and neither a team nor a host that no build file has.
  private static func isBase(_ text: String, _ sightings: Sightings) -> Bool {
    if IdentifierText.isTeam(text) || IdentifierText(text) == nil { return false }
    return !isHost(text) || sightings.all.contains { $0.value == text }
  }

  /// Whether a text with dots is the name of a host, and no identifier: `api.acme.io`, not `io.acme.api`.
  private static func isHost(_ text: String) -> Bool {
    let words = text.split(separator: ".").map(String.init)
    guard
      let first = words.first,
      let last = words.last,
      VariableKind.host.accepts(text.bytes)
    else { return false }
    let isReversed = first.count == 2 && last != "com" || starts.contains(first)
    return !isReversed && (last.count == 2 || endings.contains(last))
  }

  /// Whether a text can only be an identifier: `com.acme.app`, and neither `api.acme.io` nor `app.config.js`.
  static func isIdentifier(_ text: String) -> Bool {
    guard
      let parts = IdentifierText(text),
      let first = parts.full.split(separator: ".").first
    else { return false }
    return parts.prefix != nil || first.count == 2 || starts.contains(String(first))
  }

  /// The last words of hosts, besides those of countries, which have two letters.
  private static let endings: Set = ["app", "cloud", "com", "dev", "info", "internal", "local", "net", "org"]
  /// The first words of identifiers.
  private static let starts: Set = ["com", "de", "fr", "io", "net", "nl", "org"]

  /// Throws for a text that no rule munges. `known`: the texts of the rules that exist.
  func check(against rules: [RuleDraft], _ known: [String]) throws {
    for text in bases + teams + others {
      if known.contains(text) || rules.contains(where: { $0.munges(text) }) { continue }
      throw InputError.leftText(text)
    }
  }

  /// A rule for each of the other texts that no rule has, with its variable.
  func rules(besides existing: Rules) -> [(rule: RuleDraft, variable: VariableDraft)] {
    let taken = existing.rules.map { $0.name.string } + existing.variables.map(\.name)
    let names = (1...).lazy
      .map { $0 == 1 ? "text" : "text-\($0)" }
      .filter { !taken.contains($0) }
    let canonicals = Set(existing.rules.flatMap(\.canonicals))
    let texts = others.filter { !canonicals.contains($0.bytes) }

    return zip(names, texts).map { name, text in
      (
        RuleDraft(name: name, lines: [.init(.canonical, text)], locals: ["${\(name)}"]),
        VariableDraft(name: name, kind: Self.kind(of: text), description: "Your own text in place of \(text)")
      )
    }
  }

  /// The kind of the values in place of a text.
  private static func kind(of text: String) -> VariableKind {
    if isHost(text) { return .host }
    return VariableKind.label.accepts(text.bytes) ? .label : .text
  }
}

extension RuleDraft {
  /// Whether the rule replaces a text, or a part of it between dots.
  fileprivate func munges(_ text: String) -> Bool {
    canonicals.contains { !$0.isEmpty && ".\(text).".contains(".\($0).") }
      && !lines.contains { $0.key == .except && $0.value == text }
  }
}
