import StorySupport

/// What other programs read, checked against its schema by check-jsonschema.
@Suite(
  .enabled(if: Repository.isHere, Repository.why),
  .enabled(
    if: TestInput.schema("check-jsonschema") != nil,
    "GIT_MUNGE_SCHEMAS names no directory with check-jsonschema (scripts/schemas)"))
struct SchemaTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func expectConforming(_ file: Path, _ schema: String...) throws {
    let words = ["python3", "-m", "check_jsonschema"] + schema + ["\(file)"]
    let path = try #require(TestInput.schema("check-jsonschema"))
    let done = try Subprocess.run(
      words.map(bytes), environment: Environment.entries(changing: [.set("PYTHONPATH", path)]))
    #expect(done.isSuccess, "\(escaped(done.output + done.errors))")
  }

  @Test(arguments: [
    ("vendor.github-workflows", ".github/workflows/ci.yml"),
    ("vendor.github-workflows", ".github/workflows/release.yml"),
    ("vendor.github-actions", "action.yml"),
  ])
  func `files for GitHub conform to its schemas`(schema: String, file: String) throws {
    try expectConforming(Repository.root / file, "--builtin-schema", schema)
  }

  @Test(arguments: [("vendor.github-workflows", ".github/workflows/"), ("vendor.gitlab-ci", ".gitlab-ci.yml")])
  func `the samples in the CI documentation conform to the schemas of the servers`(schema: String, file: String) throws
  {
    let block = try #require(DocumentBlock.all(in: Path("docs/ci.md")).first { $0.text.hasPrefix("# \(file)") })
    try expectConforming(directory.write("sample.yml", bytes(block.text)), "--builtin-schema", schema)
  }

  @Test func `reports and the state of a clone conform to their schemas`() throws {
    let tree = try Scene.team().munged(values: "team=BNR1234567")
    try tree.commit("app.txt", Scene.badTeam, "Leak")
    try tree.write(".git/munge/plan", "nonsense")
    let documents = [
      (["verify", "--report", "json"], Repository.root / "docs/verify.schema.json"),
      (["status", "--check", "--json"], Repository.root / "docs/status.schema.json"),
      (["verify", "--report", "sarif"], try #require(TestInput.schema("sarif-2.1.0.json"))),
    ]
    for (words, schema) in documents {
      let document = try tree.munge(words, status: 1...1).output
      try expectConforming(directory.write("document.json", bytes(document)), "--schemafile", "\(schema)")
    }
  }
}
