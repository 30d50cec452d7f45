// Samples of real projects, checked out and committed: every byte of every file, in both directions.

import StorySupport

@Suite(.needsSamples) struct SampleTests {
  /// The repository of a sample, with a branch that lacks its files.
  private struct Project {
    let sample: Sample
    let workshop: Workshop

    init(_ name: String) throws {
      let directory = try samples(name)
      sample = try Sample.read(directory)
      workshop = try Workshop(rules: nil)
      let maintainer = workshop.maintainer
      try maintainer.run(["sh", "-c", "cp -R \"$1\"/. . && chmod -R u+w .", "sh", "\(directory / "tree")"])
      try maintainer.writeRules(sample.groups)
      try maintainer.commitAll("The sample")
      try maintainer.git("switch", "--quiet", "--create", "without")
      try maintainer.git(["rm", "--quiet", "--"] + sample.files.map(\.path))
      try maintainer.commitAll("Without its files")
      try maintainer.git("switch", "--quiet", "main")
    }

    var canonical: [String] { sample.files.map { "\($0.canonicalSha256)  \($0.path)" } }
    var smudged: [String] { sample.files.map { "\($0.smudgedSha256)  \($0.path)" } }

    func found(in tree: WorkingTree) throws -> [String] {
      try tree.sha256(of: sample.files.map(\.path))
    }
  }

  @Test(arguments: Sample.names) func `install, checkouts and uninstall write the expected bytes`(_ name: String) throws
  {
    let project = try Project(name)
    let tree = try project.workshop.clone()
    let before = try tree.treeOfHead()
    try tree.munge("install")
    #expect(try project.found(in: tree) == project.smudged)
    let places = try tree.munge("status", "--json", status: 0...1).document()["rules"]?.list.compactMap {
      $0["places"]?.number
    }
    #expect(places?.reduce(0, +) == Double(project.sample.files.map(\.sites).reduce(0, +)))
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.treeOfAll() == before)
    try tree.git("branch", "--quiet", "without", "origin/without")
    for script in [
      "git ls-files -z | xargs -0 rm; git checkout -- .", "git switch --quiet without; git switch --quiet main",
    ] {
      try tree.sh(script)
      #expect(try project.found(in: tree) == project.smudged)
      #expect(try tree.statusOfTouched() == "")
    }

    try tree.munge("uninstall")
    #expect(try project.found(in: tree) == project.canonical)
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.treeOfAll() == before)
  }

  @Test func `values that Xcode quotes anew are committed unchanged`() throws {
    let project = try Project("bnrun")
    let tree = try project.workshop.clone()
    try tree.munge("install")
    let resaved = project.sample.files.filter { $0.xcodeResavedSha256 != nil }
    try #require(!resaved.isEmpty)
    for file in resaved {
      let shown = try #require(try tree.text(file.path))
      try tree.write(file.path, requoted(shown, project.sample.groups.flatMap(\.rules).map(\.local)))
    }
    let sums = resaved.map { "\($0.xcodeResavedSha256 ?? "")  \($0.path)" }
    #expect(try tree.sha256(of: resaved.map(\.path)) == sums, "set quotes the values as Xcode does")
    let before = try tree.treeOfHead()
    #expect(try tree.git("diff").output == "")
    #expect(try tree.treeOfAll() == before)
    try tree.git("add", "--all")
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge(["status"]).status == 0, "quotes are not reported")
  }

  /// Adds quotes to values that hold a local text and need them.
  private func requoted(_ text: String, _ locals: [String]) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let start = line.firstRange(of: " = ")?.upperBound, line.hasSuffix(";") else { return String(line) }
      let value = line[start...].dropLast()
      let isBare = !value.contains("\"") && value.allSatisfy { $0.isLetter || $0.isNumber || "_./$".contains($0) }
      let needs = locals.contains { value.contains($0) } && !value.contains("\"") && !isBare
      return needs ? "\(line[..<start])\"\(value)\";" : String(line)
    }.joined(separator: "\n")
  }
}
