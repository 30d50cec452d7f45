package import Platform

// The reader of rules files. It is strict, so that the maintainer finds a mistake before a developer does.
extension RulesFile {
  /// The rules at the top of a working tree; `nil` where there is no such file.
  package static func read(in worktree: Path) throws(RulesError) -> Rules? {
    guard let bytes = try bytes(worktree / name) else { return nil }
    return try parse(bytes)
  }

  /// The private rules of a file. `name`: the file in messages. Throws an error where there is no such file; symbolic
  /// links are followed.
  package static func readPrivate(_ path: Path, name: String) throws(RulesError) -> Rules {
    do throws(RulesError) {
      guard let path = try? FileSystem.realPath(path), let bytes = try bytes(path) else {
        throw RulesError(
          nil,
          "there is no such file; write your rules there (`git munge init --private` proposes some), "
            + "or name another file: git munge install --private --rules FILE")
      }
      return try parse(bytes, .private, name: name)
    } catch {
      throw error.of(name)
    }
  }

  /// The content of a rules file; `nil` where there is no such file.
  private static func bytes(_ path: Path) throws(RulesError) -> [UInt8]? {
    do throws(SystemError) {
      guard let status = try FileSystem.status(path) else { return nil }
      if status.kind == .regular {
        return try File(path, .readRegular).readAll(limit: maxBytes)
      }
    } catch {
      throw RulesError(nil, "cannot be read: \(error)")
    }
    throw RulesError.notRegular
  }

  /// The rules of a file. Throws the first error: of the syntax, else of names, else of values. `name`: the file in
  /// messages.
  package static func parse(
    _ bytes: [UInt8], _ place: Place = .committed, name: String = name
  ) throws(RulesError) -> Rules {
    do throws(RulesError) {
      return try parsed(bytes, place, name)
    } catch {
      throw error.of(name)
    }
  }

  /// The same, with errors that do not name the file.
  private static func parsed(_ bytes: [UInt8], _ place: Place, _ name: String) throws(RulesError) -> Rules {
    guard bytes.count <= maxBytes else { throw RulesError.tooLarge }
    let sections = try ConfigSyntax(bytes).sections
    for section in sections { try check(section) }
    try checkKeys(of: sections, place)
    let general = sections.first { $0.kind == .munge }
    if let line = try general?.lines("version", .atMostOne).first, line.word != "1" {
      let advice = Int(line.word) == nil ? "" : "; a newer git-munge may support it"
      throw line.error("expected version 1, found \(quoted(line.value))\(advice)")
    }

    var rules = Rules()
    rules.source = bytes
    rules.variables = try sections.filter { $0.kind == .variable }.map(variable)
    for section in sections where section.kind == .rule {
      var rule = try RuleReader(section: section, rules: rules).rule()
      rule.file = name
      rules.rules.append(rule)
    }
    if place == .private {
      rules.origin = .private
      rules.attributes = try attributes(general?.lines("attributes") ?? [])
    }
    return rules
  }

  /// Throws for the first unknown key of a file.
  private static func checkKeys(of sections: [ConfigSyntax.Section], _ place: Place) throws(RulesError) {
    let all = sections.flatMap { section in
      section.lines.map { (section: section, line: $0) }
    }
    let unknown = all.filter { section, line in
      section.kind?.keys(in: place).contains(line.key) == false
    }
    if let (section, line) = unknown.min(by: { $0.line.place.line < $1.line.place.line }) {
      throw RulesError(line.place, problem(of: line, in: section, place))
    }
  }

  /// Throws if a section is unknown, or has a wrong name.
  private static func check(_ section: ConfigSyntax.Section) throws(RulesError) {
    switch section.kind {
    case .rule:
      try checkName(section, "of printable characters in [rule]") { name in
        name.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      }
    case .variable:
      try checkName(section, "of lowercase letters, digits and '-' that begins with a letter", Template.isName)
    case .munge:
      if section.subsection != nil { throw RulesError(section.place, "expected [munge], found a name after it") }
    case nil:
      let words = Section.allCases.map(\.rawValue)
      let nearest = hint(for: String(section.word.prefix { $0 != "." }), words)
      throw RulesError(section.place, "expected one of \(list(words)), found section '\(section.word)'\(nearest)")
    }
  }

