// A text that stays under one key while it changes elsewhere.

import StorySupport

@Suite struct ExceptKeyTests {
  private static let rules =
    Rules.rule("app", "canonical = com.acme.app", "local = com.${handle}.app", "except-key = RESTServerAPIKey")
    + Rules.variables(["handle": "label"])
  private static func plist(_ key: String, _ id: String) -> String {
    """
    <dict>
    \t<key>RESTServerAPIKey</key>
    \t<string>\(key)</string>
    \t<key>CFBundleIdentifier</key>
    \t<string>\(id)</string>
    </dict>

    """
  }

  private let tree: WorkingTree

  init() throws {
    let files = [
      "Info.plist": Self.plist("com.acme.app", "com.acme.app"),
      "project.yml": "RESTServerAPIKey: com.acme.app\nid: com.acme.app\n",
    ]
    tree = try Workshop(rules: Self.rules, files: files).munged(values: "handle=me")
  }

  @Test func `a checkout leaves the canonical text, and edits are committed as they are`() throws {
    #expect(try tree.text("Info.plist") == Self.plist("com.acme.app", "com.me.app"))
    #expect(try tree.text("project.yml") == "RESTServerAPIKey: com.acme.app\nid: com.me.app\n")
    #expect(try tree.status() == "")
    try tree.commit("project.yml", "RESTServerAPIKey: com.acme.app\nid: com.me.app\nname: com.me.app.Widget\n", "Edit")
    #expect(
      try tree.blob("HEAD:project.yml")
        == "RESTServerAPIKey: com.acme.app\nid: com.acme.app\nname: com.acme.app.Widget\n")
    try expectSnapshot("text-stays-under-one-key", tree.munge("explain", "project.yml"))
    try tree.sh("git munge verify --strict; git munge set handle=you")
    #expect(try tree.text("Info.plist") == Self.plist("com.acme.app", "com.you.app"))
    try tree.munge("uninstall")
    #expect(try tree.text("Info.plist") == Self.plist("com.acme.app", "com.acme.app"))
  }

  @Test func `a local text under the key is cleaned, and install restores the canonical one on disk`() throws {
    try tree.write("Info.plist", Self.plist("com.me.app", "com.me.app"))
    #expect(try tree.git("add", "--update").errors == "")
    #expect(try tree.git("diff", "--cached", "--name-only").output == "")
    try tree.munge("install", "--yes")
    #expect(try tree.text("Info.plist") == Self.plist("com.acme.app", "com.me.app"))
    #expect(try tree.status() == "")
  }
}
