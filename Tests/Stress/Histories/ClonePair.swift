// A plain clone and a munged clone of one developer, and the law that relates them.

import Smudge
import StorySupport

/// Each step runs in both clones.
final class ClonePair {
  let plain: WorkingTree
  let munged: WorkingTree
  private let fixed: [String]
  /// Files into which canonical text was typed: they can show it until git writes them.
  var typed: Set<String> = []
  var coverage = Coverage()
  /// The attributes files after the last step.
  var attributes: [String: [UInt8]] = [:]
  /// Whether they changed since the last installation.
  var needsRefresh = false
  /// Whether the last installation found no rules.
  var isKept = false
  /// Whether git can have written files without the filter since the last installation, which stay canonical, or local
  /// without the attribute, until the next one: the checkouts of a rebase can have other attributes than its end, and
  /// `git apply --3way` does not smudge a file that the patch creates and that exists.
  var hasUnfiltered = false
  var status = ""

  init(plain: WorkingTree, munged: WorkingTree, fixed: [String]) throws {
    (self.plain, self.munged, self.fixed) = (plain, munged, fixed)
    try coverage.update(munged, munged.files(), comparedTo: plain)
    attributes = try attributesOnDisk()
  }

  var isInOperation: Bool {
    ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"].contains { plain.isThere($0) }
  }

  /// Whether clean has reported in the last step that it guessed one of several canonical texts: it can differ from
  /// what was meant, as the working tree does not show it.
  var hasGuessed: Bool {
    ((try? munged.text(".git/munge/warnings")) ?? nil)?.contains("ambiguous local identifier") == true
  }

  /// Runs a step in both clones and returns the difference afterwards.
  func perform(_ step: Step) throws -> String? {
    try FileSystem.remove(munged.top / ".git/munge/warnings")
    let difference: String?
    switch step.action {
    case .git(let words):
      if words.first == "mv", let target = words.last { coverage.noteMove(target) }
      if words.first == "rebase" || words.contains("--rebase") { hasUnfiltered = true }
      difference = try compareRuns(["git"] + words, step.time)
    case .script(let script):
      if script.contains("--3way") { hasUnfiltered = true }
      difference = try compareRuns(["sh", "-ec", script], step.time)
    case .create(let path, let content, let typed): difference = try create(path, content, typed, step.time)
    case .edit(let path, let edit): difference = try self.edit(path, edit, step.time)
    case .remove(let path):
      difference = nil
      for clone in [plain, munged] { try FileSystem.remove(clone.top / path) }
    case .wait:
      difference = nil
      for clone in [plain, munged] { try clone.wait() }
    case .munge(let words, let event):
      // A local text of several canonical ones is cleaned by a committed version only; this text has none.
      if try holdsSecond() { return nil }
      difference = try munge(words, event, step.time)
    }
    return try difference ?? compare(step.time)
  }

  /// Whether an uncommitted text would lose its canonical form.
  func holdsSecond() throws -> Bool {
    try status.split(separator: "\n").contains { line in
      guard !line.hasPrefix("#"), let path = line.split(separator: "\t").first?.split(separator: " ").last else {
        return false
      }
      return try Project.secondCount(plain.read(String(path)) ?? []) > 0
    }
  }

  private func munge(_ words: [String], _ event: Step.Event?, _ time: Int) throws -> String? {
    switch event {
    case nil:
      try munged.run(["git", "munge"] + words, at: time)
      return nil
    case .kill(let call, let path, let edit):
      try munged.run(Killing.strace(at: call) + words, at: time)
      if let difference = try self.edit(path, edit, time) { return difference }
    case .save(let path, let edit):
      let script = #"{ sleep "$1"; mv .git/saved "$2"; } & shift 2; git munge "$@"; wait"#
      let delay = "0.0\(time % 10)"
      let difference = try self.edit(path, edit, time) { [munged] content in
        try munged.write(".git/saved", content, at: time)
        try munged.run(["sh", "-c", script, "sh", delay, path] + words, at: time)
      }
      if let difference { return difference }
    }
    // Completes the command, or rewrites the file that was saved by the values of before.
    let next = try munged.run(["git", "munge", "install", "--yes"], at: time)
    return next.status < 2 || isRefused(next) ? nil : shown(next)
  }

