import Platform
import Smudge
import Verify

/// Computes the content of a file after a change of the plan.
///
/// `new = smudge_new(clean_old(bytes))`: the old plan cleans, with the committed version if it needs that, and the new plan
/// smudges. Everything else stays, byte for byte.
struct Rewriter: ContentProvider, ~Copyable {
  private var reader: WorktreeReader
  private var old: Filter
  private var new: Filter
  private let compiled: CompiledPlan
  private var input: Spool
  private var canonical: Spool
  private var output: Spool

  /// The result for a file.
  enum RewriteOutcome: Equatable {
    case untouched
    /// Not a regular file.
    case missing
    /// `before`: the digest of the content that was read; `withContent` lends the new content.
    case rewritten(before: Digest, mode: UInt32)
  }

  /// `records`: where the new plan writes smudge records; `nil` for a dry run.
  init(worktree: Path, from old: Plan, to new: Plan, directory: MungeDirectory, records: MungeDirectory?) {
    let exists = directory.isInstalled
    let warnings = records == nil ? .silent : Warnings(records)
    self.init(
      worktree, Filter(by: old, records: exists ? directory : nil, warnings: warnings, for: Rewriter.purpose(of: new)),
      Filter(by: new, records: records, warnings: warnings, for: .workingTree), CompiledPlan(new))
  }

  /// Without local texts, a tree shows the committed content.
  private static func purpose(of new: Plan) -> LineLens.Purpose { new.isCanonical ? .repository : .workingTree }

  /// For an interrupted transition: the content of each file shows whether it was rewritten.
  package init(worktree: Path, finishing journal: Journal, directory: MungeDirectory) {
    let warnings = Warnings(directory)
    self.init(
      worktree, Filter(during: journal, records: directory, warnings: warnings, for: Rewriter.purpose(of: journal.new)),
      Filter(by: journal.new, records: directory, warnings: warnings, for: .workingTree), CompiledPlan(journal.new))
  }

  private init(_ worktree: Path, _ old: consuming Filter, _ new: consuming Filter, _ compiled: CompiledPlan) {
    (reader, self.compiled) = (WorktreeReader(worktree), compiled)
    let spooling = new.spooling
    input = Spool(spooling)
    canonical = Spool(spooling)
    output = Spool(spooling)
    self.old = old
    self.new = new
  }

  mutating func entry(for file: WorktreeFile) throws -> Journal.File? {
    guard case .rewritten = try rewrite(file) else { return nil }
    return Journal.File(path: file.path, old: try Journal.Fingerprint(of: input), new: try Journal.Fingerprint(of: output))
  }

  mutating func rewrite(_ file: WorktreeFile) throws -> RewriteOutcome {
    guard let mode = try reader.read(file.path, into: &input) else { return .missing }
    let clean = FilterSession.Request(direction: .clean, path: file.path)
    let cleaned = old.perform(clean, on: input, into: &canonical)
    if cleaned == .refused {
      let why = old.refusal.map { ": \($0)" } ?? ""
      throw MungeError.file(file.path, why: "cannot be cleaned with the plan that munged it\(why)")
    }
    if cleaned == .unchanged {
      canonical.removeAll()
      try input.forEachChunk { chunk throws(SystemError) in try canonical.append(chunk) }
    }
    return try smudge(file, mode)
  }

  private mutating func smudge(_ file: WorktreeFile, _ mode: UInt32) throws -> RewriteOutcome {
    switch file.attribute {
    case .unspecified, .declined, .other: swap(&output, &canonical)
    case .munged:
      let request = FilterSession.Request(direction: .smudge, path: file.path, blob: file.blob)
      if new.perform(request, on: canonical, into: &output) != .changed { swap(&output, &canonical) }
    }
    if try output.matches(input) { return .untouched }
    // Xcode writes its own quotes again, so a difference in quotes alone is ignored.
    if let before = input.inMemory, let after = output.inMemory,
      compiled.transform(for: file.path).isSameButForQuotes(before, after) { return .untouched }
    return .rewritten(before: try input.digest(), mode: mode)
  }

  func withContent<Result>(_ body: (borrowing Spool) throws -> Result) throws -> Result { try body(output) }

  /// Lends the content of the last file on disk.
  func withInput<Result>(_ body: (borrowing Spool) throws -> Result) throws -> Result { try body(input) }
}
