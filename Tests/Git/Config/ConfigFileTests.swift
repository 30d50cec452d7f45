import TestSupport

@testable import Libgit2
@testable import Platform
@testable import Rules
@testable import Verify
@testable import WorkingTree

struct ConfigFileTests {
  private static let key = "munge.values.x"

  @Test(arguments: [
    "plain", "", "two words", "  blanks around  ", #"a "quoted" word"#, #"back\slash \n"#, "a\ttab", "two\nlines",
    "a # b ; c", "dév.mé", "日本語", "'/a b/git-munge-filter' clean %f", "=", "[x]", #"ends with \"#, "true", #"""#,
    "\u{7}",
  ])
  func `A value is written and read unchanged, by either program`(value: String) throws {
    let sandbox = try GitSandbox()
    let config = sandbox.gitDirectory / "config"
    try ConfigFile(config).set(Self.key, to: value)
    #expect(try sandbox.git("config", "-z", Self.key) == bytes(value) + [0], "ours, read by git")
    try sandbox.git("config", Self.key, value + "2")
    #expect(try ConfigFile(config).values(Self.key) == [value + "2"], "git's, read by ours")
  }

  @Test func `A missing key has no values, removing it writes nothing, and a missing file is created`() throws {
    let directory = try TemporaryDirectory()
    let config = directory.path / "config"
    #expect(try ConfigFile(config).values(Self.key) == [])
    try ConfigFile(config).set(Self.key, to: "a")
    let before = try FileSystem.contents(config)
    try ConfigFile(config).removeAll("munge.values.none")
    #expect(try FileSystem.contents(config) == before)
    #expect(try ConfigFile(config).values(Self.key) == ["a"])
  }

  @Test func `An entry on the line of its section's header is not copied by a write, in a directory that is not UTF-8`()
    throws
  {
    let directory = try TemporaryDirectory()
    let config = directory.path / Path(unescaped(#"caf\xe9"#)) / "config"
    try TestFile.write(config, bytes("[user] name = A U Thor\n[munge \"values\"] x = old\n"))
    for value in ["new", "newer"] {
      try ConfigFile(config).set(Self.key, to: value)
      #expect(try ConfigFile(config).values(Self.key) == [value])
      #expect(try ConfigFile(config).values("user.name") == ["A U Thor"])
    }
    try ConfigFile(config).removeAll(Self.key)
    #expect(try ConfigFile(config).values(Self.key) == [])
    #expect(try ConfigFile(config).values("user.name") == ["A U Thor"])
  }

  @Test func `Set replaces duplicates by one value, and remove deletes all of them`() throws {
    let sandbox = try GitSandbox()
    let config = sandbox.gitDirectory / "config"
    for value in ["a", "b", "b"] { try sandbox.git("config", "--add", Self.key, value) }
    #expect(try ConfigFile(config).values(Self.key) == ["a", "b", "b"])
    try ConfigFile(config).set(Self.key, to: "b")
    #expect(try sandbox.line("config", "--get-all", Self.key) == "b")
    try sandbox.git("config", "--add", Self.key, "c")
    try ConfigFile(config).removeAll(Self.key)
    #expect(try ConfigFile(config).values(Self.key) == [])
    #expect(try sandbox.run(["git", "config", Self.key]).status == 1)
  }

  private static func commented(_ value: String) -> String {
    "# mine\n[user]\n\tname = A U Thor ; me\n[munge \"values\"]\n\tx = \(value)\n[alias]\n\tst = status\n"
  }

  @Test(
    arguments: [
      (commented("old"), "munge.values.x", "new", commented("new")),
      // The current value: the file is not written.
      (
        "[munge \"values\"]\n  x=a # as I like it\n", "munge.values.x", "a",
        "[munge \"values\"]\n  x=a # as I like it\n"
      ),
      (
        "[filter \"munged\"]\n\trequired\n\tclean = cat\n\trequired = true\n", "filter.munged.required", nil,
        "[filter \"munged\"]\n\tclean = cat\n"
      ),
      // Sections of the same name.
      (
        "[munge \"values\"]\n\tx = one\n[user]\n\tname = me\n[munge \"values\"]\n\ty = two\n", "munge.values.x", nil,
        "[user]\n\tname = me\n[munge \"values\"]\n\ty = two\n"
      ),
      ("[user]\n\tname = me\n[munge \"values\"]\n\ty = two\n", "munge.values.y", nil, "[user]\n\tname = me\n"),
    ] as [(String, String, String?, String)])
  func `A write changes its key alone, and leaves no empty section`(
    before: String, key: String, value: String?, after: String
  ) throws {
    let directory = try TemporaryDirectory()
    let file = try ConfigFile(directory.write("config", bytes(before)))
    if let value { try file.set(key, to: value) } else { try file.removeAll(key) }
    #expect(difference(try directory.read("config") ?? [], bytes(after)) == nil)
  }

  @Test(arguments: ["600", "640", "644"])
  func `The file mode is unchanged`(mode: String) throws {
    let sandbox = try GitSandbox()
    let config = sandbox.gitDirectory / "config"
    try FileSystem.setMode(config, try #require(UInt32(mode, radix: 8)))
    try ConfigFile(config).set(Self.key, to: "a")
    #expect(try sandbox.mode(config) == mode, "the file must not become readable for others")
    try ConfigFile(config).removeAll(Self.key)
    #expect(try sandbox.mode(config) == mode)
  }

  @Test func `A key of an included file is read, and setting it fails with a reason`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("more", bytes("[munge \"values\"]\n\tx = theirs\n"))
    let config = try directory.write("config", bytes("[include]\n\tpath = more\n"))
    #expect(try ConfigFile(config).values(Self.key) == ["theirs"])
    let error = try #require(throws: GitError.self) { try ConfigFile(config).set(Self.key, to: "mine") }
    #expect("\(error)".hasPrefix("\(config): cannot set munge.values.x: "), "found '\(error)'")
    #expect("\(error)".hasSuffix("; remove the key from the included file, or set it there"), "found '\(error)'")
    #expect(try directory.read("more") == bytes("[munge \"values\"]\n\tx = theirs\n"))
  }

  @Test func `A file that another process has locked is reported, and not written`() throws {
    let directory = try TemporaryDirectory()
    let config = try directory.write("config", bytes("[munge \"values\"]\n\tx = old\n"))
    try directory.write("config.lock", [])
    let error = try #require(throws: GitError.self) { try ConfigFile(config).set(Self.key, to: "new") }
    #expect(
      "\(error)".hasSuffix(": another process is writing it: try again; if there is none, remove \(config).lock"),
      "found '\(error)'")
    #expect(try ConfigFile(config).values(Self.key) == ["old"])
  }

  @Test func `A file that is not a configuration is an error with its path`() throws {
    let directory = try TemporaryDirectory()
    let config = try directory.write("config", bytes("[user\n"))
    let error = try #require(throws: GitError.self) { try ConfigFile(config).values(Self.key) }
    #expect("\(error)".hasPrefix("\(config): cannot read the configuration file: "), "found '\(error)'")
  }
}

struct ConfigurationTests {
  @Test func `Each value is read with its scope and its file, in the order of git, and the last one is effective`()
    throws
  {
    let sandbox = try GitSandbox()
    try sandbox.git("config", "--global", "munge.values.team", "GLOBAL1234")
    try sandbox.git("config", "--global", "munge.values.handle", "two\nlines")
    try sandbox.git("config", "munge.values.team", "LOCAL12345")
    let configuration = try Configuration(sandbox.command, prefix: "munge.values.")
    #expect(configuration.entries.map(\.key) == ["munge.values.team", "munge.values.handle", "munge.values.team"])
    #expect(configuration.entries.map(\.scope) == [.global, .global, .local])
    #expect(configuration.entries.map(\.text) == ["GLOBAL1234", "two\nlines", "LOCAL12345"])
    let home = "\(sandbox.home / ".gitconfig")"
    #expect(configuration.entries.first?.file == home)
    #expect(configuration.effective("munge.values.team")?.text == "LOCAL12345")
    #expect(configuration.effective("munge.values.none") == nil)
    let values = try sandbox.clone.configuration().values
    #expect(values.map(\.name) == ["team", "handle"], "each once")
    #expect(values.map(\.text) == [bytes("LOCAL12345"), bytes("two\nlines")])
    #expect(values.map(\.origin) == [.config(scope: .local, file: ".git/config"), .config(scope: .global, file: home)])
    #expect(values.map(\.key) == ["munge.values.team", "munge.values.handle"])
  }

