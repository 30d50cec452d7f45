// The history that all developers clone.

import StorySupport

/// Makes the first commits of a project, with branches that have its rules, other rules, or none.
struct UpstreamHistory {
  static let branches = ["older", "topic", "bare", "rules", "attributes"]

  private let clone: WorkingTree
  private let project: Project
  private var time = 0

  /// Makes the history and leaves `main` checked out.
  static func make(_ project: Project, in clone: WorkingTree, _ generator: inout SeededGenerator) throws {
    var upstream = UpstreamHistory(clone: clone, project: project)
    try upstream.make(&generator)
  }

  private init(clone: WorkingTree, project: Project) { (self.clone, self.project) = (clone, project) }

  private mutating func make(_ generator: inout SeededGenerator) throws {
    try commit(project.files)
    try clone.require(["git", "branch", "older"])
    try commit(project.attributes.mapValues(bytes).merging([".gitmunge": bytes(project.rulesFile)]) { $1 })
    try clone.require(["git", "branch", "topic"])
    try edit(2, &generator)
    try branch("bare", from: "main")
    for paths in [[".gitmunge"], project.attributes.keys.sorted()] where !generator.oneIn(4) {
      try clone.require(["git", "rm", "-q", "--"] + paths)
    }
    try commit([:])
    try branch("rules", from: "main")
    try commit([".gitmunge": bytes(changedRules(&generator))])
    try branch("attributes", from: "main")
    try commit([".gitattributes": bytes(changedAttributes(&generator))])
    for name in UpstreamHistory.branches {
      try clone.require(["git", "checkout", "-q", name])
      try edit(1, &generator)
    }
    try clone.require(["git", "checkout", "-q", "main"])
    try edit(1, &generator)
  }

  private mutating func branch(_ name: String, from start: String) throws {
    try clone.require(["git", "checkout", "-q", "-b", name, start])
  }

  private mutating func commit(_ files: [String: [UInt8]]) throws {
    time += 1
    for (path, content) in files { try clone.write(path, content, at: time) }
    try clone.require(["git", "add", "--all"])
    try clone.require(["git", "commit", "-q", "--allow-empty", "-m", "u\(time)"], at: time)
  }

  /// Commits that insert a line at some place.
  private mutating func edit(_ count: Int, _ generator: inout SeededGenerator) throws {
    for _ in 0..<count {
      guard let path = project.files.keys.sorted().randomElement(using: &generator), let content = try clone.read(path)
      else { return }
      let block = project.block(path, isTyped: false, &generator)
      let edit = Edit(change: .insert(block), place: Int.random(in: 3..<100, using: &generator), typed: .canonical)
      guard let changed = edit.apply(to: TextLines(content), isFixed: { _ in false }) else { continue }
      try commit([path: changed.text.content])
    }
  }

  /// Attributes with more munged files, while other branches keep theirs. Never with fewer: git does not rewrite a file
  /// that loses its filter, and during a rebase `install` does not either.
  private func changedAttributes(_ generator: inout SeededGenerator) -> String {
    let lines = ["*.txt filter=munge", "/Config/** filter=munge"]
    return (project.attributes[".gitattributes"] ?? "") + (lines.randomElement(using: &generator) ?? "") + "\n"
  }

  /// The rules with one rule less or one more.
  private func changedRules(_ generator: inout SeededGenerator) -> String {
    let more = "[rule \"more\"]\n\tcanonical = net.other.lib\n\tlocal = net.other.mine\n"
    if project.rules.count < 2 || generator.oneIn(2) { return more + project.rulesFile }
    var rules = project.rules
    rules.remove(at: Int.random(in: 0..<rules.count, using: &generator))
    return rules.joined() + Project.variables
  }
}
