import Platform
import Rules
import Smudge
import Verify

// The difference between two installations.
extension Installation {
  /// The difference of the two in one part: what is wrong, and what has to be done.
  struct Row {
    /// The parts, in the order in which a change performs their steps.
    enum Part: CaseIterable { case settings, rules, keys, hooks, attributes, plan, leftovers }

    var findings: [Finding.Detail] = []
    /// The steps of a change; none for a plan, for which files are rewritten.
    var steps: [TransitionStep] = []
  }

  /// The steps of a change to a wanted installation.
  func steps(to wanted: Installation) -> [TransitionStep] { Row.Part.allCases.flatMap { row($0, to: wanted).steps } }

  /// The difference in a part.
  func row(_ part: Row.Part, to wanted: Installation) -> Row {
    switch part {
    case .settings: Row(steps: settingSteps(to: wanted))
    case .rules: Row(steps: wanted.approved.subtracting(approved).map { .trust($0) })
    case .keys: Row(findings: keys.findings, steps: keySteps(to: wanted))
    case .hooks: Row(steps: hookSteps(to: wanted))
    case .attributes: Row(findings: attributesFindings(to: wanted), steps: attributesSteps(to: wanted))
    case .plan: Row(findings: planFindings(to: wanted))
    case .leftovers:
      Row(findings: leftovers.map { .leftover($0) }, steps: leftovers == wanted.leftovers ? [] : [.removeLeftovers])
    }
  }

  private func settingSteps(to wanted: Installation) -> [TransitionStep] {
    let changed = ValueLevel.allCases.flatMap { level -> [TransitionStep] in
      let old = values[level] ?? [:]
      let new = wanted.values[level] ?? [:]
      return Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }
        .map { .set(VariableValue.prefix + $0, new[$0], level) }
    }
    let choices = declined.symmetricDifference(wanted.declined).sorted().map { name in
      TransitionStep.set(
        VariableValue.declined + name, wanted.declined.contains(name) ? "true".bytes : nil, .local)
    }
    let rules: [TransitionStep] = wanted.privateRules.map { [.set(PrivateRules.key, $0.setting, .local)] } ?? []
    let hooks = TransitionStep.set(HookInstaller.key, "\(wanted.areHooksWanted)".bytes, .local)
    return changed + choices + (privateRules == wanted.privateRules ? [] : rules)
      + (areHooksWanted == wanted.areHooksWanted ? [] : [hooks])
  }

  private func keySteps(to wanted: Installation) -> [TransitionStep] {
    guard let program = wanted.keys.value else { return [] }
    let editing: [TransitionStep] =
      editor == wanted.editor ? [] : [wanted.editor.map { .setTextconv($0) } ?? .removeTextconv]
    return editing + (keys == wanted.keys ? [] : [.setKeys(program)])
  }

  private func hookSteps(to wanted: Installation) -> [TransitionStep] {
    guard hooks != wanted.hooks, let program = wanted.keys.value else { return [] }
    let isRemoval = hooks.contains { $0.value.isOurs && wanted.hooks[$0.key]?.isOurs == false }
    return [isRemoval ? .removeHooks : .writeHooks(program, all: wanted.areHooksWanted)]
  }

  private func attributesSteps(to wanted: Installation) -> [TransitionStep] {
    // They also have the attribute of editor support.
    guard attributes != wanted.attributes || editor != wanted.editor, let lines = wanted.attributes.value else {
      return []
    }
    return [.addAttributes(lines), .setAttributes(lines)]
  }

  private func attributesFindings(to wanted: Installation) -> [Finding.Detail] {
    switch (attributes, wanted.attributes) {
    case (.wrong(_, let findings), _): return findings
    case (.absent, .set): return [.missingAttributes]
    case (.absent, _): return [.lostAttributes]
    case (.set(let old), .set(let new)) where old != new: return [.newAttributes]
    case (.set, _): return []
    }
  }

  private func planFindings(to wanted: Installation) -> [Finding.Detail] {
    guard let old = munging.value, let new = wanted.munging.value, let rules = new.rules, !old.plan.rules.isEmpty else {
      return munging.findings
    }
    let difference = RulesDifference(from: old.plan, old.rules, to: new.plan, rules)
    return (difference.isEmpty ? [] : [.outdated(difference)]) + munging.findings
  }
}