  @Test func `A key without a value has an empty value`() throws {
    let sandbox = try GitSandbox()
    let file = try #require(try FileSystem.contents(sandbox.gitDirectory / "config"))
    try TestFile.write(sandbox.gitDirectory / "config", file + bytes("[munge \"values\"]\n\tteam\n\thandle =\n"))
    let entries = try Configuration(sandbox.command, prefix: "munge.values.").entries
    #expect(entries.map(\.key) == ["munge.values.team", "munge.values.handle"])
    #expect(entries.map(\.value) == [[], []])
  }

  @Test func `Values in the environment and in config.worktree are read too`() throws {
    let sandbox = try GitSandbox()
    try sandbox.git("config", "extensions.worktreeConfig", "true")
    try sandbox.git("config", "munge.values.team", "LOCAL12345")
    try sandbox.git("config", "--worktree", "munge.values.team", "WORKTREE12")
    let own = try Configuration(sandbox.command, prefix: "munge.values.").effective("munge.values.team")
    #expect(own?.scope == .worktree)
    #expect(own?.text == "WORKTREE12")
    let environment: [Environment.Change] = [
      .set("GIT_CONFIG_COUNT", "1"), .set("GIT_CONFIG_KEY_0", "munge.values.team"),
      .set("GIT_CONFIG_VALUE_0", "ENVIRONMEN"),
    ]
    let configuration = try Configuration(
      GitCommand(in: sandbox.top, environment: environment), prefix: "munge.values.team")
    #expect(configuration.effective("munge.values.team")?.scope == .command)
    #expect(configuration.effective("munge.values.team")?.file == nil, "it is in no file")
    #expect(configuration.effective("munge.values.team")?.text == "ENVIRONMEN")
  }
}
