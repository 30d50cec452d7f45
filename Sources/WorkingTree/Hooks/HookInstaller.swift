import Platform
import Smudge
import Verify

/// Writes and removes the hooks of git-munge; other hooks are never changed.
struct HookInstaller {
  /// The directory of hooks that git uses.
  private let directory: Path
  /// The `hooks` directory of the clone, the only one that git-munge writes to.
  private let own: Path
  private let tree: WorkingTree
  /// Whether hooks are wanted by `munge.hooks`, and by the command.
  let areConfigured, areWanted: Bool
  private let usesLFS: Bool

  /// The setting of a clone, or of a user, that wants no hooks.
  static let key = "munge.hooks"

  init(_ tree: WorkingTree, _ choice: InstallChoice = .asConfigured) throws {
    let configuration = try tree.configuration()
    self.tree = tree
    own = tree.gitDirectory.common / "hooks"
    areConfigured =
      configuration.effective(Self.key).map { !["false", "no", "off", "0", ""].contains($0.text.lowercased()) } ?? true
    areWanted = choice == .asConfigured ? areConfigured : choice == .add
    usesLFS = configuration.usesLFS(in: tree.gitDirectory.common)
    let isElsewhere = configuration.effective(WorkingTree.hooksKey) != nil
    directory = isElsewhere ? try tree.top / Path(tree.git.line(["rev-parse", "--git-path", "hooks"])) : own
  }

  /// Whether git uses the `hooks` directory of the clone. A directory of `core.hooksPath`, or behind a link, can be
  /// tracked or shared with other clones.
  private var isDirectoryOwn: Bool {
    guard let status = try? FileSystem.status(own) else { return directory == own }
    if status.kind != .directory { return false }
    return directory == own || (try? FileSystem.realPath(directory)) == (try? FileSystem.realPath(own))
  }

  /// The file to which the pre-commit framework moves a hook that it finds, and runs it.
  private func legacy(_ hook: Hook) -> Path { directory / "\(hook.rawValue).legacy" }

  /// The file that git-munge writes.
  private func path(_ hook: Hook) -> Path { own / hook.rawValue }

  /// The file that git runs.
  private func file(_ hook: Hook) -> Path { directory / hook.rawValue }

  /// The file that a user edits: husky generates those in `_`, and they run the ones beside it.
  private func edited(_ hook: Hook) -> Path {
    let place = directory.name == Path("_") ? directory.parent : nil
    return (place ?? directory) / hook.rawValue
  }

  /// The content of a hook; empty for what is no regular file, and `nil` for a hook of git-munge that git ignores.
  func content(_ hook: Hook) -> [UInt8]? {
    let file = path(hook)
    guard let content = Self.content(file) else { return (try? FileSystem.status(file)) == nil ? nil : [] }
    return hook.program(in: content) == nil || FileSystem.isExecutable(file) ? content : nil
  }

  /// The content that a hook should have. `program`: the filter, in the directory of git-munge; `nil` without hooks.
  func wanted(_ hook: Hook, _ found: [UInt8]?, for program: Path?) -> [UInt8]? {
    program == nil || isDirectoryOwn ? hook.wanted(found, for: program, usesLFS: usesLFS) : found
  }

  /// The hooks that git-munge can write: others have none there.
  private var writable: [Hook] { Hook.ofClones.filter { isDirectoryOwn && $0.owner(of: content($0)) != .others } }

  /// Writes a hook, and returns the error.
  func write(_ hook: Hook, _ script: [UInt8]) -> SystemError? {
    if hook.owner(of: content(hook)) == .others { return nil }
    do {
      try FileSystem.makeDirectories(own, mode: 0o777)
      try FileSystem.replace(path(hook), with: script, mode: 0o755)
      return nil
    } catch { return error }
  }

  /// Removes a hook of git-munge if possible.
  func remove(_ hook: Hook) {
    if hook.owner(of: Self.content(path(hook))) == .ours { try? FileSystem.remove(path(hook)) }
  }

