import Platform

/// The resolver of sources: finds the blob that content was smudged from, in the index, in `HEAD` and by smudge records.
struct SourceResolver: ~Copyable {
  var records: SmudgeRecords?
  private var blobs: SourceReader
  private let spooling: Spool.Policy
  /// Whether a blob was read from the repository.
  private(set) var hasQueried = false

  init(_ records: SmudgeRecords?, _ blobs: consuming SourceReader, _ spooling: Spool.Policy) {
    (self.records, self.spooling) = (records, spooling)
    self.blobs = blobs
  }

  /// The source of some content.
  enum Answer: ~Copyable {
    /// The blob whose smudged form equals the content. `isOnly`: no other side of a conflict has the same form.
    case exact(Spool, isOnly: Bool)
    /// The versions to align the lines of edited content with.
    case aligned([SourceVersion])
    /// There is no source: the content is cleaned by its bytes.
    case none
  }

  struct Query {
    let path: Path?
    let transform: Transform
    /// The UTF-16 content that it was narrowed from.
    let wide: UTF16Text?
    let roles: TextRoles
  }

  mutating func resolve(_ content: borrowing Spool, _ query: Query) throws(SystemError) -> Answer {
    if query.roles.isDisjoint(with: TextRoles.needingSource) { return .none }
    records?.load()
    var recorded = records?.isEmpty == false ? records?.blobs(for: try content.digest(), count: content.count) ?? [] : []
    let path = query.path.flatMap { needsLookup($0, isRecorded: !recorded.isEmpty, query.roles) ? $0 : nil }
    // `git am`, for example, smudges without sending a blob name; records without a name are used only as a hint to look.
    recorded.removeAll { $0.isEmpty }
    // The index first: two blobs can have the same smudged form, and a record has no path.
    if path != nil || !recorded.isEmpty { blobs.open() }
    let staged = path.map { blobs.staged(for: $0) } ?? []
    var (equal, others) = ([[UInt8]](), [[UInt8]: SmudgedBlob]())
    for version in staged {
      guard let blob = try source(version.name, of: content, query, &others) else { continue }
      if version.side == .whole { return .exact(blob, isOnly: true) }
      equal.append(version.name)
    }
    // Sides of a conflict can have the same smudged form: then the one that was checked out last is the source.
    let latest = recorded.first { equal.contains($0) }
    if let name = latest ?? equal.first, let blob = try source(name, of: content, query, &others) {
      return .exact(blob, isOnly: latest != nil || Set(equal).count == 1)
    }
    let committed = path.flatMap { blobs.committed(for: $0) }
    for name in [committed].compactMap(\.self) + recorded where !staged.contains(where: { $0.name == name }) {
      if let blob = try source(name, of: content, query, &others) { return .exact(blob, isOnly: true) }
    }
    let head = committed.map { StagedBlob(side: .whole, name: $0) }
    let versions = try versions(staged.isEmpty ? [head].compactMap(\.self) : staged, of: content, query, others)
    return versions.isEmpty ? .none : .aligned(versions)
  }

  /// Whether to look up the path: edited content has no record, but its committed version can have local texts.
  private func needsLookup(_ path: Path, isRecorded: Bool, _ roles: TextRoles) -> Bool {
    isRecorded || !roles.isDisjoint(with: [.ambiguous, .sourced]) || records?.hasRecord(at: path) == true
      || records?.isFull == true
  }

  /// `known`: those that were compared with the content. Empty if one cannot be smudged.
  private mutating func versions(
    _ blobs: [StagedBlob], of content: borrowing Spool, _ query: Query, _ known: [[UInt8]: SmudgedBlob]
  ) throws(SystemError) -> [SourceVersion] {
    if blobs.isEmpty { return [] }
    let isCRLF = LineEndings.areCRLF(try content.wholeContent())
    var found: [SourceVersion] = []
    for blob in blobs {
      if let known = known[blob.name] {
        found.append(SourceVersion(side: blob.side, bytes: known.bytes, smudged: known.smudged))
        continue
      }
      guard var bytes = try read(blob.name, query)?.wholeContent() else { continue }
      if isCRLF { bytes = LineEndings.withCRLF(bytes) }
      guard let smudged = try? query.transform.smudge(bytes).bytes else { return [] }
      found.append(SourceVersion(side: blob.side, bytes: bytes, smudged: smudged))
    }
    return found
  }

  /// A blob in the form of the content, narrowed if that is; `nil` if it does not exist.
  private mutating func read(_ name: [UInt8], _ query: Query) throws(SystemError) -> Spool? {
    hasQueried = true
    var blob = Spool(spooling)
    guard try blobs.read(name, into: &blob) else { return nil }
    guard let wide = query.wide else { return blob }
    return Spool(wide.narrowed(blob: try blob.wholeContent()))
  }

  // MARK: Comparing

  /// A blob with the line endings of the content, and its smudged form, which is another content.
  private struct SmudgedBlob {
    let bytes: [UInt8]
    let smudged: [UInt8]
  }

  /// A blob if it is the source of the content: its smudged form, as it is or with CRLF line endings, equals the content.
  /// Otherwise what it was compared with is added to `others`, if it is in memory.
  private mutating func source(
    _ name: [UInt8], of content: borrowing Spool, _ query: Query, _ others: inout [[UInt8]: SmudgedBlob]
  ) throws(SystemError) -> Spool? {
    guard var blob = try read(name, query) else { return nil }
    let bytes = content.inMemory
    let isCRLF = bytes.map(LineEndings.areCRLF) ?? false
    var other: SmudgedBlob?
    if try isSource(blob, content, query, &other) { return blob }
    if !isCRLF { others[name] = other }
    guard let committed = blob.inMemory, isCRLF || bytes?.contains(UInt8(ascii: "\r")) == true else { return nil }
    blob.removeAll()
    try blob.append(LineEndings.withCRLF(committed))
    if try isSource(blob, content, query, &other) { return blob }
    if isCRLF { others[name] = other }
    return nil
  }

  /// `other`: set to what was compared, if it is in memory.
  private func isSource(
    _ blob: borrowing Spool, _ content: borrowing Spool, _ query: Query, _ other: inout SmudgedBlob?
  ) throws(SystemError) -> Bool {
    var smudged = Spool(spooling)
    // Without a path the rules that smudged it are unknown: all rules, or those for all paths.
    let more = query.path == nil ? [query.transform.compiled.transformOfAllRules] : []
    for transform in more + [query.transform] {
      other = nil
      guard let summary = try? transform.smudge(blob, into: &smudged) else { continue }
      let isUnchanged = summary.replacements == 0
      if try isUnchanged ? blob.matches(content) : smudged.matches(content) { return true }
      other = blob.inMemory.flatMap { bytes in
        (isUnchanged ? bytes : smudged.inMemory).map { SmudgedBlob(bytes: bytes, smudged: $0) }
      }
    }
    // A file that was not smudged, for example with GIT_MUNGE_SKIP_SMUDGE, equals the blob.
    return try blob.matches(content)
  }
}
