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
      configuration. Uncommitted edits stay, and nothing is staged. Your values in this clone and private rules \
      stay; the commands that delete them are printed.

      Uninstalls in all working trees of the clone (git worktree), and asks where another one is munged. \
      With --this-worktree only this one is changed, and the filter stays for the others.
      """)

  @Flag(help: "Uninstall in this working tree only.")
  var thisWorktree = false

  @Flag(name: [.long, .customShort("y")], help: "Uninstall in all working trees, without asking.")
  var yes = false

  @OptionGroup var dry: DryRunOption

  func run() throws {
    try reporting {
      let (tree, recovery) = try recoveredClone()
      // The recovery has completed an interrupted uninstallation.
      if case .uninstalled = recovery {
        return ("Uninstalled: git no longer runs the filter in this clone.\n", false)
      }
      let uninstall = Uninstall(tree, isDryRun: dry.dryRun)
      let report = try thisWorktree ? uninstall.runHere() : uninstall.run(areAgreed)
      return (dry.titled(report.text), false)
    }
  }

  /// Whether other working trees that are munged are uninstalled as well.
  private func areAgreed(_ others: [Path]) -> Bool {
    let names = list("Also munged, in this clone:", others).text
    return yes || dry.dryRun || Prompt.agrees("\(names)Uninstall in all working trees? [y/N] ")
  }
}

extension UninstallReport {
  fileprivate var text: String {
    ([first] + list("Now unmodified (only identifiers differed):", paths(\.outcome.becameUnmodified))
      + list(
        "Not restored, still with your identifiers "
          + "(hidden from git, without filter=munge, or recorded by `git rerere`):",
        paths(\.stillLocal))
      + valueLines + (keptRules.map { ["Your private rules are kept. To delete them: rm \($0.shellQuoted)"] } ?? []))
      .text
  }

  private var valueLines: [String] {
    if values.isEmpty { return [] }
    let names = values.keys.sorted()
    let texts = names.map { "\($0)=\(excerpt(values[$0] ?? []))" }.joined(separator: ", ")
    return ["Kept in this clone: \(texts). To delete: git munge set --unset \(names.joined(separator: " "))"]
  }

  private var first: String {
    let places = trees.count > 1 ? " in \(trees.count) working trees" : ""
    let number = paths(\.outcome.rewritten).count
    let files = "\(count(number, "file"))\(places) \(number == 1 ? "is" : "are") the project's again"
    return files + (isWhole ? "; your other edits stay." : ". The filter stays for the clone's other working trees.")
  }
}
