import Platform
import Smudge
import Verify

/// Runs git to filter a file in both directions, and compares the results with the plan.
struct FilterProbe {
  /// The environment of git.
  enum ProbeEnvironment {
    /// The environment of this terminal.
    case asGitDoes
    /// An environment of `HOME` and a short `PATH`, as a GUI client without a login shell has.
    case bare
  }

  private let tree: WorkingTree
  private let plan: Plan
  /// The munged files that can be tested, the smallest first.
  private let files: [WorktreeFile]

  init(_ tree: WorkingTree, _ snapshot: IndexSnapshot, _ plan: Plan) throws {
    self.tree = tree
    self.plan = plan
    files = try snapshot.munged.filter { $0.blob != nil && !Exclusion.isExcluded($0.path) }
      .map { file in (size: (try? FileSystem.status(tree.top / file.path))?.size ?? .max, file: file) }
      .sorted { $0.size < $1.size }.map(\.file)
  }

  func run(_ surroundings: ProbeEnvironment) throws -> [Finding.Detail]? {
    guard let first = files.first else { return nil }
    let start = try start(surroundings)
    guard let failure = try problem(first, start) else { return [] }
    // Of a file with other conversions, git answers with other bytes.
    guard let plain = try unconverted() else { return nil }
    let detail = plain.path == first.path ? failure : try problem(plain, start)
    return [detail].compactMap(\.self)
  }

  /// The first file that git converts by the filter alone.
  private func unconverted() throws -> WorktreeFile? {
    let values = try tree.attributeValues(["ident", "working-tree-encoding"], of: files.map(\.path))
    let converted = Set(values.filter { !["unspecified", "unset"].contains($0.value) }.map(\.path))
    return files.first { !converted.contains($0.path) }
  }

  /// The program of git, and its environment.
  private typealias Start = (git: [UInt8], environment: [[UInt8]])

  private func start(_ surroundings: ProbeEnvironment) throws -> Start {
    let base = tree.git.baseEnvironment
    switch surroundings {
    case .asGitDoes:
      return ("git".bytes, Environment.entries(changing: [.set("GIT_NO_LAZY_FETCH", "1")] + base))
    case .bare:
      let home = Environment.value("HOME").map { ["HOME=".bytes + $0] } ?? []
      let plain = home + ["PATH=/usr/bin:/bin".bytes, "GIT_NO_LAZY_FETCH=1".bytes]
      return (try tree.git.line(["--exec-path"]) + "/git".bytes, plain + Environment.entries(only: base))
    }
  }

  /// The problem that git has with a file; `nil` if both directions work.
  private func problem(_ file: WorktreeFile, _ start: Start) throws -> Finding.Detail? {
    func git(_ arguments: [String], _ path: Path, input: [UInt8] = []) throws -> ProcessOutput {
      let words = [start.git, "-C".bytes, tree.top.bytes] + arguments.map(\.bytes) + [path.bytes]
      return try Subprocess.run(words, environment: start.environment, input: input)
    }
    func failure(_ done: ProcessOutput) -> Finding.Detail {
      let lines = done.errors.split(separator: .newline).map { escaped($0) }
      return .filterNotStarted(file.path, words: lines.joined(separator: "; "))
    }

    // Smudges the blob of the index, as a checkout does.
    let name = Path(":0:".bytes + file.path.bytes)
    let smudged = try git(["cat-file", "--filters"], name)
    if !smudged.isSuccess { return failure(smudged) }
    let canonical = try git(["cat-file", "blob"], name).output
    guard let local = try? CompiledPlan(plan).transform(for: file.path).smudge(canonical).bytes else { return nil }
    // git converts line endings after the filter, so they are not compared.
    if smudged.output.filter({ $0 != 13 }) != local.filter({ $0 != 13 }) { return .wrongAnswer(file.path) }

    let cleaned = try git(["hash-object", "--stdin", "--path"], file.path, input: local)
    if !cleaned.isSuccess { return failure(cleaned) }
    // git can convert the line endings of content with carriage returns before it names it.
    return cleaned.output.dropLast().elementsEqual(file.blob ?? []) || canonical.contains(13)
      ? nil : .wrongAnswer(file.path)
  }
}
