import Platform
import Smudge

/// Gathers the entries of a rules file into rules and variables; sections of one name are one section.
struct RulesBuilder {
  private struct Draft {
    let section: String
    let name: [UInt8]
    let place: Place
    var entries: [ConfigSyntax.Entry] = []

    /// As it is written.
    var title: String { name.isEmpty ? section : "\(section) \"\(escaped(name))\"" }

    func values(_ key: String) -> [ConfigSyntax.Entry] { entries.filter { $0.key == key } }

    /// The only value of a key; `nil` where there is none.
    func single(_ key: String) throws(RulesError) -> ConfigSyntax.Entry? {
      let found = values(key)
      guard found.count > 1 else { return found.first }
      throw RulesError(
        found[1].place, .twice(key: key, section: title, first: found[0].place))
    }

    func required(_ key: String) throws(RulesError) -> ConfigSyntax.Entry {
      guard let found = try single(key) else {
        throw RulesError(place, .missing(key: key, section: title))
      }
      return found
    }
  }

  private var drafts: [Draft] = []

  mutating func open(_ header: ConfigSyntax.Header) {
    let name = header.subsection ?? []
    if index(header.section, name) != nil { return }
    drafts.append(Draft(section: header.section, name: name, place: header.place))
  }

  private func index(_ section: String, _ name: [UInt8]) -> Int? {
    drafts.firstIndex { $0.section == section && $0.name == name }
  }

  mutating func add(_ entry: ConfigSyntax.Entry) throws(RulesError) {
    let known = keys(of: entry.section)
    guard known.contains(entry.key) else {
      throw RulesError(
        entry.place,
        .unknownKey(
          entry.key, section: entry.section, known: known, nearest: nearest(to: entry.key, among: known)))
    }
    if let index = index(entry.section, entry.subsection ?? []) { drafts[index].entries.append(entry) }
  }

  private func keys(of section: String) -> [String] {
    switch RulesFile.Section(rawValue: section) {
    case .rule: RulesFile.RuleKey.allCases.map(\.rawValue)
    case .variable: RulesFile.VariableKey.allCases.map(\.rawValue)
    case .munge: RulesFile.MungeKey.allCases.map(\.rawValue)
    case nil: []
    }
  }

  func finish() throws(RulesError) -> Rules {
    var rules = Rules()
    for draft in drafts where draft.section == RulesFile.Section.munge.rawValue { try checkVersion(draft) }
    for draft in drafts where draft.section == RulesFile.Section.variable.rawValue {
      rules.variables.append(try variable(draft))
    }
    for draft in drafts where draft.section == RulesFile.Section.rule.rawValue {
      rules.rules.append(try rule(draft, rules))
    }
    return rules
  }

  private func checkVersion(_ draft: Draft) throws(RulesError) {
    guard let entry = try draft.single("version"), entry.value != Array("1".utf8) else { return }
    throw RulesError(entry.valuePlace, .badVersion(found: entry.value))
  }

  private func variable(_ draft: Draft) throws(RulesError) -> Variable {
    let entry = try draft.required("kind")
    let word = String(decoding: entry.value, as: UTF8.self)
    guard let kind = VariableKind(rawValue: word) else {
      let known = VariableKind.allCases.map(\.rawValue)
      throw RulesError(
        entry.valuePlace, .unknownKind(found: entry.value, nearest: nearest(to: word, among: known)))
    }
    return Variable(
      name: String(decoding: draft.name, as: UTF8.self), place: draft.place, kind: kind,
      description: try description(draft))
  }

  private func description(_ draft: Draft) throws(RulesError) -> String? {
    guard let entry = try draft.single("description") else { return nil }
    let text = String(decoding: entry.value, as: UTF8.self)
    let isFine = text.utf8.elementsEqual(entry.value) && text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    guard isFine else { throw RulesError(entry.valuePlace, .badDescription) }
    return text.isEmpty ? nil : text
  }

  private func rule(_ draft: Draft, _ rules: Rules) throws(RulesError) -> Rule {
    let canonical = try draft.required("canonical")
    if let flaw = TextFlaw.flaw(of: canonical.value) {
      throw RulesError(
        canonical.valuePlace, .badText(key: "canonical", found: canonical.value, flaw: flaw))
    }
    let local = try draft.required("local")
    var rule = Rule(
      name: draft.name, place: draft.place, canonical: canonical.value,
      local: try Template(local.value, at: local.valuePlace))
    try check(rule.local, rules)
    rule.suffixes = try draft.values("suffix").map { entry throws(RulesError) in
      try suffix(entry, of: canonical.value)
    }
    rule.excepts = try draft.values("except").map { entry throws(RulesError) in
      try except(entry, of: canonical.value)
    }
    rule.paths = try paths(draft)
    return rule
  }

  private func check(_ local: Template, _ rules: Rules) throws(RulesError) {
    if local.parts.isEmpty {
      throw RulesError(local.place, .badText(key: "local", found: [], flaw: .empty))
    }
    for name in local.variables where rules.variable(name) == nil {
      throw RulesError(
        local.place,
        .undeclaredVariable(name, nearest: nearest(to: name, among: rules.variables.map(\.name))))
    }
    try local.check()
  }

  private func suffix(
    _ entry: ConfigSyntax.Entry, of canonical: [UInt8]
  ) throws(RulesError) -> [UInt8] {
    guard let first = entry.value.first else {
      throw RulesError(entry.valuePlace, .badSuffix(found: [], flaw: .empty))
    }
    if first == UInt8(ascii: ".") {
      throw RulesError(entry.valuePlace, .dottedSuffix(found: entry.value))
    }
    let flaw = Boundary.isIdentifier(first) ? TextFlaw.flaw(of: canonical + entry.value) : .openEnds
    if let flaw { throw RulesError(entry.valuePlace, .badSuffix(found: entry.value, flaw: flaw)) }
    return entry.value
  }

  private func except(
    _ entry: ConfigSyntax.Entry, of canonical: [UInt8]
  ) throws(RulesError) -> [UInt8] {
    if let flaw = TextFlaw.flaw(of: entry.value) {
      throw RulesError(entry.valuePlace, .badText(key: "except", found: entry.value, flaw: flaw))
    }
    let contains = entry.value.indices.contains { entry.value[$0...].starts(with: canonical) }
    guard contains && entry.value != canonical else {
      throw RulesError(entry.valuePlace, .uselessExcept(found: entry.value, canonical: canonical))
    }
    return entry.value
  }

  private func paths(_ draft: Draft) throws(RulesError) -> [[UInt8]] {
    let entries = draft.values("path")
    for entry in entries {
      let pattern = entry.value.first == UInt8(ascii: "!") ? entry.value.dropFirst() : entry.value[...]
      if pattern.isEmpty || pattern.elementsEqual("/".utf8) {
        throw RulesError(entry.valuePlace, .badPath(found: entry.value))
      }
    }
    if let first = entries.first, entries.allSatisfy({ PathPattern($0.value).effect == .excluded }) {
      throw RulesError(first.place, .onlyExclusions(rule: draft.name))
    }
    return entries.map(\.value)
  }
}
