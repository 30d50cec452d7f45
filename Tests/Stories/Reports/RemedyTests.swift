// What is printed about a problem names a remedy, which works when it is typed.

import StorySupport

/// A situation, the command that reports it, and its remedy as printed.
struct Remedy: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The arguments of git-munge, or a command that begins with `git`; it reports the problem.
  let command: String
  /// How the remedy begins: a command, a line for `.gitattributes` or the rule, or the text that replaces what was
  /// found there.
  let remedy: String
  /// A command that ends the work of the remedy.
  var then = ""
  /// The command that then finds nothing, if it is another one.
  var check: String?
  var arrange: @Sendable (WorkingTree) throws -> Void = { _ in }
  /// The state that the message promises.
  var leaves: @Sendable (WorkingTree) throws -> Void = { _ in }
}

@Suite struct RemedyTests {
  /// A munged clone: the attribute covers `app.txt`, and not `app.conf`.
  private static func tree() throws -> WorkingTree {
    try Workshop(attributes: "*.txt filter=munge\n", files: ["app.txt": "id = \(canonical)\n", "app.conf": "none\n"])
      .munged()
  }

  @Test(arguments: attributes + rules + values + installation)
  func `the remedy for a problem works as it is printed`(_ row: Remedy) throws {
    let tree = try Self.tree()
    try row.arrange(tree)
    let message = try tree.type(row.command, status: 0...255)
    let text = message.output + message.errors
    let remedy = try #require(Self.word(row.remedy, in: text), "\(message.testDescription)")
    _ = try tree.apply(remedy, to: text)
    if !row.then.isEmpty { try tree.type(row.then) }
    let after = try tree.type(row.check ?? row.command, status: 0...0)
    let line = text.split(separator: "\n").first { $0.contains(remedy) }
    #expect(!after.says(String(line ?? "")), "\(after.testDescription)")
    try row.leaves(tree)
  }

  @Test(
    arguments: ["*.bat text eol=crlf", "*.bat text\r\n*.ps1 text\r\n", "\u{FEFF}*.bat text\n", nil],
    ["new.conf", "it's \"my\" $x\\.conf"])
  func `a printed line is added below the others, which stay as they are`(_ attributes: String?, _ name: String) throws
  {
    let tree = try Self.tree()
    try tree.run(["rm", ".gitattributes"])
    if let attributes { try tree.write(".gitattributes", attributes) }
    try tree.write(name, "id = \(local)\n")
    try tree.git("add", "--all")
    let report = try tree.munge("verify", "--staged", status: 1...1)
    let remedy = try #require(
      report.steps.first { $0.contains("renormalize") && $0.contains(name.prefix(2)) }, "\(report)")
    try tree.run(["sh", "-c", remedy])
    #expect(try tree.text(".gitattributes")?.hasPrefix(attributes ?? "") == true)
    #expect(try tree.git("check-attr", "-z", "filter", "--", name).output == "\(name)\0filter\0munged\0")
    #expect(try tree.blob(":\(name)") == "id = \(canonical)\n")
  }

  /// The command, line or text of a message that is this one, or begins with it: in quotes, or at the end of a line.
  private static func word(_ beginning: String, in message: String) -> String? {
    let words = words(in: message)
    return words.first { $0 == beginning } ?? words.first { $0.hasPrefix(beginning) }
  }

  private static func words(in message: String) -> [String] {
    message.split(separator: "\n").flatMap { line -> [String] in
      let quoted =
        ["`", "'"].flatMap { mark in
          line.split(separator: mark, omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
            "\($0.element)"
          }
        } + line.matches(of: /\$\{[a-z]+\}/).map { "\($0.output)" }
      let ends = ["Next: ", "-> ", "setting: ", "build:", "  "].compactMap {
        line.firstRange(of: $0).map { line[$0.upperBound...] }
      }
      let step = line.hasPrefix("    ") ? line.firstRange(of: ":  ")?.upperBound ?? line.startIndex : line.endIndex
      return quoted + [String(line[step...].drop { $0 == " " })]
        + ends.map { $0.hasPrefix("{ ") ? "\($0)" : "\($0.prefix { $0 != "," && $0 != "(" })" }
    }
  }
}

