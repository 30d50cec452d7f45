import ArgumentParser
import Platform
import Rules
import Verify
import WorkingTree

/// `git munge uninstall`
struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Restore canonical identifiers, and remove the filter.",
    discussion: """
      Restores the project's identifiers in the files on disk and removes the filter from this clone's \
      configuration. Uncommitted edits stay, and nothing is staged. Your values stay in git's \
      configuration for the next installation, and so do private rules in .git/munge/rules unless \
      you give --purge. A file of --rules is never removed.

      In a linked working tree (git worktree) only that tree is changed, and the filter stays for the \
      others. The main working tree can be uninstalled only after the linked ones; --all-worktrees \
      uninstalls all of them, from any.
      """)

  @Flag(help: "Uninstall in every working tree of this clone.")
  var allWorktrees = false

  @Flag(help: "Also remove private rules below the git directory (.git/munge/rules).")
  var purge = false

  @OptionGroup var dry: DryRunOption

  @OptionGroup var printing: ProgressOptions

  func run() throws {
    try reporting(quietly: printing.quiet) {
      var (tree, recovery) = try recoveredClone(printing.progress)
      // The recovery has completed an interrupted uninstallation.
      if case .uninstalled = recovery { return ("Uninstalled: git no longer runs the filter in this clone.\n", false) }
      tree.isDryRun = dry.dryRun
      let report = try Uninstall(tree, allWorktrees ? .allWorktrees : .thisTree, purge ? .remove : .keep).run()
      return (dry.titled(UninstallPrinter(report).text), false)
    }
  }
}

struct UninstallPrinter {
  private let report: UninstallReport

  init(_ report: UninstallReport) { self.report = report }

  var text: String {
    let lines = [first] + becameUnmodified + stillLocal + values + rules + leftovers + hooks
    return lines.joined(separator: "\n") + "\n"
  }

  private var first: String {
    if report.trees.isEmpty { return "git-munge is not installed here; its private rules were removed." }
    let trees = report.trees.count > 1 ? " in \(report.trees.count) working trees" : ""
    let files = "\(count(report.paths(\.rewritten).count, "file")) restored to canonical\(trees)"
    switch report.extent {
    case .tree: return "Uninstalled: \(files); git no longer runs the filter in this clone."
    case .worktree:
      return "This working tree is canonical: \(files). The filter stays for the clone's other working trees."
    }
  }

  private var becameUnmodified: [String] { unmodifiedLines(report.paths(\.becameUnmodified)) }

  private var stillLocal: [String] {
    list("Not restored, still with your identifiers (hidden from git, or without filter=munge):", report.paths(\.stillLocal))
  }

  private var values: [String] {
    if report.values.isEmpty { return [] }
    return ["Your values are kept:"] + report.values.map { "  \($0.name) (\($0.origin))" }
  }

  private var rules: [String] {
    report.keptRules.map { ["Your private rules are kept in \($0.name) (`git munge uninstall --purge` removes them)."] } ?? []
  }

  private var leftovers: [String] {
    if report.extent == .worktree || report.leftovers.isEmpty { return [] }
    return ["Not removed, because git-munge did not write it in this clone:"] + report.leftovers.map(line)
  }

  private var hooks: [String] {
    report.extent == .worktree ? [] : list("These hooks were not written by git-munge, and still call it:", report.hooks)
  }
}
