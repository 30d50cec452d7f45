import Platform
import Rules
import Smudge

/// What was found in some files of a tree, in their order.
struct TreeScan: Sendable {
  private let scanner: LeakScanner
  private(set) var tally: RulesTally
  private(set) var proof: RoundTripCheck
  private(set) var leaks: [LocatedFinding] = []
  /// Canonical texts inside longer words, one for each word.
  private(set) var misses: [Finding] = []
  private var words: Set<Finding.Detail> = []
  private(set) var extent = VerifyReport.Coverage()
  private(set) var unread: Set<Path> = []

  init(_ scanner: LeakScanner, valueSets: Int?) throws {
    (self.scanner, tally) = (scanner, RulesTally(scanner))
    proof = try RoundTripCheck(scanner.rules, valueSets: valueSets)
  }

  mutating func look(at content: [UInt8], _ path: Path, _ attribute: FilterAttribute) throws {
    let bytes = scanner.readable(content)
    let isMunged = attribute == .munged && !Exclusion.isExcluded(path)
    let matches = isMunged ? scanner.idle.matches(in: bytes) : []
    tally.look(at: bytes, path, attribute, matches)
    let hits = scanner.hits(in: bytes, path, attribute)
    if !hits.isEmpty { leaks += HitLocator(path, content, bytes).placed(hits, .tree) }
    if !isMunged { return }
    let new = NearMisses(scanner.plan).hits(matches, in: bytes).filter { words.insert($0.detail).inserted }
    if !new.isEmpty { misses += HitLocator(path, content, bytes).placed(new, .tree).map(\.finding) }
    try proof.look(at: content, path)
    extent.files += 1
    extent.bytes += content.count
  }

  /// Takes note of a file that cannot be read. `commit`: for an error, if the file is munged.
  mutating func skip(_ path: Path, _ attribute: FilterAttribute, commit: String?) throws {
    let isRuled = scanner.reach(path).contains(true)
    if attribute == .munged && isRuled { throw MungeError.missingBlob(path, commit: commit) }
    if isRuled || scanner.knowsOwn { unread.insert(path) }
  }

  /// Adds what was found in the files after these.
  mutating func add(_ next: TreeScan) {
    tally.add(next.tally)
    proof.add(next.proof)
    leaks += next.leaks
    unread.formUnion(next.unread)
    misses += next.misses.filter { words.insert($0.detail).inserted }
    extent.files += next.extent.files
    extent.bytes += next.extent.bytes
  }
}
