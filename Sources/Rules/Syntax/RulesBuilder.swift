import Platform

/// Builds rules and variables from the entries of a rules file; sections of one name are one section.
struct RulesBuilder {
  private var drafts: [SectionDraft] = []
  private let kind: RulesFile.Kind

  init(_ kind: RulesFile.Kind) { self.kind = kind }

  mutating func open(_ header: ConfigSyntax.Header) {
    let name = header.subsection ?? []
    if index(header.section, name) != nil { return }
    drafts.append(SectionDraft(section: header.section, name: name, place: header.place))
  }

  private func index(_ section: String, _ name: [UInt8]) -> Int? {
    drafts.firstIndex { $0.section == section && $0.name == name }
  }

  mutating func add(_ entry: ConfigSyntax.KeyLine) throws(RulesError) {
    let known = keys(of: entry.section)
    guard known.contains(entry.key) else { throw RulesError(entry.place, problem(of: entry, known)) }
    if let index = index(entry.section, entry.subsection ?? []) { drafts[index].entries.append(entry) }
  }

  private func problem(of entry: ConfigSyntax.KeyLine, _ known: [String]) -> RulesError.Problem {
    if entry.section == RulesFile.Section.rule.rawValue, let advice = RulesFile.formerRuleKeys[entry.key] {
      return .formerKey(entry.key, section: entry.section, advice: advice)
    }
    if entry.section == RulesFile.Section.munge.rawValue, entry.key == RulesFile.MungeKey.attributes.rawValue {
      return .committedAttributes(found: entry.value)
    }
    return .unknownKey(entry.key, section: entry.section, known: known, nearest: nearestWord(to: entry.key, among: known))
  }

  private func keys(of section: String) -> [String] {
    switch RulesFile.Section(rawValue: section) {
    case .rule: RulesFile.RuleKey.allCases.map(\.rawValue)
    case .variable: RulesFile.VariableKey.allCases.map(\.rawValue)
    case .munge: RulesFile.MungeKey.all(in: kind).map(\.rawValue)
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
      rules.rules.append(try RuleReader(draft: draft, rules: rules).rule())
    }
    switch kind {
    case .committed: break
    case .private: (rules.origin, rules.attributes) = (.private, try attributes())
    }
    return rules
  }

  /// The `attributes` lines: at least one, because without them no file would be munged.
  private func attributes() throws(RulesError) -> [String] {
    let entries = drafts.filter { $0.section == RulesFile.Section.munge.rawValue }
      .flatMap { $0.values(RulesFile.MungeKey.attributes.rawValue) }
    if entries.isEmpty { throw RulesError(nil, .noAttributes) }
    return try entries.map { entry throws(RulesError) in
      if let flaw = RulesError.AttributesFlaw.flaw(of: entry.value) {
        throw RulesError(entry.valuePlace, .badAttributes(found: entry.value, flaw: flaw))
      }
      return String(decoding: entry.value, as: UTF8.self)
    }
  }

  private func checkVersion(_ draft: SectionDraft) throws(RulesError) {
    guard let entry = try draft.single("version"), entry.value != Array("1".utf8) else { return }
    throw RulesError(entry.valuePlace, .badVersion(found: entry.value))
  }

  private func variable(_ draft: SectionDraft) throws(RulesError) -> Variable {
    let entry = try draft.required("kind")
    let word = String(decoding: entry.value, as: UTF8.self)
    guard let kind = VariableKind(rawValue: word) else {
      let known = VariableKind.allCases.map(\.rawValue)
      throw RulesError(
        entry.valuePlace, .unknownKind(found: entry.value, nearest: nearestWord(to: word, among: known)))
    }
    return Variable(
      name: String(decoding: draft.name, as: UTF8.self), place: draft.place, kind: kind,
      description: try description(draft))
  }

  private func description(_ draft: SectionDraft) throws(RulesError) -> String? {
    guard let entry = try draft.single("description") else { return nil }
    let text = String(decoding: entry.value, as: UTF8.self)
    let isFine = text.utf8.elementsEqual(entry.value) && text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    guard isFine else { throw RulesError(entry.valuePlace, .badDescription) }
    return text.isEmpty ? nil : text
  }
}

/// A section of a rules file with its entries, and queries on them.
struct SectionDraft {
  let section: String
  let name: [UInt8]
  let place: RulesPosition
  var entries: [ConfigSyntax.KeyLine] = []

  /// The header without brackets, as written.
  var title: String { name.isEmpty ? section : "\(section) \"\(escaped(name))\"" }
  func values(_ key: String) -> [ConfigSyntax.KeyLine] { entries.filter { $0.key == key } }

  /// The entries of a key that must not repeat a value.
  func distinct(_ key: String) throws(RulesError) -> [ConfigSyntax.KeyLine] {
    let found = values(key)
    for (index, entry) in found.enumerated() {
      guard let first = found[..<index].first(where: { $0.value == entry.value }) else { continue }
      throw RulesError(
        entry.valuePlace, .repeated(key: key, section: title, found: entry.value, first: first.place))
    }
    return found
  }

  /// The only entry of a key; `nil` if there is none.
  func single(_ key: String) throws(RulesError) -> ConfigSyntax.KeyLine? {
    let found = values(key)
    guard found.count > 1 else { return found.first }
    throw RulesError(found[1].place, .twice(key: key, section: title, first: found[0].place))
  }

  func required(_ key: String) throws(RulesError) -> ConfigSyntax.KeyLine {
    guard let found = try single(key) else { throw missing(key) }
    return found
  }

  func missing(_ key: String) -> RulesError { RulesError(place, .missing(key: key, section: title)) }
}

extension RulesError.AttributesFlaw {
  /// Why a line cannot be an `attributes` line; `nil` if it can: a pattern with `filter=munge`, `-filter` or `!filter` alone.
  static func flaw(of line: [UInt8]) -> Self? {
    if !String(decoding: line, as: UTF8.self).utf8.elementsEqual(line) { return .notUTF8 }
    guard let parsed = AttributeLine(line), case .pattern(let pattern) = parsed.subject, !pattern.isEmpty
    else { return .noPattern }
    guard parsed.attributes.count == 1, parsed.attributes[0].name == Array("filter".utf8) else { return .notOnlyFilter }
    switch parsed.attributes[0].state {
    case .unset, .unspecified: return nil
    case .value(let name): return name == Array("munge".utf8) ? nil : .otherFilter
    case .set: return .otherFilter
    }
  }
}
