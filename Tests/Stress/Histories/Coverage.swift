// The expected content of a munged file, computed from the plain one.

import Smudge
import StorySupport

/// The plan of a clone, and which of its files git gives to the filter.
struct Coverage {
  private var plan = Plan.idle
  private var encoded: [UInt8] = []
  private var key: [String: [UInt8]] = [:]
  private var covered: Set<String> = []
  private var known: Set<String> = []
  /// The last result for each file.
  private var shown: [String: (content: [UInt8], result: [UInt8])] = [:]
  /// Files that gained the attribute without being written by git, or lost it by a commit.
  private(set) var turned: Set<String> = []

  /// Asks git again where attributes, or the names of files, are others than before.
  ///
  /// `plain`: a clone whose attributes are those of the commit only.
  mutating func update(_ clone: WorkingTree, _ files: [String: [UInt8]], comparedTo plain: WorkingTree) throws {
    let paths = files.keys.sorted()
    let bytes = try FileSystem.contents(clone.top / ".git/munge/plan") ?? []
    if bytes != encoded { (encoded, plan, shown) = (bytes, bytes.isEmpty ? .idle : try PlanFormat.decode(bytes), [:]) }
    if paths.isEmpty { return }
    var key = files.mapValues { _ in [UInt8]() }
    for (path, content) in files where path.hasSuffix(".gitattributes") { key[path] = content }
    key["block"] = try FileSystem.contents(clone.top / ".git/info/attributes") ?? []
    // git reads from its index what is not on disk.
    if !files.keys.contains(".gitattributes") {
      key["index"] = try FileSystem.contents(clone.top / ".git/index") ?? []
    }
    if key == self.key { return }
    self.key = key
    let covered = try values(clone, paths).filter { $0.value == "munged" }
    let silent = try values(plain, paths).filter { $0.value == "unspecified" }
    for path in Set(covered.keys).symmetricDifference(self.covered).intersection(known)
    where covered.keys.contains(path) || !silent.keys.contains(path) { turned.insert(path) }
    (self.covered, known) = (Set(covered.keys), Set(paths))
  }

  /// The filter attribute of some files, by `git check-attr`.
  private func values(_ clone: WorkingTree, _ paths: [String]) throws -> [String: String] {
    let output = try clone.require(["git", "check-attr", "-z", "filter", "--"] + paths)
    let fields = output.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    return Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: fields.count - 2, by: 3).map { (fields[$0], fields[$0 + 2]) })
  }

  /// The file has a new name and was not written by git.
  mutating func noteMove(_ path: String) { turned.insert(path) }

  mutating func noteRefresh() { turned = [] }

  func isCovered(_ path: String) -> Bool { covered.contains(path) }

  /// The content as smudge writes it; unchanged where clean would not restore it.
  mutating func smudged(_ path: String, _ content: [UInt8]) -> [UInt8] {
    guard isCovered(path) else { return content }
    if let known = shown[path], known.content == content { return known.result }
    let result = compute(path, content)
    shown[path] = (content, result)
    return result
  }

  private func compute(_ path: String, _ content: [UInt8]) -> [UInt8] {
    var filter = Filter(by: plan, records: nil, warnings: .silent, for: .workingTree(keys: []))
    var output = Spool()
    switch filter.perform(
      FilterSession.Request(direction: .smudge, path: Path(path)), on: Spool(content), into: &output)
    {
    case .changed: return output.inMemory ?? content
    case .unchanged, .refused: return content
    }
  }
}
