import Git
import Platform
import Smudge

/// Takes what leaked into one file back, in the file as it is and in what it was before.
///
/// Whose values they are nobody knows. So what a place was before is looked up in the version that the commit behind its line was
/// made of; and where that holds a leak, too, in what that version would be without it.
struct LeakMender {
  private let here: VerifyRepository
  private let rules: Rules
  private let scanner: LeakScanner
  private let own: Plan?
  private let path: Path
  private let insertions: LeakPlan.Insertions
  /// Former versions without what had leaked into them; `nil` for what could not be read.
  private var known: [Blame.Version: Mended?] = [:]

  /// A line that was put back again and again is not followed for ever.
  private static let mostVersions = 100

  init(
    _ here: VerifyRepository, _ rules: Rules, _ scanner: LeakScanner, own: Plan?, _ path: Path,
    _ insertions: LeakPlan.Insertions
  ) {
    (self.here, self.rules, self.scanner, self.own, self.path) = (here, rules, scanner, own, path)
    self.insertions = insertions
  }

  /// `content`: as the next commit would have it.
  mutating func mended(_ content: [UInt8]) throws(MungeError) -> Mended { try mended(content, .content(content), path) }

  private mutating func mended(_ content: [UInt8], _ tip: Blame.Tip, _ place: Path) throws(MungeError) -> Mended {
    let bytes = scanner.readable(content)
    let hits = scanner.hits(in: bytes, path, .munged)
    let leaks = hits.filter(\.isRepairable)
    let plan = LeakPlan(leaks, rules, idle: scanner.plan, own: own, insertions)
    let retraction = Retraction(plan.plan, for: path)
    let text = retraction.text(of: content)
    let nothing = Mended(content, bytes, left: hits)
    if leaks.isEmpty || text.bytes != bytes { return nothing }
    let lines = TextLines(bytes)
    let wanted = Set(leaks.map { lines.number(at: $0.range.lowerBound) - 1 })
    var mending = LineMending(bytes, leaks, plan, scanner.idle)
    for (version, lines) in try grouped(wanted, place, tip) {
      let former = try former(version)
      let outcomes: [Int: Retraction.Outcome]
      do throws(TransformError) {
        outcomes = try retraction.outcomes(of: lines, in: bytes, source: former.map { text.alike($0.content) })
      } catch {
        // What came to no end stays, and is told of.
        continue
      }
      mending.add(outcomes, unsure: former?.guessed ?? [])
    }
    guard let content = text.file(with: mending.result) else { return nothing }
    return mending.mended(content, text, left: scanner.hits(in: scanner.readable(content), path, .munged))
  }

  /// Lines from 0, by the version that they were in before what leaked came in.
  private func grouped(
    _ lines: Set<Int>, _ place: Path, _ tip: Blame.Tip
  ) throws(MungeError) -> [(Blame.Version?, Set<Int>)] {
    let origins: [Int: Blame.Origin]
    do throws(MungeError) {
      origins = try Blame(here, tip).origins(of: place, lines.map { $0 + 1 }.sorted())
    } catch {
      // Before the first commit, for a file that no commit has, and where commits are missing.
      guard case .git(.command) = error else { throw error }
      origins = [:]
    }
    let groups = Dictionary(grouping: lines) { origins[$0 + 1]?.former }
    return groups.map { ($0, Set($1)) }.sorted { ($0.1.min() ?? 0) < ($1.1.min() ?? 0) }
  }

  private mutating func former(_ version: Blame.Version?) throws(MungeError) -> Mended? {
    guard let version else { return nil }
    if let mended = known[version] { return mended }
    if known.count >= Self.mostVersions { return nil }
    known[version] = .some(nil)
    let name = Array("\(version.commit):".utf8) + version.path.bytes
    let blob = try wrapping { () throws(GitError) in
      try here.git.run([Array("cat-file".utf8), Array("blob".utf8), name])
    }
    guard blob.isSuccess else { return nil }
    let mended = try mended(blob.output, .commit(version.commit), version.path)
    known[version] = mended
    return mended
  }
}

/// A version of a file without what had leaked into it.
struct Mended {
  /// A place where something leaked.
  struct Place {
    let hit: LeakScanner.Hit
    /// From 1, as it was.
    let line: Int
    let rule: [UInt8]
    let outcome: RepairReport.Outcome
  }

  /// As a file has it.
  let content: [UInt8]
  /// In ascending order.
  var places: [Place] = []
  /// What became of lines of the text, from 0; `nil`: it is gone. The others stay.
  var lines: [Int: [UInt8]?] = [:]
  /// Lines of the result, from 0, for which nothing vouches.
  var guessed: Set<Int> = []
  /// What could not be taken back, where it is in the result.
  let left: [LeakScanner.Hit]
  /// Of the version that leaks were taken back in; `nil` where there was nothing to take back.
  var form: FileText?
  /// As texts can be found in the result.
  let text: [UInt8]

  /// Whether none of it is a text of this working tree. One that is, shown as usual, would be taken for what is committed now.
  var isNobodysHere: Bool { !places.contains { $0.hit.isOwn } }

  init(_ content: [UInt8], _ text: [UInt8], left: [LeakScanner.Hit]) {
    (self.content, self.text, self.left) = (content, text, left)
  }
}
