import TestSupport

@testable import Platform
@testable import Rules
@testable import Verify
@testable import WorkingTree

struct ConfigFileTests {
  private static let key = "munge.values.x"

  @Test(arguments: ["", "  blanks around  ", #"a "quoted" \n # word"#, "two\nlines", "日本語", "true"])
  func `A value is set as the only one, and removed`(value: String) throws {
    let directory = try TemporaryDirectory()
    let before = "# mine\n[user] name = A U Thor ; me\n"
    let config = directory.path / Path(unescaped(#"caf\xe9"#)) / "config"
    try TestFile.write(config, bytes(before + "[munge \"values\"] x = a\n x\n"))
    let file = ConfigFile(config)
    #expect(try file.values(Self.key) == ["a", ""])
    for _ in 1...2 {
      try file.set(Self.key, to: bytes(value))
      #expect(try file.values(Self.key) == [value])
    }
    for _ in 1...2 { try file.removeAll(Self.key) }
    #expect(try file.values(Self.key) == [])
    #expect(try FileSystem.contents(config) == bytes(before))
  }

  @Test func `A key of an included file is read and overridden, and removing it fails with a reason`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("more", bytes("[munge \"values\"]\n\tx = theirs\n"))
    let config = try directory.write("config", bytes("[include]\n\tpath = more\n"))
    #expect(try ConfigFile(config).values(Self.key) == ["theirs"])
    try ConfigFile(config).set(Self.key, to: bytes("mine"))
    #expect(try ConfigFile(config).values(Self.key).last == "mine")
    try ConfigFile(config).removeAll(Self.key)
    #expect(try ConfigFile(config).values(Self.key) == ["theirs"], "what the included file has stays")
    let error = try #require(throws: GitError.self) { try ConfigFile(config).removeAll(Self.key) }
    #expect(
      "\(error)" == "\(config): cannot remove \(Self.key): it is in an included file; remove it there",
      "found '\(error)'")
    #expect(try directory.read("more") == bytes("[munge \"values\"]\n\tx = theirs\n"))
  }

  @Test func `A file that another process has locked is reported, and not written`() throws {
    let directory = try TemporaryDirectory()
    let config = try directory.write("config", bytes("[munge \"values\"]\n\tx = old\n"))
    try directory.write("config.lock", [])
    let error = try #require(throws: GitError.self) { try ConfigFile(config).set(Self.key, to: bytes("new")) }
    #expect(
      "\(error)".hasSuffix(": another process is writing it: try again; if there is none, remove \(config).lock"),
      "found '\(error)'")
    #expect(try ConfigFile(config).values(Self.key) == ["old"])
  }

  @Test func `A file that is not a configuration is an error with its path`() throws {
    let directory = try TemporaryDirectory()
    let config = try directory.write("config", bytes("[user\n"))
    let error = try #require(throws: GitError.self) { try ConfigFile(config).values(Self.key) }
    #expect("\(error)".hasPrefix("\(config): git config failed: "), "found '\(error)'")
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
