import Platform
import Rules
import Smudge
import Verify

/// A step of a transition besides rewriting files. Steps are idempotent: an interrupted transition repeats all of them.
enum TransitionStep: Sendable, Hashable, Codable {
  case write(Resource, [UInt8])
  /// Removes a resource, unless it is of others by then.
  case remove(Resource)
  /// Writes the plan and the filter lines of the main working tree to those that use them, before they change.
  case keepPlans
  case removeDirectories

  /// The steps from one installation to another. A plan has none, because files are rewritten for it.
  static func steps(from found: Installation, to wanted: Installation) -> [TransitionStep] {
    let rows = found.rows(to: wanted)
    return rows.reversed().compactMap(removal) + rows.compactMap { writing($0, wanted[.lines]) }.uniqued
  }

  /// The step that removes a resource; `nil` for one that stays, or that goes with the directories.
  private static func removal(_ row: Installation.Row) -> TransitionStep? {
    if row.wanted != nil { return nil }
    return switch row.resource {
    case .key(_, let scope) where scope != .local: nil
    case .setting, .key, .hook, .lines, .block, .leftover: .remove(row.resource)
    case .approval, .plan: nil
    }
  }

  /// The step that writes a resource. `lines`: those that the working tree should have.
  private static func writing(_ row: Installation.Row, _ lines: [UInt8]?) -> TransitionStep? {
    guard let content = row.wanted else { return nil }
    return switch row.resource {
    case .setting, .approval, .key, .hook, .lines: .write(row.resource, content)
    // It is made of the lines of all working trees.
    case .block: lines.map { .write(.lines, $0) }
    case .plan, .leftover: nil
    }
  }

  /// The filter lines that it sets.
  var attributeLines: [UInt8]? { if case .write(.lines, let lines) = self { lines } else { nil } }

  /// The resource that is removed if a first installation cannot begin.
  var undone: Resource? {
    switch self {
    case .write(let resource, _): resource
    case .remove, .keepPlans, .removeDirectories: nil
    }
  }

  /// Performs the part that comes before the files are rewritten: what can fail because of a lock.
  func begin(in tree: WorkingTree) throws {
    switch self {
    case .write(.setting(let name, .local), let value): try ConfigFile(tree.config).set(name, to: value)
    case .write(.setting(let name, .global), let value):
      try tree.setGlobally(["--replace-all", "--", name], Path(value))
    case .write(.key(let key, _), let value): try ConfigFile(tree.config).set(key.name, to: value)
    case .write(.approval, let source): try TrustedRules(tree.mungeDirectory).add(source)
    // Until the files are rewritten, git cleans by both.
    case .write(.lines, let lines): try AttributesBlock(tree).add(lines)
    case .remove(.leftover(let path)): try FileSystem.removeTree(path)
    case .remove(.setting(let name, let level)) where !Resource.choices.contains(name):
      try tree.removeSetting(name, level)
    case .keepPlans:
      try PlanStore.keepPlans(of: tree.others().map(\.gitDirectory), as: PlanStore.inherited(tree))
      try AttributesBlock(tree).keepForOthers()
    case .write, .remove, .removeDirectories: break
    }
  }

  /// Performs the part that comes after them. Returns the error of writing a hook, which is reported and stops nothing.
  func finish(in tree: WorkingTree) throws -> SystemError? {
    switch self {
    case .write(.lines, let lines): try AttributesBlock(tree).write(lines)
    case .write(.hook(let hook), let script): return try HookInstaller(tree).write(hook, script)
    case .remove(.hook(let hook)): try HookInstaller(tree).remove(hook)
    // Until the files are restored, the filter can need them.
    case .remove(.setting(let name, let level)) where Resource.choices.contains(name):
      try tree.removeSetting(name, level)
    case .remove(.key(let key, _)): try ConfigFile(tree.config).removeAll(key.name)
    case .remove(.lines): try AttributesBlock(tree).forget()
    case .remove(.block): try AttributesBlock(tree).remove()
    case .removeDirectories: try tree.removeDirectories()
    case .write, .remove, .keepPlans: break
    }
    return nil
  }
}

extension TransitionStep {
  /// The record of the step in the journal.
  var record: [UInt8] { JSONText.encoded(self).bytes }

  /// The step of a record; `nil` if it is unknown.
  init?(_ record: [UInt8]) {
    guard let step: TransitionStep = JSONText.decoded(from: record) else { return nil }
    self = step
  }
}

extension WorkingTree {
  /// Removes a key `munge.NAME` of git's configuration, if it is there.
  fileprivate func removeSetting(_ name: String, _ level: ValueLevel) throws {
    switch level {
    case .local: try ConfigFile(config).removeAll(name)
    case .global: try setGlobally(["--unset-all", "--", name])
    }
  }

  /// Changes the configuration of the user.
  fileprivate func setGlobally(_ words: [String], _ value: Path...) throws {
    // There is nothing to remove (5) if the step is repeated.
    _ = try git.output(["config", "--global"] + words, paths: value, accepting: [0, 5])
  }

  /// The name to which the directory of git-munge is renamed before it is removed, so that it is never incomplete.
  private var discarded: Path { gitDirectory.common / "munge.removed" }

  /// Removes the directories of git-munge in all working trees of the clone.
  func removeDirectories() throws {
    for directory in try others().map(\.mungeDirectory) {
      try FileSystem.removeTree(directory.own)
      try FileSystem.remove(directory.planCopy)
    }
    for copy in [mungeDirectory.planCopy, mungeDirectory.mainPlanCopy] { try FileSystem.remove(copy) }
    try removeDiscarded()
    if FileSystem.exists(mungeDirectory.common) { try FileSystem.move(mungeDirectory.common, to: discarded) }
    try removeDiscarded()
    // The directory of a linked working tree, which holds the journal, is removed last.
    if mungeDirectory.own != mungeDirectory.common { try FileSystem.removeTree(mungeDirectory.own) }
  }

  /// Removes the renamed directory, without private rules and saves: they stay where they were.
  private func removeDiscarded() throws {
    for name in (try? FileSystem.entries(discarded)) ?? [] where MungeDirectory.stays(name) {
      if FileSystem.exists(mungeDirectory.common / name) { continue }
      try FileSystem.makeDirectories(mungeDirectory.common)
      try FileSystem.move(discarded / name, to: mungeDirectory.common / name)
    }
    // It can be a link, and its target can have other files.
    for file in mungeDirectory.files { try FileSystem.removeTree(discarded / file.name) }
    try FileSystem.removeTree(discarded)
  }

  /// The name of the new directory before its rename; a repair has its new files in it.
  var arriving: Path { gitDirectory.common / "munge.new" }

  /// Removes these two directories if a killed process has left them and no other is running.
  func sweepAside() {
    if ![discarded, arriving].contains(where: FileSystem.exists) { return }
    try? alone {
      try? removeDiscarded()
      try? FileSystem.removeTree(arriving)
    }
  }
}
