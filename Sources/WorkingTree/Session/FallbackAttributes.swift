import Libgit2
import Platform
import Rules
import Verify

/// The fallback attributes: `munge.attributes` in the git directory of a working tree, set as its `core.attributesFile`.
///
/// Every `.gitattributes` overrides that file (gitattributes(5)). On branches without attributes, such as older ones, its
/// patterns apply, so files are smudged and cleaned there as well. It replaces the user's own attributes file, whose content
/// is copied behind them, and the patterns follow again: the last line wins, so with `*.txt -filter` of the user a file would be
/// local on disk and committed like that. A linked working tree without the file uses that of the main one, as it does with the
/// plan.
///
/// git ignores a file that does not exist, so its name has to stay right when the clone moves (`AttributesSetting`).
struct FallbackAttributes {
  private let tree: WorkingTree
  private let setting: AttributesSetting

  init(_ tree: WorkingTree) {
    self.tree = tree
    setting = AttributesSetting(tree)
  }

  /// What is wrong with the file or its setting. `snapshot`: has at least the rules and attributes files; `nil`: new lines of the
  /// tree are not looked for.
  func problem(_ snapshot: IndexSnapshot?) throws -> Finding.Detail? {
    let rules = try tree.privateRules()
    if let other = try setting.foreign() { return .replacedAttributes(other, isPrivate: rules != nil) }
    let missing = rules == nil ? Finding.Detail.missingAttributes : .missingPrivateAttributes
    guard try setting.isInEffect, let found = try content() else {
      // Nor does this branch have its lines.
      return if let snapshot, try lines() == nil, try linesWanted(snapshot).isEmpty { .lostAttributes } else { missing }
    }
    let own = try own(found.lines)
    if found.own != own { return (own?.path ?? found.own?.path).map { .outdatedAttributes($0) } ?? missing }
    if try found.written != written(found.lines) { return missing }
    guard let snapshot, isBehind(found.lines, snapshot) else { return nil }
    return rules.map { .newPrivateAttributes(in: $0.name) } ?? .newAttributes
  }

  private func isBehind(_ lines: [UInt8], _ snapshot: IndexSnapshot) -> Bool {
    if GitOperation.inProgress(in: tree.gitDirectory.own) != nil { return false }
    // Invalid private rules are another finding.
    guard let wanted = try? FilterLines.Parts(linesWanted(snapshot)) else { return false }
    let known = FilterLines.Parts(lines)
    if known.own != wanted.own { return true }
    let knownLines = Set(known.ofTree)
    return wanted.ofTree.contains { FilterLines.gives($0) && !knownLines.contains($0) }
  }

  /// The filter lines of the file; `nil` if there is none.
  func lines() throws -> [UInt8]? { try content()?.lines }

  /// The lines that the file should have: those of the private rules, which the lines of the tree override, and those of moved
  /// files. If the tree has none, as on an older branch, those that the file has are kept.
  func linesWanted(_ snapshot: IndexSnapshot) throws -> [UInt8] {
    let ofTree = try linesOfTree(snapshot)
    let own = try tree.privateRules()?.read().attributes
    if own == nil, ofTree.isEmpty { return [] }
    var parts = FilterLines.Parts(try lines() ?? [])
    parts.own = own?.map { Array($0.utf8) } ?? []
    if !ofTree.isEmpty { parts.ofTree = ofTree }
    let known = Set(parts.ofTree)
    parts.moved.removeAll(where: known.contains)
    return parts.bytes
  }

  /// These lines, or those of the file, with a line for each of these files; `nil` if git does not read the file.
  func lines(_ lines: [UInt8]?, following moved: [Path]) throws -> [UInt8]? {
    guard try setting.isInEffect, var parts = try (lines ?? self.lines()).map({ FilterLines.Parts($0) }) else {
      return nil
    }
    parts.moved += moved.map { Array($0.attributeLine.utf8) }
    return parts.bytes
  }

  /// Munged files that were moved and that no `.gitattributes` selects; empty on a branch without any, and with private rules.
  func moved(_ snapshot: IndexSnapshot) throws -> [Path] {
    guard let parts = try lines().map({ FilterLines.Parts($0) }), !parts.moved.isEmpty, parts.own.isEmpty,
      !snapshot.attributeFiles.isEmpty else { return [] }
    let known = Set(parts.moved)
    let moved = try snapshot.munged.map(\.path).filter { known.contains(Array($0.attributeLine.utf8)) }
    return try tree.reading(attributes: Path("/dev/null")).attributeValues(["filter"], of: moved)
      .filter { FilterAttribute($0.value) == .unspecified }.map(\.path)
  }

  /// The filter lines of the `.gitattributes` on disk: all tracked ones, and that of the top.
  private func linesOfTree(_ snapshot: IndexSnapshot) throws -> [[UInt8]] {
    let files = try Set(snapshot.attributeFiles + [Path(".gitattributes")]).map { path in
      // If a file is not on disk, git reads it from the index.
      (path: path, content: try tree.content(of: path) ?? (try? tree.blob(":0:", path)) ?? [])
    }
    return FilterLines(files).lines
  }

  /// Sets `core.attributesFile`; if the file is missing, writes it with the lines of this tree.
  func enable() throws {
    if let lines = try lines() { return try write(lines) }
    let lines = try linesWanted(IndexSnapshot(tree, steering: true))
    if !lines.isEmpty { try write(lines) }
  }

