import Rules
import TestSupport

@testable import Verify
@testable import WorkingTree

struct ProposalTests {
  @Test(arguments: [
    ("com.acme.app", ["com.acme.${handle}.app", "com.${handle}.app", "com.acme.dev-${handle}.app"]),
    ("chat.rocket", ["chat.${handle}.rocket", "chat.dev-${handle}.rocket"]),
    ("group.acme.data", ["group.acme.${handle}.data", "group.${handle}.data", "group.acme.dev-${handle}.data"]),
  ])
  func `The variable of a local text is inside it`(base: String, texts: [String]) {
    #expect(RuleDraft.locals(for: base, .handle(isForAndroid: false)) == texts)
  }

  @Test func `A rule is written with its local text after the canonical ones, and reasons as comments`() {
    let draft = RuleDraft(
      name: "team",
      lines: [
        .init(.canonical, "A"), .init(.canonical, ""), .init(.key, "K"), .init(.except, "x", comment: "tests"),
        .init(.except, "y", comment: "tests"), .init(.path, "a#b"),
      ], locals: ["${team}"])
    #expect(
      draft.written == [
        "[rule \"team\"]", "\tcanonical = A", "\tcanonical =", "\tlocal = ${team}", "\tkey = K", "\t# tests",
        "\texcept = x",
        "\texcept = y", "\tpath = \"a#b\"",
      ])
  }

  private func lines(_ munged: [String], left: [String] = [], others: [String: String] = [:]) -> [String] {
    var placement = Placement()
    placement.munged = Set(munged.map { Path($0) })
    for path in left { placement.reasons[Path(path)] = LeaveReason(Path(path)) ?? .notBuilt }
    let others = Dictionary(uniqueKeysWithValues: others.map { (Path($0.key), $0.value) })
    return AttributesDraft(placement, declared: [], others: others).lines
  }

  @Test func `Kinds that are munged as such have a pattern, other files a line with their path`() {
    #expect(
      lines([
        "b/App.xcodeproj/project.pbxproj", "Info.plist", "My App/My Group.swift", "app/build.gradle",
        "lib/build.gradle",
      ]) == [
        "*.pbxproj filter=munge", "*.plist filter=munge", "\"/My App/My Group.swift\" filter=munge",
        "/app/build.gradle filter=munge", "/lib/build.gradle filter=munge",
      ])
  }

  @Test func `What stays is left alone by its directory, and only where a pattern covers it`() {
    #expect(
      lines(["Info.plist"], left: ["Pods/A/Info.plist", "Pods/B/Info.plist", "README.md"]) == [
        "*.plist filter=munge", "/Pods/** -filter",
      ])
    #expect(lines(["Info.plist"], left: ["S/ATest.plist"]) == ["*.plist filter=munge", "/S/ATest.plist -filter"])
  }

  @Test func `A file in a directory that is left alone has a line after that of the directory`() {
    let expected = ["*.plist filter=munge", "/fastlane/** -filter", "/fastlane/Deliverfile filter=munge"]
    #expect(lines(["Info.plist", "fastlane/Deliverfile"], left: ["fastlane/Info.plist"]) == expected)
  }

  @Test func `Lines are added after those that exist, on a line of their own`() {
    var placement = Placement()
    placement.munged = [Path("Info.plist")]
    let rule = RuleDraft(name: "app", lines: [.init(.canonical, "com.acme.app")], locals: ["com.${handle}.app"])
    let proposal = Proposal(
      rules: [rule], variables: [.handle(isForAndroid: false), .team],
      attributes: AttributesDraft(placement, declared: [], others: [:]),
      existing: InitFiles(rules: bytes("[munge]\n\tversion = 1"), attributes: bytes("*.png binary")))
    let text = String(decoding: proposal.files.rules, as: UTF8.self)
    #expect(text.hasPrefix("[munge]\n\tversion = 1\n\n[rule \"app\"]\n"))
    #expect(text.contains("[variable \"handle\"]") && !text.contains("[variable \"team\"]"))
    #expect(String(decoding: proposal.files.attributes, as: UTF8.self).hasPrefix("*.png binary\n\n# git-munge: "))
    #expect(throws: Never.self) { try RulesFile.parse(proposal.files.rules) }
  }
}
