// What has to be the same in a plain clone and in the munged one, after each step and in the end.

import Platform
import TestSupport

/// How the files of a munged clone stand to those of the plain one.
enum FileComparison {
  case alike
  /// A file that git has not written since it has got the attribute, or lost it.
  case turned(String)
  case different(String)
  /// A file without the attribute.
  case uncovered(path: String, String)

  /// What is wrong.
  var text: String? {
    switch self {
    case .alike, .turned: nil
    case .different(let text), .uncovered(_, let text): text
    }
  }
}

extension ClonePair {
  /// What differs now; `nil` where nothing does.
  func compare(_ time: Int) throws -> String? {
    isKept = false
    try followAttributes(time)
    var (files, turned) = (try compareFiles(), "")
    if case .turned(let text) = files, !isInOperation {
      let lost = coverage.turned
      turned = "\nbefore refresh: \(text)\n\(try refresh(time))"
      files = try compareFiles()
      while case .uncovered(let path, _) = files, lost.contains(path), try isNamed(path, time) { files = try takeBack(path, time) }
    }
    let difference = try compareStatus(time) ?? differing(plain.references(), munged.references()) ?? files.text
    return difference.map { $0 + turned }
  }

  /// Other attributes are followed at once, as hooks and `git munge status` have it: those of the plan are those of the tree.
  private func followAttributes(_ time: Int) throws {
    let now = try attributesOnDisk()
    if now != attributes { (attributes, isBehind) = (now, true) }
    if !isBehind || isInOperation { return }
    isBehind = false
    _ = try refresh(time)
  }

  /// All files that git reads them from.
  func attributesOnDisk() throws -> [String: [UInt8]] { try munged.files().filter { $0.key.hasSuffix(".gitattributes") } }

  /// A file that has got the attribute, or lost it, without being written again is brought up to date as its developer
  /// would do it; in the middle of a merge that has to wait.
  private func refresh(_ time: Int) throws -> String {
    refreshes += 1
    let result = try munged.run(["git", "munge", "refresh", "--yes"], at: time)
    isKept = shown(result).contains("is not changed")
    if !isKept { coverage.noteRefresh() }
    return shown(result)
  }

  private func isNamed(_ path: String, _ time: Int) throws -> Bool {
    shown(try munged.run(["git", "munge", "status"], at: time)).contains("\n  \(path)\n")
  }

  /// What was edited and has lost its attribute may be its developer's own words: `status` names it, and the developer
  /// writes the canonical text.
  private func takeBack(_ path: String, _ time: Int) throws -> FileComparison {
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

  private func compareFiles() throws -> FileComparison {
    let (expected, found) = (try plain.files(), try munged.files())
    guard expected.keys.sorted() == found.keys.sorted() else {
      return .different("files: \(found.keys.sorted())\nplain: \(expected.keys.sorted())")
    }
    try coverage.update(munged, found, beside: plain)
    var turned: String?
    for path in expected.keys.sorted() {
      guard let plain = expected[path], let munged = found[path] else { continue }
      let wanted = coverage.smudged(path, plain)
      if munged == wanted {
        typed.remove(path)
      } else if !typed.contains(path) || coverage.smudged(path, munged) != wanted {
        let name = coverage.isCovered(path) ? path : "\(path) (without filter)"
        let text = "\(name):\n\(escaped(munged))\nexpected:\n\(escaped(wanted))"
        let isTurned = coverage.turned.contains(path)
        if isTurned && !isKept {
          turned = text
          continue
        }
        // Canonical where it could be local does no harm, until git or a refresh writes it again.
        if isTurned && munged == plain { continue }
        return coverage.isCovered(path) ? .different(text) : .uncovered(path: path, text)
      }
    }
    return turned.map { .turned($0) } ?? .alike
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
}
