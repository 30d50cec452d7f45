// A rule that munges its text everywhere, and checks the values of a key.

import StorySupport

@Suite struct CheckedKeyTests {
  private static let rules =
    Rules.rule("app", "canonical = com.acme.app", "local = com.${handle}.app", "check = PRODUCT_BUNDLE_IDENTIFIER")
    + Rules.variables(["handle": "label"])

  private let workshop: Workshop

  init() throws {
    workshop = try Workshop(
      rules: Self.rules,
      files: [
        "App.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app\n",
        "Keys.swift": "let group = \"group.com.acme.app\"\n",
      ])
  }

  @Test func `verify and the guard find a foreign value, and repair restores the canonical text`() throws {
    let tree = try workshop.munged(values: "handle=me")
    #expect(
      try tree.text("Keys.swift") == "let group = \"group.com.me.app\"\n", "the text is munged outside the key as well")
    try tree.munge("verify", "--strict")

    try tree.write("App.xcconfig", "PRODUCT_BUNDLE_IDENTIFIER = net.fred.thing\n")
    try tree.git("add", "--update")
    #expect(
      try tree.munge("verify", "--staged", status: 1...1).says(
        "App.xcconfig:1:29:\n  PRODUCT_BUNDLE_IDENTIFIER is "))
    try tree.git("commit", "--quiet", "-m", "Leak")
    #expect(try tree.found("HEAD^..HEAD", status: 1...1) == ["App.xcconfig:1:29 error foreign-value"])

    try tree.munge("repair", "App.xcconfig")
    #expect(try tree.text("App.xcconfig") == "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app\n")
    try tree.git("commit", "--quiet", "--all", "-m", "Repair")
    #expect(try tree.blob("HEAD:App.xcconfig") == "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app\n")
    try tree.munge("verify", "HEAD", "--strict")
  }
}
