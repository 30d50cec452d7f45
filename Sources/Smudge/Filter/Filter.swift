package import Platform

/// Transforms one file after another by the plan of one working tree.
///
/// Clean fails closed: on any doubt git is told of an error, and with `filter.munge.required` it stops
/// before anything reaches the repository. Smudge fails open: git deletes a file whose smudge fails,
/// so the canonical content is handed on and a warning says so.
package struct Filter: ~Copyable {
  /// What is known of the working tree.
  private enum PlanState {
    /// git-munge was never installed here: both directions are the identity.
    case absent
    case ready(CompiledPlan)
    /// Between two plans: a transition is under way, or was killed.
    case moving(InFlightTransition)
    case broken(PlanError)
  }

  /// How the smudging of files is wanted.
  private enum SmudgeMode {
    case on
    /// `GIT_MUNGE_SKIP_SMUDGE`: canonical content is to reach the disk.
    case skipped
  }

  /// What becomes of a file.
  package enum FilterOutcome: Equatable, Sendable {
    case unchanged
    /// The output holds the new content.
    case changed
    /// Clean could not vouch for a result.
    case refused
  }

  /// Of the rules file that the plan was made from, until it was looked at whether that is still the file
  /// there is; `nil`: there is nothing to look at.
  private var fingerprint: Digest?
  private var isMungingTree = false
  private let directory: MungeDirectory?
  private let planState: PlanState
  private let smudgeMode: SmudgeMode
  let purpose: LineLens.Purpose
  var warnings: Warnings
  var resolver: SourceResolver
  /// Why the last file was refused.
  package private(set) var refusal: String?
  /// Where content goes that is too large for memory.
  package let spooling: Spool.Policy

  private static let maxInMemory = 1 << 24

  /// Reads the plan of the repository that git has started this process in.
  package init(in git: GitDirectory? = .find()) {
    let directory = git.map { MungeDirectory($0) }
    let (planState, fingerprint) = Filter.planState(directory)
    let smudgeMode = Environment.isOn("GIT_MUNGE_SKIP_SMUDGE") ? SmudgeMode.skipped : .on
    self.init(planState, directory, Warnings(directory), .repository, smudgeMode)
    self.fingerprint = fingerprint
  }

  /// A filter by a plan that is at hand, for a program that rewrites a working tree.
  package init(by plan: Plan, notes: MungeDirectory?, warnings: Warnings, for purpose: LineLens.Purpose) {
    self.init(plan.isSilent ? .absent : .ready(CompiledPlan(plan)), notes, warnings, purpose)
  }

  /// A filter that finishes a transition that was killed.
  package init(during journal: Journal, notes: MungeDirectory, warnings: Warnings, for purpose: LineLens.Purpose) {
    self.init(.moving(InFlightTransition(journal)), notes, warnings, purpose)
  }

  private init(
    _ planState: PlanState, _ directory: MungeDirectory?, _ warnings: Warnings, _ purpose: LineLens.Purpose,
    _ smudgeMode: SmudgeMode = .on
  ) {
    (self.planState, self.directory, self.warnings) = (planState, directory, warnings)
    (self.purpose, self.smudgeMode) = (purpose, smudgeMode)
    spooling = directory.map { .overflow(directory: $0.common, limit: Filter.maxInMemory) } ?? .memoryOnly
    resolver = SourceResolver(directory.map { SmudgeRecords($0) }, Sources(index: directory?.index), spooling)
  }

  /// A filter that keeps its notes in memory, and for which the repository holds one blob at most, to try a round trip. No
  /// lexicon: of a plan with nothing to change.
  init(by compiled: CompiledPlan?, holding blob: HeldBlob?) {
    self.init(compiled.map { .ready($0) } ?? .absent, nil, .silent, .repository)
    resolver = SourceResolver(SmudgeRecords(), Sources(holding: blob), .memoryOnly)
  }

  private static func planState(_ directory: MungeDirectory?) -> (PlanState, Digest?) {
    do throws(PlanError) {
      if let journal = try directory?.loadJournal() { return (.moving(InFlightTransition(journal)), nil) }
      guard let plan = try directory?.load(), plan != .idle else { return (.absent, nil) }
      return (plan.isSilent ? .absent : .ready(CompiledPlan(plan)), plan.fingerprint)
    } catch {
      return (.broken(error), nil)
    }
  }

  /// Transforms `input`; where that changes it, the result is in `output`.
  package mutating func perform(
    _ request: Session.Request, on input: borrowing Spool, into output: inout Spool
  ) -> FilterOutcome {
    if request.direction == .smudge && smudgeMode == .on { isMungingTree = true }
    let isLeftAlone = switch request.direction {
    case .smudge: smudgeMode == .skipped
    case .clean: request.path.map(Exclusion.isExcluded) == true
    }
    return switch (planState, request.direction) {
    case (.absent, _): .unchanged
    case (.moving, _) where isLeftAlone, (.broken, .clean) where isLeftAlone, (.ready, .smudge) where isLeftAlone: .unchanged
    case (.broken(let error), _): fail(request, "\(error)")
    case (.moving(let inFlight), .clean): clean(request, input, into: &output, inFlight)
    case (.moving(let inFlight), .smudge): perform(request, on: input, into: &output, inFlight.new)
    case (.ready(let compiled), _): perform(request, on: input, into: &output, compiled)
    }
  }

  /// There are no more files. A checkout may have brought other rules than those that it was smudged by.
  package mutating func finish() {
    guard isMungingTree, let fingerprint, let found = RulesFingerprint.read(in: Path(".")) else { return }
    // A hook may have followed them meanwhile: git waits for the filter last.
    if found != fingerprint && (try? directory?.load())?.fingerprint != found {
      Terminal.warn("git-munge: .gitmunge is not what this working tree was munged by: `git munge refresh` shows what has changed")
    }
    self.fingerprint = nil
  }

  /// The content did not arrive whole.
  package mutating func lose(_ request: Session.Request, _ error: SystemError) -> FilterOutcome {
    refuse(request, "the content could not be kept (\(error))")
  }

  /// Clean fails closed, and smudge open.
  mutating func fail(_ request: Session.Request, _ why: String) -> FilterOutcome {
    switch request.direction {
    case .clean: return refuse(request, why)
    case .smudge:
      warnings.say("\(name(request)): left canonical: \(why); `git munge install` repairs an installation")
      return .unchanged
    }
  }

  private mutating func refuse(_ request: Session.Request, _ why: String) -> FilterOutcome {
    refusal = why
    warnings.say("\(name(request)): not cleaned: \(why)")
    warnings.say("`git munge install` repairs an installation; \(FilterBypass.line)")
    return .refused
  }

  func name(_ request: Session.Request) -> String {
    request.path.map { "\($0)" } ?? "a file"
  }
}

