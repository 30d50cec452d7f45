// verify reports nothing in canonical repositories, and nothing for ordinary changes to them.

import StorySupport

@Suite struct VerifySilenceTests {
  private static let root = Repository.root

  @Test(
    .enabled(if: FileSystem.exists(Self.root / ".git"), "the sources are not in a clone"),
    arguments: [[], ["--history"]])
  func `this repository is canonical`(_ words: [String]) throws {
    let clone = WorkingTree(workshop: try Workshop(rules: nil), top: Self.root)
    #expect(try clone.munge(["verify", "--strict"] + words, status: 0...2).says("nothing found"))
  }

  @Test(.needsSamples, arguments: Sample.names)
  func `a real project is canonical, also after ordinary changes`(_ name: String) throws {
    let directory = try samples(name)
    let sample = try Sample.read(directory)
    let workshop = try Workshop(rules: nil)
    let tree = workshop.maintainer
    try tree.run(["sh", "-c", "cp -R \"$1\"/. . && chmod -R u+w .", "sh", "\(directory / "tree")"])
    try tree.writeRules(sample.groups)
    try tree.commitAll("The sample")
    try expectSilence(in: tree)

    // New targets and groups, of the project and of dependencies.
    let canonical = try #require(sample.groups.first?.rules.first?.canonical)
    try edit(tree, "project.pbxproj", "// \(canonical).Extension group.\(canonical) $(OTHER_VAR) com.other.company\n")
    try expectSilence(in: tree)
    // Renamed files and moved lines.
    for (index, file) in sample.files.enumerated() { try tree.git("mv", file.path, "\(file.path).\(index)") }
    try tree.commitAll("Renamed")
    try expectSilence(in: tree, "HEAD^..HEAD")
    try tree.git("revert", "--no-edit", "HEAD")
    try tree.run([
      "sh", "-c",
      "git ls-files -z | xargs -0 sh -c 'for f; do test -s \"$f\" && tail -r \"$f\" >t 2>/dev/null || tac \"$f\" >t; cat t >\"$f\"; rm -f t; done' sh",
    ])
    try tree.git("checkout", "--quiet", "--", ".gitmunge", ".gitattributes")
    try tree.commitAll("Upside down")
    try expectSilence(in: tree, "HEAD~3..HEAD")
  }

  /// Adds a line to every file with an extension and commits that.
  private func edit(_ tree: WorkingTree, _ ending: String, _ line: String) throws {
    for path in try tree.git("ls-files", "*\(ending)").output.split(separator: "\n").map(String.init) {
      try tree.write(path, (tree.text(path) ?? "") + line)
    }
    try tree.commitAll("Edit")
  }

  private func expectSilence(in tree: WorkingTree, _ words: String..., location: SourceLocation = #_sourceLocation)
    throws
  {
    let all = words.isEmpty ? [[], ["--staged"], ["--history"]] : [words]
    for words in all {
      let outcome = try tree.munge(["verify", "--strict"] + words, status: 0...1)
      #expect(outcome.output.contains("nothing found"), "\(outcome)", sourceLocation: location)
    }
  }
}
