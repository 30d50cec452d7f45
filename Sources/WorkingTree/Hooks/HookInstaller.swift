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
  /// Whether this clone wants hooks (`munge.hooks`).
  let areWanted: Bool
  /// Whether git-lfs is configured and has run in this clone: then it has written its hooks, or has found others.
  private let usesLFS: Bool

  /// The setting of a clone, or of a user, that wants no hooks.
  static let key = "munge.hooks"

  init(_ tree: WorkingTree) throws {
    let configuration = try tree.configuration()
    self.tree = tree
    own = tree.gitDirectory.common / "hooks"
    areWanted =
      configuration.effective(Self.key).map { !["false", "no", "off", "0", ""].contains($0.text.lowercased()) } ?? true
    usesLFS =
      ["clean", "process"].contains { configuration.effective("filter.lfs.\($0)") != nil }
      && (FileSystem.exists(tree.gitDirectory.common / "lfs") || configuration.effective("lfs.storage") != nil)
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

  /// The program of a hook of git-munge; `nil` if there is no hook, or another one.
  private func program(of hook: Hook) -> Path? {
    Self.content(path(hook)).flatMap { hook.program(in: $0) }
  }

  /// The states of all hooks. `filter`: the program for which the hooks of git-munge are current; git-munge is in its
  /// directory.
  func states(for filter: Path?) -> [Hook: HookState] {
    Dictionary(uniqueKeysWithValues: Hook.ofClones.map { ($0, state($0, for: filter)) })
  }

  private func state(_ hook: Hook, for filter: Path?) -> HookState {
    let file = path(hook)
    guard let content = Self.content(file) else {
      return isDirectoryOwn && (try? FileSystem.status(file)) == nil ? .absent : .others
    }
    if hook.program(in: content) == nil { return isDirectoryOwn && hook.isOfLFS(content) ? .ofLFS : .others }
    let wanted = filter.map { script(hook, for: $0) }
    return .ours(isCurrent: !isDirectoryOwn || content == wanted && FileSystem.isExecutable(file))
  }

  private func script(_ hook: Hook, for filter: Path) -> [UInt8] {
    hook.script(for: (filter.parent ?? Path("/")) / "git-munge")
  }

  /// Hooks whose file git-munge writes: it is absent, ours, or that of git-lfs, which ours replaces.
  private var writable: [Hook] { Hook.ofClones.filter { isDirectoryOwn && state($0, for: nil) != .others } }

  /// Renews the hooks of git-munge, writes the others if all are wanted, and returns the error.
  func write(all: Bool, for filter: Path) -> SystemError? {
    do {
      for hook in Hook.ofClones where state(hook, for: filter).isWritten(ifAll: all) {
        try FileSystem.makeDirectories(own, mode: 0o777)
        try FileSystem.replace(path(hook), with: script(hook, for: filter), mode: 0o755)
      }
      return nil
    } catch { return error }
  }

  /// Removes the hooks of git-munge as far as possible, or gives the places back to git-lfs; `left` lists the others.
  func removeOurs() {
    for hook in Hook.ofClones where program(of: hook) != nil {
      if usesLFS, Hook.ofLFS.contains(hook) {
        try? FileSystem.replace(path(hook), with: hook.scriptOfLFS.bytes, mode: 0o755)
      } else {
        try? FileSystem.remove(path(hook))
      }
    }
  }

  /// Advice for hooks that git-munge cannot write and that do not call it.
  var advice: [HookAdvice] {
    // git runs no hook if the path is not a directory.
    if let kind = (try? FileSystem.status(directory))?.kind, kind == .other || kind == .regular {
      return Self.calling.map { .notRun($0, directory: directory) }
    }
    let writable = writable
    return Self.calling.filter { !writable.contains($0) && !calls($0) }.map { .foreign($0, file: edited($0)) }
  }

  /// The hooks that call git-munge.
  private static let calling = Hook.ofClones.filter { $0.role != .relay }

  /// The lines that are not comments.
  private func lines(_ hook: Hook) -> [HookLine] {
    (Self.content(edited(hook))?.lines ?? []).map { HookLine(text: $0) }.filter { !$0.text.hasPrefix("#") }
  }

  /// Hooks that call git-munge after an uninstallation.
  var left: [Path] {
    Set(Hook.ofClones.flatMap { [path($0), edited($0), file($0), legacy($0)] }.filter { Self.names($0) }).sorted()
  }

  /// The content of a regular file; not of a link, which can be shared, or a FIFO, which would block.
  private static func content(_ path: Path) -> [UInt8]? {
    guard (try? FileSystem.status(path))?.kind == .regular else { return nil }
    return try? FileSystem.contents(path, limit: 1 << 20)
  }

  /// Whether a file contains one of the words.
  private static func names(_ path: Path, _ words: [String] = munge) -> Bool {
    words.contains(where: (content(path) ?? []).string.contains)
  }

  private static let munge = ["git-munge", "git munge"]
  // lefthook runs git-lfs by itself.
  private static let lfs = ["git-lfs", "git lfs", "lefthook"]

  /// Whether a hook calls a program, itself or by a file that its tool runs, or in which the tool is configured.
  private func calls(_ hook: Hook, _ words: [String] = munge) -> Bool {
    let tools = Self.tools + [".husky/\(hook.rawValue)"]
    let files = [edited(hook), legacy(hook)] + tools.map { tree.top / $0 }
    return Self.names(file(hook), words) || FileSystem.exists(file(hook)) && files.contains { Self.names($0, words) }
  }

  private static let tools = [
    ".pre-commit-config.yaml", "lefthook.yml", "lefthook-local.yml", ".lefthook.yml", ".overcommit.yml",
  ]

  var findings: [Finding.Detail] {
    let writable = writable
    let silent = Self.calling.filter { !calls($0) }
    let bypassed = isDirectoryOwn ? [] : silent.filter { program(of: $0) != nil }
    let isBypassed = bypassed.contains { $0.role == .guard }
    let areNeeded = areWanted && !isBypassed && tree.mungeDirectory.isInstalled
    let missing = silent.filter { areNeeded && $0.role == .guard }.map { hook in
      Finding.Detail.missingGuard(
        hook == .prePush ? "pushes" : "commits", edited(hook), isForeign: !writable.contains(hook))
    }
    return Hook.ofClones.compactMap(broken)
      + (isBypassed ? [.bypassedHooks(own, bypassed.map(\.rawValue), hooksPath: directory)] : []) + missing + shared
  }

  /// The guards that git runs.
  var guards: [Hook] { Hook.all(to: .guard).filter { calls($0) && broken($0) == nil } }

  /// Findings about hooks that other tools want as well.
  var shared: [Finding.Detail] {
    let writable = writable
    let lines = lines(.prePush)
    let late = lines.contains(where: \.isGuard) ? lines.prefix { !$0.isGuard }.filter(\.reads).prefix(1) : []
    return Hook.ofLFS.filter { usesLFS && FileSystem.exists(file($0)) && !calls($0, Self.lfs) }
      .map { .withoutLFS(edited($0), writable.contains($0) ? nil : $0.callOfLFS) }
      + late.map { .lateGuard(edited(.prePush), $0.text) }
  }

  private func broken(_ hook: Hook) -> Finding.Detail? {
    if let program = program(of: hook), !FileSystem.isExecutable(program) {
      return .brokenHook(path(hook), isGuard: hook.role == .guard, program: program)
    }
    return calls(hook) && !FileSystem.isExecutable(file(hook)) ? .unexecutableHook(file(hook)) : nil
  }
}