extension WorkingTree {
  @discardableResult
  fileprivate func type(_ command: String, status: ClosedRange<Int32> = 0...0) throws -> Outcome {
    if command.hasPrefix("git ") { return try run(["sh", "-c", command], status: status) }
    return try munge(command.split(separator: " ").map(String.init), status: status)
  }

  /// Types a command, or writes a line or text where the message says; returns the output.
  fileprivate func apply(_ remedy: String, to message: String) throws -> String {
    if ["git ", "echo ", "chmod ", "mv "].contains(where: remedy.hasPrefix) {
      let outcome = try run(["sh", "-c", remedy], status: 0...2)
      return outcome.output + outcome.errors
    }
    if remedy.hasSuffix(" filter=munge") {
      try write(".gitattributes", (text(".gitattributes") ?? "") + remedy + "\n")
    } else if remedy.contains(" = ") {
      try edit { $0.replacing("\tlocal", with: "\t\(remedy)\n\tlocal") }
    } else {
      let place = try #require(message.firstMatch(of: /\.gitmunge:([0-9]+):[0-9]+: (canonical|local)/), "\(message)")
      try edit { text in
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let number = (Int(place.output.1) ?? 1) - 1
        // A variable is added where it is missing, another text replaces what is there.
        lines[number] = remedy.hasPrefix("$") ? lines[number] + remedy : "\t\(place.output.2) = \(remedy)"
        return lines.joined(separator: "\n")
      }
    }
    return ""
  }

  fileprivate func edit(_ change: (String) -> String) throws { try write(".gitmunge", change(text(".gitmunge") ?? "")) }

  fileprivate func set(_ key: String, _ value: String) throws {
    try edit { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.hasPrefix("\t\(key) =") ? "\t\(key) = \(value)" : "\($0)"
      }
      .joined(separator: "\n")
    }
  }

  fileprivate func expectMunged(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
    try expect("app.txt", "id = \(local)\n", sourceLocation)
    try expect(":app.txt", "id = \(canonical)\n", sourceLocation)
  }

  /// Expects the text of a file on disk, or of a blob, which has a colon in its name.
  fileprivate func expect(_ name: String, _ text: String, _ sourceLocation: SourceLocation = #_sourceLocation) throws {
    let found = name.contains(":") ? try blob(name) : try self.text(name)
    #expect(found == text, sourceLocation: sourceLocation)
  }
}

extension RemedyTests {
  private static let ownText: @Sendable (WorkingTree) throws -> Void = { try $0.write("new.conf", "id = \(local)\n") }
  private static let stagedText: @Sendable (WorkingTree) throws -> Void = { tree in
    try ownText(tree)
    try tree.git("add", "new.conf")
  }
  private static let committedText: @Sendable (WorkingTree) throws -> Void = { tree in
    try ownText(tree)
    try tree.commitAll("Leak")
  }
  private static let isCleaned: @Sendable (WorkingTree) throws -> Void = { tree in
    try tree.expect(":new.conf", "id = \(canonical)\n")
    try tree.expect("new.conf", "id = \(local)\n")
  }

