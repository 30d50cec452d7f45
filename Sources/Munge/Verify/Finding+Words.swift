// What a finding is, and what to do about it, in words.

public import Platform

extension Finding {
  /// Whether reports show local texts.
  public enum Showing: Sendable {
    /// Their first characters at most: a report is read by more people than the file.
    case masked
    case plain
  }

  /// One sentence without a full stop.
  public func message(_ showing: Showing) -> String {
    base.map { "\(ownMessage(showing)), by the rules of \($0.prefix(12))" } ?? ownMessage(showing)
  }

  private func ownMessage(_ showing: Showing) -> String {
    func masked(_ text: [UInt8]) -> String { showing.text(text) }
    switch matter {
    case .foreignValue(let text, let key, let canonicals):
      return "\(escaped(key)) is \(masked(text)), which is none of the canonical texts of \(ruleName): \(Self.list(canonicals))"
    case .looksLocal(let text, let template, let canonical): return "\(masked(text)) looks like somebody's \(template), which stands for \(Self.list([canonical])) in \(ruleName)"
    case .localText(let text, let canonical): return "\(masked(text)) is the local text of \(ruleName), which stands for \(Self.list([canonical]))"
    case .ownText(let text, let canonical):
      return "\(masked(text)) is what your working tree shows for \(Self.list([canonical])) by \(ruleName)"
    case .formerText(let text, let canonical):
      return "\(masked(text)) is what your working tree once showed for \(Self.list([canonical])) by \(ruleName)"
    case .nearLeak(let text, let word):
      return text == word
        ? "\(masked(text)) is your local text of \(ruleName), outside its keys"
        : "your local text of \(ruleName) stands in a longer word, \(masked(word))"
    case .replacedCanonical(let text, let canonical): return "\(masked(text)) replaces \(Self.list([canonical])) of \(ruleName)"
    case .partlySearched:
      return "the file was not searched completely for local texts: it holds too many that are nearly of their shape, from here on"
    case .badRules(let words), .filterActive(let words): return words
    case .missingRules(let files): return "\(files) file\(files == 1 ? " has" : "s have") the attribute filter=munge, and there is no .gitmunge"
    case .unusedRule(let canonicals): return "\(ruleName) matches nothing: no munged file holds \(Self.list(canonicals))"
    case .unusedLine(let line): return "`\(escaped(line))` of \(ruleName) changes nothing: no munged file has that"
    case .missingAttribute(let text): return "the file holds \(Self.list([text])) of \(ruleName), and no attribute gives it to git-munge"
    case .needlessAttribute: return "this line gives files to git-munge, and no rule is for their paths"
    case .otherFilter(let filter): return "\(ruleName) is for this path, and the file belongs to the filter '\(filter)'"
    case .neverMunged(let text): return "the file holds \(Self.list([text])) of \(ruleName), and is of a kind that is never munged"
    case .ambiguousTexts(let text, let relation, let other):
      return "\(Self.list([text])) \(relation) \(Self.list([other])): clean cannot tell them apart without the committed file"
    case .unseenLocal(let template): return "a local text of \(ruleName) could be anything (\(template)), so another developer's is found only where a range replaces a canonical text by it"
    case .acceptedByChange(let findings, let first, let base):
      return "this accepts \(findings) finding\(findings == 1 ? "" : "s") of the rules of \(base.prefix(12)), the first at \(first.path)\(first.line.map { ":\($0)" } ?? "")"
    case .noLongerMunged(let files, let base):
      let others = files == 1 ? "" : ", as \(files - 1) other\(files == 2 ? "" : "s")"
      return "the file is munged in \(base.prefix(12)), and not here\(others)"
    case .notRestored(let values):
      let developer = values.isEmpty ? "a developer without values" : values.joined(separator: ", ")
      return "clean does not give back what smudge was given, for \(developer)"
    case .changedFile: return "the file on disk is not what the commit holds"
    }
  }

  /// What to do about it, as one sentence without a full stop.
  public var repair: String { wayOut(for: location.map { [$0.path] } ?? []) }

  /// The same about several findings that differ in nothing but their files.
  public func wayOut(for paths: [Path]) -> String {
    base == nil ? ownWayOut(for: paths) : "\(ownWayOut(for: paths)); if only the change of the rules or attributes is meant, merge that first"
  }

  private func ownWayOut(for paths: [Path]) -> String {
    switch matter {
    case .foreignValue, .looksLocal: "\(Self.repairLeak(paths)); if it is meant, add an `except` line to \(ruleName)"
    case .localText: Self.repairLeak(paths)
    case .ownText, .formerText: "\(Self.repairLeak(paths)) (a file without filter=munge needs that in .gitattributes first)"
    case .nearLeak: "write the canonical text there, or, if it is another word, rename it"
    case .replacedCanonical(_, let canonical):
      "put \(Self.list([canonical])) back; if the new text is meant, add it to \(ruleName) as an `except` line, or change the canonical text of the rule in the same range"
    case .partlySearched: "look at the file yourself; if it is generated, take it out of .gitattributes"
    case .badRules: "correct .gitmunge; `git munge install --dry-run` reads it as git-munge does"
    case .missingRules: "commit a .gitmunge, or take filter=munge out of .gitattributes"
    case .unusedRule: "correct its canonical text or its paths, or remove it"
    case .unusedLine: "correct the line, or remove it"
    case .missingAttribute: "give the file to git-munge in .gitattributes (filter=munge), or say that it is meant (-filter)"
    case .needlessAttribute: "take the line out, or let the `path` of a rule cover its files"
    case .otherFilter: "exclude the path from the rule (`path = !...`), or give the file to git-munge"
    case .neverMunged: "keep the identifier in a text file, or say that it is meant (-filter in .gitattributes)"
    case .ambiguousTexts: "choose a local text that holds no other text of the rules"
    case .unseenLocal: "add `key` lines for the keys whose value it is, or put the variable inside a text of the project's"
    case .acceptedByChange: "check that the rules are meant so"
    case .noLongerMunged: "give the files to git-munge again in .gitattributes, or merge the branch that does"
    case .notRestored: "this is a defect of git-munge: please report it, with .gitmunge and this file"
    case .filterActive: "run `git munge uninstall` before the build"
    case .changedFile: "`git restore` it, or build in a fresh clone"
    }
  }

  /// More than these are left to the reader.
  private static let mostPaths = 6

  private static func repairLeak(_ paths: [Path]) -> String {
    if paths.isEmpty { return "put the canonical text back" }
    let words = paths.prefix(mostPaths).map { "\($0.shellQuoted)" } + (paths.count > mostPaths ? ["..."] : [])
    return "`git munge repair \(words.joined(separator: " "))` puts the canonical text back"
  }

  private var ruleName: String { rule.map { "rule '\(escaped($0))'" } ?? "a rule" }

  private static func list(_ texts: [[UInt8]]) -> String {
    texts.map { $0.isEmpty ? "(empty)" : escaped($0) }.joined(separator: ", ")
  }
}

extension Finding.Showing {
  /// A local text as a report has it.
  public func text(_ bytes: [UInt8]) -> String {
    switch self {
    case .plain: escaped(bytes)
    case .masked: escaped(bytes.prefix(bytes.count < 8 ? 0 : 2)) + String(repeating: "*", count: bytes.count < 8 ? 4 : 8)
    }
  }
}
