// Five leaks from samples of real projects: verify finds each leaked line without any values, and no other line.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite(.needsSamples) struct VerifyLeakTests {
  /// Rules as a maintainer could have written them before: with keys and variables, without any developer's local text.
  private static let rules = [
    "btcmap-suffix-local": "[rule \"id\"]\n\tcanonical = org.btcmap.app\n\tlocal = org.btcmap.app.temp\n",
    "damus-team": team("canonical = XK7H4JAB3D"),
    "loop-empty-canonical": team("canonical ="),
    "netnewswire-n-to-1": team("canonical = M8L2WTLA8W", "canonical = 9C84TZ7Q6Z"),
    "wireguard-prefix-local": team("canonical =", "on-insert = drop")
      + "[rule \"id\"]\n\tcanonical = com.wireguard.ios.WireGuard\n\tlocal = ${prefix}.com.wireguard.ios.WireGuard\n"
      + "[variable \"prefix\"]\n\tkind = label\n",
  ]

  private static func team(_ more: String...) -> String {
    "[rule \"team\"]\n\tkey = DEVELOPMENT_TEAM\n\tkey = DevelopmentTeam\n\tlocal = ${team}\n" + more.map { "\t\($0)\n" }.joined()
      + "[variable \"team\"]\n\tkind = team-id\n"
  }

  @Test func `every sample has its rules`() throws { #expect(try Set(Leak.names()) == Set(Self.rules.keys)) }

  @Test(arguments: try Leak.names())
  func `verify reports each leaked line and nothing else`(_ name: String) throws {
    let directory = try samples("leaks") / name
    let leak = try Leak.read(directory)
    let tree = try Workshop(rules: Self.rules[name], attributes: "*.pbxproj filter=munge\n").clone()
    func commit(_ version: KeyPath<Leak.File, String>) throws {
      for file in leak.files { try tree.write(file.path, String(decoding: try FileSystem.contents(directory / file[keyPath: version]) ?? [], as: UTF8.self)) }
      try tree.commitAll("A version")
    }
    try commit(\.before)
    #expect(try tree.munge("verify", "--strict").says("nothing found"))
    try commit(\.leaked)
    let leaked = try leak.files.flatMap { try lines(of: $0.path, in: tree, holding: leak.map.map(\.local)) }
    #expect(leaked.count > 1)
    for words in [["HEAD^..HEAD"], ["--history"], ["HEAD"]] {
      let found = VerifyOutput(try tree.munge(["verify"] + words, status: 0...1).output).lines
      #expect(found.map { $0.place.split(separator: ":").dropLast().joined(separator: ":") }.sorted() == leaked.sorted(), "\(words)")
      #expect(found.allSatisfy { $0.severity == "error" || words == ["HEAD"] && $0.kind == "looks-local" })
    }
    try commit(\.ideal)
    #expect(try tree.munge("verify", "--strict", "HEAD^..HEAD").says("nothing found"))
    #expect(try tree.munge("verify", "--strict").says("nothing found"))
  }

  /// `PATH:LINE` of lines that git diff shows as added and that hold one of the texts.
  private func lines(of path: String, in tree: WorkingTree, holding texts: [String]) throws -> [String] {
    var (found, number) = ([String](), 0)
    for line in try tree.git("diff", "-U0", "HEAD^", "HEAD", "--", path).output.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("@@ "), let new = line.split(separator: "+").dropFirst().first {
        number = Int(new.prefix { $0.isNumber }) ?? 0
      } else if line.hasPrefix("+"), !line.hasPrefix("+++ ") {
        if texts.contains(where: { line.contains($0) }) { found.append("\(path):\(number)") }
        number += 1
      }
    }
    return found
  }
}
