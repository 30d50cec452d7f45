package import Platform

/// The filter of one working tree: smudges and cleans files by its plan.
///
/// Clean fails closed: if its result is not certain it reports an error, and with `filter.munge.required` git adds
/// nothing. Smudge fails open: git removes a file whose smudge fails, so it returns the canonical content and prints a
/// warning.
package struct Filter: ~Copyable {
  /// The state of the plan.
  private enum PlanState {
    /// No installation: both directions are the identity.
    case absent
    case ready(CompiledPlan)
    /// A transition between two plans runs or was interrupted.
    case moving(InFlightTransition)
    case broken(PlanError)
  }

  /// The use of the filter.
  package enum Use: Sendable {
    case filter
    /// The filter with `GIT_MUNGE_SKIP_SMUDGE`: smudge writes canonical content.
    case withoutSmudge
    /// The use by `EditorDiff`, without warnings. Content without a path is of a blob whose path git does not pass: all
    /// rules apply to it.
    case textconv
    /// The use by a command, which gives the plan and reports refusals.
    case command

    package static var configured: Use { Environment.isOn("GIT_MUNGE_SKIP_SMUDGE") ? .withoutSmudge : .filter }
  }

  /// The outcome of a request.
  package enum FilterOutcome: Equatable, Sendable {
    case unchanged
    /// The new content is in the output.
    case changed
    case refused
  }

  /// The digest of the rules file that the plan was made from; `nil` if it does not have to be compared (any more).
  private var fingerprint: Digest?
  private var hasSmudged = false
  private let directory: MungeDirectory?
  private var planState: PlanState
  /// The files that the state is read from, with their metadata when it was read; empty for a given plan.
  private var planFiles: [(path: Path, status: FileStatus?)] = []
  private let use: Use
  let purpose: LineLens.Purpose
  package internal(set) var warnings: Warnings
  /// The files that were cleaned as edits of another version.
  package internal(set) var edited: Set<Path> = []
  var resolver: SourceResolver
  package private(set) var refusal: String?
  package let spooling: Spool.Policy

  /// A filter with the plan of the repository that git has started this process in.
  package init(in git: GitDirectory? = .find(), for use: Use = .configured) {
    let directory = git.map { MungeDirectory($0) }
    let files = directory.map { [$0.journal, $0.plan, $0.mainPlan].uniqued } ?? []
    // The metadata before the files are read.
    let planFiles = files.map { ($0, try? FileSystem.status($0)) }
    let (planState, fingerprint) = Filter.planState(directory)
    self.init(planState, directory, use == .textconv ? .silent : Warnings(directory), .repository, use)
    self.planFiles = planFiles
    self.fingerprint = fingerprint
  }

  /// A filter with a given plan, for a transition of a working tree.
  package init(by plan: Plan, records: MungeDirectory?, warnings: Warnings, for purpose: LineLens.Purpose) {
    self.init(plan.isSilent ? .absent : .ready(CompiledPlan(plan)), records, warnings, purpose)
  }

  /// A filter during a transition, for one that resumes it.
  package init(during journal: Journal, records: MungeDirectory, warnings: Warnings, for purpose: LineLens.Purpose) {
    self.init(.moving(InFlightTransition(journal)), records, warnings, purpose)
  }

  private init(
    _ planState: PlanState, _ directory: MungeDirectory?, _ warnings: Warnings, _ purpose: LineLens.Purpose,
    _ use: Use = .command
  ) {
    self.planState = planState
    self.directory = directory
    self.warnings = warnings
    self.purpose = purpose
    self.use = use
    spooling = directory.map { .overflow(directory: $0.common, limit: Spool.maxInMemory) } ?? .memoryOnly
    resolver = SourceResolver(directory.map { SmudgeRecords($0) }, SourceReader(directory), spooling)
  }

  /// A filter for round trips, with records in memory and a repository of one blob. `nil` is a plan that changes
  /// nothing.
  init(by compiled: CompiledPlan?, holding blob: [UInt8]) {
    self.init(compiled.map { .ready($0) } ?? .absent, nil, .silent, .repository)
    resolver = SourceResolver(SmudgeRecords(nil), SourceReader(nil, .memory(blob)), .memoryOnly)
  }

  deinit { warnings.finish() }

  /// Reads the state of the plan, and the digest of the rules file that it was made from.
  private static func planState(_ directory: MungeDirectory?) -> (PlanState, Digest?) {
    do throws(PlanError) {
      if let journal = try directory?.loadJournal() { return (.moving(InFlightTransition(journal)), nil) }
      guard let plan = try directory?.load() else { return (.absent, nil) }
      return (plan.isSilent ? .absent : .ready(CompiledPlan(plan)), plan.fingerprint)
    } catch {
      return (.broken(error), nil)
    }
  }

  /// Reads the plan again if a command has written another one: git can have read content that was smudged by it.
  private mutating func followPlan() {
    // It runs for each file, and an error for a missing journal would take longer than the call.
    let isCurrent = planFiles.allSatisfy { path, status in
      status == nil ? !FileSystem.exists(path) : status == (try? FileSystem.status(path))
    }
    if isCurrent { return }
    planFiles = planFiles.map { ($0.path, try? FileSystem.status($0.path)) }
    let (state, fingerprint) = Filter.planState(directory)
    // git can have read local content before an uninstallation.
    if case .absent = state { return }
    planState = state
    self.fingerprint = fingerprint
  }

  /// Transforms `input`; if that changes it, the result is in `output`.
  package mutating func perform(
    _ request: FilterSession.Request, on input: borrowing Spool, into output: inout Spool
  ) -> FilterOutcome {
    if request.direction == .clean { followPlan() }
    let isSkipped =
      switch request.direction {
      case .smudge: use == .withoutSmudge
      case .clean: request.path.map(Exclusion.isExcluded) == true
      }
    if request.direction == .smudge && !isSkipped { hasSmudged = true }
    return switch (planState, request.direction) {
    case (.absent, _): .unchanged
    case (.moving, _) where isSkipped, (.broken, .clean) where isSkipped, (.ready, .smudge) where isSkipped: .unchanged
    case (.broken(let error), _): fail(request, "\(error)")
    case (.moving(let inFlight), .clean): clean(request, input, into: &output, inFlight)
    case (.moving(let inFlight), .smudge): perform(request, on: input, into: &output, by: inFlight.new)
    case (.ready(let compiled), _): perform(request, on: input, into: &output, by: compiled)
    }
  }

  /// Ends the process after the last file. If a checkout brought another rules file than that of the plan, it prints a
  /// notice.
  package mutating func finish() {
    guard hasSmudged, let fingerprint, let current = RulesFingerprint.read(in: Path(".")) else { return }
    // A hook can have applied or printed the new rules meanwhile: git waits for the filter last.
    let announced = directory.flatMap { try? FileSystem.contents($0.announced, limit: 1 << 10) }
    let isAnnounced = announced == current.hex.bytes
    if current != fingerprint && !isAnnounced && (try? directory?.load())?.fingerprint != current {
      Terminal.warn("git-munge: .gitmunge has changed: run `git munge install` to review and apply the new rules")
    }
    self.fingerprint = nil
  }

  /// Fails a request: clean fails closed, smudge fails open.
  mutating func fail(_ request: FilterSession.Request, _ why: String) -> FilterOutcome {
    if request.direction == .clean { return refuse(request, why) }
    warnings.report(
      .notSmudged, "not smudged: \(why); run `git munge install` to repair the installation", of: name(request))
    return .unchanged
  }

  /// Reports why a request fails.
  mutating func refuse(_ request: FilterSession.Request, _ why: String) -> FilterOutcome {
    refusal = why
    if use == .command { return .refused }
    warnings.report(.notCleaned, "not cleaned: \(why)", of: name(request))
    warnings.report(.notCleaned, "run `git munge install` to repair the installation; \(FilterBypass.line)")
    return .refused
  }

  /// The name of a file in warnings.
  func name(_ request: FilterSession.Request) -> String { request.path.map { "\($0)" } ?? "a file" }

  /// Transforms by one plan.
  mutating func perform(
    _ request: FilterSession.Request, on input: borrowing Spool, into output: inout Spool, by compiled: CompiledPlan
  ) -> FilterOutcome {
    do {
      let isOfAllRules = request.path == nil && use == .textconv
      let transform = isOfAllRules ? compiled.transformOfAllRules : compiled.transform(for: request.path)
      if request.direction == .clean { return try clean(request, input, into: &output, transform) }

      let summary = try transform.smudge(input, into: &output)
      let isChanged = summary.replacements > 0
      if !summary.isInvertible || summary.isCompared || resolver.records?.hasRecord(at: request.path) == true {
        if isChanged {
          resolver.record(output, input, named: request.blob, at: request.path)
        } else {
          resolver.record(input, input, named: request.blob, at: request.path)
        }
      }
      return isChanged ? .changed : .unchanged
    } catch {
      return fail(request, "\(error)")
    }
  }

  /// Transforms content in memory, by a given plan or the filter's own; `nil` if the filter refuses.
  package mutating func content(
    _ request: FilterSession.Request, _ bytes: [UInt8], by compiled: CompiledPlan? = nil
  ) -> [UInt8]? {
    var output = Spool()
    let outcome =
      if let compiled {
        perform(request, on: Spool(bytes), into: &output, by: compiled)
      } else {
        perform(request, on: Spool(bytes), into: &output)
      }
    return switch outcome {
    case .unchanged: bytes
    case .changed: output.inMemory
    case .refused: nil
    }
  }
}

/// The options that run one git command without the filter, for error messages.
package enum FilterBypass {
  package static let command = "git -c filter.munged.process= -c filter.munged.required=false ..."

  package static let line = "to run one command without the filter: \(command)"
}
