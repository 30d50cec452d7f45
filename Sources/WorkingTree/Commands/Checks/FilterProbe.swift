import Platform
import Smudge
import Verify

/// Runs git to filter a file in both directions, and compares the results with the plan.
struct FilterProbe {
  private let tree: WorkingTree
  private let plan: Plan
  /// The munged files that can be tested, the smallest first.
  private let files: [WorktreeFile]

  init(_ tree: WorkingTree, _ snapshot: IndexSnapshot, _ plan: Plan) throws {
    self.tree = tree
    self.plan = plan
    files = try snapshot.munged.filter { $0.blob != nil }
      .map { file in (size: (try? FileSystem.status(tree.top / file.path))?.size ?? .max, file: file) }
      .sorted { $0.size < $1.size }.map(\.file)
  }

  func run() throws -> [Finding.Detail]? {
    guard let first = files.first else { return nil }
    guard let failure = try problem(first) else { return [] }
    // Of a file with other conversions, git answers with other bytes.
    guard let plain = try unconverted() else { return nil }
    let detail = plain.path == first.path ? failure : try problem(plain)
    return [detail].compactMap(\.self)
  }

  /// The first file that git converts by the filter alone.
  private func unconverted() throws -> WorktreeFile? {
    let values = try tree.attributeValues(["ident", "working-tree-encoding"], of: files.map(\.path))
    let converted = Set(values.filter { !["unspecified", "unset"].contains($0.value) }.map(\.path))
    return files.first { !converted.contains($0.path) }
  }

  /// The problem that git has with a file; `nil` if both directions work.
  private func problem(_ file: WorktreeFile) throws -> Finding.Detail? {
    func git(_ arguments: [String], _ path: Path, input: [UInt8] = []) throws -> ProcessOutput {
      try tree.git.run(arguments.map(\.bytes) + [path.bytes], input: input)
    }
    func failure(_ done: ProcessOutput) -> Finding.Detail {
      let lines = done.errors.split(separator: .newline).map { escaped($0) }
      return .filterNotStarted(file.path, words: lines.joined(separator: "; "))
    }

    // Smudges the blob of the index, as a checkout does.
    let smudged = try git(["cat-file", "--filters"], Path(":0:".bytes + file.path.bytes))
    if !smudged.isSuccess { return failure(smudged) }
    guard let canonical = try tree.blobs.content(of: file.blob ?? []),
      let local = try? CompiledPlan(plan).transform(for: file.path).smudge(canonical).bytes
    else { return nil }
    // git converts line endings after the filter, so they are not compared.
    if smudged.output.filter({ $0 != 13 }) != local.filter({ $0 != 13 }) { return .wrongAnswer(file.path) }

    let cleaned = try git(["hash-object", "--stdin", "--path"], file.path, input: local)
    if !cleaned.isSuccess { return failure(cleaned) }
    // git can convert the line endings of content with carriage returns before it names it.
    return cleaned.output.dropLast().elementsEqual(file.blob ?? []) || canonical.contains(13)
      ? nil : .wrongAnswer(file.path)
  }
}
