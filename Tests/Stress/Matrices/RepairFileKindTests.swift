// Repairs of files of all kinds keep the encoding and the line endings.

import Platform
import StorySupport
import TestSupport
import Testing

@Suite struct RepairFileKindTests {
  private static let rules = Rules.team(keys: ["DEVELOPMENT_TEAM", "teamID"], "on-insert = drop")

  /// A file before and after a leak, both with the rest of the commit.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let path: String
    let before: [UInt8]
    let leaked: [UInt8]
    let ideal: [UInt8]
    var attributes = ""

    init(_ description: String, _ path: String, _ before: String, _ leaked: String, _ ideal: String) {
      self.init(description, path, bytes(before), bytes(leaked), bytes(ideal))
    }

    init(
      _ description: String, _ path: String, _ before: [UInt8], _ leaked: [UInt8], _ ideal: [UInt8], attributes: String = ""
    ) {
      (testDescription, self.path, self.attributes) = (description, path, attributes)
      (self.before, self.leaked, self.ideal) = (before, leaked, ideal)
    }
  }

  private static let text = (
    before: "teamID = \(Team.second)\na\nb = 1\n", leaked: "teamID = \(Team.another)\na\nb = 2\n",
    ideal: "teamID = \(Team.second)\na\nb = 2\n")

  private static func plist(_ team: String, _ more: String) -> String {
    "<plist>\n<dict>\n\t<key>teamID</key>\n\t<string>\(team)</string>\n\(more)\t<key>id</key>\n\t<string>x</string>\n</dict>\n</plist>\n"
  }

  private static func returned(_ text: String) -> [UInt8] { bytes(text).flatMap { $0 == 10 ? [13, 10] : [$0] } }

  private static let kinds = [
    Kind("plain", "a.env", text.before, text.leaked, text.ideal),
    Kind("no newline at the end", "a.env", "x\nteamID=\(Team.second)", "x\nteamID=\(Team.another)", "x\nteamID=\(Team.second)"),
    Kind("CRLF", "a.env", returned(text.before), returned(text.leaked), returned(text.ideal)),
    Kind(
      "CRLF by git", "a.env", returned(text.before), returned(text.leaked), returned(text.ideal),
      attributes: "*.env text eol=crlf\n"),
    Kind(
      "a mark of UTF-8", "a.env", [0xEF, 0xBB, 0xBF] + bytes(text.before), [0xEF, 0xBB, 0xBF] + bytes(text.leaked),
      [0xEF, 0xBB, 0xBF] + bytes(text.ideal)),
    Kind("no UTF-8", "a.env", bytes(text.before) + [0xFF, 0xFE, 10], bytes(text.leaked) + [0xFF, 0xFE, 10], bytes(text.ideal) + [0xFF, 0xFE, 10]),
    Kind("a property list", "a.plist", plist(Team.second, ""), plist(Team.another, "<!-- -->\n"), plist(Team.second, "<!-- -->\n")),
    Kind(
      "a property list with a key of a program's", "a.plist", "<dict>\n\t<key>id</key>\n\t<string>x</string>\n</dict>\n",
      "<dict>\n\t<key>teamID</key>\n\t<string>\(Team.another)</string>\n\t<key>id</key>\n\t<string>x</string>\n</dict>\n",
      "<dict>\n\t<key>id</key>\n\t<string>x</string>\n</dict>\n"),
    Kind(
      "JSON on one line", "a.json", "{\"teamID\": \"\(Team.second)\", \"DEVELOPMENT_TEAM\": \"\(Team.first)\", \"x\": 1}\n",
      "{\"teamID\": \"\(Team.another)\", \"DEVELOPMENT_TEAM\": \"\(Team.first)\", \"x\": 2}\n",
      "{\"teamID\": \"\(Team.second)\", \"DEVELOPMENT_TEAM\": \"\(Team.first)\", \"x\": 2}\n"),
    Kind("YAML with a part of a value", "a.yml", "PRODUCT_BUNDLE_IDENTIFIER: com.acme.app.widget # x\n",
      "PRODUCT_BUNDLE_IDENTIFIER: dev.other.app.widget # y\n", "PRODUCT_BUNDLE_IDENTIFIER: com.acme.app.widget # y\n"),
    Kind("YAML with a text of another kind", "a.yml", "PRODUCT_BUNDLE_IDENTIFIER: com.acme.app # x\n",
      "PRODUCT_BUNDLE_IDENTIFIER: \"org.else where\" # y\n", "PRODUCT_BUNDLE_IDENTIFIER: com.acme.app # y\n"),
  ] + ByteOrder.allCases.map { order in
    let texts = [text.before, text.leaked, text.ideal].map { utf16("é\u{1F600}\n" + $0 + "é\n", order) }
    return Kind("UTF-16, \(order)", "a.env", texts[0], texts[1], texts[2])
  } + [("UTF-16LE-BOM", ByteOrder.little, 0), ("UTF-16BE", .big, 2)].map { name, order, dropped in
    let texts = [text.before, text.leaked, text.ideal].map { Array(utf16("é\u{1F600}\n" + $0, order).dropFirst(dropped)) }
    return Kind(name, "a.env", texts[0], texts[1], texts[2], attributes: "*.env working-tree-encoding=\(name)\n")
  }

  private func leaked(_ kind: Kind) throws -> WorkingTree {
    let workshop = try Workshop(rules: Self.rules, attributes: "* filter=munge\n" + kind.attributes)
    let file = workshop.maintainer.top / kind.path
    try TestFile.write(file, kind.before, mode: 0o755)
    try workshop.maintainer.commitAll("Before")
    try TestFile.write(file, kind.leaked, mode: 0o755)
    try workshop.maintainer.commitAll("Leaked")
    return workshop.maintainer
  }

  @Test(arguments: kinds) func `without an installation repair writes the canonical file`(_ kind: Kind) throws {
    let tree = try leaked(kind)
    try tree.munge("repair", kind.path)
    #expect(try FileSystem.contents(tree.top / kind.path) == kind.ideal)
    #expect(try FileSystem.status(tree.top / kind.path)?.mode == 0o755)
    #expect(try tree.munge("repair", "--dry-run", kind.path).says("add the file"))
  }

  @Test(arguments: kinds) func `in a munged clone git add stages the canonical file`(_ kind: Kind) throws {
    let expected = try leaked(kind)
    try TestFile.write(expected.top / kind.path, kind.ideal, mode: 0o755)
    try expected.git("add", kind.path)
    let ideal = try expected.git("ls-files", "-s", kind.path).output
    try expected.git("reset", "--quiet")
    let tree = try expected.workshop.munged(values: "team=\(Team.mine)", "handle=me")
    let outcome = try tree.munge("repair", kind.path)
    #expect(try tree.munge("status", status: 0...1).says("Munged: "))
    let shown = try FileSystem.contents(tree.top / kind.path)
    try tree.git("add", kind.path)
    #expect(try tree.git("ls-files", "-s", kind.path).output == ideal, "\(outcome)")
    try tree.git("commit", "--quiet", "-m", "Repair")
    #expect(try tree.statusOfTouched() == "")
    try tree.munge("refresh")
    #expect(try FileSystem.contents(tree.top / kind.path) == shown)
  }
}
