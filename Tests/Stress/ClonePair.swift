// A developer's plain clone and the munged one, and the law that holds between them.

import Platform
import Smudge
import TestSupport

/// One developer, twice: what is done in one clone is done in the other.
final class ClonePair {
  let plain: Clone
  let munged: Clone
  private let fixed: [String]
  /// Files into which canonical text was typed: they may show it until git writes them again.
  private var typed: Set<String> = []
  private var coverage = Coverage()
  /// How often a file had lost its attribute, and `refresh` has given it back.
  private(set) var refreshes = 0
  /// How often its developer had to do that.
  private(set) var corrections = 0
  /// What git said of the plain clone after the last step.
  private(set) var status = ""

  init(plain: Clone, munged: Clone, fixed: [String]) throws {
    (self.plain, self.munged, self.fixed) = (plain, munged, fixed)
    try coverage.update(munged, munged.files())
  }

  var isInOperation: Bool {
    ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"].contains { plain.isThere($0) }
  }

  /// Does a step in both clones; answers what differs then.
  func perform(_ step: Step) throws -> String? {
    let difference: String?
    switch step.action {
    case .git(let words):
      if words.first == "mv", let target = words.last { coverage.noteMove(target) }
      difference = try compareRuns(["git"] + words, step.time)
    case .script(let script): difference = try compareRuns(["sh", "-ec", script], step.time)
    case .create(let path, let content, let typed): difference = try create(path, content, typed, step.time)
    case .edit(let path, let edit): difference = try self.edit(path, edit, step.time)
    case .remove(let path):
      difference = nil
      for clone in [plain, munged] { try FileSystem.remove(clone.top / path) }
    case .wait:
      difference = nil
      for clone in [plain, munged] { try clone.wait() }
    case .munge(let words):
      difference = nil
      // Once local, such a text can only be taken back with the help of a committed version.
      if try holdsSecond() { return nil }
      try munged.run(["git", "munge"] + words, at: step.time)
    }
    return try difference ?? compare(step.time)
  }

  private func holdsSecond() throws -> Bool {
    try status.split(separator: "\n").contains { line in
      guard !line.hasPrefix("#"), let path = line.split(separator: "\t").first?.split(separator: " ").last else { return false }
      return try plain.read(String(path)).map { TextLines($0).text.contains(Project.second) } ?? false
    }
  }

  private func compareRuns(_ words: [String], _ time: Int) throws -> String? {
    let (expected, found) = (try plain.run(words, at: time), try munged.run(words, at: time))
    guard expected.status != found.status else { return nil }
    return "exit status \(found.status), in the plain clone \(expected.status):\n\(shown(found))\nplain:\n\(shown(expected))"
  }

  private func shown(_ result: ProcessOutput) -> String { String(decoding: result.output + result.errors, as: UTF8.self) }

  // MARK: Editing

  private func create(_ path: String, _ content: [UInt8], _ typed: Edit.Typed, _ time: Int) throws -> String? {
    if FileSystem.exists(plain.top / path) { return nil }
    if let parent = (plain.top / path).parent, FileSystem.exists(parent), try FileSystem.status(parent)?.kind != .directory { return nil }
    try plain.write(path, content, at: time)
    try munged.write(path, content, at: time)
    guard typed == .local else {
      self.typed.insert(path)
      return nil
    }
    try munged.write(path, try smudged(path, content), at: time)
    return nil
  }

  private func edit(_ path: String, _ edit: Edit, _ time: Int) throws -> String? {
    guard let old = try plain.read(path), let shown = try munged.read(path) else { return nil }
    let (text, other) = (TextLines(old), TextLines(shown))
    guard text.lines.count == other.lines.count else { return "\(path) has \(other.lines.count) lines, in the plain clone \(text.lines.count)" }
    let isFixed = { (index: Int) in self.fixed.contains { TextLines.text(text.lines[index]).contains($0) } }
    guard let changed = edit.apply(to: text, isFixed: isFixed), var result = edit.apply(to: other, isFixed: isFixed)
    else { return nil }
    if edit.typed == .local {
      let local = TextLines(try smudged(path, changed.text.content))
      result.text.lines.replaceSubrange(result.new, with: local.lines[changed.new])
    }
    // A value that is taken from its key is no business of a rule any more: clean says so, and leaves it.
    guard try smudged(path, result.text.content) == smudged(path, changed.text.content) else { return nil }
    if edit.typed == .canonical { typed.insert(path) }
    try plain.write(path, changed.text.content, at: time)
    try munged.write(path, result.text.content, at: time)
    return nil
  }

