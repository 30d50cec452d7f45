import ArgumentParser
import Munge
import Platform

/// `git munge verify`
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Prove that the repository is canonical, and that no local text got in.",
    discussion: """
      Reads what is committed, never what lies on disk, and needs nobody's values: it finds values of keys that are none \
      of the rule's, texts that look like a local text, local texts without variables, and mistakes in the rules and \
      attributes. Where this clone is munged, it knows your texts, too.

      Without arguments it looks at all that HEAD holds; with a range such as main..topic at what those commits bring in, \
      as for a pull request; with --history at every commit there is. Exits with 0 when all is well, 1 with findings, \
      2 when it could not check.
      """)

  @Argument(help: ArgumentHelp("A commit, or a range of commits such as main..topic.", valueName: "REV"))
  var revisions: [String] = []

  @Flag(help: "Look at what would be committed now.")
  var staged = false

  @Flag(help: "Look at the files on disk: whether a build from here ships what is committed.")
  var worktree = false

  @Flag(help: "Look at all commits of all branches and tags.")
  var history = false

  @Option(
    help: ArgumentHelp(
      "How the report is written: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "FORMAT"),
    completion: .list(ReportFormat.allCases.map(\.rawValue)), transform: VerifyCommand.format)
  var format = ReportFormat.human

  @Option(help: ArgumentHelp("Accept the findings of an earlier report in JSON.", valueName: "FILE"))
  var baseline: String?

  @Flag(help: "Take warnings for errors.")
  var strict = false

  @Option(help: ArgumentHelp("Check that clean undoes smudge for N generated value sets.", valueName: "N"))
  var simulate: Int?

  @Flag(help: "Show local texts in full; else their first characters at most.")
  var showValues = false

  @Option(
    help: ArgumentHelp(
      "As a hook of this name calls it: check what it could stop, and be quiet where all is well.", valueName: "NAME"),
    completion: .list(Hook.all(to: .guard).map(\.rawValue)), transform: VerifyCommand.hook)
  var hook: Hook?

  func validate() throws {
    if hook != nil { return }
    let given = [!revisions.isEmpty, staged, worktree, history].count { $0 }
    if given > 1 { throw ValidationError("Give one of REV, --staged, --worktree and --history.") }
    if revisions.count > 1, !isRange { throw ValidationError("Give one REV, or a range such as main..topic.") }
    if !(0...1000).contains(simulate ?? 0) { throw ValidationError("Give a number of value sets from 0 to 1000.") }
    if simulate != nil, staged || worktree { throw ValidationError("--simulate takes what a commit holds.") }
  }

  private var isRange: Bool { revisions.contains { $0.contains("..") || $0.hasPrefix("^") } }

  func run() throws {
    try reporting { () throws(MungeError) in
      guard let target = try target(), let found = try verified(target) else { return ("", false) }
      let report = try accepted(found)
      if format.machine?.hidesSummary ?? false, !isQuiet(report) { Terminal.warn("git-munge: \(report.summary)") }
      return (words(report), report.isFailing(strictly: strict))
    }
  }

  /// `nil` for a guard where there are neither rules nor texts of its own: it has nothing to stop.
  private func verified(_ target: VerifyTarget) throws(MungeError) -> VerifyReport? {
    let progress = ProgressLine()
    defer { progress.clear() }
    do throws(MungeError) {
      return try Verification(target, valueSets: simulate, progress: progress.show).run()
    } catch {
      if case .nothingToCheck = error, hook != nil { return nil }
      throw error
    }
  }

  private func accepted(_ report: VerifyReport) throws(MungeError) -> VerifyReport {
    guard let baseline else { return report }
    return report.accepting(try Baseline(contentsOf: Path(baseline)))
  }

  /// `nil` where a push brings nothing.
  private func target() throws(MungeError) -> VerifyTarget? {
    switch hook {
    case .preCommit: return .staged
    case .prePush: return try .pushed(revisions, input: input())
    case .postCheckout, .postMerge, .postRewrite, nil: break
    }
    if staged { return .staged }
    if worktree { return .worktree }
    if history { return .history }
    return isRange ? .range(revisions) : .revision(revisions.first ?? "HEAD")
  }

  private func words(_ report: VerifyReport) -> String {
    if isQuiet(report) { return "" }
    guard let format = format.machine else { return VerifyPrinter(report, showing).text }
    return report.text(as: format, showing: showing, strictly: strict)
  }

  /// git says enough when all is well.
  private func isQuiet(_ report: VerifyReport) -> Bool { hook != nil && report.problems.isEmpty }

  private var showing: Finding.Showing { showValues ? .plain : .masked }

  private static func format(_ name: String) throws -> ReportFormat {
    if let format = ReportFormat(rawValue: name) { return format }
    let names = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("'\(show(Array(name.utf8)))' is none of the formats: \(names)")
  }

  private static func hook(_ name: String) throws -> Hook {
    let hooks = Hook.all(to: .guard)
    if let hook = hooks.first(where: { $0.rawValue == name }) { return hook }
    let names = hooks.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("'\(show(Array(name.utf8)))' is none of the hooks that check: \(names)")
  }

  private func input() throws(MungeError) -> [UInt8] {
    do throws(SystemError) { return try Terminal.input() } catch { throw .system(error) }
  }
}

/// A line on a terminal that says how far a long search has come.
private struct ProgressLine {
  private let isShown = Terminal.isError

  func show(_ progress: Verification.Progress) {
    if isShown { Terminal.warn(over: "\(count(progress.commits, "commit")), \(count(progress.files, "file")) so far") }
  }

  func clear() { if isShown { Terminal.warn(over: "") } }
}
