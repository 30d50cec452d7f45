// Leaks of real projects: verify finds each leaked line, and repair and clean restore what maintainers committed later.

import StorySupport

@Suite(.needsSamples) struct SampleLeakTests {
  /// A repository in which the files were committed in these versions.
  private struct Project {
    let leak: Leak
    let workshop: Workshop
    private let directory: Path

    init(_ name: String, forEverybody: Bool = true, _ versions: KeyPath<Leak.File, String>...) throws {
      directory = try samples("leaks") / name
      leak = try Leak.read(directory)
      workshop = try Workshop(rules: leak.rules(forEverybody: forEverybody), attributes: "*.pbxproj filter=munge\n")
      for version in versions { try commit(version) }
    }

    var paths: [String] { leak.files.map(\.path) }

    func content(_ name: String) throws -> [UInt8] { try #require(try FileSystem.contents(directory / name)) }

    func write(_ version: KeyPath<Leak.File, String>, in tree: WorkingTree) throws {
      for file in leak.files { try TestFile.write(tree.top / file.path, try content(file[keyPath: version])) }
    }

    func commit(_ version: KeyPath<Leak.File, String>) throws {
      try write(version, in: workshop.maintainer)
      try workshop.maintainer.commitAll("A version")
    }

    func expectIdealStaged(in tree: WorkingTree, _ location: SourceLocation = #_sourceLocation) throws {
      for file in leak.files {
        #expect(
          difference(bytes(try tree.blob(":\(file.path)")), try content(file.ideal)) == nil, sourceLocation: location)
      }
    }
  }

  @Test(arguments: try Leak.names()) func `verify reports each leaked line and nothing else`(_ name: String) throws {
    let project = try Project(name, \.before, \.leaked)
    let tree = project.workshop.maintainer
    #expect(try tree.munge("verify", "--strict", "HEAD^").says("nothing found"))
    let leaked = try project.paths.flatMap { try lines(of: $0, in: tree, holding: project.leak.map.map(\.local)) }
    #expect(leaked.count > 1)
    for words in [["HEAD^..HEAD"], ["--history"], ["HEAD"]] {
      let report = try JSON(tree.munge(["verify", "--report", "json"] + words, status: 0...1).output)
      let found = (report["findings"]?.list ?? []).filter { $0["severity"]?.text != "note" }
      #expect(
        found.map { "\($0["path"]?.text ?? ""):\(Int($0["line"]?.number ?? 0))" }.sorted() == leaked.sorted(),
        "\(words)")
      #expect(
        found.allSatisfy { $0["severity"]?.text == "error" || words == ["HEAD"] && $0["kind"]?.text == "looks-local" })
      #expect(found.contains { $0["kind"]?.text == "foreign-value" } || project.leak.map[0].local.hasSuffix(".temp"))
    }
    try project.commit(\.ideal)
    #expect(try tree.munge("verify", "--strict", "HEAD^..HEAD").says("nothing found"))
    #expect(try tree.munge("verify", "--strict").says("nothing found"))
  }

  /// `PATH:LINE` of lines that git diff shows as added and that hold one of the texts.
  private func lines(of path: String, in tree: WorkingTree, holding texts: [String]) throws -> [String] {
    var (found, number) = ([String](), 0)
    for line in try tree.git("diff", "-U0", "HEAD^", "HEAD", "--", path).output.split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("@@ "), let new = line.split(separator: "+").dropFirst().first {
        number = Int(new.prefix { $0.isNumber }) ?? 0
      } else if line.hasPrefix("+"), !line.hasPrefix("+++ ") {
        if texts.contains(where: { line.contains($0) }) { found.append("\(path):\(number)") }
        number += 1
      }
    }
    return found
  }

  @Test(arguments: try Leak.names(), [false, true])
  func `repair restores the ideal file, with and without an installation`(_ name: String, isMunged: Bool) throws {
    let project = try Project(name, \.before, \.leaked)
    let tree = try project.workshop.clone()
    if isMunged { try tree.munge("install", "team=MYTEAM7890", "prefix=me") }
    try tree.munge(["repair"] + project.paths)
    if !isMunged {
      for file in project.leak.files {
        #expect(difference(try FileSystem.contents(tree.top / file.path) ?? [], try project.content(file.ideal)) == nil)
      }
    }
    #expect(try tree.status() == project.paths.map { " M \($0)\n" }.joined())
    try tree.git("add", "--update")
    try project.expectIdealStaged(in: tree)
    try tree.git("commit", "--quiet", "-m", "Repair")
    #expect(try tree.munge("verify", "HEAD", "--strict").says("nothing found"))
    if isMunged {
      #expect(try tree.statusOfTouched() == "")
      try tree.munge("install")
      #expect(try tree.statusOfTouched() == "")
      #expect(try tree.munge("status", status: 0...1).says("Munged: "))
    }
  }
}
