// Messages about rules with keys.

import StorySupport
import TestSupport
import Testing

@Suite struct KeyedMessageTests {
  private let settings = KeyedProject.settings("ONE", [
    Team.line(Team.first), "PLIST = ONE.plist", "OTHER = \(Team.first)", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app.tests",
  ])

  @Test func `explain describes key values, several canonical texts and texts outside the keys`() throws {
    let tree = try Workshop.keyed(files: ["one.pbxproj": KeyedProject.file(settings)])
    var outcomes = [try tree.munge("explain", "one.pbxproj")]
    try tree.write("one.pbxproj", KeyedProject.file(settings.replacing(Team.first, with: Team.mine)))
    outcomes.append(try tree.munge("explain", "one.pbxproj:9"))
    // The file as a checkout without the filter leaves it.
    try tree.write("one.pbxproj", KeyedProject.file(settings.replacing(Team.first, with: "\"\"")))
    try expectSnapshot("explain", outcomes + [tree.munge("explain", "one.pbxproj:7")])
  }
}
