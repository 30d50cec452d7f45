import Libgit2
import Platform
import Rules
import Smudge
import Verify

/// A step of a transition besides rewriting files. Steps are idempotent: an interrupted transition repeats all of them.
enum TransitionStep: Equatable {
  case store(ValueEdit)
  /// Sets a key of the clone: a private rules file, or a choice.
  case set(String, [UInt8])
  /// Writes the main plan to working trees without their own, before it changes.
  case keepPlans
  case setKeys(Path)
  /// Configures editor support, for a filter at this path; the attributes follow with `setKeys`.
  case setTextconv(Path)
  /// Removes editor support, in the same way.
  case removeTextconv
  /// Sets the fallback attributes. After the files, because the old ones apply until then.
  case setAttributes([UInt8])
  /// Writes all hooks, except where there are others, or existing ones of git-munge, for a filter at this path. A failure is
  /// reported and is no error.
  case writeHooks(Path, all: Bool)
  /// Records the approval of a rules file with these bytes.
  case trust([UInt8])
  case removeKeys
  case removeHooks
  /// Removes the setting of a private rules file, and that of hooks.
  case removeChoices
  case removePrivateRules
  case removeDirectories
  /// No action; marks the journal of a repair.
  case repair

  /// Whether it is performed before the files are rewritten.
  var isFirst: Bool {
    switch self {
    case .store, .set, .keepPlans, .setKeys, .setTextconv, .removeTextconv, .trust: true
    case .setAttributes, .writeHooks, .removeKeys, .removeHooks, .removeChoices, .removePrivateRules, .removeDirectories,
      .repair:
      false
    }
  }

  /// The lines of fallback attributes that it sets.
  var attributeLines: [UInt8]? {
    if case .setAttributes(let lines) = self { lines } else { nil }
  }

  /// Performs the steps before the files: those that can fail because of a lock.
  static func begin(_ steps: [TransitionStep], in tree: WorkingTree) throws {
    for step in steps where step.isFirst { _ = try step.perform(in: tree) }
  }

  /// Returns the error of writing hooks, which is reported and stops nothing.
  func perform(in tree: WorkingTree) throws -> SystemError? {
    switch self {
    case .writeHooks(let program, let all): return try HookInstaller(tree).write(all: all, for: program)
    case .store(let edit): try edit.store(in: tree)
    case .set(let key, let value): try ConfigFile(tree.config).set(key, to: value)
    case .keepPlans:
      try PlanStore.keepPlans(of: tree.otherDirectories(), as: PlanStore.inherited(tree))
      try AttributesSetting(tree).keepForOthers()
    case .setKeys(let program):
      try FilterKey.setAll(in: ConfigFile(tree.config), to: program)
      try FallbackAttributes(tree).enable()
    case .setTextconv(let program): try FilterKey.textconv.set(in: ConfigFile(tree.config), to: program)
    case .removeTextconv: try FilterKey.textconv.removeOurs(in: ConfigFile(tree.config))
    case .setAttributes(let lines): try FallbackAttributes(tree).write(lines)
    case .trust(let source): try TrustedRules(tree.mungeDirectory).add(source)
    case .removeKeys:
      try AttributesSetting(tree).remove()
      try FilterKey.removeOurs(in: ConfigFile(tree.config))
    case .removeHooks: try HookInstaller(tree).removeOurs()
    case .removeChoices:
      for key in [PrivateRules.key, HookInstaller.key] { try ConfigFile(tree.config).removeAll(key) }
    case .removePrivateRules: try FileSystem.remove(tree.privateRulesPath)
    case .removeDirectories: try tree.removeDirectories()
    case .repair: break
    }
    return nil
  }
}

extension TransitionStep {
  private enum StepName: String {
    case store, unset, set, keepPlans, setKeys, setTextconv, setAttributes, writeHooks, renewHooks, trust
    case removeKeys, removeTextconv, removeHooks, removeChoices, removePrivateRules, removeDirectories, repair
  }