  /// Whether the file exists, and differs from what would be written: it lacks the user's current attributes.
  var isOutdated: Bool { get throws { try lines() != nil && !isAsWritten } }

  /// Whether the same lines would be written again.
  var isAsWritten: Bool { get throws { try !(problem(nil)?.isInstallable ?? false) } }

  /// Copies the user's current attributes to the file, if it exists.
  func renew() throws {
    if let lines = try lines() { try write(lines) }
  }

  /// Makes git read the file again after the clone has moved, and prints a warning if git has read another file, or none.
  /// Whether the configuration has changed.
  func reconnect() throws -> Bool {
    if try !FileSystem.exists(setting.file) || setting.foreign() != nil { return false }
    if try setting.isInEffect && setting.isCurrent { return false }
    let unread = try (setting.isRead() ? [] : [tree.top]) + setting.unreadElsewhere()
    try tree.alone { try setting.write() }
    for top in unread {
      Terminal.warn("""
        git-munge: git has not read the attributes of git-munge in \(top) (it was moved or copied, or the configuration changed); \
        repaired, but check what was committed meanwhile: git -C \(top.shellQuoted) munge verify
        """)
    }
    return true
  }

  /// Writes these lines, followed by the user's current attributes.
  func write(_ lines: [UInt8]) throws {
    let bytes = try content(lines)
    for file in try setting.files { try setting.replace(file, bytes) }
    if try setting.foreign(at: [.local]) == nil { try setting.write() }
  }

  static func isWritten(_ bytes: [UInt8]) -> Bool { bytes.isEmpty || bytes.starts(with: FileContent.head) }

  /// Writes these lines to a temporary file; `nil` if git reads them already. At a first installation it reads others only with
  /// private rules: the lines of the tree are in effect already.
  func preview(_ lines: [UInt8]?) throws -> AttributesPreview? {
    guard let lines else { return nil }
    let known = try setting.isInEffect ? self.lines() : nil
    let isNew = try known.map { $0 != lines } ?? (!FilterLines.Parts(lines).own.isEmpty && setting.foreign(at: [.local]) == nil)
    return isNew ? try AttributesPreview(tree, content(lines)) : nil
  }

  static let key = "core.attributesFile"

  private func content() throws -> FileContent? {
    try FileSystem.contents(setting.file, limit: FileContent.maxBytes).flatMap { $0.isEmpty ? nil : FileContent($0) }
  }

  private func content(_ lines: [UInt8]) throws -> [UInt8] {
    let own = try own(lines).map { FileContent.mark + AttributeLine.written($0.path.bytes) + [.newline] + $0.bytes }
    return FileContent.head + (try written(lines)) + (own ?? [])
  }

  /// A step of the same transition can have changed editor support.
  private func written(_ lines: [UInt8]) throws -> [UInt8] {
    try FilterKey.textconv.isOurs(in: ConfigFile(tree.config)) ? DiffLines.added(to: lines) : lines
  }

  /// The user's attributes, and then these lines.
  private func own(_ lines: [UInt8]) throws -> FileContent.Own? {
    guard let path = try setting.replaced() else { return nil }
    // git ignores a file that it cannot read.
    let bytes = try? FileSystem.contents(path, limit: FileContent.maxBytes)
    return bytes.flatMap { bytes in
      bytes.count > FileContent.maxBytes ? nil : FileContent.Own(path: path, bytes: bytes + FileContent.again + lines)
    }
  }
}

/// A working tree whose git commands use other fallback attributes, from a temporary file.
final class AttributesPreview: Sendable {
  let tree: WorkingTree
  private let directory: ScratchDirectory

  init(_ tree: WorkingTree, _ content: [UInt8]) throws {
    directory = try ScratchDirectory()
    let file = directory.path / ".gitattributes"
    self.tree = tree.reading(attributes: file)
    try FileSystem.replace(file, with: content, mode: 0o600)
  }
}

extension FallbackAttributes {
  private struct FileContent {
    struct Own: Equatable {
      let path: Path
      /// All that follows its path: the copy, and the filter lines again.
      let bytes: [UInt8]
    }

    /// The lines as in the file: for editor support with `diff`.
    let written: [UInt8]
    var lines: [UInt8] { DiffLines.removed(from: written) }
    let own: Own?

    static let maxBytes = 1 << 20

    static let head = Array("# Written by `git munge`: the filter lines of .gitattributes, for branches without them.\n".utf8)
    static let mark = Array("# Your own attributes, copied from ".utf8)
    /// The user's last line can have no newline.
    static let again = Array("\n# The filter lines again, because the last line that matches wins:\n".utf8)

    /// No filter line begins with `#`.
    init(_ bytes: [UInt8]) {
      let rest = bytes.starts(with: Self.head) ? bytes[Self.head.count...] : bytes[...]
      let place = rest.firstRange(of: Self.mark).flatMap { range in
        range.lowerBound == rest.startIndex || rest[range.lowerBound - 1] == .newline ? range : nil
      }
      written = Array(rest[..<(place?.lowerBound ?? rest.endIndex)])
      own = if let place, let end = rest[place.upperBound...].firstIndex(of: .newline) {
        Own(path: Path(quotedByGit: rest[place.upperBound..<end]), bytes: Array(rest[(end + 1)...]))
      } else { nil }
    }
  }
}
