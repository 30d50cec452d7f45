/// Texts of some rules of a plan and what each one means, ready to be found in content.
struct Vocabulary: Sendable {
  let matcher: Matcher
  let entries: [Lexicon.Entry]

  init(_ rules: [(index: Int, rule: PlanRule)]) {
    let entries = Vocabulary.entries(of: rules)
    matcher = Matcher(entries.keys)
    self.entries = matcher.texts.map { entries[$0] ?? Lexicon.Entry() }
  }

  /// `nil` for a text that it does not know.
  func entry(of text: [UInt8]) -> Lexicon.Entry? { matcher.index(of: text).map { entries[$0] } }

  static func entries(of rules: [(index: Int, rule: PlanRule)]) -> [[UInt8]: Lexicon.Entry] {
    var entries: [[UInt8]: Lexicon.Entry] = [:]
    for (index, rule) in rules { addPairs(of: rule, index, to: &entries) }
    // Behind all pairs: what is local now wins over what was.
    for (index, rule) in rules { addOthers(of: rule, index, to: &entries) }
    return entries
  }

  private static func addPairs(of rule: PlanRule, _ index: Int, to entries: inout [[UInt8]: Lexicon.Entry]) {
    for pair in rule.pairs {
      entries[pair.canonical, default: Lexicon.Entry()].traits.formUnion([.canonical, rule.certainty.trait])
      guard let local = pair.replacement else { continue }
      // Of several canonical texts bytes lead back to the first one.
      if rule.original(of: local) != pair.canonical { entries[pair.canonical]?.traits.insert(.sourced) }
      entries[pair.canonical]?.smudged.append(Lexicon.Replacement(rule: index, text: local))
      entries[local, default: Lexicon.Entry()].traits.formUnion([.local, rule.localTraits])
      entries[local]?.cleaned.append(Lexicon.Replacement(rule: index, text: pair.canonical))
    }
  }

  private static func addOthers(of rule: PlanRule, _ index: Int, to entries: inout [[UInt8]: Lexicon.Entry]) {
    for text in rule.retired {
      entries[text.text, default: Lexicon.Entry()].traits.formUnion([.retired, rule.localTraits])
      entries[text.text]?.cleaned.append(Lexicon.Replacement(rule: index, text: text.canonical))
    }
    for text in rule.excepts { entries[text, default: Lexicon.Entry()].traits.formUnion(rule.certainty.trait) }
  }
}

extension PlanRule.Certainty {
  fileprivate var trait: Lexicon.Traits {
    switch self {
    case .exact: []
    case .ambiguous: .ambiguous
    }
  }
}

extension PlanRule {
  /// What a local text stands for where nothing else is known.
  func original(of local: [UInt8]) -> [UInt8]? { pairs.first { $0.replacement == local }?.canonical }

  /// Whether a local text of the rule stands for one of several canonical texts.
  private var isManifold: Bool {
    guard keyed?.extent == .whole else { return false }
    let locals = pairs.compactMap(\.replacement)
    return locals.isEmpty ? pairs.count > 1 : Set(locals).count < locals.count
  }

  /// Of its local and retired texts.
  fileprivate var localTraits: Lexicon.Traits {
    var traits = certainty.trait
    if isManifold { traits.formUnion([.sourced, .several]) }
    switch keyed?.onInsert {
    case .drop: traits.insert(.sourced)
    case .keep, nil: break
    }
    return traits
  }
}
