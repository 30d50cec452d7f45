package import Platform

/// Rules and values compiled and frozen for one working tree: all that the filter knows.
///
/// What smudged a file must be what cleans it. So the filter never reads the rules file or a value;
/// it reads the plan that `git munge` wrote when it munged the tree.
package struct Plan: Sendable, Equatable {
  package var rules: [PlanRule]
  /// Of the rules file that this plan was made from; tells when the file has changed since.
  package var fingerprint: Digest
  /// The values that its local texts were made with, so that a change of one can be told by its name.
  package var values: [PlanValue]

  package init(rules: [PlanRule], fingerprint: Digest, values: [PlanValue] = []) {
    (self.rules, self.fingerprint, self.values) = (rules, fingerprint, values)
  }

  /// The rules of the rules file, idle ones included. All others are kept for former texts alone.
  package var currentRules: [PlanRule] { rules.filter { !$0.pairs.isEmpty } }

  /// A plan that changes nothing, for a working tree that is not munged.
  package static let idle = Plan(rules: [], fingerprint: Digest([]))

  /// Whether there is nothing to change and nothing to report.
  var isSilent: Bool { isIdle && rules.allSatisfy(\.watched.isEmpty) }

  /// Whether neither direction can change anything.
  package var isIdle: Bool { isCanonical && rules.allSatisfy(\.retired.isEmpty) }

  /// Whether smudge changes nothing; clean may still know former local texts.
  package var isCanonical: Bool { rules.flatMap(\.pairs).allSatisfy { $0.replacement == nil } }
}

/// A variable when the plan was made, and its value; `nil` where it had none.
package struct PlanValue: Sendable, Hashable {
  package let name: [UInt8]
  package let text: [UInt8]?

  package init(name: [UInt8], text: [UInt8]?) {
    (self.name, self.text) = (name, text)
  }
}

/// One rule of a plan, with its suffixes written out and its variables filled in.
package struct PlanRule: Sendable, Equatable {
  /// Whether clean can trust bytes alone where it meets a text of this rule.
  package enum Certainty: String, Sendable, CaseIterable {
    /// A local text stands for one canonical text, wherever it is met.
    case exact
    /// Another text contains, equals or overlaps one of this rule's: clean asks the source.
    case ambiguous
  }

  package let name: [UInt8]
  /// Several pairs may have one local text where the rule has keys; the first of them is what a new line gets.
  package var pairs: [TextPair]
  /// Former local texts, which clean still takes back.
  package var retired: [RetiredText]
  /// Former local texts that would collide with a current text: reported where they are met, never replaced.
  package var watched: [[UInt8]]
  /// Texts that contain a canonical one and are left alone.
  package var excepts: [[UInt8]]
  /// In order; the last one that covers a path decides. None: everywhere.
  package var paths: [PathPattern]
  package var certainty: Certainty
  /// Where its texts count; `nil`: wherever they stand alone.
  package var keyed: KeyScope?

  package init(
    name: [UInt8], pairs: [TextPair], retired: [RetiredText] = [], watched: [[UInt8]] = [],
    excepts: [[UInt8]] = [], paths: [PathPattern] = [], certainty: Certainty = .exact, keyed: KeyScope? = nil
  ) {
    (self.name, self.pairs, self.retired, self.watched) = (name, pairs, retired, watched)
    (self.excepts, self.paths, self.certainty, self.keyed) = (excepts, paths, certainty, keyed)
  }

  /// Whether the rule smudges this path; `nil` stands for a path that git did not tell.
  package func applies(to path: Path?) -> Bool {
    if paths.isEmpty { return true }
    guard let path else { return false }
    return paths.last { $0.covers(path) }?.effect == .applies
  }
}

/// A canonical text and what stands for it in this working tree; no local text where the rule is idle.
package struct TextPair: Sendable, Hashable {
  package var canonical: [UInt8]
  package var local: [UInt8]?

  package init(canonical: [UInt8], local: [UInt8]?) {
    (self.canonical, self.local) = (canonical, local)
  }

  /// The local text, where the pair changes anything.
  package var replacement: [UInt8]? { local == canonical ? nil : local }
}

/// A text that was local once, and when it ceased to be.
package struct RetiredText: Sendable, Hashable {
  package var text: [UInt8]
  package var canonical: [UInt8]
  /// Seconds since 1970.
  package var since: Int64

  package init(text: [UInt8], canonical: [UInt8], since: Int64) {
    (self.text, self.canonical, self.since) = (text, canonical, since)
  }
}
