package import Platform

/// A position in the rules file; lines and columns count from 1, columns in bytes.
package struct RulesPosition: Sendable, Hashable, CustomStringConvertible {
  package let line: Int
  package let column: Int

  package var description: String { "\(line):\(column)" }
}

/// What is wrong with the rules file, where, and what to write instead.
package struct RulesError: Error, Sendable, Equatable {
  /// Each case holds what was found; `description` adds what was expected.
  package enum Problem: Sendable, Equatable {
    // The file.
    case notRegular
    case tooLarge
    case unreadable(SystemError)
    case noPrivateFile
    // The syntax.
    case badHeader(found: [UInt8])
    case badKey(found: [UInt8])
    case noEquals(key: String, found: [UInt8])
    case outsideSection(key: String)
    case openQuote
    case badEscape(found: UInt8)
    case continuation
    case controlByte(UInt8)
    case conflictMarker(found: [UInt8])
    // The words.
    case unknownSection(String, nearest: String?)
    case unknownKey(String, section: String, known: [String], nearest: String?)
    case formerKey(String, section: String, advice: String)
    case missingName(section: String)
    case needlessName(section: String)
    case badName(section: String, found: [UInt8])
    case twice(key: String, section: String, first: RulesPosition)
    case missing(key: String, section: String)
    case badVersion(found: [UInt8])
    // The rules.
    case badText(key: String, found: [UInt8], flaw: TextFlaw)
    case badAffix(AffixKind, found: [UInt8], flaw: TextFlaw)
    case dottedAffix(AffixKind, found: [UInt8])
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
    // The rules that have keys.
    case badKeyName(key: String, found: [UInt8])
    /// `KEY[sdk=iphoneos*]`.
    case conditionInKey(key: String, found: [UInt8])
    /// An `except-key` in a rule with keys.
    case exceptKeyAndKey(found: [UInt8])
    /// `check =` in a rule without `key`, or next to other `check` lines.
    case emptyCheck(isKeyed: Bool)
    case repeated(key: String, section: String, found: [UInt8], first: RulesPosition)
    case needsKey(KeyedPart, section: String)
    case unknownWord(key: String, known: [String], found: [UInt8], nearest: String?)
    case affixOfNothing(AffixKind, found: [UInt8])
    case affixMakesAgain(AffixKind, found: [UInt8], text: [UInt8])
    case exceptedCanonical(found: [UInt8])
    // Private rules.
    case committedAttributes(found: [UInt8])
    case badAttributes(found: [UInt8], flaw: AttributesFlaw)
    case noAttributes
    /// A private rule whose canonical texts the committed rules have only in part.
    case partlyCommitted([UInt8], rule: [UInt8], committed: [UInt8])
    case sameLocal([UInt8], canonicals: [[UInt8]], rules: [[UInt8]], key: [UInt8]?)
  }

  package enum AffixKind: String, Sendable, Equatable, CaseIterable {
    case prefix, suffix
  }

  /// Why a line of gitattributes(5) cannot be in a private rules file.
  package enum AttributesFlaw: Sendable, Equatable {
    /// A comment, a blank line, a macro or a pattern with `!`.
    case noPattern
    /// It sets no attribute, several, or another one than `filter`.
    case notOnlyFilter
    /// It sets another filter.
    case otherFilter
    case notUTF8
  }

  /// A part that only a rule with keys can have.
  package enum KeyedPart: Sendable, Equatable {
    /// More than one canonical text.
    case several
    /// An empty canonical text.
    case empty
    case word(String)
  }

  /// `nil` for the whole file.
  package let place: RulesPosition?
  package let problem: Problem
  /// The name of the file in messages.
  package let file: String

  package init(_ place: RulesPosition?, _ problem: Problem, file: String = RulesFile.name) {
    (self.place, self.problem, self.file) = (place, problem, file)
  }

  /// The same error in another file.
  package func of(_ file: String) -> RulesError { RulesError(place, problem, file: file) }
}

extension RulesError: CustomStringConvertible {
  package var description: String {
    "\(file)\(place.map { ":\($0)" } ?? ""): \(problem)"
  }
}
