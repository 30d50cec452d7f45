import ArgumentParser
import Platform
import Verify
import WorkingTree

/// `git munge verify`
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that the repository is canonical, without local texts.",
    discussion: """
      Reads what is committed, not what is on disk, and needs no values of developers. Reports values of keys that are \
      not canonical, texts that look local, local texts without variables, and mistakes in rules and attributes; in a \
      munged clone, also your own local texts.

      Without arguments it checks all that HEAD holds; with a range such as main..topic what those commits add, as for \
      a pull request; with --history every commit. Exits with 0 if nothing is wrong, 1 with findings, 2 if the check \
      failed.
      """)

  @Argument(
    help: ArgumentHelp("A commit, or a range of commits such as main..topic.", valueName: "REV"),
    completion: .shellCommand("git for-each-ref --format='%(refname:short)'"))
  var revisions: [String] = []

  @Flag(help: "Check the staged changes.")
  var staged = false

  @Flag(help: "Check the files on disk: whether a build from here ships what is committed.")
  var worktree = false

  @Flag(help: "Check all commits of all branches and tags.")
  var history = false

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Print the report in a format (\(ReportFormat.allCases.map(\.rawValue).joined(separator: ", "))); "
        + "with =FILE, also write one to a file. Repeatable.", valueName: "FORMAT[=FILE]"),
    completion: .list(ReportFormat.allCases.map(\.rawValue)),
    transform: RequestedReport.init)
  var reports: [RequestedReport] = []

  @Option(
    help: ArgumentHelp("Accept the findings that an earlier --report baseline wrote.", valueName: "FILE"),
    completion: .file())
  var baseline: String?

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(help: "Check that clean undoes smudge for generated values.")
  var simulate = false

  func validate() throws {
    if reports.count(where: { $0.path == nil }) > 1 { throw ValidationError("Give one --report without a file.") }
    let given = [!revisions.isEmpty, staged, worktree, history].count { $0 }
    if given > 1 { throw ValidationError("Give one of REV, --staged, --worktree and --history.") }
    if revisions.count > 1, !isRange {
      throw ValidationError("Give one REV, or a range such as main..topic.")
    }
    if simulate, staged || worktree {
      throw ValidationError("--simulate checks a commit: leave out --staged and --worktree.")
    }
  }

  private var format: ReportFormat { reports.first { $0.path == nil }?.format ?? .human }

  private var isRange: Bool { revisions.contains { $0.contains("..") || $0.hasPrefix("^") } }

  func run() throws {
    try reporting {
      var report = try Verification(target, isSimulating: simulate).run(in: .findUnlessBare())
      if let baseline { report = try report.accepting(baseline: read(baseline)) }
      for file in reports {
        try file.write(report.text(as: file.format, strictly: strict))
      }
      if format.hidesSummary { Terminal.warn("git-munge: \(report.summary)") }
      if format == .github { report.appendToSummary(strictly: strict) }
      return (report.text(as: format, strictly: strict, in: palette), report.isFailing(strictly: strict))
    }
  }

  private func read(_ baseline: String) throws -> [UInt8] {
    do throws(SystemError) { return try File(Path(baseline), .readRegular).readAll() } catch {
      let way = "`git munge verify --report baseline=\(Path(baseline).shellWord)` writes one"
      throw InputError.optionFile("--baseline", error, way: way)
    }
  }

  private var target: VerifyTarget {
    if staged { return .staged }
    if worktree { return .worktree }
    if history { return .history }
    return isRange ? .range(revisions) : .revision(revisions.first ?? "HEAD")
  }
}

/// A report, from `--report FORMAT[=FILE]`.
struct RequestedReport {
  let format: ReportFormat
  /// The file; `nil` for standard output.
  let path: Path?

  init(_ word: String) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    format = try named(String(parts[0]), "format", ReportFormat.allCases)
    path = parts.dropFirst().first.map { Path(String($0)) }
    if path == Path("") { throw ValidationError("'\(show(word.bytes))' names no file, as in json=verify.json") }
  }

  func write(_ text: String) throws {
    guard let path else { return }
    if let link = try (path.ancestors + [path]).first(where: isTracked) {
      throw InputError.trackedLink(link)
    }
    do throws(SystemError) { try FileSystem.write(path, text.bytes) } catch {
      throw error.isMissing
        ? InputError.optionFile("--report", error, way: "name a file in a directory that exists") : error
    }
  }

  /// Whether a path is a symbolic link in the index: a commit must not choose which file is written.
  private func isTracked(_ link: Path) throws -> Bool {
    guard try FileSystem.status(link)?.kind == .symbolicLink else { return false }
    let git = GitCommand(in: link.parent ?? Path("."), environment: [.unset("GIT_DIR"), .unset("GIT_WORK_TREE")])
    let name = ":(icase,literal)".bytes + link.name.bytes
    return !(try git.run(["ls-files".bytes, "--".bytes, name]).output.isEmpty)
  }
}

extension VerifyReport {
  /// Appends the report to the summary of a step of GitHub Actions, a file in Markdown that `GITHUB_STEP_SUMMARY`
  /// names, if any. An error is a warning: it does not change what was found.
  fileprivate func appendToSummary(strictly: Bool) {
    guard let name = Environment.value("GITHUB_STEP_SUMMARY"), !name.isEmpty else { return }
    do {
      let file = try File(Path(name), .append(mode: 0o644))
      // The text of another program need not end with an empty line.
      try file.write("\n\n\(markdownText(strictly: strictly))".bytes)
    } catch {
      Terminal.warn("git-munge: cannot write the summary of the job (GITHUB_STEP_SUMMARY): \(error)")
    }
  }
}
