import Git
import Platform
import Smudge

/// What a transition does beside rewriting files. Each can be done again without harm, so that a transition
/// that was killed is finished by doing all of them.
enum Task: Equatable {
  case store(ValueEdit)
  /// Remembers that the developer wants the project's texts for a variable.
  case decline(String)
  /// Gives working trees that go by the main plan one of their own, before it changes.
  case keepPlans
  case setKeys(Path)
  /// Puts these lines in the place of the plan's fallback attributes. After the files: until then those of before hold.
  case setAttributes([UInt8])
  /// Writes these hooks, where there are no others, for a filter at this path. The report says where that cannot be done: it is
  /// no reason to stop.
  case writeHooks(Path, [Hook])
  /// The same for those of ours that are there already, and no others.
  case renewHooks(Path)
  /// Remembers that the developer has agreed to a rules file; these are its bytes.
  case trust([UInt8])
  case removeKeys
  case removeHooks
  /// Takes away all that git-munge keeps.
  case removeFolders
  /// Nothing: the files are repaired, and none goes from one plan to another.
  case repair

  /// Whether it comes before the files are rewritten.
  var isFirst: Bool {
    switch self {
    case .store, .decline, .keepPlans, .setKeys, .trust: true
    case .setAttributes, .writeHooks, .renewHooks, .removeKeys, .removeHooks, .removeFolders, .repair: false
    }
  }

  /// What another program may hold a lock on comes first: if that fails, no file has been changed yet.
  static func begin(_ tasks: [Task], in clone: Clone) throws(MungeError) {
    for task in tasks where task.isFirst { try task.perform(in: clone) }
  }

  func perform(in clone: Clone) throws(MungeError) {
    switch self {
    case .store(let edit): try wrapping { () throws(GitError) in try edit.store(in: clone) }
    case .decline(let name):
      try wrapping { () throws(GitError) in try ConfigFile(clone.config).set(Value.declined + name, to: "true") }
    case .keepPlans: try Publication.keepPlans(of: clone.otherDirectories(), as: Publication.inherited(clone))
    case .setKeys(let program):
      try wrapping { () throws(GitError) in try FilterKey.setAll(in: ConfigFile(clone.config), to: program) }
      try FallbackAttributes(clone).enable()
    case .setAttributes(let lines): try FallbackAttributes(clone).write(lines)
    case .writeHooks(let program, let hooks): _ = try Hooks(clone).write(hooks, for: program)
    case .renewHooks(let program): _ = try Hooks(clone).renew(for: program)
    case .trust(let source): try Trust(clone.folder).add(source)
    case .removeKeys:
      try FallbackAttributes(clone).disable()
      try wrapping { () throws(GitError) in try FilterKey.removeOurs(in: ConfigFile(clone.config)) }
    case .removeHooks: try Hooks(clone).removeOurs()
    case .removeFolders: try clone.removeFolders()
    case .repair: break
    }
  }
}

extension Task {
  private enum Word: String {
    case store, unset, decline, keepPlans, setKeys, setAttributes, writeHooks, renewHooks, trust
    case removeKeys, removeHooks, removeFolders, repair
  }

  /// As the journal holds it: a word, and what belongs to it, with spaces between.
  var line: [UInt8] {
    switch self {
    case .store(let edit):
      if let text = edit.text { Task.line(.store, "\(edit.level.rawValue) \(edit.name) ") + text }
      else { Task.line(.unset, "\(edit.level.rawValue) \(edit.name)") }
    case .decline(let name): Task.line(.decline, name)
    case .keepPlans: Task.line(.keepPlans, "")
    case .setKeys(let program): Task.line(.setKeys, "") + program.bytes
    case .setAttributes(let lines): Task.line(.setAttributes, "") + lines
    case .writeHooks(let program, let hooks): Task.line(.writeHooks, hooks.map { "\($0.rawValue)," }.joined() + " ") + program.bytes
    case .renewHooks(let program): Task.line(.renewHooks, "") + program.bytes
    case .trust(let source): Task.line(.trust, "") + source
    case .removeKeys: Task.line(.removeKeys, "")
    case .removeHooks: Task.line(.removeHooks, "")
    case .removeFolders: Task.line(.removeFolders, "")
    case .repair: Task.line(.repair, "")
    }
  }

