import Platform
import Rules
import Smudge
import Verify

// The checks, one function each.
extension Checks {
  private var tree: WorkingTree { session.tree }
  private var configuration: Configuration { session.configuration }
  private var plan: Plan? { session.readablePlan }

  /// What a check finds; `nil` if something else is missing for it.
  func findings(of check: Check) throws -> [Finding]? {
    switch check {
    // The state of the working tree says it.
    case .plan where !session.isInstalled, .configuration where !session.isInstalled,
      .rules where !session.isInstalled:
      nil
    case .plan: changedPlan().asFindings
    case .program: program()?.asFindings
    case .configuration: filterKeys().asFindings
    case .rules: try rules()
    case .attributes: try attributes().asFindings
    case .hooks: try hooks.findings.asFindings + uncheckedCommit()
    case .filter: try start()?.asFindings
    case .leftovers: leftovers().asFindings
    }
  }

  private func program() -> [Finding.Detail]? {
    guard let program = configuration.filterProgram else { return nil }
    guard FileSystem.isExecutable(program) else { return [.programMissing(program)] }
    let done = try? Subprocess.run(
      [program.bytes, "--version".bytes], environment: Environment.entries(changing: []))
    let version = escaped((done?.output ?? []).prefix { $0 != .newline })
    return version == "\(FilterKey.program) \(Version.current)" ? [] : [.otherVersion(program, found: version)]
  }

  private func changedPlan() -> [Finding.Detail] {
    if case .failure(let error) = session.plan { return [.damagedPlan(error)] }
    return difference.flatMap { $0.isEmpty ? nil : [.outdated($0)] } ?? []
  }

  private func filterKeys() -> [Finding.Detail] {
    rows.compactMap { row in
      guard case .key(let key, let scope) = row.resource else { return nil }
      let entry = configuration.entries.last { $0.key == key.name && $0.scope == scope }
      return entry.map { .wrongKey($0) } ?? .unsetKey(key.name)
    }
  }

  private func rules() throws -> [Finding]? {
    do {
      if try session.rules.get() != nil { return [] }
      let isInHead = try tree.holdsRulesInHead
      let isOlderBranch = plan?.isIdle == false && !isInHead
      return isOlderBranch ? nil : [Finding(.noRules(isInHead: isInHead))]
    } catch {
      return [try RulesCheck.bad(error)]
    }
  }

  private func start() throws -> [Finding.Detail]? {
    // The configured program is run, as git would, also if it is not that of git-munge.
    guard plan != nil, configuration.effective(FilterKey.process.name) != nil, configuration.missingProgram == nil,
      let file = try listing.value.munged.first(where: { $0.blob != nil })
    else { return nil }
    // Smudges the blob of the index, as a checkout does.
    let done = try tree.git.run(["cat-file", "--filters"], ":0:".bytes + file.path.bytes)
    if done.isSuccess { return [] }
    let lines = done.errors.split(separator: .newline).map { escaped($0) }
    return [.brokenFilter(file.path, words: lines.joined(separator: "; "))]
  }

  private func attributes() throws -> [Finding.Detail] {
    let block = AttributesBlock(tree)
    do {
      let own = try block.overriding().map { Finding.Detail.ownAttributes(block.file, line: $0, text: $1) }
      guard plan != nil else { return own }
      guard let lines = wanted[.lines] else { return [.lostAttributes] + own }
      if !rows.contains(where: { [.lines, .block].contains($0.resource) }) { return own }
      return try [block.holds(block.list() ?? lines) ? .newAttributes : .missingAttributes] + own
    } catch let error as InstallError { return [.unusableAttributes(error)] }
  }

  /// The finding for the last commit, if no hook has checked it and a branch has it.
  private func uncheckedCommit() throws -> [Finding] {
    guard hooks.areNeeded, let commit = tree.lastCommit, !commit.isChecked,
      try tree.git.run(["branch", "--contains", "\(commit.name)"]).output != [],
      let report = try? Verification(.range(["\(commit.name)^!"])).run(in: tree)
    else { return [] }
    let error = report.findings.first { $0.severity == .error }
    return [Finding(.uncheckedCommit(commit.name, error?.words), error?.severity ?? .note)]
  }

  /// The known leftovers; other files are not reported.
  private func leftovers() -> [Finding.Detail] {
    let edits = FileSystem.paths(in: tree.mungeDirectory.own).filter { $0.name.bytes.starts(with: "new".utf8) }
    return tree.leftovers.map { .leftover($0) } + edits.sorted().map { .displacedEdit($0) }
  }
}

extension [Finding.Detail] {
  var asFindings: [Finding] { map { Finding($0) } }
}
