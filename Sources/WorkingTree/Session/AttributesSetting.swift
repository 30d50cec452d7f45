import Libgit2
import Platform
import Smudge

/// The setting of `core.attributesFile` for the working trees of a clone (git-config(1)).
///
/// git ignores a file that does not exist, so the path has to be right wherever the clone is. The configuration of the clone
/// includes `munge.config`, which sets
/// - first a path by which a working tree finds its git directory itself, such as `.git/munge.attributes`: git resolves it from
///   the top of the working tree, so it moves with the clone;
/// - then, if the git directory is where it was (`includeIf`), the absolute path, which is right for any current directory;
/// - in a linked working tree, one by its own link to its git directory.
struct AttributesSetting {
  private let tree: WorkingTree
  private let directory: MungeDirectory

  init(_ tree: WorkingTree) { (self.tree, directory) = (tree, tree.mungeDirectory) }

  var file: Path { FileSystem.exists(directory.attributes) ? directory.attributes : directory.mainAttributes }

  /// The files to write; in a bare repository also that of new working trees.
  var files: [Path] {
    get throws { [directory.attributes] + (try !tree.isMain && tree.main() == .bare ? [directory.mainAttributes] : []) }
  }

  /// The value with which git reads the file.
  var value: [UInt8] { tree.isMain ? directory.mainAttributes.bytes : Self.path(from: tree.gitDirectory, at: tree.top).bytes }

  /// The file of a linked working tree, which is that of the main one if it has none.
  private static func path(from linked: GitDirectory, at top: Path?) -> Path {
    let isOwn = FileSystem.exists(MungeDirectory(linked).attributes)
    return linked.named(at: top) / (isOwn ? "munge.attributes" : "../../munge.attributes")
  }

  /// The path by which the main working tree names the file; `nil` if that does not move with it.
  private var movingPath: Path? {
    let common = GitDirectory(own: tree.gitDirectory.common, common: tree.gitDirectory.common)
    if common.own.name == Path(".git") { return Path(".git/munge.attributes") }
    guard case .at(let top)? = try? tree.main() else { return nil }
    let link = common.named(at: top)
    return link.isAbsolute ? nil : link / "munge.attributes"
  }

  private var entries: [ConfigEntry] {
    get throws { try tree.configuration().entries.filter { $0.key == FallbackAttributes.key.lowercased() } }
  }

  /// Whether git-munge sets such a value, in any clone.
  private func isOurs(_ value: [UInt8]) -> Bool {
    let isNamed = value.ends(with: "/munge.attributes")
    guard isNamed, let path = try? tree.git.expanded(value), let bytes = try? FileSystem.contents(tree.top / path)
    else { return isNamed }
    return FallbackAttributes.isWritten(bytes)
  }

  /// The last setting at one of these levels, if it is another file.
  func foreign(at scopes: [String] = ["local", "worktree", "command"]) throws -> ConfigEntry? {
    try entries.last { scopes.contains($0.scope) }.flatMap { isOurs($0.value) ? nil : $0 }
  }

  /// Whether git reads the file by the value that moves with the clone.
  var isInEffect: Bool { get throws { try entries.last?.value == value } }

  /// Whether git reads the file, by any value.
  func isRead() throws -> Bool {
    let found = try entries.last.flatMap { try? FileSystem.realPath(tree.top / Path($0.value)) }
    return found != nil && found == (try? FileSystem.realPath(file))
  }

  /// The attributes file that git would read without git-munge.
  func replaced() throws -> Path? {
    if let named = try entries.last(where: { !["worktree", "command"].contains($0.scope) && !isOurs($0.value) }) {
      return try named.value.isEmpty ? nil : tree.top / tree.git.expanded(named.value)
    }
    func directory(_ variable: String) -> Path? { Environment.value(variable).flatMap { $0.isEmpty ? nil : Path($0) } }
    return (directory("XDG_CONFIG_HOME") ?? directory("HOME").map { $0 / ".config" }).map { $0 / "git/attributes" }
  }

  func write() throws {
    for (file, content) in try configurations() { try replace(file, content, mode: 0o644) }
    try ConfigFile(tree.config).add("include.path", "munge.config")
  }

