import Git
import Libgit2
import Platform
import Smudge
import Verify

/// The setting of `core.attributesFile` for the working trees of a clone (git-config(1)).
///
/// git resolves a relative path from the top of the working tree. So the main one, or a submodule, has a path by its own link
/// to the git directory, such as `.git/munge.attributes`, which moves with it. In a linked working tree that path names no file:
/// by `includeIf`, git reads `munge.worktrees.config` there, which includes a file of that working tree.
struct AttributesSetting {
  private let tree: WorkingTree
  private let directory: MungeDirectory

  init(_ tree: WorkingTree) { (self.tree, directory) = (tree, tree.mungeDirectory) }

  /// The file for this working tree.
  var file: Path { FileSystem.exists(directory.attributes) ? directory.attributes : directory.mainAttributes }

  /// The files to write; in a bare repository also that of new working trees.
  var files: [Path] {
    get throws(MungeError) {
      if tree.isMain { return [directory.attributes] }
      return try tree.main() == .bare ? [directory.attributes, directory.mainAttributes] : [directory.attributes]
    }
  }

  /// The value with which git reads the file.
  var value: [UInt8] {
    file == directory.attributes ? Self.value(tree.gitDirectory, at: tree.top) : directory.mainAttributes.bytes
  }

  private static func value(_ git: GitDirectory, at top: Path?) -> [UInt8] { git.named(at: top).bytes + name }

  /// Whether git-munge writes such a value, for any clone.
  static func isOurs(_ value: [UInt8]) -> Bool {
    [name, Array("/munge/attributes".utf8)].contains { value.suffix($0.count).elementsEqual($0) }
  }

  private static let name = Array("/munge.attributes".utf8)

  /// Whether git reads the file by `value`.
  func isRead(by value: [UInt8]) -> Bool {
    guard let found = try? FileSystem.realPath(tree.top / Path(value)) else { return false }
    return found == (try? FileSystem.realPath(file))
  }

  // MARK: Writing

  /// Sets it for all working trees that have a file.
  func write() throws(MungeError) {
    if tree.isMain, FileSystem.exists(file) { try configuring(ConfigFile(tree.config).set(FallbackAttributes.key, to: value)) }
    if try isCurrentForOthers { return }
    try configuring(ConfigFile(tree.config).set(Self.condition, to: "munge.worktrees.config"))
    for (file, content) in try configurations() { try replace(file, content) }
  }

  /// Copies the file of the main working tree, before it changes, to the linked ones that use it.
  func keepForOthers() throws(MungeError) {
    guard let main = try wrapping(FileSystem.contents(directory.mainAttributes)) else { return }
    for linked in try tree.linked().map({ MungeDirectory($0.gitDirectory) }) where !FileSystem.exists(linked.attributes) {
      try replace(linked.attributes, main)
    }
    try write()
  }

  /// Removes it for all working trees, with the files.
  func remove() throws(MungeError) {
    let key = FallbackAttributes.key
    let values = try configuring(ConfigFile(tree.config).values(key))
    if values.allSatisfy({ Self.isOurs(Array($0.utf8)) }) { try configuring(ConfigFile(tree.config).removeAll(key)) }
    try configuring(ConfigFile(tree.config).removeAll(Self.condition))
    let linked = try tree.linked().map { MungeDirectory($0.gitDirectory) }.flatMap { [$0.attributes, $0.configuration] }
    for file in linked + [directory.mainAttributes, directory.worktreesConfiguration] { try wrapping(FileSystem.remove(file)) }
  }

  // MARK: Linked working trees

  /// `./` is the directory of the configuration file.
  private static let condition = "includeIf.gitdir:./worktrees/*.path"

  /// Whether the files of configuration for linked working trees are right.
  var isCurrentForOthers: Bool {
    get throws(MungeError) {
      try configurations().kept { file, content throws(MungeError) in try wrapping(FileSystem.contents(file)) != content }.isEmpty
    }
  }

  /// The file that all include, with the attributes of the main working tree for new ones, and that of each one with its own.
  private func configurations() throws(MungeError) -> [(file: Path, content: [UInt8])] {
    var all = FileSystem.exists(directory.mainAttributes) ? Self.section(directory.mainAttributes.bytes) : []
    var each: [(Path, [UInt8])] = []
    for linked in try tree.linked() {
      let (directory, name) = (MungeDirectory(linked.gitDirectory), linked.gitDirectory.own.name.bytes)
      if !FileSystem.exists(directory.attributes) { continue }
      all += Array("[includeIf ".utf8) + Self.quoted(Array("gitdir:**/worktrees/".utf8) + name) + Array("]\n\tpath = ".utf8)
        + Self.quoted(Array("worktrees/".utf8) + name + Array("/munge.config".utf8)) + [UInt8(ascii: "\n")]
      each.append((directory.configuration, Self.section(Self.value(linked.gitDirectory, at: linked.top))))
    }
    // First those that it includes.
    return each + [(directory.worktreesConfiguration, all)]
  }

  private static func section(_ value: [UInt8]) -> [UInt8] {
    Array("[core]\n\tattributesFile = ".utf8) + quoted(value) + [UInt8(ascii: "\n")]
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    let inside = text.flatMap { byte in
      byte == UInt8(ascii: "\n") ? Array("\\n".utf8) : [quote, backslash].contains(byte) ? [backslash, byte] : [byte]
    }
    return [quote] + inside + [quote]
  }

  /// Writes a file, unless it has that content.
  func replace(_ file: Path, _ bytes: [UInt8]) throws(MungeError) {
    try wrapping { () throws(SystemError) in
      if try FileSystem.contents(file) != bytes { try FileSystem.replace(file, with: bytes, mode: 0o600) }
    }
  }
}
