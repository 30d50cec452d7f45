package import Platform

// The reader of rules files. It is strict, so that the maintainer finds a mistake before a developer does.

extension RulesFile {
  /// The rules at the top of a working tree; `nil` where there is no such file.
  package static func read(in worktree: Path) throws(RulesError) -> Rules? {
    guard let bytes = try bytes(worktree / name) else { return nil }
    return try parse(bytes)
  }

  /// Private rules. `name`: the file in messages. Throws an error where there is no such file; symbolic links are followed.
  package static func readPrivate(_ path: Path, name: String) throws(RulesError) -> Rules {
    do throws(RulesError) {
      guard let path = try? FileSystem.realPath(path), let bytes = try bytes(path) else { throw RulesError(nil, .noPrivateFile) }
      return try parse(bytes, .private, name: name)
    } catch {
      throw error.of(name)
    }
  }

  private static func bytes(_ path: Path) throws(RulesError) -> [UInt8]? {
    do throws(SystemError) {
      guard let status = try FileSystem.status(path) else { return nil }
      if status.kind == .regular { return try File(path, .readRegular).readAll(limit: maxBytes) }
    } catch {
      throw RulesError(nil, .unreadable(error))
    }
    throw RulesError(nil, .notRegular)
  }

  /// Throws the first error: of the syntax, else of names, else of values. `name`: the file in messages.
  package static func parse(_ bytes: [UInt8], _ kind: Kind = .committed, name: String = name) throws(RulesError) -> Rules {
    do throws(RulesError) { return try parsed(bytes, kind, name) } catch { throw error.of(name) }
  }

  private static func parsed(_ bytes: [UInt8], _ kind: Kind, _ name: String) throws(RulesError) -> Rules {
    guard bytes.count <= maxBytes else { throw RulesError(nil, .tooLarge) }
    let syntax = try ConfigSyntax(bytes)
    for header in syntax.headers { try check(header) }
    var builder = RulesBuilder(kind)
    for header in syntax.headers { builder.open(header) }
    for entry in syntax.entries { try builder.add(entry) }
    var rules = try builder.finish()
    rules.source = bytes
    for index in rules.rules.indices { rules.rules[index].file = name }
    return rules
  }

  private static func check(_ header: ConfigSyntax.Header) throws(RulesError) {
    guard let section = Section(rawValue: header.section) else {
      let known = Section.allCases.map(\.rawValue)
      let word = String(header.section.prefix { $0 != "." })
      throw RulesError(
        header.place, .unknownSection(header.section, nearest: nearestWord(to: word, among: known)))
    }
    switch section {
    case .rule: try checkName(header) { $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
    case .variable: try checkName(header, Template.isName)
    case .munge:
      if header.subsection != nil { throw RulesError(header.place, .needlessName(section: "munge")) }
    }
  }

  private static func checkName(_ header: ConfigSyntax.Header, _ isFine: ([UInt8]) -> Bool) throws(RulesError) {
    guard let name = header.subsection, !name.isEmpty else {
      throw RulesError(header.place, .missingName(section: header.section))
    }
    guard isFine(name) else {
      throw RulesError(header.place, .badName(section: header.section, found: name))
    }
  }
}
