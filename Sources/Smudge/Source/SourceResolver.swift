import Platform

/// The resolver of sources: finds the blob that content was smudged from, in the index, in `HEAD` and by smudge
/// records.
struct SourceResolver: ~Copyable {
  var records: SmudgeRecords?
  private var blobs: SourceReader
  private let spooling: Spool.Policy

  init(_ records: SmudgeRecords?, _ blobs: consuming SourceReader, _ spooling: Spool.Policy) {
    self.records = records
    self.spooling = spooling
    self.blobs = blobs
  }

  /// The source of some content.
  enum Answer: ~Copyable {
    /// The blob whose smudged form equals the content. `isOnly`: no other blob is as likely.
    case exact(Spool, isOnly: Bool)
    /// The versions to compare the lines of edited content with; none if it is cleaned by its bytes.
    case edited([SourceVersion], Doubt?)
  }

  /// What is known of edited content besides its source.
  enum Doubt {
    /// It was smudged from a blob of this name, which does not exist.
    case missing([UInt8])
    /// It was smudged from a blob that holds local texts, and is neither staged nor committed.
    case own
  }

  /// A query for the source of content.
  struct Query {
    let path: Path?
    /// The blob of the path in the index; `nil` if that has to be looked up.
    let staged: [UInt8]?
    let transform: Transform
    /// The roles of the texts in it.
    let roles: TextRoles
  }

  /// Finds the source of content: the blob of the index, that of a record, or that of `HEAD`.
  mutating func resolve(_ content: borrowing Spool, _ query: Query) throws(SystemError) -> Answer {
    if query.roles.isDisjoint(with: TextRoles.needingSource) { return .edited([], nil) }
    var (recorded, isOfPath) = try recordedBlobs(of: content, at: query.path)
    // Edited content has no record, but its committed version can have local texts.
    let isNeeded = !recorded.isEmpty || !query.roles.isDisjoint(with: [.ambiguous, .sourced])
    let path = query.path.flatMap { isNeeded || records?.hasRecord(at: $0) == true ? $0 : nil }
    // Records without a name are used only as a hint to look.
    recorded.removeAll { $0.isEmpty }
    if path != nil || !recorded.isEmpty { blobs.open() }
    let staged = path.map { path in query.staged.map { [(.whole, $0)] } ?? blobs.staged(for: path) } ?? []

    var equal: [[UInt8]] = []
    var versions: [SourceVersion] = []
    for version in staged {
      guard let blob = try candidate(version.name, like: content, query) else { continue }
      if !blob.isSource {
        versions.append(try blob.version(of: version.side))
      } else if version.side == .whole {
        var isOnly = true
        if let rival = recorded.first, rival != version.name { isOnly = try !isLikely(rival, query) }
        return .exact(blob.content, isOnly: isOnly)
      } else {
        equal.append(version.name)
      }
    }
    // Sides of a conflict can have the same smudged form: then the one that was checked out last is the source.
    let latest = recorded.first { equal.contains($0) }
    if let name = latest ?? equal.first, let blob = try candidate(name, like: content, query) {
      return .exact(blob.content, isOnly: latest != nil || Set(equal).count == 1)
    }

    let committed = path.flatMap { blobs.committed(for: $0) }
    let names = (recorded + [committed].compactMap(\.self)).uniqued.filter { !staged.map(\.name).contains($0) }
    // An edited file can equal another one by chance.
    let isOnly = isOfPath || versions.isEmpty
    return try resolveUnstaged(content, query, names, committed: committed, versions, isOnly: isOnly)
  }

  /// Finds the source of content that is not staged. `names`: of its records and `HEAD`; `versions`: of the index;
  /// `isOnly`: the records are of no other path.
  private mutating func resolveUnstaged(
    _ content: borrowing Spool, _ query: Query, _ names: [[UInt8]], committed: [UInt8]?, _ versions: [SourceVersion],
    isOnly: Bool
  ) throws(SystemError) -> Answer {
    var versions = versions
    var doubt: Doubt?
    for name in names {
      guard let blob = try candidate(name, like: content, query) else {
        doubt = doubt ?? .missing(name)
        continue
      }
      if blob.isSource {
        let isOwn = try holdsOwn(blob.content, query)
        if name == committed || !isOwn { return .exact(blob.content, isOnly: isOnly || name == committed) }
        doubt = .own
      }
      if versions.isEmpty, name == committed { versions.append(try blob.version(of: .whole)) }
    }
    return .edited(versions, doubt)
  }

  /// Whether a blob can be meant: it exists, and holds no local text.
  private mutating func isLikely(_ name: [UInt8], _ query: Query) throws(SystemError) -> Bool {
    var blob = Spool(spooling)
    guard try blobs.read(name, into: &blob) else { return false }
    return try !holdsOwn(blob, query)
  }

  /// Whether a blob holds local texts, current or former.
  private func holdsOwn(_ blob: borrowing Spool, _ query: Query) throws(SystemError) -> Bool {
    var output = Spool(spooling)
    return (try? query.transform.clean(blob, into: &output).replacements) != 0
  }

  /// Whether content is the blob of a name.
  func isBlob(_ content: [UInt8], named name: [UInt8]) -> Bool {
    [content, LineEndings.withLF(content)].contains { blobs.name(of: $0) == name }
  }

  /// Records the blob of smudged content; `blob`: its name, if git has sent that.
  mutating func record(_ smudged: borrowing Spool, _ blob: borrowing Spool, named name: [UInt8]?, at path: Path?) {
    guard records != nil, let digest = try? smudged.digest() else { return }
    if let name { return records?.add(digest, count: smudged.count, blob: name, at: path) ?? () }
    // git can have converted the line endings before.
    guard let content = try? blob.wholeContent() else { return }
    for form in [content, LineEndings.withLF(content)].uniqued {
      records?.add(digest, count: smudged.count, blob: blobs.name(of: form), at: path)
    }
  }

  /// The names of the blobs that the records have for content, the latest first: those of the path, else of all paths.
  private mutating func recordedBlobs(
    of content: borrowing Spool, at path: Path?
  ) throws(SystemError) -> (names: [[UInt8]], isOfPath: Bool) {
    records?.load()
    guard let records, !records.isEmpty else { return ([], true) }
    let digest = try content.digest()
    let own = records.blobs(for: digest, count: content.count, at: path)
    return own.isEmpty ? (records.blobs(for: digest, count: content.count), false) : (own, true)
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

  /// A blob in the form of the content, with its line endings; `nil` if it does not exist.
  private mutating func candidate(
    _ name: [UInt8], like content: borrowing Spool, _ query: Query
  ) throws(SystemError) -> Candidate? {
    var blob = Spool(spooling)
    guard try blobs.read(name, into: &blob) else { return nil }
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