  private static let attributes: [Remedy] = [
    Remedy(
      testDescription: "an own text in a new file without the attribute, staged", command: "verify --staged",
      remedy: "echo ", arrange: stagedText, leaves: isCleaned),
    Remedy(
      testDescription: "the same, committed", command: "verify", remedy: "echo ", then: "git commit --quiet -m Fix",
      arrange: committedText,
      leaves: isCleaned),
    Remedy(
      testDescription: "the same in eight files", command: "verify", remedy: "git munge repair .",
      then: "git commit --quiet -am Fix",
      arrange: { tree in
        for number in 1...8 { try tree.write("\(number).conf", "id = \(local)\n") }
        try tree.commitAll("Leak")
        try tree.write(".gitattributes", "*.txt filter=munge\n*.conf filter=munge\n")
        try tree.git("commit", "--quiet", "-m", "Attribute", ".gitattributes")
      }),
    Remedy(
      testDescription: "a misspelled filter", command: "install -n", remedy: "echo ", then: "install",
      arrange: { tree in
        try tree.write("app.conf", "id = \(canonical)\n")
        try tree.commit(".gitattributes", "*.txt filter=munge\n*.conf filter=mung\n", "Attributes")
      }, leaves: { try $0.expect("app.conf", "id = \(local)\n") }),
    Remedy(
      testDescription: "a change that removes the attribute", command: "verify HEAD^..HEAD", remedy: "echo ",
      then: "git commit --quiet -a --amend -m Two",
      arrange: { tree in
        try tree.commit(".gitattributes", "", "Two")
      }),
  ]

  private static func changed(_ key: String, _ value: String) -> @Sendable (WorkingTree) throws -> Void {
    { try $0.set(key, value) }
  }

  private static let initializing = "git munge init --yes"

  private static let rules: [Remedy] = [
    Remedy(
      testDescription: "a rule without a place, after its correction", command: "status", remedy: "git munge install",
      check: "status --check",
      arrange: { tree in
        try tree.set("canonical", "com.blah.user-thinh")
        try tree.munge("install", "--yes")
        #expect(
          try tree.munge("status").says("Rule 'bundle-id' matches nothing: no munged file holds its canonical text."))
        try tree.set("canonical", canonical)
      }, leaves: { try $0.expectMunged() }),
    Remedy(
      testDescription: "rules that were not approved", command: "install", remedy: "git munge install --yes",
      arrange: changed("local", "x.${handle}"),
      leaves: { try $0.expect("app.txt", "id = x.bnr\n") }),
    Remedy(
      testDescription: "a commit with attributes and without rules", command: "verify", remedy: "git munge init",
      then: initializing,
      arrange: { tree in
        try tree.write("app.txt", "id = \(canonical)\n")
        try tree.write("App.xcconfig", "PRODUCT_BUNDLE_IDENTIFIER = \(canonical)\n")
        try tree.sh("git add App.xcconfig; git rm --quiet .gitmunge; git commit --quiet -m 'No rules'")
      }),
  ]

  private static let isCanonical: @Sendable (WorkingTree) throws -> Void = {
    try $0.expect("app.txt", "id = \(canonical)\n")
  }

  private static let values: [Remedy] = [
    Remedy(
      testDescription: "a value that the shell has removed", command: "set handle=",
      remedy: "git munge set --unset handle",
      check: "status --check",
      leaves: isCanonical),
    Remedy(
      testDescription: "an empty value of the configuration", command: "install --yes",
      remedy: "git config --unset-all munge.values.handle",
      then: "git munge install --yes || :", check: "status --check",
      arrange: { try $0.git("config", "munge.values.handle", "") }, leaves: isCanonical),
  ]

  private static let installation: [Remedy] = [
    Remedy(
      testDescription: "a build from a munged working tree", command: "verify --worktree",
      remedy: "git munge uninstall", leaves: isCanonical),
    Remedy(
      testDescription: "a file that differs from the commit", command: "verify --worktree",
      remedy: "git checkout HEAD -- ",
      arrange: { tree in
        try tree.munge("uninstall")
        try tree.write("app.txt", "edited\n")
        try tree.git("add", "app.txt")
      }, leaves: isCanonical),
    Remedy(
      testDescription: "an attributes file that is a link", command: "install", remedy: "mv ",
      arrange: { tree in
        try tree.sh(
          "git munge uninstall; mkdir -p .git/info; touch ../attributes; ln -s ../../../attributes .git/info/attributes"
        )
      }, leaves: { try $0.expectMunged() }),
  ]
}