  /// Its record in the journal.
  var record: Record {
    switch self {
    case .store(let edit):
      let place = Array("\(edit.level.rawValue) \(edit.name)".utf8)
      return edit.text.map { Record(StepName.store, Record.joined(place, $0)) } ?? Record(StepName.unset, place)
    case .set(let key, let value): return Record(StepName.set, Record.joined(Array(key.utf8), value))
    case .keepPlans: return Record(StepName.keepPlans)
    case .setKeys(let program): return Record(StepName.setKeys, program.bytes)
    case .setTextconv(let program): return Record(StepName.setTextconv, program.bytes)
    case .removeTextconv: return Record(StepName.removeTextconv)
    case .setAttributes(let lines): return Record(StepName.setAttributes, lines)
    case .writeHooks(let program, let all): return Record(all ? StepName.writeHooks : .renewHooks, program.bytes)
    case .trust(let source): return Record(StepName.trust, source)
    case .removeKeys: return Record(StepName.removeKeys)
    case .removeHooks: return Record(StepName.removeHooks)
    case .removeChoices: return Record(StepName.removeChoices)
    case .removePrivateRules: return Record(StepName.removePrivateRules)
    case .removeDirectories: return Record(StepName.removeDirectories)
    case .repair: return Record(StepName.repair)
    }
  }

  /// `nil` for an unknown record.
  init?(_ record: Record) {
    guard let word = StepName(rawValue: record.word) else { return nil }
    let value = record.value
    switch word {
    case .set:
      guard let fields = record.fields(2) else { return nil }
      self = .set(String(decoding: fields[0], as: UTF8.self), fields[1])
    case .keepPlans: self = .keepPlans
    case .removeKeys: self = .removeKeys
    case .removeTextconv: self = .removeTextconv
    case .removeHooks: self = .removeHooks
    case .removeChoices: self = .removeChoices
    case .removePrivateRules: self = .removePrivateRules
    case .removeDirectories: self = .removeDirectories
    case .repair: self = .repair
    case .setKeys: self = .setKeys(Path(value))
    case .setTextconv: self = .setTextconv(Path(value))
    case .setAttributes: self = .setAttributes(value)
    case .writeHooks, .renewHooks: self = .writeHooks(Path(value), all: word == .writeHooks)
    case .trust: self = .trust(value)
    case .store, .unset:
      guard let fields = record.fields(word == .store ? 3 : 2), word == .store || record.fields(3) == nil else { return nil }
      let words = fields.prefix(2).map { String(decoding: $0, as: UTF8.self) }
      guard let level = ValueLevel(rawValue: words[0]) else { return nil }
      self = .store(ValueEdit(name: words[1], text: word == .store ? fields[2] : nil, level: level))
    }
  }
}

extension Journal {
  /// Whether it is the journal of a repair.
  var isRepair: Bool { steps == [TransitionStep.repair.record] }
}

extension WorkingTree {
  /// The name to which the directory of git-munge is renamed before it is removed, so that it is never incomplete.
  private var discarded: Path { gitDirectory.common / "munge.removed" }

  func removeDirectories() throws {
    let others = try otherDirectories()
    for directory in others { try FileSystem.removeTree(MungeDirectory(directory).own) }
    try removeDiscarded()
    if FileSystem.exists(mungeDirectory.common) { try FileSystem.move(mungeDirectory.common, to: discarded) }
    try removeDiscarded()
    // The directory of a linked working tree, which holds the journal, is removed last.
    if mungeDirectory.own != mungeDirectory.common { try FileSystem.removeTree(mungeDirectory.own) }
  }

  /// Removes the renamed directory, without the private rules: they stay where they were.
  private func removeDiscarded() throws {
    let rules = discarded / mungeDirectory.rules.name
    if FileSystem.exists(rules), !FileSystem.exists(mungeDirectory.rules) {
      try FileSystem.makeDirectories(mungeDirectory.common)
      try FileSystem.move(rules, to: mungeDirectory.rules)
    }
    try FileSystem.removeTree(discarded)
  }

  /// The name of the new directory before its rename.
  var arriving: Path { gitDirectory.common / "munge.new" }

  /// The directory of the journal and of temporary files. A repair needs it also without an installation.
  var workDirectory: Path { mungeDirectory.isInstalled ? mungeDirectory.own : arriving }

  /// Removes these two directories if a killed process has left them and no other is running.
  func sweepAside() {
    let left = [discarded, arriving].filter(FileSystem.exists)
    if left.isEmpty { return }
    try? alone {
      takeBackEdits()
      try? removeDiscarded()
      try? FileSystem.removeTree(arriving)
    }
  }
  /// Recovers from an interrupted repair without an installation, which can have exchanged an edit.
  private func takeBackEdits() {
    guard let bytes = try? FileSystem.contents(arriving / mungeDirectory.journal.name),
      let journal = try? JournalFormat.decode(bytes)
    else { return }
    let swap = AtomicReplace(directory: arriving)
    for (number, file) in journal.files.enumerated() { try? swap.recover(top / file.path, number: number, file) }
  }
}
