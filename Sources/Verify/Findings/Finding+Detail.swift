// The fact of a finding and the steps that solve it.
extension Finding {
  /// A finding without its location: equal for the same problem in two files, or in two versions of a file.
  package struct Detail: Sendable, Hashable {
    /// The kind of the problem.
    package let kind: Kind
    /// The local text, if one was found.
    package let leaked: [UInt8]?
    /// The canonical texts that belong there.
    package let canonicals: [[UInt8]]
    /// The key whose value the text is; `nil` if it is not the value of a key.
    package let key: [UInt8]?
    /// The sentence, without a full stop.
    package internal(set) var message: Message
    /// What solves the problem, the most likely first.
    var steps: [Step]

    /// Creates a detail; `steps` is `nil` for the remedy of the kind.
    package init(
      _ kind: Kind, leaked: [UInt8]? = nil, canonicals: [[UInt8]] = [], key: [UInt8]? = nil, _ message: Message,
      _ steps: [Step]? = nil
    ) {
      self.kind = kind
      self.leaked = leaked
      self.canonicals = canonicals
      self.key = key
      self.message = message
      self.steps = steps ?? [.words("\(kind.shortRemedy)")]
    }

    /// Whether `git munge repair` solves the problem.
    package var isRepairable: Bool { steps.contains { $0.action == .repair } }

    /// Whether an installation alone solves the problem.
    package var isInstallable: Bool { steps == [.install] }
  }
}
