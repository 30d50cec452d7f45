// The state of a working tree, as git and git-munge report it.

import TestSupport
package import Testing

extension WorkingTree {
  /// The name of the state that `git munge status` finds.
  package func state() throws -> String? {
    try JSON(munge("status", "--json", status: 0...1).output)["state"]?["name"]?.text
  }

  /// The output of `git status`; empty for a clean tree.
  package func status() throws -> String { try git("status", "--porcelain").output }

  /// The same after git was made to read every tracked file.
  package func statusOfTouched() throws -> String {
    try touchAll()
    return try status()
  }

  /// Expects the text of a file on disk, and nothing but these changes where git was made to read every file.
  package func expectShown(
    _ path: String, _ text: String, status: String = "", _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try self.text(path) == text, comment, sourceLocation: sourceLocation)
    #expect(try statusOfTouched() == status, comment, sourceLocation: sourceLocation)
  }

  /// Sets another modification time on every tracked file, so that git must clean it to detect changes.
  package func touchAll(at time: String = WorkingTree.someTime) throws {
    try run(["sh", "-c", "git ls-files -z | xargs -0 touch -h -c -t \(time) --"])
  }

  /// Long ago, as git reads files with recent times anyway, and rarely the same twice.
  package static var someTime: String {
    "20231114\(Int.random(in: 10...23))\(Int.random(in: 10...59)).\(Int.random(in: 10...59))"
  }

  /// Makes the index newer than all files, so that git trusts its recorded times.
  package func settle(at time: String = WorkingTree.someTime) throws {
    try touchAll(at: time)
    try git("update-index", "-q", "--refresh")
  }

  /// The tree that a commit of everything on disk would have.
  package func treeOfAll() throws -> String {
    try git("add", "--all")
    return try git("write-tree").output
  }

  package func treeOfHead() throws -> String { try git("rev-parse", "HEAD^{tree}").output }

  /// The names of tracked files that show a text on disk.
  package func files(showing text: String) throws -> String {
    try git("grep", "-l", "-F", text, status: 0...1).output
  }

  /// The names of files that hold a text in a revision; `.gitmunge` does not count, as it names the texts.
  package func files(holding text: String, in revision: String = "HEAD") throws -> String {
    try git("grep", "-l", "-F", text, revision, "--", ".", ":!.gitmunge", status: 0...1).output
  }

  /// The lines of all objects, reachable or not, that hold a text: a leak that was amended away is still one.
  package func objects(holding text: String) throws -> String {
    let script = #"git cat-file --batch-all-objects --batch --unordered | grep -a -F -e "$1""#
    return try run(["sh", "-c", script, "sh", text], status: 0...1).output
  }

  /// What a command prints on a terminal that answers with these lines.
  @discardableResult
  package func onTerminal(
    _ command: String, answers: String = "", environment: [String: String] = [:], status: ClosedRange<Int32> = 0...0
  ) throws -> String {
    let ours = ["GIT_TERMINAL_PROMPT": "1", "TERM": "dumb"].merging(environment) { $1 }
    let outcome = try run(["script", "-qec", command, "/dev/null"], input: answers, environment: ours, status: status)
    return outcome.output.replacing("\r\n", with: "\n")
  }
}
