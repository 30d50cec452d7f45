import Git
import Platform
import Smudge

/// The hooks of a clone: git-munge writes its own where there are none, and never touches another.
struct Hooks {
  private let clone: Clone
  /// Where git looks for them.
  let folder: Path
  /// Whether that is the clone's own, which nobody else uses.
  let isFolderOwn: Bool

  init(_ clone: Clone) throws(MungeError) {
    self.clone = clone
    let line = try wrapping { () throws(GitError) in try clone.git.line(["rev-parse", "--git-path", "hooks"]) }
    folder = clone.worktree / Path(line)
    let own = clone.directory.common / "hooks"
    isFolderOwn = folder == own || (try? FileSystem.realPath(folder)) == (try? FileSystem.realPath(own))
  }

  func path(_ hook: Hook) -> Path { folder / hook.rawValue }

  /// The program that a hook of ours starts; `nil` where there is no hook, or it is not ours.
  func program(of hook: Hook) -> Path? { content(hook).flatMap { hook.program(in: $0) } }

  /// Whether any hook of ours is there.
  var areInstalled: Bool { isFolderOwn && Hook.allCases.contains { program(of: $0) != nil } }

  /// Those that git-munge must leave alone, each with the place for a line.
  var advice: [HookAdvice] {
    Hook.allCases.compactMap { hook in
      if !isFolderOwn { return foreignFolder(hook) }
      if !FileSystem.exists(path(hook)) && !isLink(path(hook)) { return nil }
      guard let content = content(hook) else { return HookAdvice(hook: hook, keeper: .somebody, file: path(hook)) }
      if hook.isOurs(content) { return nil }
      return place(hook, HookKeeper(of: content))
    }
  }

  /// A folder that the configuration names may be committed, or shared with other clones.
  private func foreignFolder(_ hook: Hook) -> HookAdvice? {
    if ((try? FileSystem.status(folder)) ?? nil).map({ $0.kind != .directory }) == true {
      return HookAdvice(hook: hook, keeper: .nobody, file: folder)
    }
    let isHusky = folder.bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual(".husky".utf8) }
    return place(hook, isHusky ? .husky : content(hook).map { HookKeeper(of: $0) } ?? .somebody)
  }

  private func place(_ hook: Hook, _ keeper: HookKeeper) -> HookAdvice? {
    let file =
      switch keeper {
      case .husky: clone.worktree / ".husky" / hook.rawValue
      case .lefthook: clone.worktree / "lefthook.yml"
      case .preCommit: clone.worktree / ".pre-commit-config.yaml"
      case .somebody, .nobody: path(hook)
      }
    let there = ((try? FileSystem.contents(file, limit: 1 << 20)) ?? nil) ?? []
    return calls(hook, there) ? nil : HookAdvice(hook: hook, keeper: keeper, file: file)
  }

  private func content(_ hook: Hook) -> [UInt8]? {
    guard !isLink(path(hook)) else { return nil }
    return (try? FileSystem.contents(path(hook), limit: 1 << 20)) ?? nil
  }

  private func isLink(_ path: Path) -> Bool { ((try? FileSystem.status(path)) ?? nil)?.kind == .symbolicLink }

  /// Whether somebody has followed the advice.
  private func calls(_ hook: Hook, _ content: [UInt8]) -> Bool {
    String(decoding: content, as: UTF8.self).contains(hook.command)
  }

  // MARK: Ours

  /// Those that can be written: there is none, or one of ours.
  var writable: [Hook] {
    if !isFolderOwn { return [] }
    return Hook.allCases.filter { hook in
      program(of: hook) != nil || !FileSystem.exists(path(hook)) && !isLink(path(hook))
    }
  }

  /// `program`: what git starts as the filter; git-munge lies beside it.
  func write(for program: Path) throws(MungeError) {
    guard let munge = Hooks.munge(beside: program) else { return }
    try wrapping { () throws(SystemError) in
      try FileSystem.makeDirectories(folder)
      for hook in writable { try FileSystem.replace(path(hook), with: hook.script(for: munge), mode: 0o755) }
    }
  }

  static func munge(beside filter: Path) -> Path? { filter.parent.map { $0 / "git-munge" } }

  func removeOurs() throws(MungeError) {
    if !isFolderOwn { return }
    try wrapping { () throws(SystemError) in
      for hook in Hook.allCases where program(of: hook) != nil { try FileSystem.remove(path(hook)) }
    }
  }

  /// Those that somebody else keeps, and that still call git-munge.
  var callers: [Path] {
    Hook.allCases.filter { hook in content(hook).map { calls(hook, $0) && !hook.isOurs($0) } ?? false }.map(path)
  }
}
