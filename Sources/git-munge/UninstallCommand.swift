import ArgumentParser
import Platform
import Rules
import WorkingTree

/// `git munge uninstall`
struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Restore canonical identifiers, and remove the filter.",
    discussion: """
      Restores the project's identifiers in the files on disk and removes the filter from this clone's \
      configuration. Uncommitted edits stay, and nothing is staged. Your values stay in git's \
      configuration for the next installation, and so do private rules in .git/munge/rules unless \
      you give --purge. A file of --rules is never removed.

      Uninstalls in all working trees of the clone (git worktree), and asks where another one is munged. \
      With --this-worktree only this one is changed, and the filter stays for the others.
      """)

  @Flag(help: "Uninstall in this working tree only.")
  var thisWorktree = false

  @Flag(name: [.long, .customShort("y")], help: "Uninstall in all working trees without asking.")
  var yes = false

  @Flag(help: "Also remove private rules below the git directory (.git/munge/rules).")
  var purge = false

  @OptionGroup var dry: DryRunOption
  @OptionGroup var printing: ProgressOptions

  func run() throws {
    try reporting(quietly: printing.quiet) {
      let (tree, recovery) = try recoveredClone(printing.progress)
      // The recovery has completed an interrupted uninstallation.
      if case .uninstalled = recovery {
        return ("Uninstalled: git no longer runs the filter in this clone.\n", false)
      }
      let uninstall = Uninstall(tree, purging: purge, isDryRun: dry.dryRun)
      let report = try thisWorktree ? uninstall.runHere() : uninstall.run(areAgreed)
      return (dry.titled(report.text), false)
    }
  }

  /// Whether other working trees that are munged are uninstalled as well.
  private func areAgreed(_ others: [Path]) -> Bool {
    let names = list("Also munged, in this clone:", others).text
    return yes || dry.dryRun || Prompt.agrees("\(names)Uninstall in all working trees? [y/N] ")
  }

  func validate() throws {
    if thisWorktree && purge {
      throw ValidationError("--purge removes what all working trees share: leave out --this-worktree.")
    }
  }
}

extension UninstallReport {
  fileprivate var text: String {
    let rules =
      keptRules.map { ["Your private rules are kept in \($0.name) (`git munge uninstall --purge` removes them)."] }
      ?? []
    return
      ([first] + list("Now unmodified (only identifiers differed):", paths(\.outcome.becameUnmodified))
      + list(
        "Not restored, still with your identifiers "
          + "(hidden from git, without filter=munge, or recorded by `git rerere`):",
        paths(\.stillLocal))
      + list("Your values are kept:", values.map { "\($0.name) (\($0.origin))" }) + rules
      + list("Not removed, because git-munge did not write it in this clone:", leftovers.map(\.words))
      + list("These hooks were not written by git-munge, and still call it:", hooks)).text
  }

  private var first: String {
    if trees.isEmpty { return "git-munge is not installed here; its private rules were removed." }
    let places = trees.count > 1 ? " in \(trees.count) working trees" : ""
    let files = "\(count(paths(\.outcome.rewritten).count, "file")) restored to canonical\(places)"
    return switch extent {
    case .tree: "Uninstalled: \(files); git no longer runs the filter in this clone."
    case .worktree: "This working tree is canonical: \(files). The filter stays for the clone's other working trees."
    }
  }
}