  /// Copies the file of the main working tree, before it changes, to the linked ones that use it.
  func keepForOthers() throws {
    guard let main = try FileSystem.contents(directory.mainAttributes) else { return }
    for file in try tree.linked().map(\.mungeDirectory.attributes) where !FileSystem.exists(file) { try replace(file, main) }
    try write()
  }

  /// Lets this linked working tree use the file of the main one again, if there is one.
  func forget() throws {
    for file in [directory.attributes, directory.configuration] { try FileSystem.remove(file) }
    try write()
  }

  func remove() throws {
    try ConfigFile(tree.config).remove("include.path", matching: #"^munge\.config$"#)
    let linked = try tree.linked().map(\.mungeDirectory).flatMap { [$0.attributes, $0.configuration, $0.planCopy] }
    let common = [directory.mainAttributes, directory.mainConfiguration, directory.absoluteConfiguration, directory.mainPlanCopy]
    for file in linked + common { try FileSystem.remove(file) }
  }

  var isCurrent: Bool { get throws { try configurations().allSatisfy { try FileSystem.contents($0.file) == $0.content } } }

  /// The other linked working trees in which git has read another file, or none, because the clone has moved.
  func unreadElsewhere() throws -> [Path] {
    func holds(_ file: Path, _ path: Path) -> Bool { (try? FileSystem.contents(file)) == Self.setting(path) }
    return try tree.linked().compactMap { linked in
      guard linked.gitDirectory.own != tree.gitDirectory.own, let top = linked.tree?.top else { return nil }
      let (own, path) = (linked.mungeDirectory.configuration, Self.path(from: linked.gitDirectory, at: top))
      // A new one has no file yet.
      let isRead = FileSystem.exists(own) ? holds(own, path) : holds(directory.absoluteConfiguration, directory.mainAttributes)
      return isRead ? nil : top
    }
  }

  /// Each file before the one that includes it.
  private func configurations() throws -> [(file: Path, content: [UInt8])] {
    var files = [(directory.absoluteConfiguration, Self.setting(directory.mainAttributes))]
    var (main, each) = ([UInt8](), [UInt8]())
    if FileSystem.exists(directory.mainAttributes) {
      let (here, new) = (AttributeLine.literal(tree.gitDirectory.common), Array("./worktrees/?*".utf8))
      let inclusions = [here, new].flatMap { Self.inclusion(directory.absoluteConfiguration.name, in: $0) }
      main = (movingPath.map(Self.setting) ?? []) + inclusions
    }
    for linked in try tree.linked() {
      // The user's own attributes would not be read.
      if !FileSystem.exists(linked.mungeDirectory.attributes), main.isEmpty { continue }
      let (name, path) = (Path("worktrees") / linked.gitDirectory.own.name, Self.path(from: linked.gitDirectory, at: linked.top))
      files.append((linked.mungeDirectory.configuration, Self.setting(path)))
      each += Self.inclusion(name / "munge.config", in: Array("./".utf8) + AttributeLine.literal(name))
    }
    return files + [(directory.mainConfiguration, main + each)]
  }

  private static func setting(_ path: Path) -> [UInt8] { Array("[core]\n\tattributesFile = ".utf8) + quoted(path.bytes) + [.newline] }

  private static func inclusion(_ path: Path, in directory: [UInt8]) -> [UInt8] {
    // The name of a section cannot have a newline; `?` matches it.
    let pattern = Array("gitdir:".utf8) + directory.map { $0 == .newline ? UInt8(ascii: "?") : $0 }
    return Array("[includeIf ".utf8) + quoted(pattern) + Array("]\n\tpath = ".utf8) + quoted(path.bytes) + [.newline]
  }


  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    let escapes = [UInt8.newline: "\\n", UInt8(ascii: "\""): "\\\"", UInt8(ascii: "\\"): "\\\\"]
    return Array("\"".utf8) + text.flatMap { byte in escapes[byte].map { Array($0.utf8) } ?? [byte] } + Array("\"".utf8)
  }

  /// Writes a file, unless it has that content. git fails if it cannot read a file of configuration, also for another user.
  func replace(_ file: Path, _ bytes: [UInt8], mode: UInt32 = 0o600) throws {
    if try FileSystem.contents(file) != bytes { try FileSystem.replace(file, with: bytes, mode: mode) }
  }
}
