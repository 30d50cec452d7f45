import Platform
import Rules
import Smudge

/// Reads the rules file of a commit and finds problems of the rules.
package struct RulesCheck {
  /// The scanner, or what is wrong with the rules; neither without a rules file. `others`: plans of other commits,
  /// whose texts belong to the project as well.
  static func read(
    _ tree: CommittedTree, _ repository: VerifyRepository, own: Plan?, others: [Plan] = []
  ) throws -> (scanner: LeakScanner?, problem: Finding?) {
    do {
      guard let bytes = try tree.rulesFile(repository) else { return (nil, nil) }
      return (try LeakScanner(RulesFile.parse(bytes), own: own, others: others), nil)
    } catch { return (nil, try bad(error)) }
  }

  /// The finding for an error of the rules; throws any other error.
  package static func bad(_ error: any Error) throws -> Finding {
    switch error {
    case let error as RulesError:
      return finding(.badRules("\(error.problem)", in: error.file), error.place, in: error.file)
    // Without values of a developer, the rules are invalid.
    case let error as ValueError: return finding(.badRules("\(error)"))
    default: throw error
    }
  }

  /// A finding at a place in a rules file; `nil` for the whole file. `mark`: distinguishes it from others of its kind
  /// and rule.
  static func finding(
    _ detail: Finding.Detail, _ place: RulesPosition? = nil, in file: String = RulesFile.name, of rule: Rule? = nil,
    mark: [UInt8] = []
  ) -> Finding {
    let location = Finding.Location(path: Path(file), line: place?.line, column: place?.column)
    return Finding(detail, at: location, rule: rule?.name, mark: mark)
  }
}
