import Libgit2
import Platform
import Rules
import Smudge
import Verify

/// A step of a transition besides rewriting files. Steps are idempotent: an interrupted transition repeats all of them.
enum TransitionStep: Sendable, Equatable, Codable {
  case store(ValueEdit)
  /// Sets a key of the clone: a private rules file, or a choice.
  case set(String, [UInt8])
  case setKeys(Path)
  /// Configures editor support, for a filter at this path; the attributes follow with `setKeys`.
  case setTextconv(Path)
  /// Sets the fallback attributes. After the files, because the old ones apply until then.
  case setAttributes([UInt8])
  /// Writes all hooks, except where there are others, or existing ones of git-munge, for a filter at this path. A failure is
  /// reported and is no error.
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
  case removePrivateRules
  case removeDirectories
  /// No action; marks the journal of a repair.
  case repair

  /// Whether it is performed before the files are rewritten: one that can fail because of a lock.
  var isFirst: Bool {
    switch self {
    case .store, .set, .setKeys, .setTextconv, .trust, .keepPlans, .removeTextconv: true
    case .setAttributes, .writeHooks: false
    case .removeKeys, .removeHooks, .removeChoices, .removePrivateRules, .removeDirectories, .repair: false
    }
  }

  /// The lines of fallback attributes that it sets.
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
    case .store(let edit): try edit.store(in: tree)
    case .set(let key, let value): try config().set(key, to: value)
    case .keepPlans:
      try PlanStore.keepPlans(of: tree.others().map(\.gitDirectory), as: PlanStore.inherited(tree))
      try AttributesSetting(tree).keepForOthers()
    case .setKeys(let program):
      try FilterKey.setAll(in: config(), to: program)
      try FallbackAttributes(tree).enable()
    case .setTextconv(let program): try FilterKey.textconv.set(in: config(), to: program)
    case .removeTextconv: try FilterKey.textconv.removeOurs(in: config())
    case .setAttributes(let lines): try FallbackAttributes(tree).write(lines)
    case .trust(let source): try TrustedRules(tree.mungeDirectory).add(source)
    case .removeKeys:
      try AttributesSetting(tree).remove()
      try FilterKey.removeOurs(in: config())
    case .removeHooks: try HookInstaller(tree).removeOurs()
    case .removeChoices: for key in [PrivateRules.key, HookInstaller.key] { try config().removeAll(key) }
    case .removePrivateRules: try FileSystem.remove(tree.mungeDirectory.rules)
    case .removeDirectories: try tree.removeDirectories()
    case .repair: break
    }
    return nil
  }
}

extension TransitionStep {
  /// Whether the clone is as the step leaves it. git is not asked, so one of an uninstallation is never done.
  func isDone(in tree: WorkingTree) throws -> Bool {
    let configuration = try tree.configuration()
    func isSet(_ key: String, _ value: [UInt8]?) -> Bool {
      configuration.entries.last { $0.scope == .local && $0.key.lowercased() == key.lowercased() }?.value == value
    }
    switch self {
    case .store(let edit): return isSet(edit.key, edit.text)
    case .set(let key, let value): return isSet(key, value)
    case .setKeys(let program):
      return try configuration.deviations(from: program).isEmpty && FallbackAttributes(tree).isAsWritten
    case .setTextconv(let program): return isSet(FilterKey.textconv.name, Array(FilterKey.textconv.value(for: program).utf8))
    case .setAttributes(let lines): return try FallbackAttributes(tree).lines() == lines
    case .writeHooks(let program, let all): return try HookInstaller(tree).outdated(all: all, for: program).isEmpty
    case .trust(let source): return TrustedRules(tree.mungeDirectory).contains(source)
    case .removeTextconv: return !configuration.hasOwn(.textconv)
    case .removeHooks: return try HookInstaller(tree).ours.isEmpty
    case .keepPlans, .removeKeys, .removeChoices, .removePrivateRules, .removeDirectories, .repair: return false
    }
  }

  /// Its record in the journal.
  var record: [UInt8] { Array(JSONText.encoded(self).utf8) }

  /// `nil` for an unknown record.
  init?(_ record: [UInt8]) {
    guard let step = JSONText.decoded(TransitionStep.self, from: record) else { return nil }
    self = step
  }
}

extension Journal {
  var isRepair: Bool { steps.compactMap { TransitionStep($0) } == [.repair] }
}

extension WorkingTree {
  /// The name to which the directory of git-munge is renamed before it is removed, so that it is never incomplete.
  private var discarded: Path { gitDirectory.common / "munge.removed" }

  func removeDirectories() throws {
    for other in try others() { try FileSystem.removeTree(other.mungeDirectory.own) }
    try removeDiscarded()
    if FileSystem.exists(mungeDirectory.common) {
      try FileSystem.move(mungeDirectory.common, to: discarded)
    }
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

  /// The name of the new directory before its rename.
  var arriving: Path { gitDirectory.common / "munge.new" }

  /// The directory of the journal and of temporary files. A repair needs it also without an installation.
  var workDirectory: Path { mungeDirectory.isInstalled ? mungeDirectory.own : arriving }

  /// Removes these two directories if a killed process has left them and no other is running.
  func sweepAside() {
    if ![discarded, arriving].contains(where: FileSystem.exists) { return }
    try? alone {
      // An interrupted repair without an installation can have exchanged an edit.
      let bytes = try? FileSystem.contents(arriving / mungeDirectory.journal.name)
      let files = (try? JournalFormat.decode(bytes ?? []))?.files ?? []
      let replace = AtomicReplace(directory: arriving, saves: mungeDirectory.common)
      for (number, file) in files.enumerated() { try replace.recover(top / file.path, number: number, file) }
      try? removeDiscarded()
      try? FileSystem.removeTree(arriving)
    }
  }

  /// The step that lets git run the program next to this one, with a warning, if the configured one is missing: else each commit
  /// would fail.
  func programSteps() throws -> [TransitionStep] {
    guard let missing = try configuration().missingProgram else { return [] }
    let program = try FilterProgram.find()
    if !isDryRun { Terminal.warn("git-munge: filter program \(missing) not found; git runs \(program) now") }
    return [.setKeys(program)]
  }
}
