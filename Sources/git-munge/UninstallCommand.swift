import ArgumentParser
import Munge
import Platform

/// `git munge uninstall`
struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Give the canonical working tree back.",
    discussion: """
      Puts the project's identifiers back into the files on disk and takes the filter out of this \
      clone's configuration. Uncommitted edits stay, and nothing is staged. Your values stay in git's \
      configuration for the next installation. In a linked working tree it deals with that tree alone.
      """)

  func run() throws {
    try reporting { () throws(MungeError) in
      let (clone, recovery) = try recoveredClone()
      // It was the command that had been interrupted.
      if recovery?.isUninstalled == true { return ("Uninstalled: git no longer starts the filter in this clone.\n", false) }
      let report = try Uninstall(clone).run()
      return (UninstallWords(report).text, false)
    }
  }
}

/// The report of an uninstallation in words.
struct UninstallWords {
  private let report: UninstallReport

  init(_ report: UninstallReport) { self.report = report }

  var text: String {
    let lines = [first] + becameUnmodified + stillLocal + values + leftovers
    return lines.joined(separator: "\n") + "\n"
  }

  private var first: String {
    let files = "\(count(report.rewritten.count, "file")) put back to canonical"
    switch report.extent {
    case .clone: return "Uninstalled: \(files); git no longer starts the filter in this clone."
    case .worktree:
      return "This working tree is canonical: \(files). The filter stays for the clone's other working trees."
    }
  }

  private var becameUnmodified: [String] {
    list("Now unmodified, as only identifiers had differed:", report.becameUnmodified)
  }

  private var stillLocal: [String] {
    list("Left as they are, with your identifiers in them (hidden from git, or without filter=munge):", report.stillLocal)
  }

  private var values: [String] {
    if report.values.isEmpty { return [] }
    return ["Your values are kept:"] + report.values.map { "  \($0.name) (\($0.origin))" }
  }

  private var leftovers: [String] {
    if report.extent == .worktree || report.leftovers.isEmpty { return [] }
    return ["Left alone, as git-munge did not write it in this clone:"] + report.leftovers.map(line)
  }
}
