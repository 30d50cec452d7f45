import Platform
import Smudge

/// The result for some files of a tree, in their order.
struct TreeScan: Sendable {
  private let scanner: LeakScanner
  private let scope: [LeakScanner.Hit].Scope
  /// Whether there are no committed rules.
  private let isPrivate: Bool
  private(set) var tally: RulesTally
  /// Checks file by file that clean undoes smudge; `nil` if an installation refuses the rules for all values.
  private(set) var simulator: Simulator?
  /// The findings of a simulation about the rules themselves.
  private(set) var problems: [Finding] = []
  private(set) var leaks: [Finding] = []
  /// Canonical texts inside longer words, one for each word.
  private(set) var misses: [Finding] = []
  private var words: Set<Finding.Detail> = []
  /// The number of files that were read.
  private(set) var files = 0
  private(set) var unread: Set<Path> = []

  /// Prepares a scan. `isSimulating`: whether files are checked with generated values, too.
  init(
    _ scanner: LeakScanner, _ scope: [LeakScanner.Hit].Scope = .change, isPrivate: Bool, isSimulating: Bool = false
  ) throws {
    self.scanner = scanner
    self.scope = scope
    self.isPrivate = isPrivate
    tally = RulesTally(scanner)
    if isPrivate { return }
    do {
      let ordinary = try ValueSet(scanner.rules, .ordinary)
      let extreme = try ValueSet(scanner.rules, .extreme)
      simulator = try Simulator(scanner.rules, isSimulating ? [ordinary, extreme] : [])
      problems = AmbiguityCheck.findings(scanner.rules, ordinary.plan, extreme.plan)
    } catch { problems = [try RulesCheck.bad(error)] }
  }

  /// Adds what is found in a file. `content`: `nil` for a blob that is missing or too large; `commit`: for an error, if
  /// that is needed.
  mutating func look(
    at content: [UInt8]?, _ path: Path, _ attribute: FilterAttribute, _ commit: String?,
    isTooLarge: @autoclosure () throws -> Bool
  ) throws {
    guard let content else {
      if try scanner.gap(path, attribute, commit: commit, isTooLarge: isTooLarge()) != nil { unread.insert(path) }
      return
    }

    let isMunged = attribute == .munged && !Exclusion.isExcluded(path)
    let matches = isMunged && Exclusion.kind(of: content) == nil ? scanner.matches(in: content) : nil
    tally.count(content, path, attribute, matches)

    let hits = scanner.hits(in: content, path, attribute, matches)
    let new =
      matches?.texts.nearMisses(of: scanner.plan, in: content, scanner.rules).filter {
        words.insert($0.detail).inserted
      } ?? []
    leaks += hits.placed(path, content, scope).map(\.finding)
    misses += new.placed(path, content, scope).map(\.finding)
    if isMunged { simulator?.simulate(content, path: path) }
    if isMunged || isPrivate { files += 1 }
  }

  mutating func merge(_ next: TreeScan) {
    tally.merge(next.tally)
    for finding in next.simulator?.findings ?? [] { simulator?.add(finding) }
    leaks += next.leaks
    unread.formUnion(next.unread)
    misses += next.misses.filter { words.insert($0.detail).inserted }
    files += next.files
  }
}
