// The setup of every story: a machine with both programs on PATH, a maintainer's repository, and clones of it.

package import Platform
package import TestSupport

/// A machine for one test: no configuration of the real one, and both programs in a directory on PATH.
package struct Workshop: Sendable {
  package let sandbox: GitSandbox
  let seed: Seed

  /// The content of the maintainer's repository.
  struct Seed: Hashable, Sendable {
    let rules: String?
    let attributes: String
    let files: [String: String]
  }

  /// `files` are written after the rules and the attributes, and all of it is committed on `main`.
  package init(rules: String? = Rules.handle, attributes: String = "* filter=munge\n", files: [String: String] = [:])
    throws
  {
    seed = Seed(rules: rules, attributes: attributes, files: files)
    sandbox = try GitSandbox(copying: Templates.workshop(seed).sandbox)
  }

  init(seed: Seed) throws { try self.init(rules: seed.rules, attributes: seed.attributes, files: seed.files) }

  /// Made anew instead of copied from a template.
  init(making seed: Seed) throws {
    self.seed = seed
    sandbox = try GitSandbox()
    try FileSystem.makeDirectories(bin)
    // Symbolic links, as package managers make them: git-munge must find the filter next to its own link.
    for program in BuiltProgram.allCases {
      // The release build of the filter starts ten times as fast.
      let release = program == .filter ? TestInput.staticFilter : nil
      try FileSystem.makeSymbolicLink(bin / program.rawValue, to: release ?? program.path)
    }
    let maintainer = maintainer
    if let rules = seed.rules { try maintainer.write(".gitmunge", rules) }
    try maintainer.write(".gitattributes", seed.attributes)
    for (path, text) in seed.files { try maintainer.write(path, text) }
    try maintainer.commitAll("One")
  }

  package var bin: Path { sandbox.directory / "bin" }

  /// The repository that all developers clone; git-munge is never installed in it.
  package var maintainer: WorkingTree { WorkingTree(workshop: self, top: sandbox.top) }

  /// A working tree in a directory next to the maintainer's.
  package func tree(_ name: String) -> WorkingTree {
    WorkingTree(workshop: self, top: sandbox.directory / name)
  }

  package func clone(_ name: String = "clone", _ options: String...) throws -> WorkingTree {
    let tree = tree(name)
    try maintainer.git(["clone", "--quiet"] + options + ["\(sandbox.top)", "\(tree.top)"])
    return tree
  }

  /// A new clone in which `git munge install VALUES` has run.
  package func munged(_ name: String = "clone", values: String...) throws -> WorkingTree {
    try Templates.munged(name, of: self, values.isEmpty ? ["handle=bnr"] : values)
  }

  func installed(_ name: String, _ values: [String]) throws -> WorkingTree {
    let tree = try clone(name)
    try tree.munge(["install"] + values)
    return tree
  }

  /// Runs a program with the sandbox's environment and the directory of both programs first on PATH.
  package func run(
    _ words: [[UInt8]], in directory: Path, input: [UInt8], environment: [String: String]
  ) throws(SystemError) -> ProcessOutput {
    try sandbox.run(words, in: directory, input: input, environment: path(bin).merging(environment) { $1 })
  }

  /// The environment variable with these directories first.
  package func path(_ first: Path...) -> [String: String] {
    ["PATH": first.map { "\($0):" }.joined() + String(decoding: Environment.value("PATH") ?? [], as: UTF8.self)]
  }
}

/// Rules files that several stories share.
package enum Rules {
  /// One variable, with which a local text can be shorter than the canonical one (`bnr`), as long (`other`) or longer.
  package static let handle = """
    [rule "bundle-id"]
    \tcanonical = com.blah.user-thing
    \tlocal = com.blah.user-${handle}
    [variable "handle"]
    \tkind = label
    \tdescription = Your short handle, such as bnr

    """

  package static let handleAndTeam =
    handle + """
      [rule "team"]
      \tcanonical = ABCDE12345
      \tlocal = ${team}
      [variable "team"]
      \tkind = team-id
      \tdescription = Your Apple development team

      """

  package static let keyedTeam =
    Rules.rule("team", "canonical = ABCDE12345", "local = ${team}", "key = TEAM")
    + Rules.variables(["team": "team-id"])

  /// The same local text in every installation.
  package static func constant(_ pairs: (canonical: String, local: String)...) -> String {
    pairs.enumerated().map { rule("r\($0)", "canonical = \($1.canonical)", "local = \($1.local)") }.joined()
  }

  package static func rule(_ name: String, _ lines: String...) -> String { rule(name, lines) }

  package static func rule(_ name: String, _ lines: [String]) -> String {
    "[rule \"\(name)\"]\n" + lines.map { "\t\($0)\n" }.joined()
  }

  package static func variables(_ kinds: KeyValuePairs<String, String>) -> String {
    kinds.map { "[variable \"\($0)\"]\n\tkind = \($1)\n" }.joined()
  }
}

/// The configured filter command for a program at this path.
package func filterValue(_ key: String, _ program: Path) -> String {
  let arguments = key == "process" ? key : "\(key) %f"
  return #"p=\#(program); test -x "$p" && exec "$p" \#(arguments); echo "git-munge: $p is missing; "#
    + #"run 'git munge install' or reinstall" >&2; \#(key == "smudge" ? "cat" : "exit 1")"#
}

package let canonical = "com.blah.user-thing"
package let local = "com.blah.user-bnr"

/// What an installation prints that finds everything as it should be.
package let nothingToDo = "Nothing to do: everything is installed and up to date.\n"
