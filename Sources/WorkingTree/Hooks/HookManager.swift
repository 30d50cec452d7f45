import Git
import Platform
import Smudge

/// The hooks of a clone: git-munge writes its own where there are none, and never touches another.
struct HookManager {
  private let tree: WorkingTree
  /// Where git looks for them.
  let directory: Path

  init(_ tree: WorkingTree) throws(MungeError) {
    self.tree = tree
    let line = try tree.git.line(["rev-parse", "--git-path", "hooks"])
    directory = tree.top / Path(line)
  }

  /// The clone's own folder, the only one in which hooks of ours can be.
  private var own: Path { tree.gitDirectory.common / "hooks" }

  func path(_ hook: Hook) -> Path { own / hook.rawValue }

  /// Whether git looks in the clone's own folder. One that the configuration names, or a link leads to, may be
  /// committed, or shared with other clones.
  var isDirectoryOwn: Bool {
    guard let status = try? FileSystem.status(own) else { return directory == own }
    if status.kind != .directory { return false }
    return directory == own || (try? FileSystem.realPath(directory)) == (try? FileSystem.realPath(own))
  }

  // MARK: Ours

  /// The program that a hook of ours starts; `nil` where there is no hook, or it is not ours.
  func program(of hook: Hook) -> Path? { HookManager.content(path(hook)).flatMap { hook.program(in: $0) } }

  /// Whether any hook of ours is there.
  var areInstalled: Bool { Hook.allCases.contains { program(of: $0) != nil } }

  /// Those that can be written: there is none, or one of ours.
  var writable: [Hook] {
    isDirectoryOwn ? Hook.allCases.filter { program(of: $0) != nil || HookManager.isNothing(path($0)) } : []
  }

  /// Writes those of them that can be written, and answers why it could not. `program`: what git starts as the filter;
  /// git-munge is in the same directory.
  func write(_ hooks: [Hook], for program: Path) -> SystemError? { put(writable.filter(hooks.contains), for: program) }

  /// The same for those of ours that are there: nobody has asked for others.
  func renew(for program: Path) -> SystemError? { put(writable.filter { self.program(of: $0) != nil }, for: program) }

  private func put(_ hooks: [Hook], for program: Path) -> SystemError? {
    guard let munge = program.parent.map({ $0 / "git-munge" }), !hooks.isEmpty else { return nil }
    do throws(SystemError) {
      try FileSystem.makeDirectories(own)
      for hook in hooks { try FileSystem.replace(path(hook), with: hook.script(for: munge), mode: 0o755) }
      return nil
    } catch {
      return error
    }
  }

  /// As far as that can be done: what stays is told.
  func removeOurs() {
    for hook in Hook.allCases where program(of: hook) != nil { try? FileSystem.remove(path(hook)) }
  }

  // MARK: Those of others

  /// Those that git-munge must leave alone, and that do not call it.
  var advice: [HookAdvice] {
    if isRunningNone { return Hook.allCases.map { .notRun($0, directory: directory) } }
    let writable = writable
    return Hook.allCases.filter { !writable.contains($0) && !HookManager.calls($0, file($0)) }
      .map { .foreign($0, file: file($0)) }
  }

  /// What git runs.
  private func file(_ hook: Hook) -> Path { directory / hook.rawValue }

  /// What the configuration names as the folder is none.
  private var isRunningNone: Bool {
    guard let status = try? FileSystem.status(directory) else { return false }
    return status.kind == .other || status.kind == .regular
  }

  /// Those that call git-munge though it is uninstalled: of others, and ours that could not be removed.
  var left: [Path] {
    Set(Hook.allCases.flatMap { hook in [path(hook), file(hook)].filter { HookManager.calls(hook, $0) } }).sorted()
  }

  // MARK: Files

  /// Of a regular file: a link is somebody else's, and a FIFO would wait for ever.
  private static func content(_ path: Path) -> [UInt8]? {
    guard (try? FileSystem.status(path))?.kind == .regular else { return nil }
    return try? FileSystem.contents(path, limit: 1 << 20)
  }

  private static func isNothing(_ path: Path) -> Bool { (try? FileSystem.status(path)) == nil }

  /// Whether somebody has followed the advice, or a hook is ours.
  private static func calls(_ hook: Hook, _ path: Path) -> Bool {
    guard let content = content(path) else { return false }
    return String(decoding: content, as: UTF8.self).contains(hook.command)
  }
}
