import Platform
import Rules
import Smudge
import Verify

/// The settings of git-munge for a working tree and in its clone, besides the content of files: as they are, or as a
/// command wants them.
///
/// A command makes the wanted one from the one that it has found (`Installation+Wanted.swift`), and `row` says for each
/// part what has to be done for that, and what is wrong.
struct Installation: Equatable, Sendable {
  /// The plan of the working tree, and the rules that it was made from, if they are known.
  struct Munging: Equatable, Sendable {
    let plan: Plan
    let rules: Rules?

    /// Rules alone make no difference: the plan has their fingerprint.
    static func == (one: Self, other: Self) -> Bool { one.plan == other.plan }
  }

  /// The filter program that the keys of the filter name.
  var keys: PartState<Path>
  /// The filter program that the key of editor support names; `nil` without editor support.
  var editor: Path?
  /// The filter lines of the working tree.
  var attributes: PartState<[UInt8]>
  var hooks: [Hook: HookState]
  /// Whether the clone wants hooks (`munge.hooks`).
  var areHooksWanted: Bool
  var munging: PartState<Munging>
  /// The contents of the rules files that are approved.
  var approved: Set<[UInt8]>
  var privateRules: PrivateRules?
  /// Values by their level and the name of their variable.
  var values: [ValueLevel: [String: [UInt8]]]
  /// The variables that keep the canonical text by choice.
  var declined: Set<String>
  /// Files of killed commands.
  var leftovers: [Path]
}

extension Installation.Munging {
  /// The plan of rules and values; the local texts of `old` are former ones.
  init(_ rules: Rules, _ values: [VariableValue], after old: Plan) throws {
    plan = try Compiler(rules, values: rules.declared(values), previous: old).plan()
    self.rules = rules
  }
}

extension Installation {
  /// The installation as it is. `program`: the filter for which keys and hooks are current; `nil`: none has to be.
  init(_ session: Session, _ installer: HookInstaller, for program: Path?) throws {
    let tree = session.tree
    let configuration = session.configuration
    let trusted = TrustedRules(tree.mungeDirectory)

    keys = session.keys(for: program)
    editor = configuration.ownProgram(of: .textconv)
    attributes = try AttributesBlock(tree).state
    hooks = installer.states(for: program)
    areHooksWanted = installer.areWanted

    switch session.plan {
    case .success(let plan?):
      let munging = Munging(plan: plan, rules: trusted.rules(of: plan))
      self.munging =
        try tree.isPlanReadable ? .wrong(munging, [.readablePlan(tree.mungeDirectory.plan)]) : .set(munging)
    case .success(nil): munging = .absent
    case .failure(let error): munging = .wrong(nil, [.damagedPlan(error)])
    }

    approved = trusted.sources
    // A setting that git cannot read can be replaced.
    let rules = try tree.chosenRules == nil ? tree.configuredRules.get() : try? tree.configuredRules.get()
    privateRules = rules.map { PrivateRules($0, in: tree) }
    values = Dictionary(uniqueKeysWithValues: ValueLevel.allCases.map { ($0, configuration.values(at: $0)) })
    declined = configuration.declined
    leftovers = tree.leftovers
  }
}
