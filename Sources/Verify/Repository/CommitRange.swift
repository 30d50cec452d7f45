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

  /// The tips of the range. Throws if git does not know an end of it.
  func tips() throws -> [CommitTip] {
    do {
      return try repository.tips(selection)
    } catch GitError.command(_, _, let words) where words.contains("bad revision") {}
    throw try unknown()
  }

  /// The error for a range without commits. Throws it if git does not know an end of the range.
  private func unknown() throws -> RepositoryError {
    let ends = words.filter { !$0.hasPrefix("-") }.flatMap { $0.drop { $0 == "^" }.split(separator: "..") }
    for end in ends { _ = try repository.commit(String(end.drop { $0 == "." })) }
    return .unknownRevision(words: "no commits match '\(words.joined(separator: " "))'")
  }

  /// The commits that the range excludes (`^main`), whose rules are used as well; for `--remotes` the default branches,
  /// because a push is merged into them.
  func excluded() throws -> [String] {
    if words.contains("--remotes") { return try repository.remote(nil).heads }
    let ends = try repository.git.output(["rev-parse", "--revs-only"] + selection.dropLast()).lines
    let names = ends.filter { $0.hasPrefix("^") }.map { String($0.dropFirst()) }
    // Those that tags name.
    return names.isEmpty ? [] : try repository.git.output(["rev-list", "--no-walk=unsorted"] + names).lines
  }
}

/// The differences of the rules and attributes of commits from those of one of them, by their names; `nil` is the
/// index.
typealias SettingsOfCommits = [String?: [String]]

extension VerifyRepository {
  /// The commits of a selection (git-rev-list(1)) that no other one has as a parent, the latest first.
  package func tips(_ selection: [String], input: [UInt8] = []) throws -> [CommitTip] {
    let output = try git.output(["rev-list", "--date-order", "--parents", "--boundary"] + selection, input: input)

    // `commit [SP parent]... LF`, with a minus before a boundary; each commit is listed before its parents.
    var tips: [CommitTip] = []
    // The tips of the children of each commit that is not listed yet.
    var holders: [Substring: Set<Int>] = [:]
    for line in output.string.split(separator: "\n") {
      let names = line.split(separator: " ")
      let name = names[0].drop { $0 == "-" }
      let isNew = names[0].first != "-"
      let children = holders.removeValue(forKey: name) ?? []
      if isNew, children.isEmpty { tips.append(CommitTip(new: String(name))) }

      let owner = isNew ? children.min() ?? tips.count - 1 : nil
      for tip in children where tip != owner { tips[tip].bases.append(String(name)) }
      guard let owner else { continue }
      tips[owner].commits.append(String(name))
      if names.count > 2 { tips[owner].hasMerges = true }
      for parent in names.dropFirst() { holders[parent, default: []].insert(owner) }
    }

    for index in tips.indices { tips[index].commits.reverse() }
    return tips
  }

  /// The option of `git rev-list` for all that a remote has, and the commit of its default branch, if it is known;
  /// those of all remotes if this one has no remote-tracking refs, as a URL.
  package func remote(_ name: String?) throws -> (option: String, heads: [String]) {
    // `[REF] SP COMMIT LF`, with a ref for a symbolic one
    let words = ["for-each-ref", "--format=%(symref) %(objectname)", "refs/remotes/" + (name.map { "\($0)/" } ?? "")]
    let refs = try git.output(words).lines.map { $0.split(separator: " ") }
    if name != nil, refs.isEmpty { return try remote(nil) }
    return (name.map { "--remotes=\($0)" } ?? "--remotes", refs.filter { $0.count > 1 }.map { String($0[1]) })
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
