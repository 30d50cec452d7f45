import Platform
import Rules
import Smudge
import Verify

/// A word that was changed by hand in the working tree.
struct WordEdit {
  /// The word of `HEAD`; empty for a team in an inserted line, or in place of an empty value.
  let canonical: String
  /// The word on disk.
  let own: String
  let path: Path
  /// The number of the line on disk, from 1.
  let line: Int

  /// The changed words of lines that are otherwise the same. Carriage returns at the ends of lines are not compared.
  static func edits(from old: [UInt8], to new: [UInt8], _ path: Path) -> [WordEdit] {
    let old = FileText.lines(of: LineEndings.withLF(old))
    let new = FileText.lines(of: LineEndings.withLF(new))
    let isCode = FileRole(path) == .code
    var words: [WordEdit] = []
    var start = (old: 0, new: 0)
    func edit(_ canonical: String, _ own: String, _ index: Int) -> WordEdit {
      WordEdit(canonical: canonical, own: own, path: path, line: index + 1)
    }

    for common in commonLines(old, new) + [(old.count, new.count)] {
      let before = old[start.old..<common.one].map { DividedLine($0, isCode: isCode) }
      let after = new[start.new..<common.other].map { DividedLine($0, isCode: isCode) }
      let alike = commonLines(before.map(\.frame), after.map(\.frame))
      words += alike.flatMap { one, other in
        zip(before[one].words, after[other].words).map { edit($0, $1, start.new + other) }
      }

      let unchanged = Set(alike.map(\.other))
      for (index, line) in after.enumerated() where line.isTeam && !unchanged.contains(index) {
        words.append(edit("", line.words[0], start.new + index))
      }
      start = (common.one + 1, common.other + 1)
    }

    return words.filter { $0.canonical != $0.own }
  }

  /// A line, taken apart.
  private struct DividedLine {
    /// The line with a zero for each of the words, without double quotes, which Xcode writes around some values.
    var frame: ArraySlice<UInt8> = []
    /// The words that can be identifiers. Paths, links and addresses are no words, and in source code only string
    /// literals begin with one.
    var words: [String] = []

    init(_ line: ArraySlice<UInt8>, isCode: Bool) {
      var rest = line
      var last = UInt8.newline
      while let first = rest.first {
        let word = rest.prefix { Boundary.isIdentifier($0) || $0 == .dot }
        rest = rest.dropFirst(max(word.count, 1))
        let isPart =
          "/@".utf8.contains(last)
          || rest.first == .slash
          || isCode && !"\"'`".utf8.contains(last)

        if !isPart, word.contains(.dot) || VariableKind.teamID.accepts(Array(word)) {
          frame.append(0)
          words.append(word.string)
        } else if first != .quotationMark {
          frame += word.isEmpty ? [first] : word
        }
        last = word.last ?? first
      }
    }

    /// Whether the line gives a build one team.
    var isTeam: Bool { words.count == 1 && frame.string.lowercased().contains("team") }
  }
}

extension HeadTree {
  /// The words that differ on disk; none while files are unmerged.
  func edits(in tree: WorkingTree, _ sightings: Sightings) throws -> [WordEdit] {
    if try !tree.git.output(["ls-files", "--unmerged"]).isEmpty { return [] }
    let command = ["diff-index", "-z", "--no-renames", "--name-only", "--diff-filter=M", commit]
    let changed = try Set(git.records(command).map { Path($0) })
    let unread: [LeaveReason?] = [.vendored, .document, .test, .translation]
    let wanted = files.filter { file in
      changed.contains(file.path) && !unread.contains(sightings.reasonToLeave(file.path))
    }

    var edits: [WordEdit] = []
    try forEach(wanted) { file, old in
      guard
        !Exclusion.isExcluded(file.path),
        let new = try tree.content(of: file.path),
        Exclusion.kind(of: old) == nil,
        Exclusion.kind(of: new) == nil
      else { return }
      edits += WordEdit.edits(from: old, to: new, file.path)
    }
    return edits
  }
}
