import Platform
import TestSupport
import Testing

@testable import Rules
@testable import Verify

/// An invalid rules file and the whole error for it.
struct BadFile: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  /// The printed line, with the place.
  let message: String

  /// `text`: with the escapes of `unescaped`.
  init(_ text: String, _ message: String) {
    (bytes, self.message) = (unescaped(text), message)
  }

  var testDescription: String { message }

  static let all = syntax + sections + rules + keyed

  /// The error of reading the file, or of compiling it without values.
  var error: RulesError? {
    do throws(RulesError) {
      return BadFile.error(of: try RulesFile.parse(bytes))
    } catch {
      return error
    }
  }

  private static func error(of rules: Rules) -> RulesError? {
    do {
      _ = try Compiler(rules, values: []).plan()
      return nil
    } catch {
      return error as? RulesError
    }
  }
}

/// The kinds of errors without their details, so that a test can check that all are covered.
enum ProblemKind: CaseIterable {
  case notRegular, tooLarge, unreadable
  case badHeader, badKey, noEquals, outsideSection, openQuote, badEscape, continuation, controlByte
  case conflictMarker
  case unknownSection, unknownKey, formerKey, missingName, needlessName, badName, twice, missing, badVersion
  case badText, badAffix, dottedAffix, badPath, onlyExclusions, openVariable
  case badVariableName, undeclaredVariable, openEnd, unknownKind, badDescription, sameCanonical
  case tooManyTexts
  case badKeyName, conditionInKey, exceptKeyAndKey, emptyCheck, repeated, needsKey, unknownWord, affixOfNothing, affixMakesAgain
  case exceptedCanonical, sameLocal
  case noPrivateFile, committedAttributes, badAttributes, noAttributes, partlyCommitted

  /// Without a default: a new problem needs a kind here, and thereby a row.
  init(_ problem: RulesError.Problem) {
    self =
      switch problem {
      case .notRegular: .notRegular
      case .tooLarge: .tooLarge
      case .unreadable: .unreadable
      case .badHeader: .badHeader
      case .badKey: .badKey
      case .noEquals: .noEquals
      case .outsideSection: .outsideSection
      case .openQuote: .openQuote
      case .badEscape: .badEscape
      case .continuation: .continuation
      case .controlByte: .controlByte
      case .conflictMarker: .conflictMarker
      case .unknownSection: .unknownSection
      case .unknownKey: .unknownKey
      case .formerKey: .formerKey
      case .missingName: .missingName
      case .needlessName: .needlessName
      case .badName: .badName
      case .twice: .twice
      case .missing: .missing
      case .badVersion: .badVersion
      case .badText: .badText
      case .badAffix: .badAffix
      case .dottedAffix: .dottedAffix
      case .badPath: .badPath
      case .onlyExclusions: .onlyExclusions
      case .openVariable: .openVariable
      case .badVariableName: .badVariableName
      case .undeclaredVariable: .undeclaredVariable
      case .openEnd: .openEnd
      case .unknownKind: .unknownKind
      case .badDescription: .badDescription
      case .noPrivateFile: .noPrivateFile
      case .committedAttributes: .committedAttributes
      case .badAttributes: .badAttributes
      case .noAttributes: .noAttributes
      case .partlyCommitted: .partlyCommitted
      case .sameCanonical: .sameCanonical
      case .tooManyTexts: .tooManyTexts
      case .badKeyName: .badKeyName
      case .conditionInKey: .conditionInKey
      case .exceptKeyAndKey: .exceptKeyAndKey
      case .emptyCheck: .emptyCheck
      case .repeated: .repeated
      case .needsKey: .needsKey
      case .unknownWord: .unknownWord
      case .affixOfNothing: .affixOfNothing
      case .affixMakesAgain: .affixMakesAgain
      case .exceptedCanonical: .exceptedCanonical
      case .sameLocal: .sameLocal
      }
  }
}
