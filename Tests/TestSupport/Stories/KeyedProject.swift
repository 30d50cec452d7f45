// An Xcode project file with teams in its blocks, in its committed form and as smudge shows it.

import TestSupport
import Testing

/// Texts of rules with keys.
package enum Team {
  package static let first = "AAAAAAAAAA", second = "BBBBBBBBBB", none = "\"\""
  /// The local text of each of them.
  package static let mine = "MYTEAM7890"
  package static let another = "OTHERTEAM9"

  package static func line(_ team: String) -> String { "DEVELOPMENT_TEAM = \(team)" }
}

extension Rules {
  /// A rule with several canonical texts, one of them empty, for one key; and a rule for another key.
  package static func team(
    keys: [String] = ["DEVELOPMENT_TEAM"], canonicals: [String] = [Team.first, Team.second, ""], _ more: String...
  ) -> String {
    let lines = keys.map { "key = \($0)" } + canonicals.map { "canonical = \($0)" } + ["local = ${team}"] + more
    return Rules.rule("team", lines)
      + Rules.rule("app", "key = PRODUCT_BUNDLE_IDENTIFIER", "canonical = com.acme.app", "local = dev.${handle}.app")
      + Rules.variables(["team": "team-id", "handle": "label"])
  }
}

/// Blocks of settings; `shown` is the smudged form, computed without git-munge.
package struct KeyedProject {
  package static let path = "App.xcodeproj/project.pbxproj"

  /// The first blocks have one canonical text each; the last has no team.
  package var one = block("ONE", Team.first), two = block("TWO", Team.second)
  package var three = block("THREE", Team.none), four = block("FOUR", nil)

  package init() {}

  package static func block(_ name: String, _ team: String?) -> String {
    settings(name, ["SIGN = Auto"] + (team.map { [Team.line($0)] } ?? []) + ["PLIST = \(name).plist", id])
  }

  private static let id = "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app"

  package static func settings(_ name: String, _ settings: [String]) -> String {
    "\t\t\(name) /* Debug */ = {\n\t\t\tisa = XCBuildConfiguration;\n\t\t\tbuildSettings = {\n"
      + settings.map { "\t\t\t\t\($0);\n" }.joined() + "\t\t\t};\n\t\t\tname = Debug;\n\t\t};\n"
  }

  package static func file(_ blocks: String...) -> String {
    "// !$*UTF8*$!\n{\n\tobjects = {\n" + blocks.joined() + "\t};\n}\n"
  }

  package var text: String { Self.file(one, two, three, four) }
}

extension String {
  /// With local texts as the values of both keys.
  package func shown(_ team: String = Team.mine, handle: String = "me") -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { (line) -> String in
      if line.contains("PRODUCT_BUNDLE_IDENTIFIER") {
        return String(line).replacing("com.acme.app", with: "dev.\(handle).app")
      }
      if !line.contains("DEVELOPMENT_TEAM") { return String(line) }
      return [Team.first, Team.second, Team.none].reduce(String(line)) { $0.replacing("= \($1);", with: "= \(team);") }
    }.joined(separator: "\n")
  }

  /// With another setting before the last one of each block.
  package func adding(_ setting: String) -> String {
    replacing("\t\t\t\tPLIST", with: "\t\t\t\t\(setting);\n\t\t\t\tPLIST")
  }

  package var teamless: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { !$0.contains("DEVELOPMENT_TEAM") }.joined(separator: "\n")
  }
}

extension WorkingTree {
  package func staged(_ path: String = KeyedProject.path) throws -> String { try blob(":\(path)") }

  package func project() throws -> String { try text(KeyedProject.path) ?? "" }

  package func writeProject(_ text: String) throws { try write(KeyedProject.path, text) }
}

extension Workshop {
  /// A clone of a repository with the project file, munged with the developer's values.
  package static func keyed(
    _ rules: String = Rules.team("on-insert = drop"), attributes: String = "* filter=munge\n",
    files: [String: String] = [:]
  ) throws -> WorkingTree {
    let all = files.merging([KeyedProject.path: KeyedProject().text]) { $1 }
    return try Workshop(rules: rules, attributes: attributes, files: all)
      .munged(values: "team=\(Team.mine)", "handle=me")
  }
}
