import Libgit2
import Platform
import Rules
import Verify

/// The fallback attributes: `munge.attributes` in the git directory of a working tree, set as its
/// `core.attributesFile`.
///
/// Every `.gitattributes` overrides that file (gitattributes(5)). On branches without attributes, such as older ones,
/// its patterns apply, so files are smudged and cleaned there as well. It replaces the user's own attributes file,
/// whose content is copied behind them, and the patterns follow again: the last line wins, so with `*.txt -filter` of
/// the user a file would be local on disk and committed like that. A linked working tree without the file uses that of
/// the main one, as it does with the plan.
///
/// git ignores a file that does not exist, so its name has to stay right when the clone moves (`AttributesSetting`).
struct FallbackAttributes {
  private let tree: WorkingTree
  private let setting: AttributesSetting

  init(_ tree: WorkingTree) {
    self.tree = tree
    setting = AttributesSetting(tree)
  }

  /// The filter lines that git reads from the file, or what is wrong.
  var state: PartState<[UInt8]> {
    get throws {
      let isPrivate = try tree.privateRules() != nil
      let missing = isPrivate ? Finding.Detail.missingPrivateAttributes : .missingAttributes
      let file = try content()
      if let other = try setting.foreign() {
        return .wrong(file?.lines, [.replacedAttributes(other, isPrivate: isPrivate)])
      }
      guard let file else { return .absent }

      let lines = file.lines
      let own = try own(lines)
      if try !setting.isInEffect { return .wrong(lines, [missing]) }
      if file.own != own, let path = own?.path ?? file.own?.path { return .wrong(lines, [.outdatedAttributes(path)]) }
      return try file.written == written(lines) ? .set(lines) : .wrong(lines, [missing])
    }
  }

  /// The filter lines of the file; `nil` if there is none.
  func lines() throws -> [UInt8]? { try content()?.lines }

  /// The lines that the file should have: those of the private rules, and those of the tree, which override them. If
  /// the tree has none, as on an older branch, those that the file has are kept.
  func linesWanted(_ snapshot: IndexSnapshot) throws -> [UInt8] {
    let ofTree = try linesOfTree(snapshot)
    let own = try tree.privateRules()?.read().attributes
    if own == nil, ofTree.isEmpty { return [] }
    var parts = FilterLines.Parts(try lines() ?? [])
    parts.own = own?.map(\.bytes) ?? []
    if !ofTree.isEmpty { parts.ofTree = ofTree }
    return parts.bytes
  }

  /// The lines to set; `nil`: those of the file stay. During an operation, and without rules, only a file that is
  /// missing is written: this tree can have others. `isFirst`: in any case, also without a line.
  func linesToSet(
    _ session: Session, _ snapshot: IndexSnapshot, during operation: GitOperation?, isFirst: Bool = false
  ) throws -> [UInt8]? {
    let mayChange = isFirst || operation == nil && session.readableRules != nil
    guard try mayChange || content() == nil else { return nil }
    let lines = try linesWanted(snapshot)
    return lines.isEmpty && !isFirst ? nil : lines
  }

  /// The filter lines of the `.gitattributes` on disk: all tracked ones, and that of the top.
  private func linesOfTree(_ snapshot: IndexSnapshot) throws -> [[UInt8]] {
    let files = try Set(snapshot.attributeFiles + [Path(".gitattributes")]).map { path in
      // If a file is not on disk, git reads it from the index.
      (path, try tree.content(of: path) ?? (try? tree.blob(":0:", path)) ?? [])
    }
    return FilterLines(files).lines
  }

  /// Writes the lines of the file again, with the user's current attributes, unless git reads them so. Returns whether
  /// it has.
  func renew() throws -> Bool {
    guard try isRenewable, let lines = try lines() else { return false }
    try write(lines)
    return true
  }

  /// Whether the file exists, and git does not read it as it would be written: it lacks the user's current attributes,
  /// for example.
  var isRenewable: Bool {
    get throws { if case .wrong(_?, let findings) = try state { findings.allSatisfy(\.isInstallable) } else { false } }
  }

  /// Makes git read the file again after the clone has moved, and prints a warning if git has read another file, or
  /// none. Returns whether the configuration has changed.
  func reconnect() throws -> Bool {
    if try !FileSystem.exists(setting.file) || setting.foreign() != nil { return false }
    if try setting.isInEffect && setting.isCurrent { return false }
    let unread = try (setting.isRead() ? [] : [tree.top]) + setting.unreadElsewhere()
    try tree.alone { try setting.write() }
    for top in unread {
      Terminal.warn(
        """
        git-munge: git has not read the attributes of git-munge in \(top) \
        (it was moved or copied, or the configuration changed); \
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

  /// Writes these lines to a temporary file; `nil` if git reads them already. At a first installation it reads others
  /// only with private rules: the lines of the tree are in effect already.
  func preview(_ lines: [UInt8]?) throws -> AttributesPreview? {
    guard let lines else { return nil }
    let current = try setting.isInEffect ? self.lines() : nil
    let isNew =
      try current.map { $0 != lines } ?? (!FilterLines.Parts(lines).own.isEmpty && setting.foreign(at: [.local]) == nil)
    return isNew ? try AttributesPreview(tree, content(lines)) : nil
  }

  /// The setting of git that names the file.
  static let key = "core.attributesFile"

  /// The content of the file; `nil` if there is none.
  private func content() throws -> FileContent? {
    let bytes = try FileSystem.contents(setting.file, limit: FileContent.maxBytes) ?? []
    return bytes.starts(with: FileContent.head) ? FileContent(bytes) : nil
  }

  /// The file with these lines and the user's attributes.
  private func content(_ lines: [UInt8]) throws -> [UInt8] {
    let own = try own(lines).map { FileContent.mark + AttributeLine.written($0.path.bytes) + [.newline] + $0.bytes }
    return FileContent.head + (try written(lines)) + (own ?? [])
  }

  /// The lines as in the file. A step of the same transition can have changed editor support.
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
  /// The file: its first line, the filter lines, and the user's attributes.
  private struct FileContent {
    /// The part of the file that comes from the user's attributes.
    struct Own: Equatable {
      let path: Path
      /// The rest of the file after the path: the copy, and the filter lines again.
      let bytes: [UInt8]
    }

    /// The lines as in the file: for editor support with `diff`.
    let written: [UInt8]
    var lines: [UInt8] { DiffLines.removed(from: written) }
    let own: Own?

    static let maxBytes = 1 << 20

    static let head = Array(
      "# Written by `git munge`: the filter lines of .gitattributes, for branches without them.\n".utf8)
    static let mark = "# Your own attributes, copied from ".bytes
    /// The user's last line can have no newline.
    static let again = "\n# The filter lines again, because the last line that matches wins:\n".bytes

    /// Reads a file. No filter line begins with `#`.
    init(_ bytes: [UInt8]) {
      let rest = bytes.dropFirst(Self.head.count)
      let place = rest.firstRange(of: Self.mark).flatMap { range in
        range.lowerBound == rest.startIndex || rest[range.lowerBound - 1] == .newline ? range : nil
      }
      written = Array(rest[..<(place?.lowerBound ?? rest.endIndex)])
      own =
        if let place, let end = rest[place.upperBound...].firstIndex(of: .newline) {
          Own(path: Path(quotedByGit: rest[place.upperBound..<end]), bytes: Array(rest[(end + 1)...]))
        } else { nil }
    }
  }
}
