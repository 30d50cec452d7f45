import Git
import Platform
import Smudge

/// Looks for what changes bring in: what a file holds now, and no version of it did before.
struct ChangeCheck: ~Copyable {
  /// Which files outside the attribute are looked at.
  enum Width: Sendable {
    case attributedOnly
    /// Those that nobody has thought of, too.
    case all
  }

  private let git: GitCommand
  private let inspector: Inspector
  private let width: Width
  private var attributes: CommittedAttributes
  private var formerAttributes: FormerAttributes
  private var blobs: BlobReader
  private var seen = SeenBlobs()
  /// What was reported, or was there before.
  private var reported: Set<Place> = []
  /// What was found in versions of this round.
  private var found: [Place: [Inspector.Found]] = [:]

  /// `base`: a commit that the changes come after; `nil`: there is none, or they are all there are.
  init(
    _ git: GitCommand, _ inspector: Inspector, _ width: Width, _ attributes: consuming CommittedAttributes, base: String?
  ) throws(MungeError) {
    blobs = try wrapping { () throws(GitError) in try BlobReader(git) }
    (self.git, self.inspector, self.width) = (git, inspector, width)
    self.attributes = attributes
    formerAttributes = FormerAttributes(git, base)
  }

  /// A version of a file that is to be read.
  private struct Version {
    let change: Change
    let commit: String?
    let attribute: WorktreeFile.Attribute
    let seen: SeenBlobs.Version

    var place: Place { Place(path: change.path, blob: change.blob) }
  }

  private struct Place: Hashable {
    let path: Path
    let blob: [UInt8]
  }

  mutating func look(at changes: [Changes], _ report: inout VerifyReport) throws(MungeError) {
    try attributes.load(changes.flatMap { $0.changes.map(\.path) })
    found = [:]
    let versions = try readable(wanted(changes))
    try read(versions, &report)
    var renames = Renames(git)
    for version in versions where seen[version.seen] == .suspect && !reported.contains(version.place) {
      let findings = try broughtIn(version, &renames)
      if !findings.isEmpty { reported.insert(version.place) }
      report.findings += findings
    }
  }

  /// The leaks alone, in changes of which each part was looked at before; `known`: what was found then.
  mutating func leaks(in changes: [Changes], besides known: [Finding]) throws(MungeError) -> [Finding] {
    struct Identity: Hashable { let matter: Finding.Matter, rule: [UInt8]? }
    var whole = VerifyReport(.staged)
    reported = []
    try look(at: changes, &whole)
    var counts = known.reduce(into: [Identity: Int]()) { $0[Identity(matter: $1.matter, rule: $1.rule), default: 0] += 1 }
    return whole.findings.filter { finding in
      let identity = Identity(matter: finding.matter, rule: finding.rule)
      counts[identity, default: 0] -= 1
      return finding.matter.leaked != nil && counts[identity] ?? 0 < 0
    }
  }

  private mutating func wanted(_ changes: [Changes]) -> [Version] {
    var result: [Version] = []
    for commit in changes {
      for change in commit.changes where inspector.scanner.looks(at: change.path) {
        let attribute = attributes[change.path]
        guard isWanted(attribute) else { continue }
        let version = seen.version(change.blob, inspector.reach(change.path, attribute))
        if seen[version] == .clean { continue }
        result.append(Version(change: change, commit: commit.commit, attribute: attribute, seen: version))
      }
    }
    return result
  }

  /// What is larger, and not ours, is no text that a rule was forgotten for; but it may hold a text of one's own.
  private func readable(_ versions: [Version]) throws(MungeError) -> [Version] {
    let others = versions.filter { $0.attribute != .munged && seen[$0.seen] == nil }.map(\.change.blob)
    let large = try git.blobs(others, largerThan: inspector.scanner.knowsOwn ? 1 << 24 : 1 << 20)
    return large.isEmpty ? versions : versions.filter { $0.attribute == .munged || !large.contains($0.change.blob) }
  }

  private func isWanted(_ attribute: WorktreeFile.Attribute) -> Bool {
    switch attribute {
    case .munged: true
    case .unspecified, .other: width == .all
    case .declined: false
    }
  }

