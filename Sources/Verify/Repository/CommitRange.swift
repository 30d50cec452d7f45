import Platform
import Rules

/// Commits as `git rev-list` names them.
struct CommitRange {
  let repository: VerifyRepository
  let words: [String]

  /// The arguments that select the commits. Those of the user are never read as options.
  var selection: [String] {
    (words.contains { ["--all", "--not"].contains($0) } ? [] : ["--end-of-options"]) + words + ["--"]
  }

  var name: String { words.joined(separator: " ") }

  /// The last commit, whose rules are used, and the boundary commits, without ancestors of each other, the latest
  /// first; `nil` for an empty range.
  func ends() throws -> (tip: String, bases: [String], hasMerges: Bool)? {
    // `commit [SP parent]... LF`, with a minus before a boundary
    let commits: [[String]]
    do {
      let output = try repository.git.output(["rev-list", "--boundary", "--date-order", "--parents"] + selection)
      commits = output.lines.map { $0.split(separator: " ").map(String.init) }
    } catch {
      guard case .command(_, _, let words) = error, words.contains("bad revision") else { throw error }
      throw try unknown()
    }
    guard let tip = commits.first(where: { !$0[0].hasPrefix("-") }) else {
      if try areCommits() { return nil }
      throw try unknown()
    }
    let bases = commits.map { $0[0] }.filter { $0.hasPrefix("-") }.prefix(Self.maxBases).map { String($0.dropFirst()) }
    return (tip[0], try repository.independent(bases), commits.contains { !$0[0].hasPrefix("-") && $0.count > 2 })
  }

  /// The error for a range without commits. Throws it if git does not know an end of the range.
  private func unknown() throws -> RepositoryError {
    let ends = words.filter { !$0.hasPrefix("-") }.flatMap { $0.drop { $0 == "^" }.split(separator: "..") }
    for end in ends { _ = try repository.commit(String(end.drop { $0 == "." })) }
    return .unknownRevision(words: "no commits match '\(name)'")
  }

  /// Whether all words name commits. git accepts `HEAD..HEAD:file` as an empty range.
  private func areCommits() throws -> Bool {
    let names = try repository.git.output(["rev-parse", "--revs-only"] + selection.dropLast())
    let objects = names.split(separator: .newline).map { Array($0.drop { $0 == UInt8(ascii: "^") }) }
    return try repository.git.answers("cat-file", "--batch-check=%(objecttype)", to: objects)
      .allSatisfy { ["commit", "tag"].contains($0.string) }
  }

  /// The excluded commits of the range (`^main`), whose rules are used as well. For `--remotes`, these are the default
  /// branches of the remotes, if known, because a push is merged into them, and what the updated branches had if they
  /// had changed the rules. `bases`: the result if there are none.
  func excluded(orElse bases: [String]) throws -> [String] {
    let remotes = words.filter(Self.isRemotes)
    let revisions = words.filter { !Self.isRemotes($0) }
    let heads = remotes.map { word in "refs/remotes/\(word.split(separator: "=").dropFirst().first ?? "*")/HEAD" }
    let defaultHeads =
      heads.isEmpty ? [] : try repository.git.output(["for-each-ref", "--format=^%(objectname)", "--"] + heads)
    let given = CommitRange(repository: repository, words: revisions).selection.dropLast()
    func names(_ output: [UInt8]) -> [String] {
      output.lines.filter { $0.hasPrefix("^") }.map { String($0.dropFirst()) }
    }
    let defaults = names(defaultHeads)
    let old = try repository.commits(names(repository.git.output(["rev-parse", "--revs-only"] + given)))
    // Those that differ from the merge base, or have none.
    let changed = old.filter { old in
      defaults.allSatisfy { base in
        let words = ["diff", "--name-only", "\(base)...\(old)", "--"] + RulesFile.pathspecs
        return (try? repository.git.output(words)) != []
      }
    }
    let excluded = (changed + defaults).uniqued.prefix(Self.maxBases)
    return excluded.isEmpty ? bases : Array(excluded)
  }

  private static func isRemotes(_ word: String) -> Bool { word == "--remotes" || word.hasPrefix("--remotes=") }

  /// The maximum number of excluded commits and boundaries.
  static let maxBases = 8
}

/// The differences of the rules and attributes of commits from those of one of them, by their names; `nil` is the
/// index.
typealias SettingsOfCommits = [String?: [String]]

extension VerifyRepository {
  /// The commits that these names are, or are tags of.
  fileprivate func commits(_ names: [String]) throws -> [String] {
    names.isEmpty ? [] : try git.output(["rev-list", "--no-walk=unsorted"] + names).lines
  }

  /// The differences of the rules and attributes of commits from those of the first one.
  func settings(of commits: [String]) throws -> SettingsOfCommits {
    guard let first = commits.first else { return [:] }
    // `git diff-tree --stdin` compares `COMMIT SP PARENT` for any two commits.
    let compared = commits.uniqued.map { "\($0) \(first)" }.inputLines
    let command = ["diff-tree", "--stdin", "-r", "--no-renames", "--no-ext-diff", "--"] + RulesFile.pathspecs
    // `COMMIT LF`, then `:MODES OBJECTS STATUS TAB PATH LF` for each file.
    var settings = SettingsOfCommits()
    var last = first
    for line in try git.output(command, input: compared).lines {
      if line.hasPrefix(":") {
        settings[last, default: []].append(line)
      } else {
        last = line
      }
    }
    return settings
  }

  /// The commits without ancestors of each other.
  func independent(_ commits: [String]) throws -> [String] {
    if commits.count < 2 { return commits }
    let independent = Set(try git.output(["merge-base", "--independent"] + commits).lines)
    return commits.filter(independent.contains)
  }
}