  private func compareRuns(_ words: [String], _ time: Int) throws -> String? {
    let expected = try plain.run(words, at: time)
    var found = try munged.run(words, at: time)
    // A guard reports attributes without rules, rules with conflict markers, and edits of a canonical text, or its
    // removal, that the plain clone has as well; the developer skips it.
    if words.first == "git", expected.isSuccess,
      ["[missing-rules]", "[bad-rules]", "[replaced-canonical]"].contains(
        where: shown(found).contains)
    {
      found = try munged.run(["git", "-c", "core.hooksPath=/dev/null"] + words.dropFirst(), at: time)
    }
    // While an attributes file is deleted on disk, git reads the one of its index, which can exclude a file that is
    // munged without it. The guard reports that file; the developer writes the canonical text.
    if words.starts(with: ["git", "commit"]), expected.isSuccess, shown(found).contains("[own-text]") {
      for path in try plain.paths() where shown(found).contains("\(path):") {
        try munged.write(path, plain.read(path) ?? [], at: time)
      }
      found = try munged.run(words, at: time)
    }
    guard expected.status != found.status else { return nil }
    return
      "exit status \(found.status), in the plain clone \(expected.status):\n\(shown(found))\nplain:\n\(shown(expected))"
  }

  func shown(_ result: ProcessOutput) -> String { String(decoding: result.output + result.errors, as: UTF8.self) }

  private func create(_ path: String, _ content: [UInt8], _ typed: Edit.Typed, _ time: Int) throws -> String? {
    if FileSystem.exists(plain.top / path) { return nil }
    if let parent = (plain.top / path).parent, FileSystem.exists(parent),
      try FileSystem.status(parent)?.kind != .directory
    {
      return nil
    }
    try plain.write(path, content, at: time)
    try munged.write(path, content, at: time)
    guard typed == .local else {
      self.typed.insert(path)
      return nil
    }
    try munged.write(path, try smudged(path, content), at: time)
    return nil
  }

  /// Whether the file has more lines of a canonical text that shares its local text than the index: clean guesses those
  /// and warns.
  private func isGuess(_ edit: Edit, of path: String, _ content: [UInt8]) throws -> Bool {
    let wanted = Project.secondCount(content)
    if wanted == 0 { return false }
    // Lines that change places with such a line cannot be distinguished either.
    if case .move = edit.change { return true }
    let stages = try ["0", "2", "3"].map { try plain.run(["git", "cat-file", "blob", ":\($0):\(path)"], at: 0).output }
    return stages.map(Project.secondCount).reduce(0, +) < wanted
  }

  /// `write`: writes the munged content.
  private func edit(_ path: String, _ edit: Edit, _ time: Int, _ write: (([UInt8]) throws -> Void)? = nil) throws
    -> String?
  {
    guard let old = try plain.read(path), let shown = try munged.read(path), try !isGuess(edit, of: path, old) else {
      return nil
    }
    let (text, other) = (TextLines(old), TextLines(shown))
    guard text.lines.count == other.lines.count else {
      return "\(path) has \(other.lines.count) lines, in the plain clone \(text.lines.count)"
    }
    let isFixed = { (index: Int) in self.fixed.contains { TextLines.text(text.lines[index]).contains($0) } }
    guard let changed = edit.apply(to: text, isFixed: isFixed), var result = edit.apply(to: other, isFixed: isFixed)
    else { return nil }
    if edit.typed == .local {
      let local = TextLines(try smudged(path, changed.text.content))
      result.text.lines.replaceSubrange(result.new, with: local.lines[changed.new])
    }
    // A value that loses its key is not cleaned: clean warns and leaves it.
    guard try smudged(path, result.text.content) == smudged(path, changed.text.content) else { return nil }
    if edit.typed == .canonical { typed.insert(path) }
    try plain.write(path, changed.text.content, at: time)
    if let write { try write(result.text.content) } else { try munged.write(path, result.text.content, at: time) }
    return nil
  }

  private func smudged(_ path: String, _ content: [UInt8]) throws -> [UInt8] {
    try coverage.update(munged, try munged.files().merging([path: content]) { $1 }, comparedTo: plain)
    return coverage.smudged(path, content)
  }
}
