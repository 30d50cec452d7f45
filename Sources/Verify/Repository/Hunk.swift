import Smudge

/// Lines of an old text and the lines of a new one that replace them (diff(1)); lines count from 1.
struct Hunk {
  let old: Range<Int>
  let new: Range<Int>

  /// All hunks in order; lines that differ only in blanks at their ends are equal.
  static func all(from old: TextLines, to new: TextLines) -> [Hunk] {
    let (before, after) = (old.numbers.map { old.trimmed($0) }, new.numbers.map { new.trimmed($0) })
    var (hunks, last) = ([Hunk](), (old: 1, new: 1))
    for pair in commonLines(before, after) + [(one: before.count, other: after.count)] {
      let hunk = Hunk(old: last.old..<pair.one + 1, new: last.new..<pair.other + 1)
      if !hunk.old.isEmpty || !hunk.new.isEmpty { hunks.append(hunk) }
      last = (pair.one + 2, pair.other + 2)
    }
    return hunks
  }
}
