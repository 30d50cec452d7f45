import Platform
import Smudge
import Verify

/// Writes and removes the hooks of git-munge; other hooks are never changed.
struct HookInstaller {
  /// That of git.
  private let directory: Path
  /// The `hooks` directory of the clone, the only one that git-munge writes to.
  private let own: Path
  private let tree: WorkingTree
  /// Whether this clone wants hooks (`munge.hooks`).
  let areWanted: Bool

  /// The setting of a clone, or of a user, that wants no hooks.
  static let key = "munge.hooks"

  init(_ tree: WorkingTree) throws {
    let configuration = try tree.configuration()
    (self.tree, own) = (tree, tree.gitDirectory.common / "hooks")
    areWanted = configuration.effective(Self.key).map { !["false", "no", "off", "0", ""].contains($0.text.lowercased()) } ?? true
    let isElsewhere = configuration.effective(WorkingTree.hooksKey) != nil
    directory = isElsewhere ? try tree.top / Path(tree.git.line(["rev-parse", "--git-path", "hooks"])) : own
  }

  /// Whether git uses the `hooks` directory of the clone. A directory of `core.hooksPath`, or behind a link, can be tracked or
  /// shared with other clones.
  private var isDirectoryOwn: Bool {
    guard let status = try? FileSystem.status(own) else { return directory == own }
    if status.kind != .directory { return false }
    return directory == own || (try? FileSystem.realPath(directory)) == (try? FileSystem.realPath(own))
  }

  /// Where git-munge writes it.
  private func path(_ hook: Hook) -> Path { own / hook.rawValue }

  /// The file that git runs.
  private func file(_ hook: Hook) -> Path { directory / hook.rawValue }

  /// The program of a hook of git-munge; `nil` if there is no hook, or another one.
  private func program(of hook: Hook) -> Path? { HookInstaller.content(path(hook)).flatMap { hook.program(in: $0) } }

  /// Hooks whose file is absent or ours.
  var writable: [Hook] {
    isDirectoryOwn ? Hook.ofClones.filter { program(of: $0) != nil || (try? FileSystem.status(path($0))) == nil } : []
  }

  /// Hooks that an installation adds.
  var missing: [Hook] { writable.filter { program(of: $0) == nil } }

  /// Writes the hooks that can be written, or only existing ones of git-munge, and returns the error. `program`: the filter;
  /// git-munge is in the same directory.
  func write(all: Bool, for program: Path) -> SystemError? {
    let hooks = writable.filter { all || self.program(of: $0) != nil }
    guard let munge = program.parent.map({ $0 / "git-munge" }), !hooks.isEmpty else { return nil }
    do {
      try FileSystem.makeDirectories(own, mode: 0o777)
      for hook in hooks { try FileSystem.replace(path(hook), with: hook.script(for: munge), mode: 0o755) }
      return nil
    } catch { return error }
  }

  /// Removes the hooks of git-munge as far as possible; `left` lists the others.
  func removeOurs() { for hook in Hook.ofClones where program(of: hook) != nil { try? FileSystem.remove(path(hook)) } }

  /// Advice for hooks that git-munge cannot write and that do not call it.
  var advice: [HookAdvice] {
    // git runs no hook if the path is not a directory.
    if let kind = (try? FileSystem.status(directory))?.kind, kind == .other || kind == .regular {
      return Hook.ofClones.map { .notRun($0, directory: directory) }
    }
    let writable = writable
    return Hook.ofClones.filter { !writable.contains($0) && !calls(file($0)) }.map { .foreign($0, file: file($0)) }
  }

  /// Hooks that call git-munge after an uninstallation.
  var left: [Path] { Set(Hook.ofClones.flatMap { [path($0), file($0)] }.filter(HookInstaller.names)).sorted() }

  /// The content of a regular file; not of a link, which can be shared, or a FIFO, which would block.
  private static func content(_ path: Path) -> [UInt8]? {
    guard (try? FileSystem.status(path))?.kind == .regular else { return nil }
    return try? FileSystem.contents(path, limit: 1 << 20)
  }

  private static func names(_ path: Path) -> Bool {
    ["git-munge", "git munge"].contains(where: String(decoding: content(path) ?? [], as: UTF8.self).contains)
  }

  /// Whether a hook calls git-munge, itself or by the file in which its tool is configured.
  private func calls(_ path: Path) -> Bool {
    let tools = [".pre-commit-config.yaml", "lefthook.yml", ".husky/\(path.name)"].map { tree.top / $0 }
    return Self.names(path) || FileSystem.exists(path) && tools.contains(where: Self.names)
  }

  var findings: [Finding.Detail] {
    let silent = Hook.ofClones.filter { !calls(file($0)) }
    let isBypassed = !isDirectoryOwn && silent.contains { program(of: $0) != nil }
    let areNeeded = areWanted && !isBypassed && tree.mungeDirectory.isInstalled
    let missing = silent.filter { areNeeded && $0.role == .guard }.map { hook in
      let isForeign = !isDirectoryOwn || FileSystem.exists(file(hook))
      return Finding.Detail.missingGuard(hook == .prePush ? "pushes" : "commits", file(hook), isForeign: isForeign)
    }
    return Hook.ofClones.compactMap(broken) + (isBypassed ? [.bypassedHooks(own, hooksPath: directory)] : []) + missing
  }

  private func broken(_ hook: Hook) -> Finding.Detail? {
    if let program = program(of: hook), !FileSystem.isExecutable(program) {
      return .brokenHook(path(hook), isGuard: hook.role == .guard, program: program)
    }
    return calls(file(hook)) && !FileSystem.isExecutable(file(hook)) ? .unexecutableHook(file(hook)) : nil
  }
}
