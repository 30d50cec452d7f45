import Platform
import Rules
import Smudge
import Verify

/// The block of git-munge in `info/attributes` of a clone, with the filter lines that its working trees want.
///
/// git reads that file in every working tree, wherever the clone is, above each `.gitattributes` (gitattributes(5)).
/// So what a plan has smudged is cleaned, also on branches without attributes, and after a line was removed. Lines of
/// the user or of another tool below the block win. Each working tree has its lines beside its plan.
struct AttributesBlock {
  private let tree: WorkingTree
  /// The file.
  let file: Path

  init(_ tree: WorkingTree) {
    self.tree = tree
    file = tree.gitDirectory.common / "info/attributes"
  }

  /// The lines of the working tree, or if it has lost them, those of the block; `nil` without an installation.
  func lines() throws -> [UInt8]? { try list() ?? block() }

  /// The lines that the working tree keeps; `nil` if it has none.
  func list() throws -> [UInt8]? { try Self.list(tree.mungeDirectory) }

  /// The lines in the file; `nil` if it has no block, or cannot be read.
  func block() -> [UInt8]? {
    let lines = (try? parts().block) ?? []
    return lines.isEmpty ? nil : lines.flatMap { $0 + [.newline] }
  }

  /// Whether the block is as it should be, and no line behind it can override it.
  var isWhole: Bool {
    let isRight = try? lines() != nil && content(of: wanted()) == current()
    return isRight == true && (try? parts().after.allSatisfy { AttributeLine($0) == nil }) == true
  }

  /// Whether the block has all these lines.
  func holds(_ lines: [UInt8]) -> Bool {
    let found = DiffLines.removed(from: block() ?? []).split(separator: .newline)
    return Set(DiffLines.removed(from: lines).split(separator: .newline)).isSubset(of: found)
  }

  /// The lines that the file should have if the working tree has `lines`; `nil` for none.
  func block(for lines: [UInt8], hasEditor: Bool) throws -> [UInt8]? {
    let all = try wanted(lines)
    return all.isEmpty ? nil : hasEditor ? all : DiffLines.removed(from: all)
  }

  /// The lines that a working tree keeps, else those of the main one, which it uses then.
  private static func list(_ directory: MungeDirectory) throws -> [UInt8]? {
    try FileSystem.contents(directory.attributes) ?? FileSystem.contents(directory.mainAttributes)
  }

  /// The lines that the working tree should have: those of the private rules, and those of the tree, which override
  /// them. If the tree has none, as on an older branch, it keeps what it has.
  private func linesWanted(_ snapshot: IndexSnapshot) throws -> [UInt8] {
    let own = try tree.privateRules()?.read().attributes
    let new = FilterLines(try files(snapshot), private: own ?? [])
    if own == nil, new.ofTree.isEmpty { return [] }
    var lines = FilterLines(try lines() ?? [])
    lines.own = new.own
    if new.ofTree.contains(where: FilterLines.gives) || !lines.ofTree.contains(where: FilterLines.gives) {
      lines.ofTree = new.ofTree
    }
    return lines.bytes
  }

  /// The lines that the working tree should have; they stay during an operation, without rules, and where a
  /// `.gitattributes` is in conflict. `plan`: the one that a proposal replaces. If it is idle, lines are set in any
  /// case; else a branch without rules adds its lines.
  func linesToSet(
    _ session: Session, _ snapshot: IndexSnapshot, during operation: GitOperation?, from plan: Plan? = nil
  ) throws -> [UInt8]? {
    let isFirst = plan == .idle
    let hasRules = session.readableRules != nil
    let isInConflict = try snapshot.attributeFiles.contains { try snapshot.record(of: $0) == .unmerged }
    let mayChange = isFirst || operation == nil && (hasRules || plan != nil) && !isInConflict
    let old = try self.lines()
    if !mayChange, old != nil { return old }
    let lines = try linesWanted(snapshot)
    if lines.isEmpty, !isFirst { return old }
    return hasRules || isFirst ? lines : FilterLines.union([old ?? [], lines])
  }