  private static func line(_ word: Word, _ rest: String) -> [UInt8] { Array("\(word.rawValue) \(rest)".utf8) }

  /// `nil` for a line that no version like this one has written.
  init?(_ line: [UInt8]) {
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
    let words = fields.map { String(decoding: $0, as: UTF8.self) }
    guard let word = words.first.flatMap({ Word(rawValue: $0) }) else { return nil }
    let rest = line.dropFirst(word.rawValue.utf8.count + 1)
    switch word {
    case .decline: self = .decline(String(decoding: rest, as: UTF8.self))
    case .keepPlans: self = .keepPlans
    case .removeKeys: self = .removeKeys
    case .removeHooks: self = .removeHooks
    case .removeFolders: self = .removeFolders
    case .repair: self = .repair
    case .setKeys: self = .setKeys(Path(rest))
    case .setAttributes: self = .setAttributes(Array(rest))
    case .writeHooks:
      guard fields.count > 2 else { return nil }
      let hooks = words[1].split(separator: ",").compactMap { Hook(rawValue: String($0)) }
      self = .writeHooks(Path(rest.dropFirst(fields[1].count + 1)), hooks)
    case .renewHooks: self = .renewHooks(Path(rest))
    case .trust: self = .trust(Array(rest))
    case .store, .unset:
      guard fields.count > 2, let level = ValueLevel(rawValue: words[1]), (fields.count == 4) == (word == .store)
      else { return nil }
      self = .store(ValueEdit(name: words[2], text: fields.count == 4 ? Array(fields[3]) : nil, level: level))
    }
  }
}

extension Sequence<Task> {
  /// The fallback attributes that are to hold afterwards; `nil`: those of before.
  var attributes: [UInt8]? {
    for case .setAttributes(let lines) in self { return lines }
    return nil
  }
}

extension Journal {
  /// Whether files are repaired, and the plan stays.
  var isRepair: Bool { tasks == [Task.repair.line] }
}

extension Clone {
  /// Where all that git-munge keeps goes before it is removed: at no instant is a part of it there.
  private var discarded: Path { directory.common / "munge.removed" }

  func removeFolders() throws(MungeError) {
    let others = try otherDirectories()
    try wrapping { () throws(SystemError) in
      for directory in others { try FileSystem.removeTree(MungeFolder(directory).own) }
      try FileSystem.removeTree(discarded)
      if FileSystem.exists(folder.common) { try FileSystem.move(folder.common, to: discarded) }
      try FileSystem.removeTree(discarded)
      // In a linked working tree the journal is there, and with it the rest of the work, until now.
      try FileSystem.removeTree(folder.own)
    }
  }

  /// What is on its way in, before it takes effect by a rename.
  var arriving: Path { directory.common / "munge.new" }

  /// Where a journal is, and new content before it is in its place. A repair needs one where nothing is installed, too.
  var workFolder: Path { FileSystem.exists(folder.common) ? folder.own : arriving }

  /// Clears away what a killed process has left on either way, while no other one is at work.
  func sweepAside() {
    let left = [discarded, arriving].filter(FileSystem.exists)
    if left.isEmpty { return }
    try? alone { () throws(MungeError) in
      takeBackEdits()
      for path in left { try? FileSystem.removeTree(path) }
    }
  }
  /// A repair may have been killed where nothing is installed, with somebody's edit just taken out of its place.
  private func takeBackEdits() {
    guard let bytes = (try? FileSystem.contents(arriving / folder.journal.name)) ?? nil,
      let journal = try? JournalFormat.decode(bytes)
    else { return }
    let swap = FileSwap(folder: arriving)
    for (number, file) in journal.files.enumerated() { try? swap.recover(worktree / file.path, number: number, file) }
  }
}
