// The repositories that most stories start from; each is made once in a run.

/// A machine with a maintainer's repository, before anyone clones it.
package enum Scene {
  /// One rule with one variable, and two files with its text.
  package static func app(attributes: String = "* filter=munge\n", _ more: [String: String] = [:]) throws -> Workshop {
    let files = ["app.txt": "id = \(canonical)\n", "other.txt": "\(canonical)\n"]
    return try Workshop(attributes: attributes, files: files.merging(more) { $1 })
  }

  /// Two rules with a variable each.
  package static func values() throws -> Workshop {
    try Workshop(
      rules: Rules.handleAndTeam,
      files: ["app.txt": "id = \(canonical)\nteam = ABCDE12345\n", "other.txt": "\(canonical)\n"])
  }

  /// A rule for a key: `goodTeam` is its canonical line, and `badTeam` one that no rule covers.
  package static func team(_ more: [String: String] = [:]) throws -> Workshop {
    let files = ["app.txt": goodTeam].merging(more) { $1 }
    return try Workshop(rules: Rules.keyedTeam, attributes: "*.txt filter=munge\n", files: files)
  }

  package static let goodTeam = "TEAM = ABCDE12345\n", badTeam = "TEAM = XYZZY99999\n"
}

extension Scene {
  /// Rules and attributes in the second commit, and a branch `older` at the first one.
  package static func older(
    _ files: [String: String], rules: String = Rules.handle, attributes: String, _ more: [String: String] = [:]
  ) throws -> Workshop {
    let workshop = try Workshop(rules: nil, attributes: "", files: files)
    let maintainer = workshop.maintainer
    try maintainer.git("branch", "older")
    try maintainer.write(".gitmunge", rules)
    try maintainer.write(".gitattributes", attributes)
    for (path, text) in more { try maintainer.write(path, text) }
    try maintainer.commitAll("Rules")
    return workshop
  }
}

extension Workshop {
  /// An empty bare repository next to the others.
  package func bare(_ name: String) throws -> WorkingTree {
    try maintainer.git("init", "--quiet", "--bare", "../\(name)")
    return tree(name)
  }

  /// A clone with values for both rules of `Scene.values`.
  package func mungedWithTeam() throws -> WorkingTree { try munged(values: "handle=bnr", "team=BNR1234567") }
}

extension WorkingTree {
  /// A new linked working tree in a directory of this name next to this one, on a branch of the same name or at a
  /// revision.
  package func linked(_ name: String = "linked", _ revision: String...) throws -> WorkingTree {
    try git(["worktree", "add", "--quiet", "../\(name)"] + revision)
    return workshop.tree(name)
  }
}
