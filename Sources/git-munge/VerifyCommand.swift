import ArgumentParser
import Munge
import Platform

/// `git munge verify`
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Prove that the repository is canonical, and that no local text got in.",
    discussion: """
      Reads what is committed, never what lies on disk, and knows nobody's values: it finds values of keys that are none \
      of the rule's, texts that look like a local text, local texts without variables, and mistakes in the rules and \
      attributes. Where this clone is munged, it knows your texts, too.

      Without arguments it looks at all that HEAD holds; with A..B at what those commits bring in, as for a pull request; \
      with --history at every commit there is. Exits with 0 when all is well, 1 with findings, 2 when it could not check.
      """)

  @Argument(help: ArgumentHelp("A commit, or a range of commits such as main..topic.", valueName: "REV"))
  var revision: String?

  @Flag(help: "Look at what would be committed now.")
  var staged = false

  @Flag(help: "Look at the files on disk: whether a build from here ships what is committed.")
  var worktree = false

  @Flag(help: "Look at all commits of all branches and tags.")
  var history = false

  @Flag(help: "Take warnings for errors.")
  var strict = false

  @Flag(help: "Show local texts in full; else their first characters at most.")
  var showValues = false

  func validate() throws {
    let given = [revision != nil, staged, worktree, history].count { $0 }
    if given > 1 { throw ValidationError("Give one of REV, --staged, --worktree and --history.") }
  }

  func run() throws {
    try reporting { () throws(MungeError) in
      let report = try Verification(target).run()
      return (VerifyWords(report, showValues ? .plain : .masked).text, report.isFailing(strictly: strict))
    }
  }

  private var target: VerifyTarget {
    if staged { return .staged }
    if worktree { return .worktree }
    if history { return .history }
    guard let revision else { return .revision("HEAD") }
    return revision.contains("..") ? .range([revision]) : .revision(revision)
  }
}

/// A report of findings in words.
struct VerifyWords {
  private let report: VerifyReport
  private let showing: Finding.Showing

  init(_ report: VerifyReport, _ showing: Finding.Showing) { (self.report, self.showing) = (report, showing) }

  var text: String { (findings + repairs + advice + [summary]).joined(separator: "\n") + "\n" }

  private var findings: [String] {
    report.findings.flatMap { finding in
      let severity = palette.paint(finding.severity.rawValue, finding.severity == .error ? .problem : .heading)
      let line = "\(finding.place)\(severity): \(finding.message(showing)) [\(finding.kind.rawValue)]"
      return [line] + (finding.origin.map { ["    since \($0.commit.prefix(12)) of \($0.author)"] } ?? [])
    }
  }

  private var repairs: [String] {
    let repairs = report.findings.map(\.repair).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    if repairs.isEmpty { return [] }
    return [palette.paint("To repair:", .heading)] + repairs.map { "  \($0)" }
  }

  private var advice: [String] {
    report.advice.map { "\($0.place)advice: \($0.message(showing)); \($0.repair)" }
  }

  private var summary: String {
    let errors = report.findings.count { $0.severity == .error }
    let warnings = report.findings.count - errors
    let accepted = report.accepted == 0 ? "" : " (and \(report.accepted) accepted before)"
    let found = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { count($0.0, $0.1) }
    let words = found.isEmpty ? "nothing found" : found.joined(separator: ", ")
    return palette.paint("\(extent): \(words)\(accepted).", errors > 0 ? .problem : .good)
  }

  private var extent: String {
    let files = report.extent.files
    return switch report.target {
    case .revision(let name): "\(count(files, "munged file")) of \(name)"
    case .range, .history: "\(count(report.extent.commits, "commit")), \(count(files, "new version")) of files"
    case .staged: "\(count(files, "staged file"))"
    case .worktree: "\(count(files, "munged file")) on disk"
    }
  }
}

extension Finding {
  /// Before a message, as compilers write it.
  fileprivate var place: String {
    guard let location else { return "" }
    return [location.path.description, location.line.map { "\($0)" }, location.column.map { "\($0)" }]
      .compactMap { $0 }.joined(separator: ":") + ": "
  }
}
