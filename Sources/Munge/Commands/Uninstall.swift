import Git
public import Platform
import Smudge

/// `git munge uninstall`: gives the canonical tree back, and leaves nothing in git's configuration but values.
public struct Uninstall {
  private let clone: Clone

  public init(_ clone: Clone) { self.clone = clone }

  public func run() throws(MungeError) -> UninstallReport {
    try clone.alone(uninstall)
  }

  private func uninstall() throws(MungeError) -> UninstallReport {
    let extent = try extent()
    let keys = try FilterKeys(clone.git)
    guard try isInstalled(keys) else { throw .notInstalled }
    if extent == .clone { try refuseWhileOthersAreMunged() }
    let result = try giveBack(extent)
    let left = try filesLeft(result.old)
    return UninstallReport(
      extent: extent, rewritten: result.done.rewritten.map(\.path),
      becameUnmodified: result.done.becameUnmodified, stillLocal: left,
      values: try clone.configuredValues(),
      leftovers: try FilterKeys(clone.git).configuration.entries.map { Override($0) })
  }

  /// The keys belong to all working trees; only the main one takes them away.
  private func extent() throws(MungeError) -> UninstallReport.Extent {
    clone.directory.own == clone.directory.common ? .clone : .worktree
  }

  private func isInstalled(_ keys: FilterKeys) throws(MungeError) -> Bool {
    let isFolderThere = try wrapping { () throws(SystemError) in
      try FileSystem.status(clone.folder.common) != nil
    }
    return isFolderThere || keys.configuration.entries.contains { $0.scope == "local" }
  }

  private func refuseWhileOthersAreMunged() throws(MungeError) {
    let paths = try clone.mungedWorktrees()
    if !paths.isEmpty { throw .otherWorktreesMunged(paths) }
  }

  private func giveBack(
    _ extent: UninstallReport.Extent
  ) throws(MungeError) -> (old: Plan, done: Transition.Result) {
    let rules = try? clone.rules()
    let old = try Install.previous(clone, rules, try clone.configuredValues())
    let transition = Transition(clone: clone, old: old, new: .idle)
    let files = try transition.files()
    return (old, try transition.perform(files, extent == .clone ? [.removeKeys, .removeFolders] : []))
  }

  /// Files that still show a local text, which git would now commit as it is: hidden ones, and those
  /// outside the attribute.
  private func filesLeft(_ old: Plan) throws(MungeError) -> [Path] {
    let lexicon = Lexicon(old)
    let outside = try clone.files(holding: lexicon.localTexts, side: .disk)
    let hidden = try clone.attributedFiles().filter(\.isHidden)
    return try (outside + hidden).map(\.path).kept { path throws(MungeError) in
      let bytes = try wrapping { () throws(SystemError) in
        try FileSystem.status(clone.worktree / path)?.kind == .regular
          ? FileSystem.contents(clone.worktree / path) : nil
      }
      return lexicon.occurrences(in: bytes ?? []).contains {
        $0.fit == .token && !$0.traits.isDisjoint(with: .foreign)
      }
    }
  }
}

/// What `git munge uninstall` did, and what it left.
public struct UninstallReport: Sendable {
  public enum Extent: Sendable {
    /// The main working tree, and with it the filter's configuration.
    case clone
    /// A linked working tree alone.
    case worktree
  }

  public let extent: Extent
  public let rewritten: [Path]
  public let becameUnmodified: [Path]
  /// Files that still show a local text: hidden from git, or outside the attribute.
  public let stillLocal: [Path]
  /// Kept, for the next installation.
  public let values: [Value]
  /// Filter keys that stay: at other levels, or not ours.
  public let leftovers: [Override]
}