  /// False if the path of hooks is not a directory, such as /dev/null: then git runs none.
  private var runsHooks: Bool { ![.other, .regular].contains((try? FileSystem.status(directory))?.kind) }

  /// Advice for hooks that git-munge cannot write and that do not call it.
  var advice: [HookAdvice] {
    if !runsHooks { return [] }
    let writable = writable
    return Self.calling.filter { !writable.contains($0) && !calls($0) }.map { hook in
      HookAdvice(hook: hook, file: edited(hook), withLFS: hook == .prePush && (usesLFS || runsLFS(hook)))
    }
  }

  /// The hooks that call git-munge.
  private static let calling = Hook.ofClones.filter { $0.role != .relay }

  /// The content of a regular file; not of a link, which can be shared, or a FIFO, which would block.
  private static func content(_ path: Path) -> [UInt8]? {
    guard (try? FileSystem.status(path))?.kind == .regular else { return nil }
    return try? FileSystem.contents(path, limit: 1 << 20)
  }

  private static func script(at path: Path) -> HookScript? {
    (try? FileSystem.realPath(path)).flatMap(content).map { HookScript($0) }
  }

  /// The script that git runs for a hook, and what that reads or runs if it is of a hook manager.
  private func scripts(_ hook: Hook) -> [HookScript] {
    guard let script = Self.script(at: file(hook)) else { return [] }
    let managers = [
      "hook-impl": [".pre-commit-config.yaml"], "husky": [".husky/\(hook.rawValue)"], "overcommit": [".overcommit.yml"],
      "lefthook": ["lefthook.yml", "lefthook-local.yml", ".lefthook.yml"],
    ]
    let files = managers.filter { script.words.contains($0.key) }.values.joined().map { tree.top / $0 }
    return [script] + (files + [legacy(hook), edited(hook)]).compactMap(Self.script)
  }

  /// Whether a hook calls git-munge: as a commit has shown, else as far as files can be read.
  private func calls(_ hook: Hook) -> Bool {
    hook == .preCommit && tree.lastCommit?.isChecked == true || scripts(hook).contains { $0.calls(hook) }
  }

  private func runsLFS(_ hook: Hook) -> Bool { scripts(hook).contains { $0.runsLFS(hook) } }

  var findings: [Finding.Detail] {
    Hook.ofClones.compactMap(broken)
      + Hook.guards.filter { areNeeded && !calls($0) }.map {
        .missingGuard(
          $0 == .prePush ? "pushes" : "commits", edited($0), exists: FileSystem.exists(edited($0)), canRun: runsHooks)
      } + shared
  }

  /// The guards that git runs.
  var guards: [Hook] { Hook.guards.filter { calls($0) && broken($0) == nil } }

  /// Whether a clone without the hooks lacks something.
  var areNeeded: Bool { areWanted && tree.mungeDirectory.isInstalled }

  /// Findings about hooks that git-lfs has as well.
  private var shared: [Finding.Detail] {
    let writable = writable
    return Hook.ofLFS.filter { usesLFS && !runsLFS($0) }.filter { hook in
      FileSystem.exists(file(hook)) || areNeeded && writable.contains(hook)
    }.map { hook in
      let line = hook == .prePush ? hook.line(withLFS: true) : hook.callOfLFS
      return .withoutLFS(edited(hook), writable.contains(hook) ? nil : line)
    }
  }

  private func broken(_ hook: Hook) -> Finding.Detail? {
    if let program = content(hook).flatMap(hook.program), !FileSystem.isExecutable(program) {
      return .brokenHook(path(hook), isGuard: hook.role == .guard, program: program)
    }
    return calls(hook) && FileSystem.exists(file(hook)) && !FileSystem.isExecutable(file(hook))
      ? .unexecutableHook(file(hook)) : nil
  }
}
