import Platform

/// The changes of commits, from the first to the last, read while `git log` writes them.
struct CommitStream: ~Copyable {
  private var log: Child
  private var parser = Changes.Parser()
  /// Commits of a shallow clone whose parents are missing, so that their changes are unknown.
  private let cuts: Set<String>
  private let counter = Progress.onTerminal.counter("Verifying commits")

  /// Starts `git log`. The form is that of `git diff-tree`, whatever git's configuration says. `selection`: more
  /// arguments of `git log`; `commits`: the input for `--stdin`.
  init(_ repository: VerifyRepository, _ selection: [String], _ commits: [String] = []) throws {
    let cuts = Set(try FileSystem.contents(repository.directory.value.common / "shallow")?.lines ?? [])
    let form = [
      "--format=%H", "-z", "--raw", "--no-abbrev", "-c", "--root", "--no-renames", "--no-relative", "-O/dev/null",
    ]
    let command = ["log", "--no-show-signature", "--no-mailmap", "--no-color", "--no-ext-diff"]
    var log = try repository.git.start(command + form + selection)
    try log.writeInput(commits.inputLines)
    self.log = log
    self.cuts = cuts
  }

  /// The next commits, at most `count`; empty at the end.
  mutating func next(_ count: Int) throws -> [Changes] {
    // The changes of a commit end where the name of the next one begins.
    while parser.changes.count <= count, let field = try log.record(endingWith: 0) { parser.add(field[...]) }
    let batch = Array(parser.changes.prefix(count))
    parser.changes.removeFirst(batch.count)
    counter.advance(by: batch.count)
    if let cut = batch.compactMap(\.commit).first(where: cuts.contains) { throw RepositoryError.shallow(commit: cut) }
    return batch
  }

  /// Throws if git could not read all commits.
  consuming func end() throws {
    counter.finish()
    let status = try log.end()
    if status != 0 {
      throw GitError.command(arguments: ["log"], status: status, words: "not all commits could be read")
    }
  }
}
