import Libgit2
import Platform
import Smudge

/// The setting of `core.attributesFile` for the working trees of a clone (git-config(1)).
///
/// git ignores a file that does not exist, so the path has to be right wherever the clone is. The configuration of the
/// clone includes `munge.config`, which sets for each working tree
/// - first the way from its top to the file, such as `.git/munge.attributes` or `../clone/.git/munge.attributes`: git
///   resolves it from the top, so it stays right if the tree and its git directory move together;
/// - then, if the git directory is where it was (`includeIf`), the absolute path, which is right for any current
///   directory, and wherever the tree is.
///
/// Where only one of both has moved and git has another path to the git directory, neither is right until the next
/// command.
struct AttributesSetting {
  private let tree: WorkingTree
  private let directory: MungeDirectory

  init(_ tree: WorkingTree) {
    self.tree = tree
    directory = tree.mungeDirectory
  }

  var file: Path { Self.file(directory) }

  /// The file of a linked working tree, which is that of the main one if it has none.
  private static func file(_ directory: MungeDirectory) -> Path {
    FileSystem.exists(directory.attributes) ? directory.attributes : directory.mainAttributes
  }

  /// The files to write; in a bare repository also that of new working trees.
  var files: [Path] {
    get throws { [directory.attributes] + (try !tree.isMain && tree.main() == .bare ? [directory.mainAttributes] : []) }
  }

  /// The value with which git reads the file.
  private var value: [UInt8] { file.bytes }

  /// The setting by the way from the top of a working tree; empty if that is unknown.
  private static func moving(_ file: Path, from top: Path?) -> [UInt8] {
    guard let top = try? top.map(FileSystem.realPath), let file = try? FileSystem.realPath(file) else { return [] }
    return setting(file.way(from: top))
  }

  /// The setting of the main working tree.
  private var main: [UInt8] {
    get throws {
      if tree.gitDirectory.common.name == Path(".git") { return Self.setting(Path(".git/munge.attributes")) }
      return switch try tree.main() {
      case .at(let top): Self.moving(directory.mainAttributes, from: top)
      case .bare: []
      // Only that tree knows where it is: what it has written stays.
      case .unknown: try written()
      }
    }
  }

  /// The setting of the main working tree in the file that is there.
  private func written() throws -> [UInt8] {
    let bytes = try FileSystem.contents(directory.mainConfiguration) ?? []
    return Array(bytes.prefix(bytes.firstRange(of: Self.condition)?.lowerBound ?? 0))
  }

  /// The settings of git's configuration at all levels.
  private var entries: [ConfigEntry] {
    get throws { try tree.configuration().entries.filter { $0.key == FallbackAttributes.key.lowercased() } }
  }

  /// Whether git-munge sets such a value, in any clone: the name of a file in a git directory, or in one that was
  /// moved.
  private func isOurs(_ value: [UInt8]) -> Bool {
    guard value.ends(with: "/munge.attributes"), let file = try? tree.top / tree.git.expanded(value) else {
      return false
    }
    return !FileSystem.exists(file) || file.parent.map { FileSystem.exists($0 / "HEAD") } ?? false
  }

  /// The last setting at one of these levels, if it is another file.
  func foreign(at scopes: [ConfigScope] = [.local, .worktree, .command]) throws -> ConfigEntry? {
    try entries.last { scopes.contains($0.scope) }.flatMap { isOurs($0.value) ? nil : $0 }
  }

  /// Whether git reads the file by the value that moves with the clone.
  var isInEffect: Bool { get throws { try entries.last?.value == value } }

  /// Whether git reads the file, by any value.
  func isRead() throws -> Bool {
    let path = try entries.last.flatMap { try? FileSystem.realPath(tree.top / Path($0.value)) }
    return path != nil && path == (try? FileSystem.realPath(file))
  }

  /// The attributes file that git would read without git-munge.
  func replaced() throws -> Path? {
    if let named = try entries.last(where: { $0.scope <= .local && !isOurs($0.value) }) {
      return try named.value.isEmpty ? nil : tree.top / tree.git.expanded(named.value)
    }

    func directory(_ variable: String) -> Path? {
      Environment.value(variable).flatMap { $0.isEmpty ? nil : Path($0) }
    }
    return (directory("XDG_CONFIG_HOME") ?? directory("HOME").map { $0 / ".config" }).map { $0 / "git/attributes" }
  }

  /// Writes the files of the setting, and includes them in the configuration of the clone.
  func write() throws {
    for (file, content) in try configurations() { try replace(file, content, mode: 0o644) }
    try ConfigFile(tree.config).add("include.path", "munge.config")
  }

