import Platform

// Messages: what was expected, what was found, and what to do.

extension RulesError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notRegular: "expected a regular file, found something else; a symbolic link is not followed"
    case .tooLarge: "expected a file of at most \(RulesFile.maxBytes) bytes, found a longer one"
    case .unreadable(let error): "cannot be read: \(error)"
    case .noPrivateFile:
      "there is no such file; write your rules there (`git munge init --private` proposes some), or name another file: git munge install --private --rules FILE"
    case .badHeader(let found):
      "expected a section such as [rule \"name\"], found \(quoted(found))"
    case .badKey(let found):
      "expected a key, a section or a comment, found \(quoted(found)); keys are letters, digits and '-', and begin with a letter"
    case .noEquals(let key, let found): "expected '=' after the key '\(key)', found \(quoted(found))"
    case .outsideSection(let key): "expected a section first, such as [rule \"name\"], found the key '\(key)'"
    case .openQuote: "expected a closing quote on this line, found none"
    case .badEscape(let found):
      "expected \\\\ or \\\" after a backslash, found \(quoted([found])); no other escape is allowed"
    case .continuation: "expected the whole value on one line, found a backslash at its end"
    case .controlByte(0x09): "expected a space, found a tab"
    case .controlByte(let byte): "expected text, found the control byte \(quoted([byte]))"
    case .conflictMarker(let found): "expected rules, found the conflict marker \(quoted(found)): resolve the merge first"
    case .unknownSection(let name, let nearest):
      "expected one of \(list(RulesFile.Section.allCases.map(\.rawValue))), found section '\(name)'"
        + hint(nearest)
    case .unknownKey(let key, let section, let known, let nearest):
      "expected one of \(list(known)) in [\(section)], found '\(key)'" + hint(nearest)
    case .formerKey(let key, let section, let advice):
      "'\(key)' in [\(section)] is no longer supported: \(advice)"
    case .missingName(let section): "expected a name: [\(section) \"name\"], found [\(section)]"
    case .needlessName(let section): "expected [\(section)], found a name after it"
    case .badName("variable", let found):
      "expected a name of lowercase letters, digits and '-' that begins with a letter, found \(quoted(found))"
    case .badName(let section, let found): "expected a name of printable characters in [\(section)], found \(quoted(found))"
    case .twice(let key, let section, let first):
      "expected one '\(key)' in [\(section)], found a second; the first is on line \(first.line)"
    case .missing(let key, let section): "expected a '\(key)' in [\(section)], found none"
    case .badVersion(let found):
      "expected version 1, found \(quoted(found))"
        + (Int(String(decoding: found, as: UTF8.self)) == nil ? "" : "; a newer git-munge may support it")
    case .badText(let key, let found, let flaw): "\(key): \(flaw), found \(quoted(found))"
    case .badAffix(.prefix, let found, .tooLong):
      "prefix: \(TextFlaw.tooLong) with the canonical text after it, found \(quoted(found))"
    case .badAffix(.suffix, let found, .tooLong):
      "suffix: \(TextFlaw.tooLong) with the canonical text before it, found \(quoted(found))"
    case .badAffix(let kind, let found, let flaw): "\(kind.rawValue): \(flaw), found \(quoted(found))"
    case .dottedAffix(let kind, let found):
      "expected a \(kind.rawValue) that continues the \(kind == .prefix ? "first" : "last") word, found \(quoted(found)); a dot ends the word, so the rule matches without this line: remove it"
    case .badPath(let found): "expected a pattern as in .gitignore, found \(quoted(found))"
    case .onlyExclusions(let rule):
      "expected a path that says where rule \(quoted(rule)) applies, found only '!' lines; write `path = *` before them"
    case .openVariable(let found): "expected ${name}, found \(quoted(found))"
    case .badVariableName(let found):
      "expected a variable name of lowercase letters, digits and '-', found \(quoted(found))"
    case .undeclaredVariable(let name, let nearest):
      "expected a declared variable, found '${\(name)}'" + hint(nearest)
        + (nearest == nil ? "; add [variable \"\(name)\"] with its kind" : "")
    case .openEnd(let found):
      "local: expected a letter, digit, '_' or a variable at the end, found \(quoted(found))"
    case .unknownKind(let found, let nearest):
      "expected a kind: \(list(VariableKind.allCases.map(\.rawValue))), found \(quoted(found))" + hint(nearest)
    case .badDescription: "expected a description in UTF-8 without control characters"
    case .sameCanonical(let text, let rules):
      "expected one local text for \(quoted(text)), found rules \(list(rules.map { escaped($0) })) that both apply everywhere; give them `path` or `key` lines, or remove one"
    case .tooManyTexts(let count):
      "expected at most \(RulesFile.maxTexts) texts in all rules with their prefixes and suffixes, found \(count)"
    case .badKeyName(let key, let found):
      "\(key): expected letters, digits and _.:-, a letter or '_' first, no '.' or ':' last, at most 255 bytes, found \(quoted(found))"
    case .conditionInKey(let key, let found):
      "\(key): expected no condition, found \(quoted(found)); write the key alone, it includes all conditions"
    case .exceptKeyAndKey(let found):
      "except-key: expected a rule without `key`, found \(quoted(found)); a rule with `key` applies to no other keys: remove this line"
    case .emptyCheck(true):
      "check: expected a key, found nothing; an empty line is allowed only alone, for a rule without checks: remove it or the others"
    case .emptyCheck(false):
      "check: expected a key, found nothing; without a `key`, no values are checked by default: remove this line"
    case .repeated(let key, let section, let found, let first):
      "expected another '\(key)' in [\(section)], found \(quoted(found)) again; the first is on line \(first.line)"
    case .needsKey(let part, let section):
      "expected a 'key' in [\(section)], found none; \(part) need\(part == .several ? "" : "s") a `key`"
    case .unknownWord(let key, let known, let found, let nearest):
      "\(key): expected one of \(list(known)), found \(quoted(found))" + hint(nearest)
    case .affixOfNothing(let kind, let found):
      "expected no \(kind.rawValue) where a canonical text is empty, found \(quoted(found)); give the empty one a rule of its own"
    case .affixMakesAgain(let kind, let found, let text):
      "\(kind.rawValue): expected a \(kind.rawValue) that gives new texts, found \(quoted(found)), which gives \(quoted(text)) again"
    case .exceptedCanonical(let found):
      "except: expected a text that is not munged, found the canonical text \(quoted(found)); remove one of the two"
    case .committedAttributes(let found):
      "'attributes' is only for private rules; write the line \(quoted(found)) to .gitattributes"
    case .badAttributes(let found, let flaw): "attributes: \(flaw), found \(quoted(found))"
    case .noAttributes:
      "expected an 'attributes' line in [munge], found none; without one no file is munged: write one such as `attributes = *.pbxproj filter=munge`"
    case .partlyCommitted(let text, let rule, let committed):
      partly(quoted(text), of: escaped(rule), by: escaped(committed))
    case .sameLocal(let local, let canonicals, let rules, let key?):
      "expected one rule with the local text \(quoted(local)) for \(quoted(key)), found rules \(list(rules.map { escaped($0) })), for \(canonicals.map(quoted).joined(separator: " and ")); write the `canonical` lines into one rule"
    case .sameLocal(let local, let canonicals, let rules, nil):
      "local: expected another text than in rule \(list(rules.prefix(1).map { escaped($0) })), found \(quoted(local)) for \(canonicals.map(quoted).joined(separator: " and ")); clean could not tell them apart: choose another local text, or write both `canonical` lines into one rule with a `key`"
    }
  }
}

extension RulesError.AttributesFlaw: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noPattern: "expected a pattern and its filter, such as `*.pbxproj filter=munge`"
    case .notOnlyFilter: "expected one attribute after the pattern: filter=munge, -filter or !filter"
    case .otherFilter: "expected filter=munge, -filter or !filter"
    case .notUTF8: "expected UTF-8 (write other bytes as `\\\\ooo` in a quoted pattern)"
    }
  }
}

extension RulesError.KeyedPart: CustomStringConvertible {
  package var description: String {
    switch self {
    case .several: "several canonical texts"
    case .empty: "an empty canonical text"
    case .word(let word): "'\(word)'"
    }
  }
}

private func partly(_ text: String, of rule: String, by committed: String) -> String {
  "rule '\(committed)' of .gitmunge has a part of what rule '\(rule)' covers: \(text); remove that text, or its keys that .gitmunge has, from rule '\(rule)', then: git munge refresh"
}

private func quoted(_ bytes: [UInt8]) -> String {
  bytes.isEmpty ? "nothing" : "'\(escaped(bytes))'"
}

private func list(_ words: [String]) -> String { words.map { "'\($0)'" }.joined(separator: ", ") }

private func hint(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
