import Platform
import TestSupport
import Testing

@testable import Platform
@testable import Rules
@testable import Verify
@testable import WorkingTree

/// Tests of git's configuration over all scopes.
struct ConfigurationTests {
  @Test func `Each value is read with its scope and its file, in the order of git, and the last one is effective`() throws {
    let sandbox = try GitSandbox()
    try sandbox.git("config", "--global", "munge.values.team", "GLOBAL1234")
    try sandbox.git("config", "--global", "munge.values.handle", "two\nlines")
    try sandbox.git("config", "munge.values.team", "LOCAL12345")
    let configuration = try Configuration(sandbox.command, prefix: "munge.values.")
    #expect(configuration.entries.map(\.key) == ["munge.values.team", "munge.values.handle", "munge.values.team"])
    #expect(configuration.entries.map(\.scope) == ["global", "global", "local"])
    #expect(configuration.entries.map(\.text) == ["GLOBAL1234", "two\nlines", "LOCAL12345"])
    let home = "\(sandbox.home / ".gitconfig")"
    #expect(configuration.entries.first?.file == home)
    #expect(configuration.effective("munge.values.team")?.text == "LOCAL12345")
    #expect(configuration.effective("munge.values.none") == nil)
    let values = try sandbox.clone.configuration().values
    #expect(values.map(\.name) == ["team", "handle"], "each once")
    #expect(values.map(\.text) == [bytes("LOCAL12345"), bytes("two\nlines")])
    #expect(values.map(\.origin) == [.config(scope: "local", file: ".git/config"), .config(scope: "global", file: home)])
    #expect(values.map(\.key) == ["munge.values.team", "munge.values.handle"])
  }

  @Test func `A prefix is literal, and no match is not an error`() throws {
    let sandbox = try GitSandbox()
    try sandbox.git("config", "mungeXvalues.team", "ABCDE12345")
    try sandbox.git("config", "amunge.values.team", "ABCDE12345")
    #expect(try Configuration(sandbox.command, prefix: "munge.values.").entries.isEmpty)
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
    #expect(own?.scope == "worktree")
    #expect(own?.text == "WORKTREE12")
    let environment: [Environment.Change] = [
      .set("GIT_CONFIG_COUNT", "1"), .set("GIT_CONFIG_KEY_0", "munge.values.team"), .set("GIT_CONFIG_VALUE_0", "ENVIRONMEN"),
    ]
    let configuration = try Configuration(GitCommand(in: sandbox.top, environment: environment), prefix: "munge.values.team")
    #expect(configuration.effective("munge.values.team")?.scope == "command")
    #expect(configuration.effective("munge.values.team")?.file == nil, "it is in no file")
    #expect(configuration.effective("munge.values.team")?.text == "ENVIRONMEN")
  }

  @Test func `A value of an included file has that file`() throws {
    let sandbox = try GitSandbox()
    try TestFile.write(sandbox.home / "more", bytes("[munge \"values\"]\n\tteam = INCLUDED12\n"))
    try TestFile.write(sandbox.home / ".gitconfig", bytes("[include]\n\tpath = more\n"))
    let entry = try Configuration(sandbox.command, prefix: "munge.values.").effective("munge.values.team")
    #expect(entry?.file == "\(sandbox.home / "more")")
    #expect(entry?.scope == "global")
  }
}
