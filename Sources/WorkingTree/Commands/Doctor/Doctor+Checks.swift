import Platform
import Rules
import Smudge
import Verify

// The checks, one function each.
extension Doctor {
  typealias Outcome = DoctorReport.CheckOutcome

  private var tree: WorkingTree { session.tree }
  private var configuration: Configuration { session.configuration }
  private var plan: Plan? { session.readablePlan }
  private var snapshot: IndexSnapshot { get throws { try listing.value } }

  func outcome(of part: Check) throws -> Outcome {
    switch part {
    case .git: try git()
    case .program: try program()
    case .configuration: try filterKeys()
    case .rules: try rules()
    case .plan: Outcome(row(.plan).findings)
    case .start: try start(.asGitDoes)
    case .bareStart: try start(.bare)
    case .attributes: try attributes()
    case .files: try files()
    case .hooks: Outcome(hooks.findings)
    case .leftovers: try leftovers()
    }
  }

  /// The findings about some parts.
  func findings(about parts: [Check]) throws -> [Finding] {
    try parts.flatMap { try outcome(of: $0).findings }
  }

  private func git() throws -> Outcome {
    let line = try tree.git.line(["version"])
    let version = line.drop { !(0x30...0x39).contains($0) }.string
    let numbers = version.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    let isOld = numbers.lexicographicallyPrecedes([2, 31])
    return Outcome(isOld ? [.oldGit(version)] : [], fine: version)
  }

  private func program() throws -> Outcome {
    guard let program = configuration.filterProgram else {
      return Outcome(
        search.missingIn.isEmpty ? [] : [.noProgram(lookedIn: search.missingIn)], fine: search.program.map { "\($0)" })
    }
    guard FileSystem.isExecutable(program) else {
      return Outcome([.programMissing(program, lookedIn: search.missingIn)])
    }
    let findings = [resolved(program), try otherVersion(program), try replaceable(program)]
    return Outcome(findings.compactMap(\.self), fine: "\(program)")
  }

  /// A finding for a program path that is the target of a stable link.
  private func resolved(_ program: Path) -> Finding.Detail? {
    guard let stable = search.program, stable != program,
      let real = try? FileSystem.realPath(stable), real == program
    else { return nil }
    return .movingProgram(program, stable: stable)
  }

  /// A finding for a program of another version.
  private func otherVersion(_ program: Path) throws -> Finding.Detail? {
    let done = try Subprocess.run(
      [program.bytes, "--version".bytes], environment: Environment.entries(changing: []))
    let version = escaped(done.output.prefix { $0 != .newline })
    return version == "\(FilterKey.program) \(Version.current)" ? nil : .otherVersion(program, found: version)
  }

  /// A finding for a program that others can replace.
  private func replaceable(_ program: Path) throws -> Finding.Detail? {
    let real = (try? FileSystem.realPath(program)) ?? program
    if program.isInside(tree.top) || real.isInside(tree.top) { return .programInsideWorktree(program) }
    let mode = try FileSystem.status(real)?.mode ?? 0
    return mode & 0o002 == 0 ? nil : .programWritable(real)
  }

  private func filterKeys() throws -> Outcome {
    let entries = configuration.filterEntries
    guard tree.mungeDirectory.isInstalled || configuration.hasOwn(.process) else {
      return entries.isEmpty ? .skipped : Outcome(entries.map { .extraKey($0) })
    }
    let extra = entries.filter { $0.scope != .local && configuration.effective($0.key) != $0 }
      .map { Finding.Detail.extraKey($0) }
    return Outcome(row(.keys).findings + extra)
  }

  private func rules() throws -> Outcome {
    do {
      if let rules = try session.rules.get() { return .fine(try words(of: rules)) }
      let isOlderBranch = plan.map { !$0.isIdle } ?? false && !tree.holdsRulesInHead
      return isOlderBranch ? .skipped : Outcome([.noRules(isInHead: tree.holdsRulesInHead)])
    } catch {
      return .found([try RulesCheck.bad(error)])
    }
  }

  /// The number and the origin of rules.
  private func words(of rules: Rules) throws -> String {
    let idle = plan?.idleRules.count ?? 0
    let summary = count(rules.rules.count, "rule") + (idle == 0 ? "" : ", \(idle) idle")
    return switch try RulesSource(tree, rules) {
    case .committed: summary
    case .private(let own): "\(summary), private: \(own.name)"
    case .both(let own, _): "\(summary), some private: \(own.name)"
    }
  }

  private func start(_ surroundings: FilterProbe.ProbeEnvironment) throws -> Outcome {
    // The configured program is run, as git would, also if it is not that of git-munge.
    guard let plan, configuration.effective(FilterKey.process.name) != nil, configuration.missingProgram == nil
    else { return .skipped }
    return try FilterProbe(tree, snapshot, plan).run(surroundings)
  }

  private func attributes() throws -> Outcome {
    let own = ownAttributes()
    guard let plan, plan != .idle else { return own.isEmpty ? .skipped : Outcome(own) }
    return try Outcome(row(.attributes).findings + own, fine: "\(snapshot.munged.count)")
  }

  /// Lines of `info/attributes` that override the plan. A file that cannot be read is another finding.
  private func ownAttributes() -> [Finding.Detail] {
    let block = AttributesBlock(tree)
    return ((try? block.overriding()) ?? []).map { .ownAttributes(block.file, line: $0, text: $1) }
  }

  private func files() throws -> Outcome {
    guard let plan else { return .skipped }
    let scan = try WorkingTreeScanner(tree, snapshot, plan, session.readableRules, .developer).run()
    return scan.findings.isEmpty ? .fine(nil) : .found(scan.findings)
  }

  /// The known leftovers; other files are not reported.
  private func leftovers() throws -> Outcome {
    let edits = FileSystem.paths(in: tree.mungeDirectory.own).filter { $0.name.bytes.starts(with: "new".utf8) }
    let lock = tree.gitDirectory.own / "index.lock"
    let locks: [Finding.Detail] = FileSystem.exists(lock) ? [.indexLock(lock)] : []
    return Outcome(row(.leftovers).findings + edits.sorted().map { .displacedEdit($0) } + locks)
  }
}
