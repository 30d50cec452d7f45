import StorySupport

/// The README on Xcode's Signing & Capabilities tab, for the example: each test edits its project file as Xcode does.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct SigningTabTests {
  private static let project = "Fred.xcodeproj/project.pbxproj"
  private let tree: WorkingTree

  init() throws {
    let texts = try [Self.project, "Fred/Fred.entitlements"].map { ($0, try Repository.text("Examples/Fred/\($0)")) }
    let rules = try Repository.text(".gitmunge")
    tree = try Workshop(rules: rules, files: Dictionary(uniqueKeysWithValues: texts)).clone()
    // Xcode writes quotes around a text with a hyphen.
    try tree.munge("install", "--hooks", "handle=bn-r", "team=BNR1234567")
  }

  private func replace(_ text: String, _ other: String, in path: String = project) throws {
    let before = try #require(try tree.text(path))
    try #require(before.contains(text), "\(path) holds no \(text)")
    try tree.write(path, before.replacing(text, with: other))
  }

  private func status() throws -> String { try tree.git("status", "--porcelain").output }

  private func commit(status: ClosedRange<Int32> = 0...0) throws -> Outcome {
    try tree.git("commit", "--quiet", "--all", "-m", "Change", status: status)
  }

  @Test func `the project file holds the developer's team and bundle identifier`() throws {
    let text = try #require(try tree.text(Self.project))
    #expect(text.contains("DEVELOPMENT_TEAM = BNR1234567;") && text.contains("= com.example.bn-r.app;"))
    #expect(!text.contains("ABCDE12345") && !text.contains("com.example.app;"))
    #expect(try status() == "")
  }

  @Test func `git munge set with another team leaves the project file unmodified`() throws {
    try replace("DEVELOPMENT_TEAM = BNR1234567;", "DEVELOPMENT_TEAM = ZZZ1234567;")
    #expect(try status() == " M \(Self.project)\n")
    try tree.munge("set", "team=ZZZ1234567")
    #expect(try status() == "")
    #expect(try tree.text(Self.project)?.contains("DEVELOPMENT_TEAM = ZZZ1234567;") == true)
  }

  @Test(arguments: [
    ("DEVELOPMENT_TEAM = BNR1234567;", "DEVELOPMENT_TEAM = ZZZ1234567;", "chosen-value"),
    ("= com.example.bn-r.app;", "= \"com.example.zoe.app\";", "chosen-value"),
    ("= com.example.bn-r.app;", "= org.other.app;", "replaced-canonical"),
  ])
  func `the hooks block a commit with an unknown team or bundle identifier`(
    text: String, other: String, finding: String
  ) throws {
    try replace(text, other)
    let outcome = try commit(status: 1...1)
    #expect(outcome.says("[\(finding)]"), "\(outcome.testDescription)")
  }

  @Test func `an inserted line with the developer's team is not committed, and quotes that Xcode writes are no change`()
    throws
  {
    let style = "CODE_SIGN_STYLE = Automatic;"
    try replace(style, "\(style)\n\t\t\t\t\"DEVELOPMENT_TEAM[sdk=iphoneos*]\" = BNR1234567;")
    try tree.git("add", "--update")
    #expect(try status() == "")
    #expect(try tree.text(Self.project)?.contains("sdk=iphoneos") == true, "the line stays on disk")
    try replace("= com.example.bn-r.app;", "= \"com.example.bn-r.app\";")
    try tree.git("add", "--update")
    #expect(try status() == "")
  }

  @Test func `a new target is committed with the project's identifiers`() throws {
    let text = try #require(try tree.text(Self.project))
    let start = try #require(text.firstRange(of: "\t\t8F3A01942B4C5D6E00F1ED01 /* Debug */ = {")).lowerBound
    let end = try #require(text.firstRange(of: "\t\t8F3A01952B4C5D6E00F1ED01 /* Release */")).lowerBound
    let target = String(text[start..<end]).replacing("8F3A0194", with: "8F3A0999")
      .replacing("com.example.bn-r.app.Intents", with: "\"com.example.bn-r.app.Widget\"")
    try tree.write(Self.project, "\(text[..<start])\(target)\(text[start...])")
    #expect(try commit().status == 0)
    let blob = try tree.blob("HEAD:\(Self.project)")
    #expect(blob.contains("= com.example.app.Widget;") && !blob.contains("bn-r") && !blob.contains("BNR1234567"))
  }

  @Test func `manual signing and capabilities are ordinary edits`() throws {
    try replace("CODE_SIGN_STYLE = Automatic;", "CODE_SIGN_STYLE = Manual;")
    try replace(
      "</dict>", "\t<key>aps-environment</key>\n\t<string>development</string>\n</dict>", in: "Fred/Fred.entitlements")
    #expect(try commit().status == 0)
    #expect(try tree.blob("HEAD:\(Self.project)").contains("CODE_SIGN_STYLE = Manual;"))
    #expect(try tree.blob("HEAD:Fred/Fred.entitlements").contains("aps-environment"))
  }
}
