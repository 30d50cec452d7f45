import Platform
import Rules
import Smudge
import Verify

/// The checks of `git munge doctor`, with one listing of files and configuration.
struct Examination {
  let session: Session
  let snapshot: IndexSnapshot
  let probe: FilterProbe?

  var tree: WorkingTree { session.tree }
  var keys: FilterKeys { session.keys }
  /// `nil` if there is none, or it is invalid.
  var plan: Plan? { session.readablePlan }

  init(_ tree: WorkingTree) throws {
    let (session, snapshot) = (try Session(tree), try IndexSnapshot(tree))
    probe = session.readablePlan.map { FilterProbe(tree, snapshot, $0) }
    (self.session, self.snapshot) = (session, snapshot)
  }

  func outcome(of check: Doctor.Check) throws -> DoctorReport.CheckOutcome {
    switch check {
    case .git: try git()
    case .program: try program()
    case .configuration: try filterKeys()
    case .rules: try rules()
    case .plan: try installation()
    case .start: try start(.asGitDoes)
    case .bareStart: try start(.bare)
    case .attributes: try attributes()
    case .files: try files()
    case .hooks: try hooks()
    case .leftovers: try leftovers()
    }
  }

  // MARK: Programs

  private func git() throws -> DoctorReport.CheckOutcome {
    let line = try tree.git.line(["version"])
    let version = String(decoding: line.drop { !(0x30...0x39).contains($0) }, as: UTF8.self)
    let numbers = version.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    let isOld = numbers.lexicographicallyPrecedes([2, 31])
    return DoctorReport.CheckOutcome(isOld ? [.oldGit(version)] : [], fine: version)
  }

  private func program() throws -> DoctorReport.CheckOutcome {
    let missing = missingHere()
    guard let program = keys.program else {
      let found = (try? FilterProgram.find()).map { "\($0)" }
      return DoctorReport.CheckOutcome(missing.isEmpty ? [] : [.noProgram(lookedIn: missing)], fine: found)
    }
    guard FileSystem.isExecutable(program) else {
      return DoctorReport.CheckOutcome([.programMissing(program, lookedIn: missing)], fine: nil)
    }
    let found = [resolved(program), try otherVersion(program), try replaceable(program)]
    return DoctorReport.CheckOutcome(found.compactMap(\.self), fine: "\(program)")
  }

  /// The directories in which the filter program was not found; empty if it was.
  private func missingHere() -> [Path] {
    do {
      _ = try FilterProgram.find()
      return []
    } catch {
      guard case MungeError.noFilter(let directories) = error else { return [] }
      return directories
    }
  }

  /// A finding for a program path that is the target of a stable link.
  private func resolved(_ program: Path) -> Finding.Detail? {
    guard let stable = try? FilterProgram.find(), stable != program,
      let real = try? FileSystem.realPath(stable), real == program
    else { return nil }
    return .movingProgram(program, stable: stable)
  }

  private func otherVersion(_ program: Path) throws -> Finding.Detail? {
    let done = try Subprocess.run([program.bytes, Array("--version".utf8)], environment: Environment.entries(changing: []))
    let words = escaped(done.output.prefix { $0 != UInt8(ascii: "\n") })
    return words == "\(FilterKey.program) \(Version.current)" ? nil : .otherVersion(program, found: words)
  }

  private func replaceable(_ program: Path) throws -> Finding.Detail? {
    let real = (try? FileSystem.realPath(program)) ?? program
    if program.isInside(tree.top) || real.isInside(tree.top) { return .programInsideWorktree(program) }
    let mode = try FileSystem.status(real)?.mode ?? 0
    return mode & 0o002 == 0 ? nil : .programWritable(real)
  }

  // MARK: Configuration, rules and plan

  private func filterKeys() throws -> DoctorReport.CheckOutcome {
    let entries = keys.configuration.entries
    guard tree.isInstalled(keys) else {
      return entries.isEmpty ? .skipped : DoctorReport.CheckOutcome(entries.map { .extraKey($0) }, fine: nil)
    }
    let extra = entries.filter { $0.scope != "local" && keys.configuration.effective($0.key) != $0 }
      .map { Finding.Detail.extraKey($0) }
    let wrong = try working(keys.program).map { program in
      keys.deviations(from: program).filter { !isReported($0, with: keys.program) }
        .map { deviation in deviation.found.map { .wrongKey($0) } ?? Finding.Detail.unsetKey(deviation.key.name) }
    } ?? []
    return DoctorReport.CheckOutcome(wrong + extra, fine: nil)
  }

  /// Whether the check of the program reports the program of a key: one problem, not one for each key.
  private func isReported(_ deviation: FilterKeys.Deviation, with program: Path?) -> Bool {
    guard let program, let found = deviation.found, deviation.key.program(in: found.text) == program else { return false }
    return !FileSystem.isExecutable(program) || resolved(program) != nil
  }

  /// The program for the keys: the configured one if it is valid, else the one next to this program; `nil` if there is none.
  private func working(_ program: Path?) throws -> Path? {
    guard let program, FileSystem.isExecutable(program), try otherVersion(program) == nil,
      resolved(program) == nil
    else { return try? FilterProgram.find() }
    return program
  }

  private func rules() throws -> DoctorReport.CheckOutcome {
    do {
      if let rules = try session.rules.get() { return .fine(try words(of: rules)) }
      let isOlderBranch = plan.map { !$0.isIdle } ?? false && !tree.holdsRulesInHead
      return isOlderBranch ? .skipped : DoctorReport.CheckOutcome([.noRules(isInHead: tree.holdsRulesInHead)], fine: nil)
    } catch {
      return .found([try RulesCheck.bad(error)])
    }
  }

  private func words(of rules: Rules) throws -> String {
    let idle = plan?.idleRules.count ?? 0
    let count = (rules.rules.count == 1 ? "1 rule" : "\(rules.rules.count) rules") + (idle == 0 ? "" : ", \(idle) idle")
    switch try RulesSource(tree, rules) {
    case .committed: return count
    case .private(let own): return "\(count), private: \(own.name)"
    case .both(let own, _): return "\(count), some private: \(own.name)"
    }
  }

  private func installation() throws -> DoctorReport.CheckOutcome {
    let detail: Finding.Detail?
    switch try session.state() {
    case .foreign, .notInstalled, .privateRulesUnused: detail = .notInstalled
    case .damaged(let error): detail = .damagedPlan(error)
    case .outdated: detail = .outdated
    case .munged, .idle, .rulesUnreadable, .rulesMissing, .branchWithoutRules, .misconfigured, .programMissing:
      let mode = try FileSystem.status(tree.mungeDirectory.plan)?.mode ?? 0
      detail = mode & 0o077 == 0 ? nil : .readablePlan(tree.mungeDirectory.plan)
    }
    return DoctorReport.CheckOutcome([detail].compactMap(\.self), fine: nil)
  }
}
