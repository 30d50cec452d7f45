// Leaks from samples of real projects, repaired to the content that their maintainers committed later.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite(.needsSamples) struct RepairSampleTests {
  /// A repository whose last commit has the leak.
  private struct Leaked {
    let workshop: Workshop
    let leak: Leak
    let directory: Path
    let file: Leak.File

    init(_ name: String) throws {
      directory = try samples("leaks/\(name)")
      leak = try Leak.read(directory)
      file = try #require(leak.files.first)
      workshop = try Workshop(rules: leak.rulesForEverybody, attributes: "*.pbxproj filter=munge\n")
      for version in [file.before, file.leaked] {
        try TestFile.write(workshop.maintainer.top / file.path, try content(version))
        try workshop.maintainer.commitAll(version)
      }
    }

    func content(_ version: String) throws -> [UInt8] { try #require(try FileSystem.contents(directory / version)) }

    func expectIdeal(_ tree: WorkingTree, _ location: SourceLocation = #_sourceLocation) throws {
      #expect(try tree.status() == " M \(file.path)\n", sourceLocation: location)
      try tree.git("add", "--", file.path)
      let blob = try tree.git("cat-file", "blob", ":\(file.path)").output
      #expect(difference(bytes(blob), try content(file.ideal)) == nil, sourceLocation: location)
      try tree.git("commit", "--quiet", "-m", "Repair")
      let verified = try tree.munge("verify", "HEAD", "--strict")
      #expect(verified.says("1 munged file of HEAD, ") && !verified.says(" error: ") && !verified.says(" warning: "), sourceLocation: location)
      #expect(try tree.munge("verify", "HEAD~2..HEAD", status: 0...1).says("foreign-value") || leak.map[0].local.hasSuffix(".temp"))
    }
  }

  @Test(arguments: try Leak.names()) func `without an installation repair writes the ideal file`(_ name: String) throws {
    let leaked = try Leaked(name)
    let tree = try leaked.workshop.clone()
    try tree.munge("repair", leaked.file.path)
    #expect(difference(try FileSystem.contents(tree.top / leaked.file.path) ?? [], try leaked.content(leaked.file.ideal)) == nil)
    try leaked.expectIdeal(tree)
  }

  @Test(arguments: try Leak.names()) func `in a munged clone git add stages the ideal file`(_ name: String) throws {
    let leaked = try Leaked(name)
    let tree = try leaked.workshop.clone()
    try tree.git("config", "munge.values.team", "MYTEAM7890")
    try tree.git("config", "munge.values.prefix", "me")
    try tree.munge("install")
    try tree.munge("repair", leaked.file.path)
    #expect(try !tree.munge("status", status: 0...1).says("[stale]"))
    try leaked.expectIdeal(tree)
    #expect(try tree.statusOfTouched() == "")
    #expect(try tree.munge("status", status: 0...1).says("Munged: "))
  }
}

extension Leak {
  /// A rule for each local text, with a variable where each developer has a different text.
  fileprivate var rulesForEverybody: String {
    let locals = map.map(\.local).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let rules = locals.enumerated().map { index, local in
      let canonicals = map.filter { $0.local == local }.map(\.canonical)
      let isTeam = local.allSatisfy { $0.isUppercase || $0.isNumber }
      let keys = isTeam ? ["key = DEVELOPMENT_TEAM", "key = DevelopmentTeam", "on-insert = drop"] : []
      let own = canonicals.first { local.hasSuffix(".\($0)") }.map { "${prefix}.\($0)" }
      let lines = canonicals.map { "canonical = \($0)" } + ["local = \(isTeam ? "${team}" : own ?? local)"] + keys
      return "[rule \"rule-\(index)\"]\n" + lines.map { "\t\($0)\n" }.joined()
    }
    return rules.joined() + "[variable \"team\"]\n\tkind = team-id\n[variable \"prefix\"]\n\tkind = label\n"
  }
}
