import Platform
import Verify

/// Writes and removes the hooks of git-munge; other hooks are never changed.
struct HookInstaller {
  let directory: Path
  /// The `hooks` directory of the clone, the only one that git-munge writes to.
  private let own: Path

  init(_ tree: WorkingTree) throws {
    own = tree.gitDirectory.common / "hooks"
    let isElsewhere = try tree.configuration().effective(WorkingTree.hooksKey) != nil
    directory = isElsewhere ? try tree.top / Path(tree.git.line(["rev-parse", "--git-path", "hooks"])) : own
  }

  func path(_ hook: Hook) -> Path { own / hook.rawValue }

  /// Whether git uses the `hooks` directory of the clone. A directory of `core.hooksPath`, or behind a link, can be tracked or
  /// shared with other clones.
  var isDirectoryOwn: Bool {
    guard let status = try? FileSystem.status(own) else { return directory == own }
    if status.kind != .directory { return false }
    return directory == own || (try? FileSystem.realPath(directory)) == (try? FileSystem.realPath(own))
  }

  // MARK: Hooks of git-munge

  /// The program of a hook of git-munge; `nil` if there is no hook, or another one.
  func program(of hook: Hook) -> Path? { HookInstaller.content(path(hook)).flatMap { hook.program(in: $0) } }

  /// Whether any hook is of git-munge.
  var isInstalled: Bool { Hook.ofClones.contains { program(of: $0) != nil } }

  /// Hooks whose file is absent or ours.
  var writable: [Hook] {
    isDirectoryOwn ? Hook.ofClones.filter { program(of: $0) != nil || (try? FileSystem.status(path($0))) == nil } : []
  }

  /// Writes those of the hooks that can be written, and returns the error. `program`: the filter; git-munge is in the same
  /// directory.
  func write(_ hooks: [Hook], for program: Path) -> SystemError? { put(writable.filter(hooks.contains), for: program) }

  /// Writes the existing hooks of git-munge again.
  func renew(for program: Path) -> SystemError? { put(writable.filter { self.program(of: $0) != nil }, for: program) }

  private func put(_ hooks: [Hook], for program: Path) -> SystemError? {
    guard let munge = program.parent.map({ $0 / "git-munge" }), !hooks.isEmpty else { return nil }
    do {
      try FileSystem.makeDirectories(own)
      for hook in hooks { try FileSystem.replace(path(hook), with: hook.script(for: munge), mode: 0o755) }
      return nil
    } catch {
      return error
    }
  }

  /// Removes the hooks of git-munge as far as possible; `left` lists the others.
  func removeOurs() {
    for hook in Hook.ofClones where program(of: hook) != nil { try? FileSystem.remove(path(hook)) }
  }

  // MARK: Other hooks

  /// Advice for hooks that git-munge cannot write and that do not call it.
  var advice: [HookAdvice] {
    // git runs no hook if the path is not a directory.
    if let kind = (try? FileSystem.status(directory))?.kind, kind == .other || kind == .regular {
      return Hook.ofClones.map { .notRun($0, directory: directory) }
    }
    let writable = writable
    return Hook.ofClones.filter { !writable.contains($0) && !HookInstaller.calls($0, file($0)) }
      .map { .foreign($0, file: file($0)) }
  }

  /// The file that git runs.
  private func file(_ hook: Hook) -> Path { directory / hook.rawValue }

  /// Hooks that call git-munge after an uninstallation.
  var left: [Path] {
    Set(Hook.ofClones.flatMap { hook in [path(hook), file(hook)].filter { HookInstaller.calls(hook, $0) } }).sorted()
  }

  // MARK: Files

  /// The content of a regular file; not of a link, which can be shared, or a FIFO, which would block.
  private static func content(_ path: Path) -> [UInt8]? {
    guard (try? FileSystem.status(path))?.kind == .regular else { return nil }
    return try? FileSystem.contents(path, limit: 1 << 20)
  }

  private static func calls(_ hook: Hook, _ path: Path) -> Bool {
    guard let content = content(path) else { return false }
    return String(decoding: content, as: UTF8.self).contains(hook.command)
  }
}