  /// Throws if a section has no name, or one that is not as expected.
  private static func checkName(
    _ section: ConfigSyntax.Section, _ expected: String, _ isFine: ([UInt8]) -> Bool
  ) throws(RulesError) {
    let word = section.word
    let name = section.name
    if name.isEmpty { throw RulesError(section.place, "expected a name: [\(word) \"name\"], found [\(word)]") }
    if !isFine(name) { throw RulesError(section.place, "expected a name \(expected), found \(quoted(name))") }
  }

  /// The message for a line whose key the section does not have.
  private static func problem(
    of line: ConfigSyntax.KeyLine, in section: ConfigSyntax.Section, _ place: Place
  ) -> String {
    if section.kind == .munge, line.key == "attributes" {
      return "'attributes' is only for private rules; write the line \(quoted(line.value)) to .gitattributes"
    }
    let keys = section.kind?.keys(in: place) ?? []
    return "expected one of \(list(keys)) in [\(section.word)], found '\(line.key)'\(hint(for: line.key, keys))"
  }

  /// Reads the variable of a section.
  private static func variable(_ section: ConfigSyntax.Section) throws(RulesError) -> Variable {
    let line = try section.lines("kind", .one)[0]
    guard let kind = VariableKind(rawValue: line.word) else {
      let kinds = VariableKind.allCases.map(\.rawValue)
      throw line.error(
        "expected a kind: \(list(kinds)), found \(quoted(line.value))\(hint(for: line.word, kinds))")
    }

    let description = try section.lines("description", .atMostOne).first
    if let description, !isPrintable(description) {
      throw description.error("expected a description in UTF-8 without control characters")
    }
    return Variable(
      name: section.name.string,
      place: section.place,
      kind: kind,
      description: description.flatMap { $0.value.isEmpty ? nil : $0.word })
  }

  /// Whether a value is UTF-8 without control characters.
  private static func isPrintable(_ line: ConfigSyntax.KeyLine) -> Bool {
    line.isUTF8
      && line.word.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

  /// The values of `attributes` lines. At least one is needed, because without them no file would be munged.
  private static func attributes(_ lines: [ConfigSyntax.KeyLine]) throws(RulesError) -> [String] {
    if lines.isEmpty {
      throw RulesError(
        nil,
        "expected an 'attributes' line in [munge], found none; without one no file is munged: "
          + "write one such as `attributes = *.pbxproj filter=munge`")
    }
    for line in lines {
      guard let expected = expectation(ofAttributes: line) else { continue }
      throw line.error("attributes: expected \(expected), found \(quoted(line.value))")
    }
    return lines.map(\.word)
  }

  /// What is wrong with the line; `nil` for a pattern with `filter=munge`, `-filter` or `!filter` alone.
  private static func expectation(ofAttributes line: ConfigSyntax.KeyLine) -> String? {
    if !line.isUTF8 { return "UTF-8 (write other bytes as `\\\\ooo` in a quoted pattern)" }
    guard
      let parsed = AttributeLine(line.value),
      case .pattern(let pattern) = parsed.subject, !pattern.isEmpty
    else { return "a pattern and its filter, such as `*.pbxproj filter=munge`" }
    guard
      parsed.attributes.count == 1,
      parsed.attributes[0].name == "filter".bytes
    else { return "one attribute after the pattern: filter=munge, -filter or !filter" }
    switch parsed.attributes[0].state {
    case .unset, .unspecified, .value("munge".bytes): return nil
    case .value, .set: return "filter=munge, -filter or !filter"
    }
  }
}
