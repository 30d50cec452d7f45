// Guards use the plan of their clone, whatever rules and attributes a commit has.

import StorySupport

/// A munged clone with guards and a branch older than the rules; the filter is off, as in a client that does not run
/// it.
@Suite struct GuardPlanTests {
  private let tree: WorkingTree

  init() throws {
    let workshop = try Workshop(rules: nil, attributes: "", files: ["a.x": "ID = \(canonical);\n", "b.txt": "b\n"])
    let maintainer = workshop.maintainer
    try maintainer.git("branch", "older")
    try maintainer.write(".gitattributes", "*.x filter=munge\n")
    try maintainer.commit(".gitmunge", Rules.handle, "Rules")
    tree = try workshop.munged()
    try run(
      """
      git munge install --hooks handle=bnr
      git init --quiet --bare ../remote; git remote add server ../remote; git push --quiet server main
      off
      """)
  }

  private func run(_ script: String) throws {
    let off = """
      off() { for key in process clean smudge; do git config filter.munged.$key ''; done; git config filter.munged.required false; }

      """
    try tree.run(["sh", "-ec", off + script], environment: ["OWN": local])
  }

  @Test(arguments: [
    ("git switch --quiet older; echo ID = $OWN >a.x", "own-text", "a.x:1:"),
    ("echo '*.x -filter' >.gitattributes; echo ID = $OWN >a.x", "own-text", "a.x:1:"),
    ("git switch --quiet older; echo ID = ${OWN}2 >a.x", "near-leak", "a.x:1:"),
    ("echo '*.x -filter' >.gitattributes; echo ${OWN}2 >a.x", "near-leak", "a.x:1:"),
    // Outside the patterns.
    ("git mv a.x a.y; echo ID = $OWN >a.y", "own-text", "a.y:1:6"),
    ("echo Mine is $OWN. >README", "own-text", "README:1:9"),
    (
      """
      git munge install --hooks handle=bnr; git munge set handle=other
      off; git switch --quiet older; echo ID = $OWN >a.x
      """,
      "former-text", "a.x:1:6"
    ),
  ])
  func `a commit of an own text, and a push of it, is blocked whatever its attributes are`(
    _ script: String, _ kind: String, _ place: String
  ) throws {
    try run(script)
    try tree.git("add", "--all")
    let outcome = try tree.git("commit", "--quiet", "-m", "Leak", status: 1...1)
    #expect(outcome.says(place) && outcome.says("[\(kind)]"), "\(outcome)")
    try tree.git("commit", "--quiet", "--no-verify", "-m", "Leak")
    let push = try tree.git("push", "server", "HEAD:refs/heads/new", status: 1...1)
    #expect(push.says(place) && push.says("[\(kind)]"), "\(push)")
  }

  @Test func `texts from before the change and other texts pass`() throws {
    try tree.git("switch", "--quiet", "older")
    try tree.write("b.txt", "\(local)\n")
    try tree.sh("git commit --quiet --all --no-verify -m Leak; git push --quiet --no-verify server older")
    try tree.write("b.txt", "more\n\(local)\n")
    try tree.write("a.x", "ID = com.other.thing;\n")
    #expect(try !tree.git("commit", "--all", "-m", "More").says("own-text"))
    #expect(try !tree.git("push", "server", "older").says("own-text"))
  }
}
