import Platform
import Rules
import Smudge
import Verify

/// Repairs files as `git add` would commit them: clean, with the newest version that does not hold the leaked text as
/// the source.
struct LeakRepair {
  /// The scanner that finds leaks.
  let scanner: LeakScanner
  /// The repository with earlier versions of the files.
  private let repository: VerifyRepository
  /// Prepares the repair of files by rules.
  init(_ tree: WorkingTree, _ rules: Rules) throws {
    scanner = try LeakScanner(rules, own: tree.ownPlan())
    repository = VerifyRepository(git: tree.git, hasWorkingTree: true, ownPlan: tree.ownPlan)
  }

  /// A leaked text of a file.
  private struct LeakedText {
    /// The places with the text.
    let hits: [LeakScanner.Hit]
    /// The newest version without it; `nil` if all have it.
    let source: [UInt8]?
  }

  /// The repaired lines. `onlyOwn`: texts of others stay.
  func repaired(_ content: [UInt8], _ path: Path, onlyOwn: Bool = false) throws -> RepairedLines {
    var lines = RepairedLines(content)
    for text in try leakedTexts(in: lines.all, path) where !onlyOwn || text.hits[0].isOwn {
      repair(text, path, in: &lines)
    }
    return lines
  }

  /// The leaks that clean can replace, by their texts.
  private func leakedTexts(in bytes: [UInt8], _ path: Path) throws -> [LeakedText] {
    let leaks = scanner.hits(in: bytes, path, .munged).filter(\.detail.isRepairable)
    if leaks.isEmpty { return [] }
    var history = try FileHistory(of: path, in: repository)
    return try leaks.grouped { $0.detail.leaked }.map { text, hits in
      let source = try history.newest { content in
        !scanner.hits(in: content, path, .munged).contains { $0.detail.leaked == text }
      }
      return LeakedText(hits: hits, source: source)
    }
  }

  /// Repairs the lines with a text. A line that clean refuses stays, and is reported.
  private func repair(_ leaked: LeakedText, _ path: Path, in lines: inout RepairedLines) {
    let text = lines.all
    let numbers = TextLines(text)
    let found = scanner.hits(in: text, path, .munged).filter { $0.detail.leaked == leaked.hits[0].detail.leaked }
    let places = Set(found.map { numbers.number(at: $0.range.lowerBound) - 1 }).subtracting(lines.removed)
    let reversal = LeakReversal(scanner.plan(repairing: found, source: leaked.source), for: path)
    lines.apply((try? reversal.outcomes(of: places, in: text, source: leaked.source)) ?? [:])
  }
}