extension Filter {
  /// By one plan; UTF-16 in narrow form.
  mutating func perform(
    _ request: Session.Request, on input: borrowing Spool, into output: inout Spool, _ compiled: CompiledPlan
  ) -> FilterOutcome {
    do throws(SystemError) {
      guard let wide = try compiled.wideText(of: input) else { return perform(request, on: input, into: &output, compiled, nil) }
      var result = Spool()
      let outcome = perform(request, on: Spool(wide.narrowed), into: &result, compiled, wide)
      if outcome != .changed { return outcome }
      guard let bytes = result.inMemory.flatMap(wide.widened) else { return fail(request, "its encoding was lost") }
      output.removeAll()
      try output.append(bytes)
      return .changed
    } catch {
      return fail(request, "\(error)")
    }
  }

  /// `wide`: what the input was narrowed from.
  private mutating func perform(
    _ request: Session.Request, on input: borrowing Spool, into output: inout Spool, _ compiled: CompiledPlan, _ wide: WideText?
  ) -> FilterOutcome {
    do throws(TransformError) {
      let transform = compiled.transform(for: request.path)
      return switch request.direction {
      case .clean: try clean(request, input, into: &output, transform, wide)
      case .smudge: try smudge(request, input, into: &output, transform)
      }
    } catch {
      return fail(request, "\(error)")
    }
  }

  private mutating func smudge(
    _ request: Session.Request, _ input: borrowing Spool, into output: inout Spool, _ transform: Transform
  ) throws(TransformError) -> FilterOutcome {
    let summary = try transform.apply(.smudge, to: input, into: &output)
    if summary.replacements == 0 {
      if !summary.isInvertible { remember(request, input) }
      return .unchanged
    }
    if !summary.isInvertible { remember(request, output) }
    return .changed
  }

  /// Bytes alone will not lead back from `content` to the blob.
  private mutating func remember(_ request: Session.Request, _ content: borrowing Spool) {
    guard let digest = try? content.digest() else { return }
    resolver.notes?.add(digest, count: content.count, blob: request.blob, at: request.path)
  }
}
