// `git munge explain` on a file as a whole: whether it is munged and why.

import StorySupport

@Suite struct ExplainFileTests {
  private static let attributes = """
    * filter=munge
    *.plain !filter
    *.declined -filter
    *.lfs filter=lfs
    *.odd filter=two

    """

  private let tree: WorkingTree

  init() throws {
    tree = try Workshop(attributes: Self.attributes, files: ["app.txt": "\(canonical)\n", "sub/b.txt": "b\n"]).munged()
  }

  private func explained(_ path: String) throws -> Outcome { try tree.munge("explain", path) }

  @Test func `a file excluded by its name or attributes is explained, with the effect on its texts`() throws {
    let paths = ["x.plain", "x.declined", "x.lfs", "x.odd", "sub/.gitattributes", ".gitmodules", ".lfsconfig"]
    let content = "# \(local)\n# \(canonical)\n"
    for path in paths { try tree.write(path, content) }
    try expectSnapshot("excluded", (paths + [".gitmunge", ".gitattributes"]).map(explained))
    for path in paths {
      try tree.git("-c", "filter.lfs.clean=cat", "-c", "filter.lfs.process=", "add", "--force", path)
      #expect(try tree.blob(":\(path)") == content, "git add stages it as explained")
    }
  }

  @Test func `content that is never munged is explained by its kind, and its texts are listed`() throws {
    let kinds = [
      "binary": "a\n\u{0} \(local)\n", "late-nul": "\(local)\n" + String(repeating: "x", count: 100_000) + "\u{0}",
      "bplist": "bplist00 \(local)", "lfs-pointer": "version https://git-lfs.github.com/spec/v1\noid \(local)\n",
    ]
    for (name, content) in kinds { try tree.write("\(name).dat", content) }
    try expectSnapshot("never-munged", kinds.keys.sorted().map { try explained("\($0).dat") })
    for (name, content) in kinds {
      try tree.git("add", "\(name).dat")
      #expect(try tree.blob(":\(name).dat") == content, "git add stages it as explained")
    }
  }
}
