import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of the filter in one-shot mode: one process per file.
struct OneShotTests {
  @Test(
    arguments: [
      (Direction.smudge, "App/Info.plist", "canonical team", "local mine"),
      (.smudge, "App/main.c", "canonical team", "local team"),
      (.smudge, nil, "canonical team", "local team"), (.clean, nil, "local mine", "canonical team"),
      (.clean, "App/main.c", "local mine", "canonical team"), (.smudge, "a/.gitattributes", "canonical", "canonical"),
      (.smudge, "a", "", ""),
    ] as [(Direction, String?, String, String)])
  func `All of the input is transformed`(direction: Direction, path: String?, input: String, output: String) throws {
    let directory = try InstalledDirectory(
      Plan(PlanRule("canonical", "local"), PlanRule("team", "mine", paths: ["*.plist"])))
    #expect(try directory.once(direction, path, bytes(input)) == bytes(output))
  }

  @Test(arguments: [1, 65535, 65536, 65537, 300_000])
  func `Content of any size is copied`(count: Int) throws {
    let directory = try InstalledDirectory(Plan(PlanRule("canonical", "local")))
    let content = [UInt8](repeating: UInt8(ascii: "\n"), count: count)
    #expect(difference(try #require(try directory.once(.clean, nil, content)), content) == nil)
    let munged = try #require(try directory.once(.smudge, nil, bytes("canonical") + content))
    #expect(difference(munged, bytes("local") + content) == nil)
  }

  @Test func `Without an installation it is the identity`() throws {
    let directory = try InstalledDirectory(nil)
    for direction in Direction.allCases {
      #expect(try directory.once(direction, "a", bytes("canonical local")) == bytes("canonical local"))
    }
  }
}