  /// The `.gitattributes` on disk: all tracked ones, and that of the top.
  private func files(_ snapshot: IndexSnapshot) throws -> [(path: Path, content: [UInt8])] {
    try Set(snapshot.attributeFiles + [Path(".gitattributes")]).map { path in
      // If a file is not on disk, git reads it from the index.
      (path, try tree.content(of: path) ?? (try? tree.blob(":0:", path)) ?? [])
    }
  }

  /// Adds lines to those of the working tree, before files are rewritten.
  func add(_ lines: [UInt8]) throws {
    let old = try self.lines() ?? []
    let isThere = Set(FilterLines(lines).lines).isSubset(of: FilterLines(old).lines)
    try write(isThere ? old : FilterLines.union([old, lines]))
  }

  /// Replaces the lines of the working tree; in a bare repository also those of new ones.
  func write(_ lines: [UInt8]) throws {
    let directory = tree.mungeDirectory
    let isOfNew = try !tree.isMain && tree.main() == .bare
    for file in [directory.attributes] + (isOfNew ? [directory.mainAttributes] : []) {
      try FileSystem.replace(file, with: lines, mode: 0o600)
    }
    let content = try content(of: wanted())
    if try content != current() {
      let old = try parts().block.filter(FilterLines.gives).uniqued.flatMap { $0 + [.newline] }
      // If another tree cannot be read, it keeps all lines.
      for other in try tree.others() where (try? needs(other, besides: content)) ?? true {
        try FileSystem.replace(other.mungeDirectory.attributes, with: old, mode: 0o600)
      }
      try renew(wanted())
    }
  }

  /// Whether another working tree has a local text on disk in a file that `content` no longer selects.
  private func needs(_ other: WorkingTree.Other, besides content: [UInt8]) throws -> Bool {
    guard let tree = other.tree, let plan = try? other.mungeDirectory.load(), !plan.isIdle else { return false }
    let texts = TextSearch(CompiledPlan(plan).localTexts)
    let preview = try AttributesPreview(tree, content)
    let after = try IndexSnapshot(preview.tree)
    return try IndexSnapshot(tree).munged.contains { file in
      try !after.isMunged(file.path) && texts.occurs(in: tree.content(of: file.path) ?? [])
    }
  }

  /// Gives linked working trees that have no lines those of the main one, before these change.
  func keepForOthers() throws {
    guard let main = try FileSystem.contents(tree.mungeDirectory.mainAttributes) else { return }
    for file in try tree.linked().map(\.mungeDirectory.attributes) where !FileSystem.exists(file) {
      if FileSystem.exists(file.parent ?? file) { try FileSystem.replace(file, with: main, mode: 0o600) }
    }
  }

  /// Removes the lines of this linked working tree.
  func forget() throws {
    try FileSystem.remove(tree.mungeDirectory.attributes)
    try renew(wanted())
  }

  /// Removes the block.
  func remove() throws { try renew([]) }

  /// A working tree whose git commands read these lines; `nil` if they do already.
  func preview(_ lines: [UInt8]?) throws -> AttributesPreview? {
    guard let lines else { return nil }
    let content = try content(of: wanted(lines))
    return try content == current() ? nil : AttributesPreview(tree, content)
  }

  /// The lines of all working trees. `lines`: those that this one is going to have.
  private func wanted(_ lines: [UInt8]? = nil) throws -> [UInt8] {
    let own = try FileSystem.realPath(tree.gitDirectory.own)
    let main = GitDirectory(own: tree.gitDirectory.common, common: tree.gitDirectory.common)
    let lists = try ([main] + tree.linked().map(\.gitDirectory)).map { directory -> [UInt8]? in
      if let lines, try FileSystem.realPath(directory.own) == own { return lines }
      return try Self.list(MungeDirectory(directory))
    }
    return FilterLines.union(lists.compactMap(\.self))
  }

  /// The lines around the block.
  private static let first = "# Written by git-munge: `git munge uninstall` removes it, and lines below it win.".bytes
  private static let last = "# The end of the lines of git-munge.".bytes

