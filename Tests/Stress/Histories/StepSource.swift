// Chooses the developers' next steps by the state of a plain clone.

import Platform
import TestSupport

/// The state of a plain clone, as far as the choice of a step depends on it.
struct View {
  /// Paths, tracked or not.
  let paths: [String]
  let modified: [String]
  let unmerged: [String]
  let branches: [String]
  let isInOperation: Bool
  let isRebasing: Bool

  init(_ pair: ClonePair) throws {
    paths = try pair.plain.paths()
    let lines = pair.status.split(separator: "\n")
    modified = lines.filter { $0.hasPrefix("1 ") || $0.hasPrefix("2 ") }.compactMap(View.path)
    unmerged = lines.filter { $0.hasPrefix("u ") }.compactMap(View.path)
    branches = try pair.plain.below("refs/heads").keys.sorted()
    isInOperation = pair.isInOperation
    isRebasing = ["rebase-merge", "rebase-apply"].contains { pair.plain.isThere($0) }
  }

  private static func path(_ line: Substring) -> String? {
    line.split(separator: "\t").first?.split(separator: " ").last.map(String.init)
  }

  /// Files that a developer edits; other steps edit the files of git-munge and git.
  var editable: [String] { paths.filter { !$0.hasSuffix(".gitattributes") && $0 != ".gitmunge" } }
}

/// A stream of steps; the generator and the state decide each one.
struct StepSource {
  private let project: Project
  private var generator: SeededGenerator
  private var time = 100

  init(_ project: Project, _ generator: SeededGenerator) { (self.project, self.generator) = (project, generator) }

  mutating func developer(of count: Int) -> Int { generator.oneIn(3) ? number(count) : 0 }

