package import Platform
import Rules
package import Smudge
import Verify

/// `git munge explain`: the rules that apply in a file, and why a text is not munged.
package struct Explain {
  private let tree: WorkingTree

  package init(_ tree: WorkingTree) { self.tree = tree }

  /// Explains a file. `argument`: a path relative to the current directory, with an optional `:LINE`.
  package func run(_ argument: Path) throws -> Explanation {
    let (path, line) = try target(argument)
    if try FileSystem.status(tree.top / path) == nil { throw InputError.noFile(path) }

    guard let plan = try tree.plan() else { throw InstallError.notInstalled }
    let bytes = try tree.content(of: path)
    let places = Explainer(plan: plan, rules: try? tree.rules(), path: path).places(in: bytes ?? [])
      .filter { line == nil || $0.line == line }
    return Explanation(
      path: path, status: try status(path, bytes), places: places)
  }

  /// Splits `PATH:LINE`, unless a file has that name.
  private func target(_ argument: Path) throws -> (Path, line: Int?) {
    guard try FileSystem.status(argument) == nil, let colon = argument.bytes.lastIndex(of: .colon),
      let line = Int(argument.bytes[(colon + 1)...].string), line > 0
    else { return (try insideTree(argument), nil) }
    return (try insideTree(Path(argument.bytes[..<colon])), line)
  }

  /// A path relative to the top of the working tree.
  private func insideTree(_ path: Path) throws -> Path {
    let top = try FileSystem.realPath(tree.top)
    // The directory can be missing in a sparse checkout.
    guard let directory = try? FileSystem.realPath(path.parent ?? Path(".")) else {
      throw InputError.noFile(path)
    }
    if directory == top { return path.name }
    if directory.isInside(top) { return directory.relative(to: top) / path.name }
    throw InputError.outside(path, top: top)
  }

  /// Whether a file is munged. `bytes`: its readable content; `nil` if it is not a regular file.
  private func status(_ path: Path, _ bytes: [UInt8]?) throws -> Explanation.MungeStatus {
    guard let bytes else { return .notRegular }
    let filter = try tree.filterAttributes(of: [path])[0]
    if filter != .munged { return .filter(filter) }
    if Exclusion.isExcluded(path) { return .excludedName }
    return Exclusion.kind(of: bytes).map { .excludedContent($0) } ?? .munged
  }
}

/// The explanation of a file, place by place.
package struct Explanation: Sendable {
  /// Whether the file is munged.
  package enum MungeStatus: Sendable, Equatable {
    case munged
    /// A file of this name configures git or git-munge.
    case excludedName
    case excludedContent(Exclusion.Content)
    /// The file has another `filter` attribute, or none.
    case filter(FilterAttribute)
    /// A directory, link or submodule, which git does not filter.
    case notRegular
  }

  /// An identifier, or a text that looks like one, with its meaning.
  package struct ExplainedPlace: Sendable, Equatable {
    /// The position, from 1; the column in bytes.
    package let line, column: Int
    package let text: [UInt8]
    package let rule: [UInt8]
    package let meaning: Meaning
  }

  /// The meaning of a text, or the reason why it is not munged.
  package enum Meaning: Sendable, Equatable {
    /// A local text. Of several canonical ones clean restores that of the committed line, the first on a new line.
    case shown(canonicals: [[UInt8]])
    /// A canonical text that a checkout would replace with this local one.
    case awaiting(local: [UInt8])
    /// A text of an idle rule: these variables have no value.
    case idle(missing: [String])
    /// A text of an idle rule: the value is the canonical text.
    case idleByValue
    case otherPath(patterns: [[UInt8]])
    case excepted
    case exceptKey([UInt8])
    /// A former local text that clean still replaces.
    case retired(canonical: [UInt8])
    /// A former local text that is ambiguous with a current one.
    case watched
    case outsideKey(keys: [[UInt8]])
    /// A text of the rule inside a longer word.
    case insideWord(text: [UInt8])
  }

  package let path: Path
  package let status: MungeStatus
  package let places: [ExplainedPlace]
}
