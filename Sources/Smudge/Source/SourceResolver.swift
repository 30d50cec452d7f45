import Platform

/// Finds what some content on disk was smudged from: in the index, in `HEAD` and by notes.
struct SourceResolver: ~Copyable {
  var notes: SmudgeRecords?
  private var blobs: Sources
  private let spooling: Spool.Policy
  /// Whether the repository was asked for a blob.
  private(set) var isAsked = false

  init(_ notes: SmudgeRecords?, _ blobs: consuming Sources, _ spooling: Spool.Policy) {
    (self.notes, self.spooling) = (notes, spooling)
    self.blobs = blobs
  }

  /// What the repository knows of some content.
  enum Answer: ~Copyable {
    /// This blob shows exactly the content. `isOnly`: no other side of a conflict may be meant.
    case exact(Spool, isOnly: Bool)
    /// The content was edited, and these are the versions that its lines are aligned with.
    case aligned([LineLens.Source])
    /// Nothing that helps: bytes decide.
    case none
  }

  /// What is known of content whose source is sought.
  struct Query {
    let path: Path?
    let transform: Transform
    /// What the content was narrowed from.
    let wide: WideText?
    /// Of the texts that clean has met in it.
    let roles: Roles
  }

  mutating func resolve(_ content: borrowing Spool, _ query: Query) throws(SystemError) -> Answer {
    if query.roles.isDisjoint(with: Roles.needingSource) { return .none }
    var noted = notes?.isEmpty() == false ? notes?.blobs(for: try content.digest(), count: content.count) ?? [] : []
    let path = query.path.flatMap { isWorthALook($0, isNoted: !noted.isEmpty, query.roles) ? $0 : nil }
    // `git am` and the like smudge without naming a blob, and another file may look the same: the index knows.
    noted.removeAll { $0.isEmpty }
    // The path first: two blobs can look the same on disk, and a note does not say which path it is of.
    let staged = path.map { blobs.staged(for: $0) } ?? []
    var alike: [[UInt8]] = []
    for version in staged {
      guard let blob = try source(version.name, of: content, query) else { continue }
      if version.side == .whole { return .exact(blob, isOnly: true) }
      alike.append(version.name)
    }
    // Sides of a conflict may look the same: the one that was checked out last is meant.
    let latest = noted.first { alike.contains($0) }
    if let name = latest ?? alike.first, let blob = try source(name, of: content, query) {
      return .exact(blob, isOnly: latest != nil || Set(alike).count == 1)
    }
    let committed = path.flatMap { blobs.committed(for: $0) }
    for name in [committed].compactMap(\.self) + noted where !staged.contains(where: { $0.name == name }) {
      if let blob = try source(name, of: content, query) { return .exact(blob, isOnly: true) }
    }
    let head = committed.map { StagedBlob(side: .whole, name: $0) }
    let versions = try versions(staged.isEmpty ? [head].compactMap(\.self) : staged, of: content, query)
    return versions.isEmpty ? .none : .aligned(versions)
  }

  /// Edited since, content is no longer what a note knows; the committed version may still hold a local text.
  private mutating func isWorthALook(_ path: Path, isNoted: Bool, _ roles: Roles) -> Bool {
    isNoted || !roles.isDisjoint(with: [.ambiguous, .sourced]) || notes?.isMade(at: path) == true || notes?.isFull() == true
  }

  private mutating func versions(
    _ blobs: [StagedBlob], of content: borrowing Spool, _ query: Query
  ) throws(SystemError) -> [LineLens.Source] {
    let isReturned = LineEndings.areCarriageReturned(try content.wholeContent())
    var found: [LineLens.Source] = []
    for blob in blobs {
      guard let bytes = try read(blob.name, query)?.wholeContent() else { continue }
      found.append(LineLens.Source(side: blob.side, bytes: isReturned ? LineEndings.carriageReturned(bytes) : bytes))
    }
    return found
  }

  /// A blob in the form of the content that it is compared with; `nil` where there is none of that name.
  private mutating func read(_ name: [UInt8], _ query: Query) throws(SystemError) -> Spool? {
    isAsked = true
    var blob = Spool(spooling)
    guard try blobs.read(name, into: &blob) else { return nil }
    guard let wide = query.wide else { return blob }
    return Spool(wide.narrowed(blob: try blob.wholeContent()))
  }

  // MARK: Comparing

  /// A blob if it is the source of the content: as the repository holds it, or with the line endings that git gives files
  /// on their way out.
  private mutating func source(
    _ name: [UInt8], of content: borrowing Spool, _ query: Query
  ) throws(SystemError) -> Spool? {
    guard var blob = try read(name, query) else { return nil }
    if try shows(blob, content, query) { return blob }
    guard let bytes = blob.inMemory, content.inMemory?.contains(UInt8(ascii: "\r")) == true else { return nil }
    blob.removeAll()
    try blob.append(LineEndings.carriageReturned(bytes))
    guard try shows(blob, content, query) else { return nil }
    return blob
  }

  private func shows(_ blob: borrowing Spool, _ content: borrowing Spool, _ query: Query) throws(SystemError) -> Bool {
    // Without a path it is not known which rules smudged it: all of them, or those for all paths.
    let transforms = [query.transform] + (query.path == nil ? [query.transform.compiled.transformOfAllRules] : [])
    for transform in transforms where try gives(content, blob, transform) { return true }
    // A file that was never smudged, with GIT_MUNGE_SKIP_SMUDGE for one, is the blob itself.
    return try blob.matches(content)
  }

  private func gives(
    _ content: borrowing Spool, _ blob: borrowing Spool, _ transform: Transform
  ) throws(SystemError) -> Bool {
    var smudged = Spool(spooling)
    guard let summary = try? transform.apply(.smudge, to: blob, into: &smudged) else { return false }
    return try summary.replacements == 0 ? blob.matches(content) : smudged.matches(content)
  }
}
