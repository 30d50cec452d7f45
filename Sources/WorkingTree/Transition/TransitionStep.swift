import Libgit2
import Platform
import Rules
import Smudge
import Verify

/// A step of a transition besides rewriting files. Steps are idempotent: an interrupted transition repeats all of them.
enum TransitionStep: Sendable, Equatable, Codable {
  /// Sets a key of git's configuration, or removes it: a value, a choice, or a private rules file.
  case set(String, [UInt8]?, ValueLevel)
  case setKeys(Path)
  /// Configures editor support, for a filter at this path.
  case setTextconv(Path)
  /// Adds filter lines to those of the working tree: until the files are rewritten, git cleans by both.
  case addAttributes([UInt8])
  /// Replaces the filter lines of the working tree.
  case setAttributes([UInt8])
  /// Writes all hooks, except where there are others, or existing ones of git-munge, for a filter at this path. A
  /// failure is reported and is no error.
  case writeHooks(Path, all: Bool)
  /// Records the approval of a rules file with these bytes.
  case trust([UInt8])
  /// Writes the main plan to working trees without their own, before it changes.
  case keepPlans
  /// Removes editor support, as `setTextconv` configures it.
  case removeTextconv
  case removeKeys
  case removeHooks
  /// Removes the setting of a private rules file, and that of hooks.
  case removeChoices
  /// Removes files of killed commands.
  case removeLeftovers
  case removeDirectories

  /// Whether it is performed before the files are rewritten: one that can fail because of a lock.
  var isFirst: Bool {
    switch self {
    case .set, .setKeys, .setTextconv, .addAttributes, .trust, .keepPlans, .removeTextconv, .removeLeftovers: true
    case .setAttributes, .writeHooks: false
    case .removeKeys, .removeHooks, .removeChoices, .removeDirectories: false
    }
  }

  /// The filter lines that it sets.
  var attributeLines: [UInt8]? { if case .setAttributes(let lines) = self { lines } else { nil } }

  /// Performs the steps before the files.
  static func begin(_ steps: [TransitionStep], in tree: WorkingTree) throws {
    for step in steps where step.isFirst { _ = try step.perform(in: tree) }
  }

  /// Returns the error of writing hooks, which is reported and stops nothing.
  func perform(in tree: WorkingTree) throws -> SystemError? {
    func config() throws -> ConfigFile { try ConfigFile(tree.config) }
    switch self {
    case .writeHooks(let program, let all): return try HookInstaller(tree).write(all: all, for: program)
    case .set(let key, let value?, .local): try config().set(key, to: value)
    case .set(let key, nil, .local): try config().removeAll(key)
    case .set(let key, let value, .global):
      let words = ["config", "--global", value == nil ? "--unset-all" : "--replace-all", "--", key]
      // There is nothing to remove (5) if the step is repeated.
      _ = try tree.git.output(words, paths: value.map { [Path($0)] } ?? [], accepting: [0, 5])
    case .keepPlans:
      try PlanStore.keepPlans(of: tree.others().map(\.gitDirectory), as: PlanStore.inherited(tree))
      try AttributesBlock(tree).keepForOthers()
    case .setKeys(let program): try FilterKey.setAll(in: config(), to: program)
    case .setTextconv(let program): try FilterKey.textconv.set(in: config(), to: program)
    case .removeTextconv: try FilterKey.textconv.removeOurs(in: config())
    case .addAttributes(let lines): try AttributesBlock(tree).add(lines)
    case .setAttributes(let lines): try AttributesBlock(tree).write(lines)
    case .trust(let source): try TrustedRules(tree.mungeDirectory).add(source)
    case .removeKeys:
      try AttributesBlock(tree).remove()
      try FilterKey.removeOurs(in: config())
    case .removeHooks: try HookInstaller(tree).removeOurs()
    case .removeChoices: for key in [PrivateRules.key, HookInstaller.key] { try config().removeAll(key) }
    case .removeLeftovers: for path in tree.leftovers { try FileSystem.removeTree(path) }
    case .removeDirectories: try tree.removeDirectories()
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
