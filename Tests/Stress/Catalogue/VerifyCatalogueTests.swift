// Leaks at all places of a history: verify reports each at its place, and nothing else.

import StorySupport

@Suite struct VerifyCatalogueTests {
  @Test(arguments: CatalogueSeed.all) func `verify reports a defect at its place and nothing else`(
    _ seed: CatalogueSeed
  ) throws {
    let catalogue = try Catalogue.shared.get()
    let tree = try catalogue.clone()
    let names = try tree.commit(seed.steps, ["main": catalogue.main])
    try tree.place(seed, names)
    let words = seed.words.map { word in
      names.reduce(word) { $0.replacing("<\($1.key)>", with: $1.value) }
    }
    let isFailing = seed.expected.contains { $0.severity == "error" }
    let outcome = try tree.munge(["verify"] + words, status: 0...1)
    #expect(outcome.status == (isFailing ? 1 : 0))
    let found = VerifyOutput(outcome.output).lines
    let expected = seed.expected.map { ($0, $0.since.flatMap { names[$0] }.map { String($0.prefix(12)) }) }
    #expect(
      found.map { "\($0.place) \($0.severity) \($0.kind)" }.sorted()
        == expected.map { "\($0.0.place) \($0.0.severity) \($0.0.kind)" }.sorted(), "\(outcome)")
    for (finding, since) in expected {
      let line = found.first { $0.place == finding.place && $0.kind == finding.kind }
      // In a tree, and where a change of the rules finds it, the commit is not known.
      #expect(line?.since == nil || line?.since == since)
      #expect(line?.message.contains(finding.text) == true)
      if let rule = finding.rule { #expect(line?.message.contains("rule '\(rule)'") == true) }
    }
  }

  @Test(arguments: [[], ["--staged"], ["--history"], ["HEAD..HEAD"]])
  func `verify reports nothing in the canonical repository`(_ words: [String]) throws {
    let tree = try Catalogue.shared.get().clone()
    try tree.git("read-tree", "HEAD")
    let outcome = try tree.munge(["verify", "--strict"] + words)
    #expect(outcome.output.contains("nothing found") && outcome.errors == "", "\(outcome)")
  }
}

extension WorkingTree {
  /// Sets references and the index for the place of a seed.
  fileprivate func place(_ seed: CatalogueSeed, _ names: [String: String]) throws {
    let (leak, tip) = (names["leak"] ?? "", names["tip"] ?? "")
    switch seed.place {
    case .tree, .first, .middle, .last, .merge, .takenBack: break
    case .staged: try git("read-tree", leak)
    case .oldHistory: try git("update-ref", "HEAD", tip)
    case .otherBranch:
      try git("update-ref", "HEAD", tip)
      try git("update-ref", "refs/heads/topic", leak)
    case .tag:
      try git("update-ref", "HEAD", tip)
      try git("tag", "-a", "-m", "v1", "v1", leak)
    }
    // The references that the commits were made with.
    try git("update-ref", "--stdin", input: git("for-each-ref", "--format=delete %(refname)", "refs/seeds").output)
  }
}
