import Platform

/// The changes of commits, from the first to the last, read while `git log` writes them.
struct CommitStream: ~Copyable {
  private var log: Child
  private var parser = Changes.Parser()

  init(_ commits: CommitRange) throws { log = try commits.startLog() }

  /// The next commits, at most `count`; empty at the end.
  mutating func next(_ count: Int) throws -> [Changes] {
    // The changes of a commit end where the name of the next one begins.
    while parser.changes.count <= count, let field = try log.record(endingWith: 0) { parser.add(field[...]) }
    return parser.take(count)
  }

  /// Throws if git could not read all commits.
  consuming func end() throws {
    let status = try log.end()
    if status != 0 { throw GitError.command(arguments: ["log"], status: status, words: "not all commits could be read") }
  }
}
