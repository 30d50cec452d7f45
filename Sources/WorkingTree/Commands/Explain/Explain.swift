package import Platform
import Rules
import Smudge
import Verify

/// `git munge explain`: the rules that apply in a file, and why a text is not munged.
package struct Explain {
  private let tree: WorkingTree

  package init(_ tree: WorkingTree) { self.tree = tree }

  /// `argument`: a path relative to the current directory, with an optional `:LINE`.
  package func run(_ argument: Path) throws -> Explanation {
    let (path, line) = try target(argument)
    guard try FileSystem.status(tree.top / path) != nil else {
      throw MungeError.unknownPath(words: "no such file: \(path)")
    }
    let (plan, basis) = try plan()
    let reader = Explainer(plan: plan, rules: try? tree.rules(), path: path)
    let bytes = try tree.content(of: path).map(reader.compiled.readable)
    let standing = try standing(path, bytes)
    let places = reader.places(in: bytes ?? []).filter { line == nil || $0.line == line }
    let rules = Set(places.map(\.rule))
    return Explanation(
      path: path, standing: standing, remarks: try remarks(path, bytes), basis: basis, line: line, places: places,
      values: try values(of: rules), source: try RulesSource(tree), files: files(of: rules),
      dropping: plan.rules.filter { $0.keyed?.onInsert == .drop && rules.contains($0.name) }.map(\.name),
      ambiguous: plan.rules.filter { $0.certainty == .ambiguous && rules.contains($0.name) }.map(\.name))
  }

  /// Splits `PATH:LINE`, unless a file has that name.
  private func target(_ argument: Path) throws -> (Path, line: Int?) {
    let exists = try FileSystem.status(argument) != nil
    guard !exists, let colon = argument.bytes.lastIndex(of: UInt8(ascii: ":")),
      let line = Int(String(decoding: argument.bytes[(colon + 1)...], as: UTF8.self)), line > 0
    else { return (try insideTree(argument), nil) }
    return (try insideTree(Path(argument.bytes[..<colon])), line)
  }

  /// Relative to the top of the working tree.
  private func insideTree(_ path: Path) throws -> Path {
    let top = try FileSystem.realPath(tree.top)
    // The directory can be missing in a sparse checkout.
    guard let directory = try? FileSystem.realPath(path.parent ?? Path(".")) else {
      throw MungeError.unknownPath(words: "no such file on disk: \(path)")
    }
    if directory == top { return path.name }
    if directory.isInside(top) { return directory.relative(to: top) / path.name }
    throw MungeError.unknownPath(words: "\(path) is outside repository at '\(top)'")
  }

  private func plan() throws -> (Plan, Explanation.Basis) {
    if let plan = try tree.plan(), plan != .idle { return (plan, .plan) }
    guard let rules = try tree.rules() else { throw MungeError.noRules }
    return (try PlanSource.compiled(rules, try tree.configuredValues()), .rulesAndValues)
  }

  private func standing(_ path: Path, _ bytes: [UInt8]?) throws -> Explanation.MungeStatus {
    guard let bytes else { return .notRegular }
    if try isForeign(path) { return .foreign }
    switch try tree.filterAttribute(of: path) {
    case "munge": break
    case "unspecified": return .noAttribute
    case let other: return .otherAttribute(other)
    }
    if Exclusion.isExcluded(path) { return .excludedName }
    return Exclusion.kind(of: bytes).map { .excludedContent($0) } ?? .munged
  }

  /// Whether it is in another repository, or in a git directory.
  private func isForeign(_ path: Path) throws -> Bool {
    for directory in path.ancestors {
      if directory.name == Path(".git") { return true }
      if try FileSystem.status(tree.top / directory / ".git") != nil { return true }
    }
    return false
  }

  private func isDirectory(_ path: Path) -> Bool {
    (try? FileSystem.status(tree.top / path))?.kind == .directory
  }

  private func remarks(_ path: Path, _ bytes: [UInt8]?) throws -> [Explanation.Remark] {
    if let record = try tree.record(of: path) {
      switch record {
      case .tracked: return []
      case .assumedUnchanged: return [.assumedUnchanged]
      case .skipped: return [.skipped]
      case .unmerged: return [.unmerged]
      case .untracked: return [.untracked]
      }
    }
    if bytes == nil && isDirectory(path) { return [] }
    if try isForeign(path) { return [] }
    return try tree.isIgnored(path) ? [.ignored] : [.untracked]
  }

  private func files(of names: Set<[UInt8]>) -> [[UInt8]: String] {
    guard let rules = try? tree.rules(), rules.origin != .committed else { return [:] }
    let concerned = rules.rules.filter { names.contains($0.name) }
    return Dictionary(concerned.map { ($0.name, $0.file) }, uniquingKeysWith: { one, _ in one })
  }

  private func values(of names: Set<[UInt8]>) throws -> [[UInt8]: [VariableValue]] {
    guard let rules = try? tree.rules() else { return [:] }
    let configured = try tree.configuredValues()
    let concerned = rules.rules.filter { names.contains($0.name) }
    return Dictionary(
      concerned.map { rule in
        (rule.name, rule.local.variables.compactMap { name in configured.first { $0.name == name } })
      }, uniquingKeysWith: { one, _ in one })
  }
}
