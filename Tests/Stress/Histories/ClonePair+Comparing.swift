// What must be equal in the plain clone and the munged one after each step, and at the end.

import StorySupport

/// The files of a munged clone compared with those of the plain one.
enum FileComparison {
  case alike
  /// A file that git has not written since it gained or lost the attribute.
  case turned(String)
  case different(String)
  /// A local text in a file without the attribute.
  case uncovered(path: String, String)

  var text: String? {
    switch self {
    case .alike, .turned: nil
    case .different(let text), .uncovered(_, let text): text
    }
  }
}

extension ClonePair {
  /// The difference after a step; `nil` for none.
  func compare(_ time: Int) throws -> String? {
    isKept = false
    try applyAttributes(time)
    var (files, turned) = (try compareFiles(), "")
    if case .turned(let text) = files, !isInOperation {
      let lost = coverage.turned
      turned = "\nbefore refresh: \(text)\n\(try refresh(time))"
      files = try compareFiles()
      while case .uncovered(let path, _) = files, lost.contains(path), try isReported(path, time) {
        files = try writeCanonical(path, time)
      }
    }
    let difference = try compareStatus(time) ?? differing(plain.references(), munged.references()) ?? files.text
    return difference.map { $0 + turned }
  }

  /// Applies changed attributes at once, as hooks and `git munge status` do: the plan's attributes become those of the
  /// tree.
  private func applyAttributes(_ time: Int) throws {
    let now = try attributesOnDisk()
    if now != attributes { (attributes, needsRefresh) = (now, true) }
    if !needsRefresh || isInOperation { return }
    needsRefresh = false
    _ = try refresh(time)
  }

  func attributesOnDisk() throws -> [String: [UInt8]] {
    try munged.files().filter { $0.key.hasSuffix(".gitattributes") }
  }

  /// Refreshes a file that gained or lost the attribute without being written, as a developer would; during a merge
  /// this waits.
  private func refresh(_ time: Int) throws -> String {
    hasUnfiltered = false
    let result = try munged.run(["git", "munge", "install", "--yes"], at: time)
    isKept = isRefused(result)
    if !isKept { coverage.noteRefresh() }
    return shown(result)
  }

  /// Whether an installation waits for rules that can be used, or for the end of an operation.
  func isRefused(_ result: ProcessOutput) -> Bool {
    result.status == 2 && [".gitmunge", " is in progress"].contains(where: shown(result).contains)
  }

  private func isReported(_ path: String, _ time: Int) throws -> Bool {
    shown(try munged.run(["git", "munge", "status"], at: time)).contains("\n  \(path)\n")
  }

  /// An edited file that lost its attribute is reported by `status` and not rewritten; the developer types the
  /// canonical text.
  private func writeCanonical(_ path: String, _ time: Int) throws -> FileComparison {
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
      return
        "\(name):\n\(escaped((found[name] ?? []).suffix(300)))\nplain:\n\(escaped((expected[name] ?? []).suffix(300)))"
    }
    return nil
  }

  private func compareFiles() throws -> FileComparison {
    let (expected, found) = (try plain.files(), try munged.files())
    guard expected.keys.sorted() == found.keys.sorted() else {
      return .different("files: \(found.keys.sorted())\nplain: \(expected.keys.sorted())")
    }
    try coverage.update(munged, found, comparedTo: plain)
    var turned: String?
    for path in expected.keys.sorted() {
      guard let plain = expected[path], let munged = found[path] else { continue }
      let wanted = coverage.smudged(path, plain)
      if munged == wanted {
        typed.remove(path)
      } else if !typed.contains(path) || coverage.smudged(path, munged) != wanted {
        let name = coverage.isCovered(path) ? path : "\(path) (without filter)"
        let text = "\(name):\n\(escaped(munged))\nexpected:\n\(escaped(wanted))"
        let isTurned = coverage.turned.contains(path) || hasUnfiltered && (munged == plain || !coverage.isCovered(path))
        if isTurned && !isKept {
          turned = text
          continue
        }
        // A canonical text where a local one is possible is harmless until git or refresh writes the file.
        if isTurned && munged == plain { continue }
        return coverage.isCovered(path) ? .different(text) : .uncovered(path: path, text)
      }
    }
    return turned.map { .turned($0) } ?? .alike
  }

  /// No other blob was written, reachable or not.
  func compareObjects(at time: Int) throws -> String? {
    let words = ["git", "cat-file", "--batch-all-objects", "--batch-check"]
    let (expected, found) = (try plain.require(words, at: time), try munged.require(words, at: time))
    let surplus = Set(found.split(separator: 10)).symmetricDifference(expected.split(separator: 10))
    return surplus.isEmpty ? nil : "objects of one clone alone: \(surplus.map { escaped($0) }.sorted())"
  }

  /// Uninstalls; both clones are plain ones afterwards.
  func uninstall(at time: Int) throws -> String? {
    if try isInOperation || holdsSecond() { return nil }
    try munged.require(["git", "munge", "uninstall"], at: time)
    return try compare(time)
  }
}