  /// Reads what is new among these, each once.
  private mutating func read(_ versions: [Version], _ report: inout VerifyReport) throws(MungeError) {
    var (new, known) = ([Version](), Set<SeenBlobs.Version>())
    for version in versions where seen[version.seen] == nil && known.insert(version.seen).inserted { new.append(version) }
    let inspector = inspector
    var finds: [[Inspector.Found]] = []
    try blobs.forEach(new.map(\.change.blob)) { index, content throws(MungeError) in
      let version = new[index]
      guard let content else { throw .missingBlob(version.change.path, commit: version.commit) }
      report.extent.files += 1
      report.extent.bytes += content.count
      finds.append(inspector.found(in: content, version.change.path, version.attribute))
    } orThrow: { .system($0) }
    for (version, find) in zip(new, finds) {
      seen[version.seen] = find.isEmpty ? .clean : .suspect
      if !find.isEmpty { found[version.place] = find }
    }
  }

  // MARK: What was there before

  private mutating func broughtIn(_ version: Version, _ renames: inout Renames) throws(MungeError) -> [Finding] {
    let found = try found(version.place, version)
    var new = Set(found.indices)
    for blob in try former(version, &renames) where !new.isEmpty {
      let before = try self.found(Place(path: version.change.path, blob: blob), version)
      new.formIntersection(try News(git, old: blob, new: version.change.blob).indices(of: found, besides: before))
    }
    let origin = version.commit.map { Finding.Origin(commit: $0, author: "") }
    return new.sorted().map { index in
      var finding = found[index].finding
      finding.origin = origin
      return finding
    }
  }

  /// What the file was, for each parent that had it, under whatever name; nothing where that was no business of git-munge.
  private mutating func former(_ version: Version, _ renames: inout Renames) throws(MungeError) -> [[UInt8]] {
    var change = version.change
    if change.before.isEmpty, let commit = version.commit { change = try renames.change(change, in: commit) }
    var blobs: [[UInt8]] = []
    for former in change.before where try wasAlike(former.path, version) { blobs.append(former.blob) }
    return blobs
  }

  /// Whether a file had the same attribute under another name.
  private mutating func wasAlike(_ path: Path, _ version: Version) throws(MungeError) -> Bool {
    if path == version.change.path { return true }
    try attributes.load([path])
    if attributes[path] == version.attribute { return true }
    return try formerAttributes.of(path) == version.attribute
  }

  private mutating func found(_ place: Place, _ version: Version) throws(MungeError) -> [Inspector.Found] {
    if let known = found[place] { return known }
    let inspector = inspector
    var result: [Inspector.Found] = []
    try blobs.forEach([place.blob]) { _, content throws(MungeError) in
      guard let content else { throw .missingBlob(place.path, commit: version.commit) }
      result = inspector.found(in: content, place.path, version.attribute)
    } orThrow: { .system($0) }
    found[place] = result
    return result
  }
}

/// The attributes at a commit before all changes: a file that has moved may have had its line moved with it.
private struct FormerAttributes: ~Copyable {
  private let git: GitCommand
  private let base: String?
  private var attributes: CommittedAttributes?

  init(_ git: GitCommand, _ base: String?) {
    (self.git, self.base) = (git, base)
    attributes = nil
  }

  mutating func of(_ path: Path) throws(MungeError) -> WorktreeFile.Attribute {
    guard let base else { return .unspecified }
    var known: CommittedAttributes
    if let taken = attributes.take() {
      known = taken
    } else {
      known = try CommittedAttributes(of: CommittedTree.commit(base).files(git), git)
    }
    try known.load([path])
    let found = known[path]
    attributes = consume known
    return found
  }
}

/// Finds the former names of files, where it matters: to look for them in every commit takes too long.
private struct Renames {
  private let git: GitCommand
  private var commit = ""
  private var changes: [Path: Change] = [:]

  init(_ git: GitCommand) { self.git = git }

  /// The same change with what it was under another name; as it is where it is new.
  mutating func change(_ change: Change, in commit: String) throws(MungeError) -> Change {
    if commit != self.commit {
      let words = ["diff-tree", "-z", "-r", "-c", "--root", "--no-ext-diff", "--find-renames", "-l1000", "--combined-all-paths", commit]
      let output = try wrapping { () throws(GitError) in try git.output(words) }
      let found = Changes.parse(output, .all).flatMap(\.changes).map { ($0.path, $0) }
      (self.commit, changes) = (commit, Dictionary(found, uniquingKeysWith: { one, _ in one }))
    }
    return changes[change.path] ?? change
  }
}
