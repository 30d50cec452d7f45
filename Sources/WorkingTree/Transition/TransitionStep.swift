import Libgit2
import Platform
import Rules
import Smudge
import Verify

/// A step of a transition besides rewriting files, as the journal records it. Steps are idempotent: an interrupted transition
/// repeats all of them.
struct TransitionStep: Sendable, Equatable {
  private enum Name: String {
    case store, unset, set, keepPlans, setKeys, setTextconv, removeTextconv, trust
    case setAttributes, writeHooks, renewHooks
    case removeKeys, removeHooks, removeChoices, removePrivateRules, removeDirectories, repair
  }

  private let name: Name
  let record: Record

  private init(_ name: Name, _ value: [UInt8] = []) { (self.name, record) = (name, Record(name, value)) }

  /// `nil` for an unknown record.
  init?(_ record: Record) {
    guard let name = Name(rawValue: record.word) else { return nil }
    (self.name, self.record) = (name, record)
    if [.store, .unset].contains(name) && edit == nil || name == .set && record.fields(2) == nil { return nil }
  }

  static func store(_ edit: ValueEdit) -> Self {
    let place = Array("\(edit.level.rawValue) \(edit.name)".utf8)
    return edit.text.map { Self(.store, Record.joined(place, $0)) } ?? Self(.unset, place)
  }

  private var edit: ValueEdit? {
    guard let fields = record.fields(3) ?? record.fields(2), (fields.count == 3) == (name == .store) else { return nil }
    let words = fields.prefix(2).map { String(decoding: $0, as: UTF8.self) }
    return ValueLevel(rawValue: words[0]).map { ValueEdit(name: words[1], text: fields.count == 3 ? fields[2] : nil, level: $0) }
  }

  /// Sets a key of the clone: a private rules file, or a choice.
  static func set(_ key: String, _ value: [UInt8]) -> Self { Self(.set, Record.joined(Array(key.utf8), value)) }
  /// Writes the main plan to working trees without their own, before it changes.
  static let keepPlans = Self(.keepPlans)
  static func setKeys(_ program: Path) -> Self { Self(.setKeys, program.bytes) }
  /// Configures editor support, for a filter at this path; the attributes follow with `setKeys`.
  static func setTextconv(_ program: Path) -> Self { Self(.setTextconv, program.bytes) }
  /// Removes editor support, in the same way.
  static let removeTextconv = Self(.removeTextconv)
  /// Sets the fallback attributes. After the files, because the old ones apply until then.
  static func setAttributes(_ lines: [UInt8]) -> Self { Self(.setAttributes, lines) }
  /// Writes all hooks, except where there are others, or existing ones of git-munge, for a filter at this path. A failure is
  /// reported and is no error.
  static func writeHooks(_ program: Path, all: Bool) -> Self { Self(all ? .writeHooks : .renewHooks, program.bytes) }
  /// Records the approval of a rules file with these bytes.
  static func trust(_ source: [UInt8]) -> Self { Self(.trust, source) }
  static let removeKeys = Self(.removeKeys)
  static let removeHooks = Self(.removeHooks)
  /// Removes the setting of a private rules file, and that of hooks.
  static let removeChoices = Self(.removeChoices)
  static let removePrivateRules = Self(.removePrivateRules)
  static let removeDirectories = Self(.removeDirectories)
  /// No action; marks the journal of a repair.
  static let repair = Self(.repair)

  /// Whether it is performed before the files are rewritten: one that can fail because of a lock.
  var isFirst: Bool {
    switch name {
    case .store, .unset, .set, .keepPlans, .setKeys, .setTextconv, .removeTextconv, .trust: true
    case .setAttributes, .writeHooks, .renewHooks, .removeKeys, .removeHooks, .removeChoices, .removePrivateRules,
      .removeDirectories, .repair: false
    }
  }

  /// The lines of fallback attributes that it sets.
  var attributeLines: [UInt8]? { name == .setAttributes ? record.value : nil }

  /// Performs the steps before the files.
  static func begin(_ steps: [TransitionStep], in tree: WorkingTree) throws {
    for step in steps where step.isFirst { _ = try step.perform(in: tree) }
  }

  /// Returns the error of writing hooks, which is reported and stops nothing.
  func perform(in tree: WorkingTree) throws -> SystemError? {
    let (value, directory) = (record.value, tree.mungeDirectory)
    func config() throws -> ConfigFile { try ConfigFile(tree.config) }
    switch name {
    case .writeHooks, .renewHooks: return try HookInstaller(tree).write(all: name == .writeHooks, for: Path(value))
    case .store, .unset: try edit?.store(in: tree)
    case .set:
      if let fields = record.fields(2) { try config().set(String(decoding: fields[0], as: UTF8.self), to: fields[1]) }
    case .keepPlans:
      try PlanStore.keepPlans(of: tree.others().map(\.gitDirectory), as: PlanStore.inherited(tree))
      try AttributesSetting(tree).keepForOthers()
    case .setKeys:
      try FilterKey.setAll(in: config(), to: Path(value))
      try FallbackAttributes(tree).enable()
    case .setTextconv: try FilterKey.textconv.set(in: config(), to: Path(value))
    case .removeTextconv: try FilterKey.textconv.removeOurs(in: config())
    case .setAttributes: try FallbackAttributes(tree).write(value)
    case .trust: try TrustedRules(directory).add(value)
    case .removeKeys:
      try AttributesSetting(tree).remove()
      try FilterKey.removeOurs(in: config())
    case .removeHooks: try HookInstaller(tree).removeOurs()
    case .removeChoices: for key in [PrivateRules.key, HookInstaller.key] { try config().removeAll(key) }
    case .removePrivateRules: try FileSystem.remove(directory.rules)
    case .removeDirectories: try tree.removeDirectories()
    case .repair: break
    }
    return nil
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
    for other in try others() { try FileSystem.removeTree(other.mungeDirectory.own) }
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
    if ![discarded, arriving].contains(where: FileSystem.exists) { return }
    try? alone {
      // An interrupted repair without an installation can have exchanged an edit.
      let bytes = try? FileSystem.contents(arriving / mungeDirectory.journal.name)
      let (files, swap) = ((try? JournalFormat.decode(bytes ?? []))?.files ?? [], AtomicReplace(directory: arriving))
      for (number, file) in files.enumerated() { try? swap.recover(top / file.path, number: number, file) }
      try? removeDiscarded()
      try? FileSystem.removeTree(arriving)
    }
  }
}
