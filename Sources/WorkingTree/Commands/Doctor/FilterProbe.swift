import Platform
import Smudge
import Verify

/// Runs git to filter a file in both directions, and compares the results with the plan.
struct FilterProbe {
  /// The environment of git.
  enum ProbeEnvironment {
    /// That of this terminal.
    case asGitDoes
    /// Only `HOME` and a short `PATH`, as a GUI client without a login shell has.
    case bare
  }

  private let tree: WorkingTree
  private let snapshot: IndexSnapshot
  private let plan: Plan
  private let environment: [[UInt8]]
  private let program: [UInt8]

  init(_ tree: WorkingTree, _ snapshot: IndexSnapshot, _ plan: Plan, _ surroundings: ProbeEnvironment) throws {
    (self.tree, self.snapshot, self.plan) = (tree, snapshot, plan)
    switch surroundings {
    case .asGitDoes:
      environment = Environment.entries(changing: [.set("GIT_NO_LAZY_FETCH", "1")] + tree.git.baseEnvironment)
      program = Array("git".utf8)
    case .bare:
      let home = Environment.value("HOME").map { [Array("HOME=".utf8) + $0] } ?? []
      environment = home + [Array("PATH=/usr/bin:/bin".utf8), Array("GIT_NO_LAZY_FETCH=1".utf8)] + Environment.entries(only: tree.git.baseEnvironment)
      program = try tree.git.line(["--exec-path"]) + Array("/git".utf8)
    }
  }

  /// Skipped without a file to test.
  func run() throws -> DoctorReport.CheckOutcome {
    guard let path = try samplePath() else { return .skipped }
    let canonical = sample(for: path)
    guard let local = try? CompiledPlan(plan).transform(for: path).smudge(canonical).bytes else { return .skipped }
    return DoctorReport.CheckOutcome([try problem(at: path, canonical, local)].compactMap(\.self), fine: "\(path)")
  }

  private func problem(at path: Path, _ canonical: [UInt8], _ local: [UInt8]) throws -> Finding.Detail? {
    let cleaned = try git(["hash-object", "--stdin", "--path"], [path], input: local)
    if !cleaned.isSuccess { return .filterNotStarted(path, words: words(cleaned)) }
    let expected = try git(["hash-object", "--stdin", "--no-filters"], [], input: canonical)
    if cleaned.output != expected.output { return .wrongAnswer(path) }
    return try smudge(path)
  }

  /// Smudges the blob of the index, as a checkout does.
  private func smudge(_ path: Path) throws -> Finding.Detail? {
    let name = Path(Array(":0:".utf8) + path.bytes)
    let smudged = try git(["cat-file", "--filters"], [name])
    if !smudged.isSuccess { return .filterNotStarted(path, words: words(smudged)) }
    let blob = try git(["cat-file", "blob"], [name])
    let expected = try? CompiledPlan(plan).transform(for: path).smudgeFile(blob.output).bytes
    // git converts line endings after the filter, so they are not compared.
    let isRight = expected.map { smudged.output.filter { $0 != 13 } == $0.filter { $0 != 13 } } ?? true
    return isRight ? nil : .wrongAnswer(path)
  }

  /// The smallest munged file without other conversions.
  private func samplePath() throws -> Path? {
    let files = snapshot.munged.filter { $0.blob != nil && !Exclusion.isExcluded($0.path) }
    let values = try tree.attributeValues(["ident", "working-tree-encoding"], of: files.map(\.path))
    let converted = Set(values.filter { !["unspecified", "unset"].contains($0.value) }.map(\.path))
    return files.map(\.path).filter { !converted.contains($0) }.min { size($0) < size($1) }
  }

  private func size(_ path: Path) -> Int {
    (try? FileSystem.status(tree.top / path))?.size ?? .max
  }

  /// A line for each canonical text that clean can restore from bytes alone.
  private func sample(for path: Path) -> [UInt8] {
    let rules = plan.rules.filter { $0.keyed == nil && $0.certainty == .exact && $0.applies(to: path) }
    let texts: [[UInt8]] = [Array("git-munge".utf8)] + rules.flatMap(\.pairs).map(\.canonical)
    return Array(texts.joined(separator: [UInt8(ascii: "\n")]))
  }

  private func git(_ arguments: [String], _ paths: [Path], input: [UInt8] = []) throws -> ProcessOutput {
    let start: [[UInt8]] = [program, Array("-C".utf8), tree.top.bytes]
    let words = start + arguments.map { Array($0.utf8) } + paths.map(\.bytes)
    return try Subprocess.run(words, environment: environment, input: input)
  }

  private func words(_ done: ProcessOutput) -> String {
    done.errors.split(separator: UInt8(ascii: "\n")).map { escaped($0) }.joined(separator: "; ")
  }
}
