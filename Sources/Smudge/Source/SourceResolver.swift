import Platform

/// The resolver of sources: finds the blob that content was smudged from, in the index, in `HEAD` and by smudge
/// records.
struct SourceResolver: ~Copyable {
  var records: SmudgeRecords?
  private var blobs: SourceReader
  private let spooling: Spool.Policy
  /// Whether a blob was read from the repository.
  private(set) var hasQueried = false

  init(_ records: SmudgeRecords?, _ blobs: consuming SourceReader, _ spooling: Spool.Policy) {
    self.records = records
    self.spooling = spooling
    self.blobs = blobs
  }

  /// The source of some content.
  enum Answer: ~Copyable {
    /// The blob whose smudged form equals the content. `isOnly`: no other side of a conflict has the same form.
    case exact(Spool, isOnly: Bool)
    /// The versions to align the lines of edited content with.
    case aligned([SourceVersion])
    /// No source: the content is cleaned by its bytes.
    case none
  }

  /// A query for the source of content.
  struct Query {
    let path: Path?
    /// The blob of the path in the index; `nil` if that has to be looked up.
    let staged: [UInt8]?
    let transform: Transform
    /// The UTF-16 content that it was narrowed from.
    let wide: UTF16Text?
    /// The roles of the texts in it.
    let roles: TextRoles
  }

  /// Finds the source of content.
  mutating func resolve(_ content: borrowing Spool, _ query: Query) throws(SystemError) -> Answer {
    if query.roles.isDisjoint(with: TextRoles.needingSource) { return .none }
    var recorded = try recordedBlobs(of: content)
    // Edited content has no record, but its committed version can have local texts.
    let isNeeded =
      !recorded.isEmpty || !query.roles.isDisjoint(with: [.ambiguous, .sourced]) || records?.isFull == true
    let path = query.path.flatMap { isNeeded || records?.hasRecord(at: $0) == true ? $0 : nil }
    // `git am`, for example, smudges without sending a blob name; records without a name are used only as a hint to
    // look.
    recorded.removeAll { $0.isEmpty }
    // The index first: two blobs can have the same smudged form, and a record has no path.
    if path != nil || !recorded.isEmpty { blobs.open() }
    let staged = path.map { path in query.staged.map { [(.whole, $0)] } ?? blobs.staged(for: path) } ?? []

    var equal: [[UInt8]] = []
    var versions: [SourceVersion] = []
    for version in staged {
      guard let blob = try candidate(version.name, like: content, query) else { continue }
      if !blob.isSource {
        versions.append(try blob.version(of: version.side))
      } else if version.side == .whole {
        return .exact(blob.content, isOnly: true)
      } else {
        equal.append(version.name)
      }
    }
    // Sides of a conflict can have the same smudged form: then the one that was checked out last is the source.
    let latest = recorded.first { equal.contains($0) }
    if let name = latest ?? equal.first, let blob = try candidate(name, like: content, query) {
      return .exact(blob.content, isOnly: latest != nil || Set(equal).count == 1)
    }

    let committed = path.flatMap { blobs.committed(for: $0, isNew: staged.isEmpty) }
    for name in [committed].compactMap(\.self) + recorded where !staged.contains(where: { $0.name == name }) {
      guard let blob = try candidate(name, like: content, query) else { continue }
      if blob.isSource { return .exact(blob.content, isOnly: true) }
      if staged.isEmpty, versions.isEmpty, name == committed { versions.append(try blob.version(of: .whole)) }
    }
    return versions.isEmpty ? .none : .aligned(versions)
  }

  /// The names of the blobs that the records have for content, the latest first.
  private mutating func recordedBlobs(of content: borrowing Spool) throws(SystemError) -> [[UInt8]] {
    records?.load()
    guard let records, !records.isEmpty else { return [] }
    return records.blobs(for: try content.digest(), count: content.count)
  }

  /// A blob that was compared with the content.
  private struct Candidate: ~Copyable {
    let content: Spool
    /// The smudged form of the blob; `nil` if that equals the blob.
    let smudged: Spool?
    let isSource: Bool

    consuming func version(of side: Stage) throws(SystemError) -> SourceVersion {
      let bytes = try content.wholeContent()
      return SourceVersion(side: side, bytes: bytes, smudged: try smudged?.wholeContent() ?? bytes)
    }
  }

  /// A blob in the form of the content, narrowed and with its line endings; `nil` if it does not exist.
  private mutating func candidate(
    _ name: [UInt8], like content: borrowing Spool, _ query: Query
  ) throws(SystemError) -> Candidate? {
    hasQueried = true
    var blob = Spool(spooling)
    guard try blobs.read(name, into: &blob) else { return nil }
    if let wide = query.wide { blob = Spool(wide.narrowed(blob: try blob.wholeContent())) }
    let candidate = try compared(blob, content, query)
    if candidate.isSource { return candidate }
    guard LineEndings.areCRLF(try content.wholeContent()) else { return candidate }
    var blobWithCRLF = Spool(spooling)
    try blobWithCRLF.append(LineEndings.withCRLF(try candidate.content.wholeContent()))
    return try compared(blobWithCRLF, content, query)
  }

  /// A blob compared with the content.
  private func compared(
    _ blob: consuming Spool, _ content: borrowing Spool, _ query: Query
  ) throws(SystemError) -> Candidate {
    let smudged = smudged(blob, query.transform)
    // A file that was not smudged, for example with GIT_MUNGE_SKIP_SMUDGE, equals the blob.
    var isSource = try blob.matches(content)
    if !isSource { isSource = try smudged?.matches(content) == true }
    // Without a path the rules that smudged it are unknown: all rules, or those for all paths.
    if !isSource, query.path == nil {
      isSource = try self.smudged(blob, query.transform.compiled.transformOfAllRules)?.matches(content) == true
    }
    return Candidate(content: blob, smudged: smudged, isSource: isSource)
  }

  /// The smudged form of a blob; `nil` if that equals the blob.
  private func smudged(_ blob: borrowing Spool, _ transform: Transform) -> Spool? {
    var output = Spool(spooling)
    guard let summary = try? transform.smudge(blob, into: &output), summary.replacements > 0 else { return nil }
    return output
  }
}
