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
    let old = FileText.lines(of: LineEndings.withLF(old))
    let new = FileText.lines(of: LineEndings.withLF(new))
    let isCode = FileRole(path) == .code
    var (words, start): ([(String, String)], (old: Int, new: Int)) = ([], (0, 0))
    for common in commonLines(old, new) + [(old.count, new.count)] {
      let before = old[start.old..<common.one].map { parts(of: $0, isCode: isCode) }
      let after = new[start.new..<common.other].map { parts(of: $0, isCode: isCode) }
      let alike = commonLines(before.map(\.frame), after.map(\.frame))
      words += alike.flatMap { zip(before[$0.one].words, after[$0.other].words) }
      let known = Set(alike.map(\.other))
      for (line, part) in after.enumerated() where !known.contains(line) && part.words.count == 1 {
        let isTeam = ["DEVELOPMENT_TEAM", "DevelopmentTeam"].contains {
          part.frame.firstRange(of: Array($0.utf8)) != nil
        }
        words += isTeam ? [("", part.words[0])] : []
      }
      start = (common.one + 1, common.other + 1)
    }
    return words.filter { $0 != $1 }.map { WordEdit(canonical: $0, own: $1, path: path) }
  }

  /// The words of a line that can be identifiers, and the rest with a zero for each, without double quotes, which Xcode
  /// writes around some values. Paths, links and addresses are no words, and in source code only string literals begin
  /// with one.
  private static func parts(of line: ArraySlice<UInt8>, isCode: Bool) -> (frame: ArraySlice<UInt8>, words: [String]) {
    var (frame, words, rest, last): ([UInt8], [String], ArraySlice<UInt8>, UInt8) = ([], [], line, UInt8.newline)
    while let first = rest.first {
      let word = rest.prefix { Boundary.isIdentifier($0) || $0 == .dot }
      rest = rest.dropFirst(max(word.count, 1))
      let isPart = "/@".utf8.contains(last) || rest.first == .slash || isCode && !"\"'`".utf8.contains(last)
      if !isPart, word.contains(.dot) || VariableKind.teamID.accepts(Array(word)) {
        frame.append(0)
        words.append(String(decoding: word, as: UTF8.self))
      } else if first != UInt8(ascii: "\"") {
        frame += word.isEmpty ? [first] : word
      }
      last = word.last ?? first
    }
    return (frame[...], words)
  }
}

extension HeadTree {
  /// What differs on disk; nothing while files are unmerged.
  func edits(in tree: WorkingTree, _ sightings: Sightings) throws -> [WordEdit] {
    if try !tree.git.output(["ls-files", "--unmerged"]).isEmpty { return [] }
    let names = ["diff-index", "-z", "--no-renames", "--name-only", "--diff-filter=M", commit]
    let changed = try Set(git.records(names).map { Path($0) })
    let others: [LeaveReason?] = [.vendored, .document, .test, .translation]
    var edits: [WordEdit] = []
    let wanted = files.filter { changed.contains($0.path) && !others.contains(sightings.reasonToLeave($0.path)) }
    try forEach(wanted, raw: true) { file, old in
      guard !Exclusion.isExcluded(file.path), let new = try tree.content(of: file.path),
        Exclusion.kind(of: old) == nil, Exclusion.kind(of: new) == nil
      else { return }
      edits += WordEdit.edits(from: old, to: new, file.path)
    }
    return edits
  }
}
