import TestSupport

@testable import Platform
@testable import WorkingTree

struct FilterKeyTests {
  private static let ofFilter = FilterKey.allCases.filter { $0 != .textconv }

  /// Directories, and the first word of the values for a program in them.
  private static let directories = [
    ("/usr/local/bin", "/usr/local/bin/git-munge-filter"),
    ("/opt/a-b_c.d+e,f@2/bin", "/opt/a-b_c.d+e,f@2/bin/git-munge-filter"), ("/a b", "'/a b/git-munge-filter'"),
    ("/it's", #"'/it'\''s/git-munge-filter'"#), ("/'", #"'/'\''/git-munge-filter'"#),
    (#"/"x""#, #"'/"x"/git-munge-filter'"#),
    ("/$HOME/`id`", "'/$HOME/`id`/git-munge-filter'"), ("/a;b&c|d", "'/a;b&c|d/git-munge-filter'"),
    ("/~", "'/~/git-munge-filter'"), (#"/a\b"#, #"'/a\b/git-munge-filter'"#), ("/é", "'/é/git-munge-filter'"),
    ("/a*?[b]=#%", "'/a*?[b]=#%/git-munge-filter'"), ("/a\nb", "'/a\nb/git-munge-filter'"),
    ("/a (copy)", "'/a (copy)/git-munge-filter'"),
  ]

  @Test(arguments: directories)
  func `The program is quoted for a shell, parsed again, and recognized`(directory: String, word: String) {
    let program = Path(directory) / "git-munge-filter"
    let complaint = #"echo "git-munge: $p is missing; run 'git munge install' or reinstall" >&2"#
    #expect(
      FilterKey.process.value(for: program) == #"p=\#(word); test -x "$p" && exec "$p" process; \#(complaint); exit 1"#)
    #expect(
      FilterKey.clean.value(for: program) == #"p=\#(word); test -x "$p" && exec "$p" clean %f; \#(complaint); exit 1"#)
    #expect(
      FilterKey.smudge.value(for: program) == #"p=\#(word); test -x "$p" && exec "$p" smudge %f; \#(complaint); cat"#)
    #expect(FilterKey.required.value(for: program) == "true")
    for key in FilterKey.allCases {
      #expect(key.program(in: key.value(for: program)) == (key == .required ? nil : program))
    }
  }

  @Test(arguments: directories)
  func `The key of editor support prints the file without the program`(
    directory: String, word: String
  ) throws {
    let value = FilterKey.textconv.value(for: Path(directory) / "git-munge-filter")
    #expect(value == #"p=\#(word); test -x "$p" && exec "$p" textconv "$1"; exec cat --"#)
    let sandbox = try GitSandbox()
    try TestFile.write(sandbox.directory / "a b", bytes("text\n"))
    // git appends the file like this.
    let missing = try sandbox.run(["sh", "-c", "\(value) \"$@\"", "sh", "\(sandbox.directory)/a b"])
    #expect(missing.status == 0 && missing.output == bytes("text\n"))
  }

  @Test func `The quoted program is one word for a shell`() throws {
    let sandbox = try GitSandbox()
    for (directory, _) in Self.directories {
      let program = Path(directory) / "git-munge-filter"
      let missing = try sandbox.run(["sh", "-c", FilterKey.process.value(for: program)])
      #expect(missing.status == 1 && missing.output == [])
      #expect(missing.errors.starts(with: bytes("git-munge: ")), "in '\(escaped(bytes(directory)))'")
      let there = Path(sandbox.directory.bytes + program.bytes)
      try TestFile.write(there, bytes("#!/bin/sh\nprintf '%s\\0' \"$0\" \"$@\"\n"), mode: 0o755)
      let found = try sandbox.run(["sh", "-c", FilterKey.process.value(for: there)])
      #expect(found.output == there.bytes + [0] + bytes("process\0"), "in '\(escaped(bytes(directory)))'")
    }
  }

  @Test(arguments: [
    "yes", "True", "1", "/x/git-munge-filter process", "on", "", "false", "true", "cat",
    "p=/x/other; test -x \"$p\" && exec \"$p\" textconv \"$1\"; exec cat --",
    "/x/git-munge-filter textconv", "git-munge-filter process", "./git-munge-filter process",
    "bin/git-munge-filter process",
    "/bin/git-munge-filter", "/bin/git-munge-filter clean", "/bin/git-munge-filter process ",
    "/bin/git-munge-filter  process",
    "/bin/git-munge-filter process --debug", "/bin/my-git-munge-filter process", "/bin/git-munge-filter2 process",
    "nice /bin/git-munge-filter process", "sh -c '/bin/git-munge-filter' process", "/a b/git-munge-filter process",
    #""/bin/git-munge-filter" process"#, "'/bin/git-munge-filter' process", "~/bin/git-munge-filter process",
    "$HOME/bin/git-munge-filter process", "'/a b/git-munge-filter process", "'/a b'; '/git-munge-filter' process",
    "p=/bin/git-munge-filter; exec \"$p\" process", "exec '/a b/git-munge-filter' process",
    "/bin/git-munge filter-process",
  ])
  func `A value that git-munge never wrote has no program`(value: String) {
    #expect(FilterKey.process.program(in: value) == nil)
  }

  private static func keys(_ sandbox: GitSandbox) throws -> Configuration { try sandbox.clone.configuration() }

  private static func write(_ program: Path, _ sandbox: GitSandbox) throws {
    for key in Self.ofFilter {
      try TransitionStep.write(.key(key, .local), bytes(key.value(for: program))).begin(in: sandbox.clone)
    }
  }

  private static func remove(_ sandbox: GitSandbox) throws {
    for key in Self.ofFilter { _ = try TransitionStep.remove(.key(key, .local)).finish(in: sandbox.clone) }
  }

  @Test func `All keys are written, and removed with other values`() throws {
    let sandbox = try GitSandbox()
    let program = Path("/a b/git-munge-filter")
    try Self.write(program, sandbox)
    #expect(try Self.keys(sandbox).filterProgram == program)
    try sandbox.git("config", "filter.munged.clean", "sed s/a/b/")
    try sandbox.git("config", "--add", "filter.munged.required", "false")
    try Self.remove(sandbox)
    #expect(try Self.keys(sandbox).entries.allSatisfy { !$0.key.hasPrefix(FilterKey.prefix) })
  }
}