  mutating func next(_ developer: Int, _ view: View) -> Step {
    time += 1
    let action =
      !view.unmerged.isEmpty && !generator.oneIn(5)
      ? resolution(view)
      : view.isInOperation && generator.oneIn(2)
        ? conclusion(view)
        : any(view)
    return Step(developer: developer, time: time, action: action)
  }

  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &generator) }

  private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &generator) ?? "none" }

  private mutating func resolution(_ view: View) -> Step.Action {
    let path = pick(view.unmerged)
    return switch number(8) {
    case 0: .git(["checkout", "--ours", "--", path])
    case 1: .git(["checkout", "--theirs", "--", path])
    case 2: .git(["rm", "-q", "--", path])
    case 3, 4: .edit(path, Edit(change: .keepBoth, place: 0, typed: .local))
    default: .git(["add", "--", path])
    }
  }

  private mutating func conclusion(_ view: View) -> Step.Action {
    if view.isRebasing { return .git(["rebase", pick(["--continue", "--continue", "--skip", "--abort"])]) }
    return switch number(5) {
    case 0: .git([pick(["merge", "cherry-pick", "revert"]), "--abort"])
    case 1: .git([pick(["merge", "cherry-pick", "revert"]), "--continue"])
    default: .git(["commit", "-q", "--no-edit"])
    }
  }

  private mutating func any(_ view: View) -> Step.Action {
    switch number(100) {
    case 0..<30: edit(view)
    case 30..<42: record(view)
    case 42..<54: switchBranch(view)
    case 54..<66: combine(view)
    case 66..<72: stash(view)
    case 72..<79: undo(view)
    case 79..<84: moveFiles(view)
    case 84..<90: exchange(view)
    case 90..<95: .wait
    default: munge(view)
    }
  }

  private mutating func typed() -> Edit.Typed { generator.oneIn(4) ? .canonical : .local }

  private mutating func edit(_ view: View) -> Step.Action {
    let path = pick(view.editable)
    if generator.oneIn(12) {
      let path = pick(Project.paths + Project.otherPaths)
      return .create(path, project.content(path, isTyped: true, &generator), typed())
    }
    let change: Edit.Change =
      switch number(10) {
      case 0...3: .insert(project.block(path, isTyped: true, &generator))
      case 4: .append(project.block(path, isTyped: true, &generator))
      case 5: .remove(1 + number(3))
      case 6, 7: .extend(" // \(time)")
      case 8: .copy(1 + number(6), to: number(100))
      default: .move(1 + number(4), to: number(100))
      }
    return .edit(path, Edit(change: change, place: 3 + number(100), typed: typed()))
  }

  private mutating func record(_ view: View) -> Step.Action {
    let message = ["-q", "-m", "m\(time)"]
    return switch number(12) {
    case 0, 1: .git(["add", "--all"])
    case 2: .git(["add", "--", pick(view.editable)])
    case 3: .git(["add", "-u"])
    case 4: .git(["commit"] + message)
    case 5...8: .git(["commit", "-a"] + message)
    case 9: .git(["commit"] + message + ["--", pick(view.modified)])
    case 10: .git(["commit", "-a", "--amend"] + message)
    default: .git(["commit", "--amend", "-q", "--no-edit"])
    }
  }

  private mutating func revision(_ view: View) -> String {
    pick(view.branches + ["HEAD", "origin/main", "origin/topic"]) + pick(["", "", "~1", "~2"])
  }

  private mutating func switchBranch(_ view: View) -> Step.Action {
    switch number(10) {
    case 0...5: .git(["checkout", "-q", pick(view.branches)])
    case 6: .git(["checkout", "-q", "--detach", revision(view)])
    case 7: .git(["switch", "-q", "--create", "b\(time)", revision(view)])
    // In such a merge git smudges without naming the blob, and smudge cannot decide between several canonical texts.
    case 8: .git(["checkout", "-q", project.fixed.isEmpty ? "--merge" : "--no-guess", pick(view.branches)])
    default: .git(["checkout", "-q", "--force", pick(view.branches)])
    }
  }

  private mutating func combine(_ view: View) -> Step.Action {
    let (branch, commit) = (pick(view.branches), revision(view))
    let reversed = project.fixed.isEmpty ? "-R" : "-R --index"
    return switch number(16) {
    case 0...2: .git(["merge", "-q", "--no-edit", branch])
    case 3: .git(["merge", "-q", "--no-edit", "--no-ff", branch])
    case 4: .git(["merge", "-q", "--no-edit", "-X", pick(["ours", "theirs", "renormalize"]), branch])
    case 5: .git(["merge", "-q", "--squash", branch])
    case 6: .git(["merge", "-q", "--ff-only", branch])
    case 7, 8: .git(["rebase", "-q", branch])
    case 9: .git(["rebase", "-q", pick(["--apply", "--autostash", "--force-rebase"]), branch])
    case 10, 11: .git(["cherry-pick", commit])
    case 12: .git(["cherry-pick", "--no-commit", commit])
    case 13: .git(["revert", "--no-edit", commit])
    case 14:
      .script(
        "git format-patch -q -1 --stdout \(commit) >.git/patch; git am -q .git/patch || { git am --abort; exit 1; }")
    // Without the index, git smudges the patched file without a blob as well: a local text of several canonical ones is
    // lost.
    default:
      .script(
        "git diff --binary \(commit) HEAD >.git/patch; git apply \(pick(["--index", "--3way", reversed])) .git/patch")
    }
  }

  private mutating func stash(_ view: View) -> Step.Action {
    switch number(8) {
    case 0...2: .git(["stash", "push", "-q"])
    case 3: .git(["stash", "push", "-q", "--include-untracked"])
    case 4: .git(["stash", "push", "-q", pick(["--keep-index", "--staged"])])
    case 5, 6: .git(["stash", "pop", "-q"])
    default: .git(["stash", "apply", "-q", "--index"])
    }
  }

  private mutating func undo(_ view: View) -> Step.Action {
    let path = pick(view.paths.filter { !$0.hasSuffix(".gitattributes") })
    return switch number(12) {
    case 0, 1: .git(["reset", "-q", "--hard", revision(view)])
    case 2: .git(["reset", "-q", "--soft", revision(view)])
    case 3: .git(["reset", "-q", revision(view)])
    case 4: .git(["reset", "-q", pick(["--keep", "--merge"]), revision(view)])
    case 5: .git(["restore", "--", path])
    case 6: .git(["restore", "--staged", "--", path])
    case 7: .git(["restore", "--source", revision(view), "--staged", "--worktree", "--", path])
    case 8: .git(["checkout", "-q", revision(view), "--", path])
    case 9: .git(["checkout", "-q", "--", "."])
    case 10: .git(["clean", "-fdq"])
    default: .git(["checkout", "-q", "HEAD", "--", path])
    }
  }

  private mutating func moveFiles(_ view: View) -> Step.Action {
    let path = pick(view.editable)
    switch number(5) {
    case 0, 1:
      // An edited file, or one with its own line endings, that moves out of the patterns needs a decision of the
      // developer.
      if path.hasSuffix(".win") || view.modified.contains(path) || view.isInOperation
        || !view.paths.contains(".gitmunge")
      {
        return .git(["commit", "-q", "-a", "-m", "m\(time)"])
      }
      return .git(["mv", "--", path, pick(Project.paths + Project.otherPaths)])
    case 2: return .git(["rm", "-q", "--", path])
    case 3: return .git(["rm", "-q", "-f", "--", path])
    default: return .remove(path)
    }
  }

  private mutating func exchange(_ view: View) -> Step.Action {
    let branch = pick(view.branches)
    return switch number(7) {
    case 0, 1: .git(["push", "-q", "origin", "HEAD:refs/heads/\(branch)"])
    case 2: .git(["push", "-q", "--force", "origin", "\(branch):refs/heads/\(branch)"])
    case 3: .git(["fetch", "-q"])
    case 4: .git(["pull", "-q", "--no-rebase", "--no-edit", "origin", branch])
    case 5: .git(["pull", "-q", "--rebase", "origin", branch])
    default: .git(["fetch", "-q", "--prune", "origin", "+refs/heads/*:refs/remotes/origin/*"])
    }
  }

  private mutating func munge(_ view: View) -> Step.Action {
    let words =
      switch number(4) {
      case 0, 1: ["install", "--yes"]
      case 2: ["set", "handle=" + pick(["x", "bnr", "long-handle-of-mine"])]
      default: ["set", "team=" + pick(["NEWTEAM123", "ANNA123456", "ABCDE12345"])]
      }
    let edit = Edit(change: .extend(" // \(time)"), place: 3 + number(100), typed: .local)
    return switch number(4) {
    case 0: .munge(words, .kill(call: 1 + number(120), pick(view.editable), edit))
    case 1: .munge(words, .save(pick(view.editable), edit))
    default: .munge(words, nil)
    }
  }
}
