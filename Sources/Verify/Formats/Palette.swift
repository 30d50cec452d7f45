import Platform

/// The colours of the terminal, from git's configuration (git-config(1): `color.ui`; and `color.munge`).
package struct Palette: Sendable {
  /// The coloured parts; the key of each is `color.munge.<role>`.
  package enum Role: String, Sendable, CaseIterable {
    case canonical, local, good, problem, heading

    fileprivate var standard: String {
      switch self {
      case .canonical: "cyan"
      case .local: "green"
      case .good: "green"
      case .problem: "red"
      case .heading: "bold"
      }
    }
  }

  private let codes: [Role: String]
  private let reset: String

  package static let plain = Palette(codes: [:], reset: "")

  /// The colours of a terminal if git would use them, and never with `NO_COLOR`.
  package static func find() -> Palette {
    let git = GitCommand(in: Path("."))
    guard Terminal.canColour, !Terminal.isColourUnwanted,
      (try? git.line(["config", "--get-colorbool", "color.munge", "true"])) == "true".bytes
    else { return .plain }
    func code(_ key: String, _ standard: String) -> String {
      ((try? git.output(["config", "--get-color", key, standard])) ?? []).string
    }
    let codes = Dictionary(
      uniqueKeysWithValues: Role.allCases.map { ($0, code("color.munge.\($0.rawValue)", $0.standard)) })
    return Palette(codes: codes, reset: code("", "reset"))
  }

  package func paint(_ text: String, _ role: Role) -> String {
    guard let code = codes[role], !code.isEmpty, !text.isEmpty else { return text }
    return code + text + reset
  }
}
