package import Platform

/// The rules of one working tree with the values of variables filled in: the only input of the filter besides content.
///
/// A file has to be cleaned by the same rules that smudged it. So the filter does not read the rules file or the
/// values, but the plan that `git munge` wrote when it changed the working tree.
package struct Plan: Sendable, Equatable {
  package var rules: [PlanRule]
  /// The digest of the rules file that this plan was made from.
  package var fingerprint: Digest
  /// The values of variables in its local texts, so that a changed value can be reported by name.
  package var values: [PlanValue]

  package init(rules: [PlanRule], fingerprint: Digest, values: [PlanValue] = []) {
    self.rules = rules
    self.fingerprint = fingerprint
    self.values = values
  }

  /// The rules of the rules file, idle ones included. All others exist only for their retired texts.
  package var currentRules: [PlanRule] { rules.filter { !$0.pairs.isEmpty } }

  /// The current rules without a local text.
  package var idleRules: [PlanRule] { currentRules.filter { $0.pairs.allSatisfy { $0.local == nil } } }

  /// The empty plan, for a working tree that is not munged.
  package static let idle = Plan(rules: [], fingerprint: Digest([]))

  /// Whether the plan has nothing to replace and nothing to report.
  package var isSilent: Bool { isIdle && rules.allSatisfy(\.watched.isEmpty) }

  /// Whether neither direction changes anything.
  package var isIdle: Bool { isCanonical && rules.allSatisfy(\.retired.isEmpty) }

  /// Whether smudge changes nothing; clean can still replace retired texts.
  package var isCanonical: Bool { rules.flatMap(\.pairs).allSatisfy { $0.replacement == nil } }
}

/// A variable and its value when the plan was made; `nil` if it had none.
package struct PlanValue: Sendable, Hashable {
  package let name: [UInt8]
  package let text: [UInt8]?

  package init(name: [UInt8], text: [UInt8]?) {
    self.name = name
    self.text = text
  }
}

/// A rule of a plan, with its suffixes expanded and its variables filled in.
package struct PlanRule: Sendable, Equatable {
  /// Whether clean can replace the texts of this rule without the source.
  package enum Certainty: String, Sendable, CaseIterable {
    /// Each local text has one canonical text.
    case exact
    /// A text of this rule contains, equals or overlaps another text of the plan, so clean needs the source.
    case ambiguous
  }

  package let name: [UInt8]
  /// The texts. In a rule with keys several pairs can have one local text; new lines get the canonical text of the
  /// first.
  package var pairs: [TextPair]
  /// The former local texts that clean still replaces.
  package var retired: [RetiredText]
  /// The former local texts that collide with a current text: reported, never replaced.
  package var watched: [[UInt8]]
  /// Texts that contain a canonical one and are not replaced.
  package var excepts: [[UInt8]]
  /// Patterns in order; the last one that matches a path decides. An empty list matches every path.
  package var paths: [PathPattern]
  package var certainty: Certainty
  /// The keys whose values the rule is restricted to; `nil` for a rule for all content.
  package var keyed: KeyScope?
  /// The keys in whose values a rule for all content does not smudge.
  package var exceptKeys: [[UInt8]]

  package init(
    name: [UInt8],
    pairs: [TextPair],
    retired: [RetiredText] = [],
    watched: [[UInt8]] = [],
    excepts: [[UInt8]] = [],
    paths: [PathPattern] = [],
    certainty: Certainty = .exact,
    keyed: KeyScope? = nil,
    exceptKeys: [[UInt8]] = []
  ) {
    self.name = name
    self.pairs = pairs
    self.retired = retired
    self.watched = watched
    self.excepts = excepts
    self.paths = paths
    self.certainty = certainty
    self.keyed = keyed
    self.exceptKeys = exceptKeys
  }

  /// Whether the rule smudges this path; `nil` is a path that git did not send.
  package func applies(to path: Path?) -> Bool { applies(toSubject: path.map(PathPattern.Subject.init)) }

  func applies(toSubject path: PathPattern.Subject?) -> Bool {
    if paths.isEmpty { return true }
    guard let path else { return false }
    return paths.last { $0.covers(path) }?.effect == .applies
  }
}

/// A canonical text and its local text in this working tree; `nil` in an idle rule.
package struct TextPair: Sendable, Hashable {
  package var canonical: [UInt8]
  package var local: [UInt8]?

  package init(canonical: [UInt8], local: [UInt8]?) {
    self.canonical = canonical
    self.local = local
  }

  /// The local text if it differs from the canonical one.
  package var replacement: [UInt8]? { local == canonical ? nil : local }
}

/// A former local text, which clean still replaces.
package struct RetiredText: Sendable, Hashable {
  package var text: [UInt8]
  package var canonical: [UInt8]

  package init(text: [UInt8], canonical: [UInt8]) {
    self.text = text
    self.canonical = canonical
  }
}

/// A restriction of a rule to values of keys, such as `DEVELOPMENT_TEAM = ABCDE12345;`.
package struct KeyScope: Sendable, Hashable {
  /// Whether a text has to be the whole value of a key.
  package enum Extent: String, Sendable, CaseIterable {
    /// The text is a word, or several, anywhere in the value.
    case part
    /// The text is the value.
    case whole
  }

  /// The effect of clean on a line that has the local text and no line in the source.
  package enum OnInsert: String, Sendable, CaseIterable {
    /// The line stays, and the canonical text replaces the local one.
    case keep
    /// The line is dropped, unless its block is new too.
    case drop
  }

  /// The keys, at least one, of identifier characters, `.` and `:`.
  package var keys: [[UInt8]]
  package let extent: Extent
  package var onInsert: OnInsert

  package init(keys: [[UInt8]], extent: Extent, onInsert: OnInsert = .keep) {
    self.keys = keys
    self.extent = extent
    self.onInsert = onInsert
  }

  /// The scope of a text that has to be the whole value of a key, as an empty one has to be also in a rule for parts of
  /// values.
  var ofWholeValues: KeyScope { KeyScope(keys: keys, extent: .whole, onInsert: onInsert) }
}
