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
    case .plan where !session.isInstalled, .rules where !session.isInstalled: nil
    case .plan: changedPlan().asFindings
    case .program: try program().asFindings
    case .configuration: filterKeys().asFindings
    case .rules: try rules()
    case .attributes: try attributes().asFindings
    case .hooks: try hooks.findings.asFindings + uncheckedCommit()
    case .files: scan?.findings
    case .git: try git().asFindings
    case .filter: try start()?.asFindings
    case .leftovers: leftovers().asFindings
    }
  }

  private func git() throws -> [Finding.Detail] {
    let line = try tree.git.line(["version"])
    let version = line.drop { !(0x30...0x39).contains($0) }.string
    let numbers = version.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    return numbers.lexicographicallyPrecedes([2, 31]) ? [.oldGit(version)] : []
  }

  private func program() throws -> [Finding.Detail] {
    guard let program = configuration.filterProgram else {
      return search.missingIn.isEmpty ? [] : [.noProgram(lookedIn: search.missingIn)]
    }
    guard FileSystem.isExecutable(program) else { return [.programMissing(program, lookedIn: search.missingIn)] }
    return try [resolved(program), otherVersion(program), replaceable(program)].compactMap(\.self)
  }

  /// A finding for a program path that is the target of a stable link.
  private func resolved(_ program: Path) -> Finding.Detail? {
    guard let stable = search.program, stable != program,
      let real = try? FileSystem.realPath(stable), real == program
    else { return nil }
    return .movingProgram(program, stable: stable)
  }

  /// A finding for a program of another version.
  private func otherVersion(_ program: Path) -> Finding.Detail? {
    let done = try? Subprocess.run(
      [program.bytes, "--version".bytes], environment: Environment.entries(changing: []))
    let version = escaped((done?.output ?? []).prefix { $0 != .newline })
    return version == "\(FilterKey.program) \(Version.current)" ? nil : .otherVersion(program, found: version)
  }

  /// A finding for a program that others can replace.
  private func replaceable(_ program: Path) throws -> Finding.Detail? {
    let real = (try? FileSystem.realPath(program)) ?? program
    if program.isInside(tree.top) || real.isInside(tree.top) { return .programInsideWorktree(program) }
    let mode = try FileSystem.status(real)?.mode ?? 0
    return mode & 0o002 == 0 ? nil : .programWritable(real)
  }

  private func changedPlan() -> [Finding.Detail] {
    if case .failure(let error) = session.plan { return [.damagedPlan(error)] }
    return difference.flatMap { $0.isEmpty ? nil : [.outdated($0)] } ?? []
  }

  private func filterKeys() -> [Finding.Detail] {
    rows.compactMap { row in
      guard case .key(let key, let scope) = row.resource else { return nil }
      guard let entry = configuration.entries.last(where: { $0.key == key.name && $0.scope == scope }) else {
        return .unsetKey(key.name)
      }
      let isOther = scope > .local && entry.value != wanted[.key(key, .local)]
      return scope == .local || isOther ? .wrongKey(entry) : .extraKey(entry)
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
    guard let plan, configuration.effective(FilterKey.process.name) != nil, configuration.missingProgram == nil
    else { return nil }
    return try FilterProbe(tree, listing.value, plan).run()
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
    let lock = tree.gitDirectory.own / "index.lock"
    let locks: [Finding.Detail] = FileSystem.exists(lock) ? [.indexLock(lock)] : []
    return tree.leftovers.map { .leftover($0) } + edits.sorted().map { .displacedEdit($0) } + locks
  }
}

extension [Finding.Detail] {
  var asFindings: [Finding] { map { Finding($0) } }
}
