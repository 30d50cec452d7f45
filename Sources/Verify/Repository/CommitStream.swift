import Platform

/// The changes of commits, from the first to the last: one `git rev-list` and one `git diff-tree --stdin`, which work while
/// the caller does (`git-rev-list(1)`, `git-diff-tree(1)`).
struct CommitStream: ~Copyable {
  private var names: Child
  private var trees: Child
  /// Whether `names` has ended.
  private var isComplete = false
  /// The number of commits that `trees` was asked for, and of those it has answered for.
  private var (written, received) = (0, 0)
  private var parser = Changes.Parser()

  /// The maximum number of names written ahead. So many fit into a pipe with SHA-256 too; with more, both sides could block.
  private static let lookahead = 500

  init(_ commits: CommitRange, _ git: GitCommand) throws {
    let names = try commits.start()
    // With GIT_FLUSH=0 in the environment of the user, the output of a commit could stay in a buffer until the next ones.
    trees = try git.adding([.set("GIT_FLUSH", "1")]).start(
      ["diff-tree", "--stdin", "--always", "-z", "-r", "-c", "--root", "--no-ext-diff", "--no-renames"])
    self.names = names
  }

  /// The next commits, at most `count`; empty at the end.
  mutating func next(_ count: Int) throws -> [Changes] {
    try write()
    // The changes of a commit end where the name of the next one begins.
    while parser.changes.count <= count, let field = try trees.record(endingWith: 0) {
      guard parser.add(field[...]) else { continue }
      received += 1
      try write()
    }
    return parser.take(count)
  }

  /// Writes the next names once half of those written ahead are answered.
  private mutating func write() throws {
    if isComplete || written - received > Self.lookahead / 2 { return }
    var lines: [UInt8] = []
    for _ in 0..<Self.lookahead / 2 {
      guard let line = try names.line() else {
        isComplete = true
        break
      }
      lines += line + [UInt8(ascii: "\n")]
      written += 1
    }
    do {
      try trees.write(lines)
    } catch {
      // `trees` has failed; `end` reports that.
      isComplete = true
    }
    if isComplete { trees.closeInput() }
  }

  /// Throws if git has not named all commits, or has not given the changes of each.
  consuming func end() throws {
    let missing = written - received
    try Self.check(trees, "diff-tree")
    try Self.check(names, "rev-list")
    if missing > 0 { throw MungeError.unanswered("the changes of \(missing) commits") }
  }

  private static func check(_ child: consuming Child, _ program: String) throws {
    let status = try child.end()
    if status == 0 { return }
    throw GitError.command(arguments: [program], status: status, words: "not all commits could be read")
  }
}
