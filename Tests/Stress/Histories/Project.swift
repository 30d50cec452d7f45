// A project with canonical identifiers in files of all formats, and its rules.

import StorySupport

/// The repository of a history; the generator decides all of it.
struct Project {
  /// Rules, in the order of the file.
  private(set) var rules: [String] = []
  /// Canonical texts that a developer can type, with their surroundings in a kind of file.
  private(set) var words = ["com.acme.apple", "net.other.lib"]
  /// Values of keys that a developer can type.
  private(set) var values: [(key: String, value: String)] = []
  /// Texts in lines that are not moved: their local text stands for several.
  private(set) var fixed: [String] = []
  /// A canonical text that a developer cannot type: on a new line, its local text stands for the first one.
  static let second = "FGHIJ67890"

  static func secondCount(_ content: [UInt8]) -> Int { TextLines(content).text.ranges(of: second).count }

  private(set) var attributes: [String: String] = [:]
  private(set) var files: [String: [UInt8]] = [:]
  /// The arguments of `install` for each developer.
  private(set) var answers: [[String]] = [[], []]
  let hasHooks: Bool

  static let variables = Rules.variables(["handle": "label", "team": "team-id"])

  init(_ generator: inout SeededGenerator) {
    hasHooks = generator.oneIn(6)
    let handles = ["b", "bnr", "thing-2", "somebody-else", "user"].shuffled(using: &generator)
    let teams = ["BNR1234567", "ZZZZZ99999", "ANNA123456"].shuffled(using: &generator)
    for index in answers.indices { answers[index] = ["handle=\(handles[index])", "team=\(teams[index])"] }
    if !generator.oneIn(3) { addTeam(&generator) }
    addBundle(&generator)
    if generator.oneIn(2) { addNested(&generator) }
    if generator.oneIn(3) { addConstants(&generator) }
    rules.shuffle(using: &generator)
    addAttributes(&generator)
    addFiles(&generator)
  }

  var rulesFile: String { rules.joined() + Project.variables }

  private mutating func addRule(_ name: String, _ lines: [String]) {
    rules.append(Rules.rule(name, lines))
  }

  private mutating func addBundle(_ generator: inout SeededGenerator) {
    let locals = ["com.acme.dev-${handle}", "com.acme.app.${handle}", "dev.${handle}.app", "${handle}.own.app"]
    var lines = ["canonical = com.acme.app", "local = \(locals.randomElement(using: &generator) ?? locals[0])"]
    words += [
      "com.acme.app", "com.acme.app", "group.com.acme.app", "com.acme.app.Share", "com.acme.appTests", "com.acme.app-x",
    ]
    if generator.oneIn(2) { lines.append("suffix = Tests") }
    if generator.oneIn(2) {
      lines.append("except = com.acme.app.shared")
      words.append("com.acme.app.shared")
    }
    let paths = [
      ["path = *.pbxproj", "path = *.xcconfig"], ["path = *", "path = !Config/Sub/"], ["path = *", "path = !*.plist"],
    ]
    if fixed.isEmpty && generator.oneIn(3) { lines += paths.randomElement(using: &generator) ?? [] }
    addRule("bundle", lines)
  }

  private mutating func addNested(_ generator: inout SeededGenerator) {
    addRule("outer", ["canonical = org.acme", "local = dev.${handle}.org"])
    let locals = ["dev.${handle}.org.ios", "dev.${handle}.phone", "ios.${handle}"]
    addRule("inner", ["canonical = org.acme.ios", "local = \(locals.randomElement(using: &generator) ?? locals[0])"])
    words += ["org.acme", "org.acme.ios", "org.acme.ios.Kit"]
  }

  private mutating func addTeam(_ generator: inout SeededGenerator) {
    var lines = ["canonical = ABCDE12345", "local = ${team}", "key = DEVELOPMENT_TEAM", "key = DevelopmentTeam"]
    values.append(("DEVELOPMENT_TEAM", "ABCDE12345"))
    if generator.oneIn(2) {
      lines.insert("canonical = \(Project.second)", at: 1)
      values.append(("DEVELOPMENT_TEAM", Project.second))
      fixed = ["ABCDE12345", Project.second]
    }
    addRule("team", lines)
  }

  private mutating func addConstants(_ generator: inout SeededGenerator) {
    addRule("host", ["canonical = api.acme.test", "local = localhost.acme.test"])
    words += ["api.acme.test", "https://api.acme.test/v1"]
    if generator.oneIn(2) {
      addRule("identity", ["canonical = iPhone Distribution", "local = Apple Development", "key = CODE_SIGN_IDENTITY"])
      values.append(("CODE_SIGN_IDENTITY", "\"iPhone Distribution\""))
    }
  }

  private mutating func addAttributes(_ generator: inout SeededGenerator) {
    let some = ["*.pbxproj", "*.plist", "*.xcconfig", "*.gradle", "*.strings", "*.win"].map { "\($0) filter=munge\n" }
      .joined()
    let root =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        """
        * filter=munge
        *.md -filter
        *.lock filter=other
        /Vendor/** -filter

        """
      case 1: "[attr]ours filter=munge\n*.lock filter=other\n" + some.replacing(" filter=munge", with: " ours")
      case 2: some + "Config/** filter=munge\n/Vendor/** -filter\n*.lock filter=other\n"
      default: some + "Vendor/* -filter\n*.lock filter=other\n"
      }
    attributes[".gitattributes"] = root
    if generator.oneIn(2) {
      attributes["Config/Sub/.gitattributes"] =
        ["*.xcconfig -filter\n", "*.txt filter=munge\n", "/Deep.* -filter\n"].randomElement(using: &generator)
    }
  }

  private mutating func addFiles(_ generator: inout SeededGenerator) {
    for path in Project.paths where !generator.oneIn(5) { files[path] = content(path, isTyped: false, &generator) }
  }
}
