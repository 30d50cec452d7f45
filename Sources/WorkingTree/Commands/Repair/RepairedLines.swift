import Platform
import Smudge

/// The lines of a file as `git add` would commit them, with repaired ones in their places.
struct RepairedLines {
  /// The lines before the repair.
  private let before: [ArraySlice<UInt8>]
  /// The same lines, of which some are repaired.
  private var after: [ArraySlice<UInt8>]
  /// The lines, from 0, that Xcode had inserted: they are left out at the end, so that all others keep their numbers.
  private(set) var removed: Set<Int> = []

  /// Takes the lines of a text.
  init(_ text: [UInt8]) {
    before = FileText.lines(of: text)
    after = before
  }

  /// All lines, with those to be removed.
  var all: [UInt8] { Array(after.joined()) }

  /// The repaired text.
  var text: [UInt8] { kept(after) }

  /// The repaired lines, by their numbers from 1 in the repaired file.
  var places: [RepairReport.Place] {
    after.indices.filter { removed.contains($0) || after[$0] != before[$0] }.map { line in
      RepairReport.Place(
        line: line + 1 - removed.count { $0 < line },
        text: removed.contains(line) ? nil : Array(after[line].trimmed))
    }
  }

  /// Takes the outcomes for some lines.
  mutating func apply(_ outcomes: LeakReversal.Outcomes) {
    for (line, bytes) in outcomes {
      if bytes.isEmpty { removed.insert(line) } else { after[line] = bytes[...] }
    }
  }

  /// The file on disk with the repaired lines in place of its own; `nil` if that is not possible.
  func file(onDisk disk: [UInt8]) -> [UInt8]? {
    if places.isEmpty { return disk }
    let shown = FileText.lines(of: disk)
    if shown.count != after.count { return nil }
    return kept(after.indices.map { after[$0] == before[$0] ? shown[$0] : after[$0] })
  }

  /// The lines without those to be removed.
  private func kept(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
    Array(lines.indices.filter { !removed.contains($0) }.map { lines[$0] }.joined())
  }
}