  /// Copies the file of the main working tree, before it changes, to the linked ones that use it.
  func keepForOthers() throws {
    guard let main = try FileSystem.contents(directory.mainAttributes) else { return }
    for file in try tree.linked().map(\.mungeDirectory.attributes) where !FileSystem.exists(file) {
      try replace(file, main)
    }
    try write()
  }

  /// Lets this linked working tree use the file of the main one again, if there is one.
  func forget() throws {
    for file in [directory.attributes, directory.configuration, directory.absoluteConfiguration] {
      try FileSystem.remove(file)
    }
    try write()
  }

  /// Removes the setting and the files of all working trees.
  func remove() throws {
    try ConfigFile(tree.config).remove("include.path", matching: #"^munge\.config$"#)
    let main = MungeDirectory(GitDirectory(own: tree.gitDirectory.common, common: tree.gitDirectory.common))
    for each in try tree.linked().map(\.mungeDirectory) + [main] {
      for file in [each.attributes, each.configuration, each.absoluteConfiguration, each.planCopy] {
        try FileSystem.remove(file)
      }
    }
  }

  /// Whether the files of the setting are as they would be written.
  var isCurrent: Bool {
    get throws { try configurations().allSatisfy { try FileSystem.contents($0.file) == $0.content } }
  }

  /// The other linked working trees in which git has read another file, or none, because the clone has moved.
  func unreadElsewhere() throws -> [Path] {
    try tree.linked().compactMap { linked in
      guard linked.gitDirectory.own != tree.gitDirectory.own, let top = linked.tree?.top else { return nil }
      // A new one has no files yet.
      let new = (file: directory.mainAbsoluteConfiguration, content: Self.setting(Self.file(linked.mungeDirectory)))
      let isRead = try (configurations(of: linked) + [new]).contains { try FileSystem.contents($0.file) == $0.content }
      return isRead ? nil : top
    }
  }

  /// The files of a linked working tree.
  private func configurations(of linked: WorkingTree.Other) -> [(file: Path, content: [UInt8])] {
    let files = linked.mungeDirectory
    let file = Self.file(files)
    return [
      (files.configuration, Self.moving(file, from: linked.top)), (files.absoluteConfiguration, Self.setting(file)),
    ]
  }

  /// The files of the setting, each before the one that includes it.
  private func configurations() throws -> [(file: Path, content: [UInt8])] {
    var files = [(directory.mainAbsoluteConfiguration, Self.setting(directory.mainAttributes))]
    var main: [UInt8] = []
    let isShared = FileSystem.exists(directory.mainAttributes)
    if isShared {
      let directories = [AttributeLine.literal(tree.gitDirectory.common), "./worktrees/?*".bytes]
      main = try self.main + directories.flatMap { Self.inclusion(directory.mainAbsoluteConfiguration.name, in: $0) }
    }
    for linked in try tree.linked() {
      // The user's own attributes would not be read.
      if !FileSystem.exists(linked.mungeDirectory.attributes), !isShared { continue }
      files += configurations(of: linked)
      let name = Path("worktrees") / linked.gitDirectory.own.name
      main += Self.inclusion(name / "munge.config", in: "./".bytes + AttributeLine.literal(name))
      main += Self.inclusion(name / "munge.absolute.config", in: AttributeLine.literal(linked.gitDirectory.own))
    }
    return files + [(directory.mainConfiguration, main)]
  }

  private static func setting(_ path: Path) -> [UInt8] {
    "[core]\n\tattributesFile = ".bytes + ConfigValue.quoted(path.bytes) + [.newline]
  }

  private static let condition = "[includeIf ".bytes

  private static func inclusion(_ path: Path, in directory: [UInt8]) -> [UInt8] {
    // The name of a section cannot have a newline; `?` matches it.
    let pattern = "gitdir:".bytes + directory.map { $0 == .newline ? UInt8(ascii: "?") : $0 }
    let start = condition + ConfigValue.quoted(pattern) + "]\n\tpath = ".bytes
    return start + ConfigValue.quoted(path.bytes) + [.newline]
  }

  /// Writes a file, unless it has that content. git fails if it cannot read a file of configuration, also for another
  /// user.
  func replace(_ file: Path, _ bytes: [UInt8], mode: UInt32 = 0o600) throws {
    if try FileSystem.contents(file) != bytes { try FileSystem.replace(file, with: bytes, mode: mode) }
  }
}