  // MARK: Comparing

  private func compare(_ time: Int) throws -> String? {
    var (files, turned) = (try compareFiles(), "")
    if case .turned(let text) = files, !isInOperation {
      let report = try refresh(time)
      turned = "\nbefore refresh: \(text)\n\(report)"
      files = try compareFiles()
      while case .uncovered(let path, _) = files, report.contains("\n  \(path)\n") { files = try takeBack(path, time) }
    }
    let difference = try compareStatus(time) ?? differing(plain.references(), munged.references()) ?? files.text
    return difference.map { $0 + turned }
  }

  /// A file that has got the attribute, or lost it, without being written again is brought up to date as its developer
  /// would do it; in the middle of a merge that has to wait.
  private func refresh(_ time: Int) throws -> String {
    refreshes += 1
    let result = try munged.run(["git", "munge", "refresh", "--yes"], at: time)
    coverage.noteRefresh()
    return shown(result)
  }

  /// Reachable or not: no other blob was ever written.
  func compareObjects(at time: Int) throws -> String? {
    let words = ["git", "cat-file", "--batch-all-objects", "--batch-check"]
    let (expected, found) = (try plain.require(words, at: time), try munged.require(words, at: time))
    let surplus = Set(found.split(separator: 10)).symmetricDifference(expected.split(separator: 10))
    return surplus.isEmpty ? nil : "objects of one clone alone: \(surplus.map { escaped($0) }.sorted())"
  }

  /// Both clones are plain ones behind this.
  func uninstall(at time: Int) throws -> String? {
    if try isInOperation || holdsSecond() { return nil }
    try munged.require(["git", "munge", "uninstall"], at: time)
    return try compare(time)
  }

  /// What was edited and has lost its attribute may be its developer's own words: `refresh` names it, and the developer
  /// writes the canonical text.
  private func takeBack(_ path: String, _ time: Int) throws -> Files {
    corrections += 1
    try munged.write(path, plain.read(path) ?? [], at: time)
    return try compareFiles()
  }

  private func compareStatus(_ time: Int) throws -> String? {
    let words = ["git", "status", "--porcelain=v2", "--branch", "--untracked-files=all"]
    status = String(decoding: try plain.require(words, at: time), as: UTF8.self)
    let found = String(decoding: try munged.require(words, at: time), as: UTF8.self)
    return found == status ? nil : "git status:\n\(found)\nplain:\n\(status)"
  }

  private func differing(_ expected: [String: [UInt8]], _ found: [String: [UInt8]]) -> String? {
    for name in Set(expected.keys).union(found.keys).sorted() where found[name] != expected[name] {
      return "\(name):\n\(escaped((found[name] ?? []).suffix(300)))\nplain:\n\(escaped((expected[name] ?? []).suffix(300)))"
    }
    return nil
  }

  private enum Files {
    case alike
    /// A file that git has not written since it has got the attribute, or lost it.
    case turned(String)
    case different(String)
    /// A file without the attribute.
    case uncovered(path: String, String)

    var text: String? {
      switch self {
      case .alike, .turned: nil
      case .different(let text), .uncovered(_, let text): text
      }
    }
  }

  private func compareFiles() throws -> Files {
    let (expected, found) = (try plain.files(), try munged.files())
    guard expected.keys.sorted() == found.keys.sorted() else {
      return .different("files: \(found.keys.sorted())\nplain: \(expected.keys.sorted())")
    }
    try coverage.update(munged, found)
    var turned: String?
    for path in expected.keys.sorted() {
      guard let plain = expected[path], let munged = found[path] else { continue }
      let wanted = coverage.smudged(path, plain)
      if munged == wanted {
        typed.remove(path)
      } else if !typed.contains(path) || coverage.smudged(path, munged) != wanted {
        let name = coverage.isCovered(path) ? path : "\(path) (without filter)"
        let text = "\(name):\n\(escaped(munged))\nexpected:\n\(escaped(wanted))"
        if !coverage.turned.contains(path) { return coverage.isCovered(path) ? .different(text) : .uncovered(path: path, text) }
        turned = text
      }
    }
    return turned.map { .turned($0) } ?? .alike
  }

  private func smudged(_ path: String, _ content: [UInt8]) throws -> [UInt8] {
    try coverage.update(munged, try munged.files().merging([path: content]) { $1 })
    return coverage.smudged(path, content)
  }
}