  /// The content of the file; empty if there is none.
  private func current() throws -> [UInt8] {
    let kind = try FileSystem.status(file)?.kind
    if let kind, kind != .regular { throw InstallError.attributesUnusable(file, why: "is not a regular file") }
    return try FileSystem.contents(file) ?? []
  }

  /// Lines of the file.
  private typealias Lines = ArraySlice<[UInt8]>

  /// The byte order mark of the file, and the lines before the block, in it and behind it; it is first where there is
  /// none.
  private func parts() throws -> (mark: [UInt8], before: Lines, block: Lines, after: Lines) {
    let bytes = try current()
    let mark = bytes.starts(with: AttributeLine.byteOrderMark) ? AttributeLine.byteOrderMark : []
    let lines = bytes.dropFirst(mark.count).split(separator: .newline, omittingEmptySubsequences: false).map {
      Array($0)
    }
    let firsts = lines.indices.filter { lines[$0] == Self.first }
    let lasts = lines.indices.filter { lines[$0] == Self.last }
    guard firsts.count == lasts.count, firsts.count < 2, firsts.first ?? 0 <= lasts.first ?? 0 else {
      throw InstallError.attributesUnusable(file, why: "lacks a comment of its block, or has one twice")
    }
    guard let first = firsts.first, let last = lasts.first else { return (mark, [], [], lines[...]) }
    return (mark, lines[..<first], lines[(first + 1)..<last], lines[(last + 1)...])
  }

  /// The file with these lines in its block.
  private func content(of lines: [UInt8]) throws -> [UInt8] {
    let old = try parts()
    let block = try lines.isEmpty ? [] : [Self.first, written(lines), Self.last]
    return old.mark + (old.before + block + old.after).joined(separator: [.newline])
  }

  /// The lines behind the block that unset the filter or set another one, by their numbers.
  func overriding() throws -> [(line: Int, text: [UInt8])] {
    let after = try parts().after
    return zip(after.indices, after).filter { _, text in
      AttributeLine(text)?.attributes.contains {
        $0.name == AttributeLine.Attribute.munge.name && $0.state != .value(FilterAttribute.driver.bytes)
      } ?? false
    }.map { ($0 + 1, $1) }
  }

  /// The lines as in the file. A step of the same transition can have changed editor support.
  private func written(_ lines: [UInt8]) throws -> [UInt8] {
    let lines = lines.last == .newline ? lines.dropLast() : lines
    // Most clones are without it, and each process of git takes a hook a millisecond.
    let isNamed = TextSearch([FilterKey.textconv.rawValue.bytes]).occurs(in: try FileSystem.contents(tree.config) ?? [])
    let hasEditor = try isNamed && !ConfigFile(tree.config).values(FilterKey.textconv.name).isEmpty
    return hasEditor ? lines : DiffLines.removed(from: lines)
  }

  /// Writes the block. A file with nothing else is removed.
  private func renew(_ lines: [UInt8]) throws {
    let content = try content(of: lines)
    if try content == current() { return }
    if content.isEmpty { return try FileSystem.remove(file) }
    try FileSystem.makeDirectories(file.parent ?? file, mode: 0o777)
    try FileSystem.replace(file, with: content, mode: try FileSystem.status(file)?.mode ?? 0o644)
  }
}

/// A working tree whose git commands read another `info/attributes`: by a `GIT_COMMON_DIR` with links to all else.
final class AttributesPreview: Sendable {
  let tree: WorkingTree
  private let directory: ScratchDirectory

  init(_ tree: WorkingTree, _ content: [UInt8]) throws {
    directory = try ScratchDirectory()
    let (common, info) = (tree.gitDirectory.common, directory.path / "info")
    for path in FileSystem.paths(in: common) where ![Path("info"), Path("HEAD")].contains(path.name) {
      try FileSystem.makeLink(directory.path / path.name, to: path)
    }
    try FileSystem.makeDirectories(info)
    for path in FileSystem.paths(in: common / "info") where path.name != Path("attributes") {
      try FileSystem.makeLink(info / path.name, to: path)
    }
    try FileSystem.replace(info / "attributes", with: content)
    self.tree = tree.reading(common: directory.path)
  }
}
