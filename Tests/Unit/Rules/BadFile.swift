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
