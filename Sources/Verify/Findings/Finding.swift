package import Platform

/// Something that is wrong, or worth knowing, on disk, in the index or in a commit.
package struct Finding: Sendable, Equatable {
  /// How much it matters.
  package enum Severity: String, Sendable, CaseIterable {
    /// It has to be corrected: commands exit with 1.
    case error
    /// It may be meant: commands exit with 1 only if asked to be strict.
    case warning
    /// It is good to know, and never changes an exit code.
    case note
  }

  /// Where it is.
  package struct Location: Sendable, Hashable {
    package let path: Path
    /// From 1; `nil` where the whole file is meant.
    package let line: Int?
    /// From 1, in Unicode code points; in bytes where the line is not UTF-8.
    package let column: Int?
    /// After the last character.
    package let endColumn: Int?

    package init(path: Path, line: Int? = nil, column: Int? = nil, endColumn: Int? = nil) {
      (self.path, self.line, self.column, self.endColumn) = (path, line, column, endColumn)
    }
  }

  /// What brought it in.
  package struct Origin: Sendable, Hashable {
    /// The whole name of the commit, in hexadecimal digits.
    package let commit: String
    /// `Name <address>`, with what a terminal should not see escaped.
    package let author: String

    package init(commit: String, author: String) {
      (self.commit, self.author) = (commit, author)
    }
  }

  package let detail: Detail
  package let severity: Severity
  /// `nil` where it is about the whole repository.
  package let location: Location?
  /// The name of the rule; `nil` where there is none.
  package let rule: [UInt8]?
  /// `nil` where that is not known, or there is no commit yet.
  package var origin: Origin?
  /// The commit by whose rules it was found; `nil` for the newest rules, and those of the index.
  package var base: String?
  /// Stays the same where the line moves within its file: 32 hexadecimal digits.
  package let fingerprint: String

  /// `severity`: `nil` for the usual one of the kind. `mark`: what tells it from others of its kind, rule and path, such as its line.
  package init(
    _ detail: Detail, _ severity: Severity? = nil, at location: Location? = nil, rule: [UInt8]? = nil,
    origin: Origin? = nil, mark: [UInt8] = [], fingerprint: String? = nil
  ) {
    (self.detail, self.severity, self.location, self.rule) = (detail, severity ?? detail.kind.severity, location, rule)
    self.origin = origin
    let mark = location == nil ? Array(detail.message.text(rule: rule, .plain).utf8) : mark
    self.fingerprint = fingerprint ?? Finding.fingerprint(detail.kind, rule, location?.path ?? Path(""), mark)
  }

  package var kind: Kind { detail.kind }
}

extension Finding {
  /// One sentence without a full stop.
  package func message(_ showing: Showing) -> String {
    let message = detail.message.text(rule: rule, showing)
    return base.map { "\(message), by the rules of \($0.prefix(12))" } ?? message
  }

  /// What to do about it, as one sentence without a full stop.
  package var remedy: String { sharedRemedy(for: location.map { [$0.path] } ?? []) }

  /// The same about several findings that differ only in their files.
  package func sharedRemedy(for paths: [Path]) -> String {
    let words = detail.remedy.words(for: paths, rule: rule)
    return base == nil ? words : "\(words); if only the change of the rules or attributes is intended, merge that first"
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
