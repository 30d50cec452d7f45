public import Platform

/// A place in the rules file; lines and columns count from 1, columns in bytes.
public struct Place: Sendable, Hashable, CustomStringConvertible {
  public let line: Int
  public let column: Int

  public var description: String { "\(line):\(column)" }
}

/// What is wrong with the rules file, where, and what to write instead.
public struct RulesError: Error, Sendable, Equatable {
  /// Each case holds what was found; `description` adds what was expected.
  public enum Problem: Sendable, Equatable {
    // The file.
    case notRegular
    case tooLarge
    case unreadable(SystemError)
    // The syntax.
    case badHeader(found: [UInt8])
    case badKey(found: [UInt8])
    case noEquals(key: String, found: [UInt8])
    case outsideSection(key: String)
    case openQuote
    case badEscape(found: UInt8)
    case continuation
    case controlByte(UInt8)
    /// A merge has left both sides in the file.
    case conflictMarker(found: [UInt8])
    // The words.
    case unknownSection(String, nearest: String?)
    case unknownKey(String, section: String, known: [String], nearest: String?)
    case missingName(section: String)
    case needlessName(section: String)
    case badName(section: String, found: [UInt8])
    case twice(key: String, section: String, first: Place)
    case missing(key: String, section: String)
    case badVersion(found: [UInt8])
    // The rules.
    case badText(key: String, found: [UInt8], flaw: TextFlaw)
    case badSuffix(found: [UInt8], flaw: TextFlaw)
    case dottedSuffix(found: [UInt8])
    case uselessExcept(found: [UInt8], canonical: [UInt8])
    case badPath(found: [UInt8])
    case onlyExclusions(rule: [UInt8])
    case openVariable(found: [UInt8])
    case badVariableName(found: [UInt8])
    case undeclaredVariable(String, nearest: String?)
    case openEnd(found: [UInt8])
    case unknownKind(found: [UInt8], nearest: String?)
    case badDescription
    case sameCanonical([UInt8], rules: [[UInt8]])
    case tooManyTexts(Int)
  }

  /// `nil` where the file as a whole is meant.
  public let place: Place?
  public let problem: Problem

  init(_ place: Place?, _ problem: Problem) {
    (self.place, self.problem) = (place, problem)
  }
}

extension RulesError: CustomStringConvertible {
  public var description: String {
    ".gitmunge\(place.map { ":\($0)" } ?? ""): \(problem)"
  }
}

extension RulesError.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notRegular: "expected a regular file, found something else; a symbolic link is not followed"
    case .tooLarge: "expected a file of at most \(RulesFile.mostBytes) bytes, found a longer one"
    case .unreadable(let error): "cannot be read: \(error)"
    case .badHeader(let found):
      "expected a section such as [rule \"name\"], found \(quoted(found))"
    case .badKey(let found):
      "expected a key, a section or a comment, found \(quoted(found)); keys are letters, digits and '-', and begin with a letter"
    case .noEquals(let key, let found): "expected '=' behind the key '\(key)', found \(quoted(found))"
    case .outsideSection(let key): "expected a section first, such as [rule \"name\"], found the key '\(key)'"
    case .openQuote: "expected a closing quote on this line, found none"
    case .badEscape(let found):
      "expected \\\\ or \\\" behind a backslash, found \(quoted([found])); no value needs another escape"
    case .continuation: "expected the whole value on one line, found a backslash at its end"
    case .controlByte(0x09): "expected a space, found a tab"
    case .controlByte(let byte): "expected text, found the control byte \(quoted([byte]))"
    case .conflictMarker(let found): "expected rules, found the conflict marker \(quoted(found)): resolve the merge first"
    case .unknownSection(let name, let nearest):
      "expected one of \(list(RulesFile.Section.allCases.map(\.rawValue))), found section '\(name)'"
        + hint(nearest)
    case .unknownKey(let key, let section, let known, let nearest):
      "expected one of \(list(known)) in [\(section)], found '\(key)'" + hint(nearest)
    case .missingName(let section): "expected a name: [\(section) \"name\"], found [\(section)]"
    case .needlessName(let section): "expected [\(section)], found a name behind it"
    case .badName("variable", let found):
      "expected a name of lowercase letters, digits and '-' that begins with a letter, found \(quoted(found))"
    case .badName(let section, let found): "expected a name of printable characters in [\(section)], found \(quoted(found))"
    case .twice(let key, let section, let first):
      "expected one '\(key)' in [\(section)], found a second; the first is on line \(first.line)"
    case .missing(let key, let section): "expected a '\(key)' in [\(section)], found none"
    case .badVersion(let found):
      "expected version 1, found \(quoted(found))"
        + (Int(String(decoding: found, as: UTF8.self)) == nil ? "" : "; a newer git-munge may know it")
    case .badText(let key, let found, let flaw): "\(key): \(flaw), found \(quoted(found))"
    case .badSuffix(let found, .tooLong):
      "suffix: \(TextFlaw.tooLong) with the canonical text before it, found \(quoted(found))"
    case .badSuffix(let found, let flaw): "suffix: \(flaw), found \(quoted(found))"
    case .dottedSuffix(let found):
      "expected a suffix that goes on the last word, found \(quoted(found)); a dot ends a word, so the rule covers this already: remove the line"
    case .uselessExcept(let found, let canonical):
      "except: expected a text that contains \(quoted(canonical)) and is longer, found \(quoted(found))"
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
      "expected one local text for \(quoted(text)), found rules \(list(rules.map { escaped($0) })) that both apply everywhere; give them `path` lines, or remove one"
    case .tooManyTexts(let count):
      "expected at most \(Compiler.mostTexts) texts in all rules with their suffixes, found \(count)"
    }
  }
}

private func quoted(_ bytes: [UInt8]) -> String {
  bytes.isEmpty ? "nothing" : "'\(escaped(bytes))'"
}

private func list(_ words: [String]) -> String { words.map { "'\($0)'" }.joined(separator: ", ") }

private func hint(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }

/// The known word that is most like `word`; `nil` where none is near enough to be meant.
public func nearest(to word: String, among known: [String]) -> String? {
  if word.count > 2, let begun = known.first(where: { $0.hasPrefix(word) }) { return begun }
  let distances = known.map { (word: $0, distance: editDistance(word, $0)) }
  let best = distances.min { $0.distance < $1.distance }
  return best.flatMap { $0.distance <= max(1, min(3, word.count / 2)) ? $0.word : nil }
}

/// How many letters have to be put in, taken out or changed to make one word the other.
private func editDistance(_ one: String, _ other: String) -> Int {
  let (one, other) = (Array(one.utf8), Array(other.utf8))
  var row = Array(0...other.count)
  for (index, letter) in one.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in other.indices {
      let replaced = diagonal + (letter == other[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
    }
  }
  return row[other.count]
}
