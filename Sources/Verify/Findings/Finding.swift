package import Platform
import Smudge

/// A problem or a note about a file on disk, in the index or in a commit, or about the installation.
package struct Finding: Sendable, Hashable {
  /// The effect of a finding on the result of a command.
  package enum Severity: String, Sendable, CaseIterable {
    /// A problem: commands exit with 1.
    case error
    /// Possibly intended: commands exit with 1 only if strict.
    case warning
    /// Information that never changes an exit code.
    case note
  }

  /// The place of a finding in a file.
  package struct Location: Sendable, Hashable {
    /// The file, from the top of the working tree.
    package let path: Path
    /// The line, from 1; `nil` for the whole file.
    package let line: Int?
    /// The column, from 1, in Unicode code points; in bytes if the line is not UTF-8.
    package let column: Int?
    /// The column after the last character.
    package let endColumn: Int?

    /// Creates a place; without a line it is the whole file.
    package init(path: Path, line: Int? = nil, column: Int? = nil, endColumn: Int? = nil) {
      self.path = path
      self.line = line
      self.column = column
      self.endColumn = endColumn
    }
  }

  /// The kind, the message and the steps.
  package internal(set) var detail: Detail
  /// The severity, if warnings are not errors.
  package internal(set) var severity: Severity
  /// The place; `nil` for a finding about the whole repository.
  package let location: Location?
  /// The name of the rule; `nil` if no rule is concerned.
  package let rule: [UInt8]?
  /// The commit that added the text; `nil` if unknown or not committed.
  package var commit: String?
  /// The commit whose rules found the text; `nil` for the newest rules and those of the index.
  package var base: String?
  /// A name of the finding that stays when its line moves within the file: 32 hexadecimal digits.
  package let fingerprint: String

  /// Creates a finding. `severity`: `nil` for that of the kind. `mark`: distinguishes the finding from others of its
  /// kind, rule and path, such as the text of its line.
  package init(
    _ detail: Detail, _ severity: Severity? = nil, at location: Location? = nil, rule: [UInt8]? = nil,
    commit: String? = nil, mark: [UInt8] = [], fingerprint: String? = nil
  ) {
    self.detail = detail
    self.severity = severity ?? detail.kind.severity
    self.location = location
    self.rule = rule
    self.commit = commit
    let mark = location == nil ? detail.message.text(rule: rule).bytes : mark
    self.fingerprint = fingerprint ?? Finding.fingerprint(detail.kind, rule, location?.path ?? Path(""), mark)
  }

  /// The kind of the problem.
  package var kind: Kind { detail.kind }

  /// The problem, as one sentence without a full stop.
  package var message: String {
    let message = detail.message.text(rule: rule)
    return base.map { "\(message), by the rules of \($0.prefix(12))" } ?? message
  }

  /// The steps, as one sentence without a full stop.
  package var remedy: String {
    let paths = location.map { [$0.path] } ?? []
    return steps.map { $0.words(for: paths, rule: rule) }.joined(separator: "; ")
  }

  /// What solves the problem, the most likely first.
  var steps: [Step] {
    base == nil ? detail.steps : detail.steps + [.words("merge the change of the rules first", if: "intended")]
  }

  /// Removes steps; without any, the remedy of the kind is left.
  package mutating func removeSteps(where isUseless: (Step) -> Bool) {
    detail.steps.removeAll(where: isUseless)
    if detail.steps.isEmpty { detail.steps = [.words("\(kind.shortRemedy)")] }
  }

  /// The digest of the kind, the rule, the path and the line, without its number.
  static func fingerprint(_ kind: Kind, _ rule: [UInt8]?, _ path: Path, _ line: some Sequence<UInt8>) -> String {
    fingerprint(kind, of: [rule ?? [], path.bytes, Array(line)])
  }

  /// The digest of the kind and of other parts that identify a finding, such as its path.
  static func fingerprint(_ kind: Kind, of pieces: [[UInt8]]) -> String {
    fingerprint(of: [kind.rawValue.bytes] + pieces)
  }

  /// The digest of the parts of a fingerprint: 32 hexadecimal digits.
  static func fingerprint(of pieces: [[UInt8]]) -> String {
    var hasher = Digest.Hasher()
    for piece in pieces {
      // The length comes first: else `ab`, `c` would be equal to `a`, `bc`.
      hasher.add("\(piece.count):".bytes + piece)
    }
    return hasher.finish().hex
  }

  /// The severity; `strictly`: warnings are errors.
  func severity(strictly: Bool) -> Severity { strictly && severity == .warning ? .error : severity }
}
