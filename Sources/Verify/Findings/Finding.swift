public import Platform

/// Something that is wrong, or worth knowing, on disk, in the index or in a commit.
public struct Finding: Sendable, Equatable {
  /// How much it matters.
  public enum Severity: String, Sendable, CaseIterable {
    /// It has to be corrected: commands exit with 1.
    case error
    /// It may be meant: commands exit with 1 only if asked to be strict.
    case warning
    /// It is good to know, and never changes an exit code.
    case note
  }

  /// Where it is.
  public struct Location: Sendable, Hashable {
    public let path: Path
    /// From 1; `nil` where the whole file is meant.
    public let line: Int?
    /// From 1, in Unicode code points; in bytes where the line is not UTF-8.
    public let column: Int?
    /// After the last character.
    public let endColumn: Int?

    public init(path: Path, line: Int? = nil, column: Int? = nil, endColumn: Int? = nil) {
      (self.path, self.line, self.column, self.endColumn) = (path, line, column, endColumn)
    }
  }

  /// What brought it in.
  public struct Origin: Sendable, Hashable {
    /// The whole name of the commit, in hexadecimal digits.
    public let commit: String
    /// `Name <address>`, with what a terminal should not see escaped.
    public let author: String

    public init(commit: String, author: String) {
      (self.commit, self.author) = (commit, author)
    }
  }

  public let detail: Detail
  public let severity: Severity
  /// `nil` where it is about the whole repository.
  public let location: Location?
  /// The name of the rule; `nil` where there is none.
  public let rule: [UInt8]?
  /// `nil` where that is not known, or there is no commit yet.
  public var origin: Origin?
  /// The commit by whose rules it was found; `nil` for the newest rules, and those of the index.
  public var base: String?
  /// Stays the same where the line moves within its file: 32 hexadecimal digits.
  public let fingerprint: String

  /// `severity`: `nil` for the usual one of the kind. `mark`: what tells it from others of its kind, rule and path, such as its line.
  public init(
    _ detail: Detail, _ severity: Severity? = nil, at location: Location? = nil, rule: [UInt8]? = nil,
    origin: Origin? = nil, mark: [UInt8] = [], fingerprint: String? = nil
  ) {
    (self.detail, self.severity, self.location, self.rule) = (detail, severity ?? detail.kind.severity, location, rule)
    self.origin = origin
    let mark = location == nil ? Array(detail.message.text(rule: rule, .plain).utf8) : mark
    self.fingerprint = fingerprint ?? Finding.fingerprint(detail.kind, rule, location?.path ?? Path(""), mark)
  }

  public var kind: Kind { detail.kind }
}

extension Finding {
  /// One sentence without a full stop.
  public func message(_ showing: Showing) -> String {
    let message = detail.message.text(rule: rule, showing)
    return base.map { "\(message), by the rules of \($0.prefix(12))" } ?? message
  }

  /// What to do about it, as one sentence without a full stop.
  public var remedy: String { sharedRemedy(for: location.map { [$0.path] } ?? []) }

  /// The same about several findings that differ only in their files.
  public func sharedRemedy(for paths: [Path]) -> String {
    let words = detail.remedy.words(for: paths, rule: rule)
    return base == nil ? words : "\(words); if only the change of the rules or attributes is meant, merge that first"
  }

  /// How much it matters; `strictly`: warnings are errors.
  func severity(strictly: Bool) -> Severity {
    switch severity {
    case .error: .error
    case .warning: strictly ? .error : .warning
    case .note: .note
    }
  }
}
