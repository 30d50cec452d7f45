import Platform
import Rules
import Smudge
import Verify

/// A word that was changed by hand in the working tree.
struct WordEdit: Sendable {
  /// The word of `HEAD`; empty for a team in an inserted line, or in place of an empty value.
  let canonical: String
  let own: String
  let path: Path

  /// Words of lines that are otherwise the same. Carriage returns at the ends of lines are not compared.
  static func edits(from old: [UInt8], to new: [UInt8], _ path: Path) -> [WordEdit] {
    func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] { FileText.lines(of: LineEndings.withLF(text)) }
    func worded(_ lines: ArraySlice<ArraySlice<UInt8>>) -> [WordedLine] {
      lines.map { WordedLine($0, isCode: FileRole(path) == .code) }
    }
    let (old, new) = (lines(old), lines(new))
    var (words, start): ([(String, String)], (old: Int, new: Int)) = ([], (0, 0))
    for common in commonLines(old, new) + [(old.count, new.count)] {
      let (before, after) = (worded(old[start.old..<common.one]), worded(new[start.new..<common.other]))
      let alike = commonLines(before.map { $0.frame[...] }, after.map { $0.frame[...] })
      words += alike.flatMap { zip(before[$0.one].words, after[$0.other].words) }
      let known = Set(alike.map(\.other))
      words += after.indices.filter { !known.contains($0) }.compactMap { after[$0].team.map { ("", $0) } }
      start = (common.one + 1, common.other + 1)
    }
    return words.filter { $0 != $1 }.map { WordEdit(canonical: $0, own: $1, path: path) }
  }
}

extension HeadTree {
  /// What differs on disk; nothing while files are unmerged.
  func edits(in tree: WorkingTree, _ sightings: Sightings) throws -> [WordEdit] {
    if try !tree.git.output(["ls-files", "--unmerged"]).isEmpty { return [] }
    let names = ["diff-index", "-z", "--no-renames", "--name-only", "--diff-filter=M", commit]
    let changed = try Set(tree.git.records(names).map { Path($0) })
    let others: [LeaveReason?] = [.vendored, .document, .test, .translation]
    var edits: [WordEdit] = []
    let wanted = files.filter { changed.contains($0.path) && !others.contains(sightings.reasonToLeave($0.path)) }
    try forEach(wanted) { file, old in
      guard !Exclusion.isExcluded(file.path), let new = try tree.content(of: file.path),
        Exclusion.kind(of: old) == nil, Exclusion.kind(of: new) == nil else { return }
      edits += WordEdit.edits(from: old, to: new, file.path)
    }
    return edits
  }
}

/// A line taken apart into words that can be identifiers and the rest.
private struct WordedLine {
  /// A zero for each word, and no double quotes, which Xcode writes around some values.
  private(set) var frame: [UInt8] = []
  private(set) var words: [String] = []

  /// Paths, links and addresses are no words, and in source code only string literals begin with one.
  init(_ line: ArraySlice<UInt8>, isCode: Bool) {
    var (rest, last) = (line, UInt8(ascii: "\n"))
    while let first = rest.first {
      let word = rest.prefix { Boundary.isIdentifier($0) || $0 == UInt8(ascii: ".") }
      rest = rest.dropFirst(max(word.count, 1))
      let isPart = "/@".utf8.contains(last) || rest.first == UInt8(ascii: "/") || isCode && !"\"'`".utf8.contains(last)
      if !isPart, word.contains(UInt8(ascii: ".")) || VariableKind.teamID.accepts(Array(word)) {
        frame.append(0)
        words.append(String(decoding: word, as: UTF8.self))
      } else if first != UInt8(ascii: "\"") {
        frame += word.isEmpty ? [first] : word
      }
      last = word.last ?? first
    }
  }

  /// The team that the line sets.
  var team: String? {
    let isKeyed = ["DEVELOPMENT_TEAM", "DevelopmentTeam"].contains { frame.firstRange(of: Array($0.utf8)) != nil }
    return isKeyed && words.count == 1 ? words.first : nil
  }
}
