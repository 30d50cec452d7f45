// Leaks of a tree by their age: older ones than the rule are warnings.

import StorySupport
import TestSupport
import Testing

@Suite struct VerifyAgeTests {
  @Test func `what looks local is a warning in a tree only if the commit that added it does not have its rule`() throws {
    let workshop = try Workshop(rules: nil, files: ["app.txt": "id = com.blah.user-old\n"])
    let tree = workshop.maintainer
    try tree.write(".gitmunge", Rules.handle)
    try tree.write(".gitattributes", "*.txt filter=munge\n")
    try tree.commitAll("Rules")
    #expect(try tree.munge("verify").says("app.txt:1:6: warning: "), "older than the rules")
    try tree.write("app.txt", "id = com.blah.user-thing\nid = com.blah.user-old\n")
    try tree.commitAll("Moved")
    #expect(try tree.munge("verify").says("app.txt:2:6: warning: "), "the line is as old as before")
    try tree.write("new.txt", "id = com.blah.user-new\n")
    try tree.commitAll("Leak")
    let outcome = try tree.munge("verify", status: 1...1)
    #expect(outcome.says("new.txt:1:6: error: ") && outcome.says("app.txt:2:6: warning: "), "\(outcome)")
  }
}
