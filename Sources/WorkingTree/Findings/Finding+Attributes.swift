import Platform
import Rules
import Verify

// Findings about the attributes of a clone.
extension Finding.Detail {
  static func ownAttributes(_ path: Path, line: Int, text: [UInt8]) -> Self {
    Self(
      .ownAttributes, "\(path):\("\(line)") disables the filter: \(text: text)",
      .words("remove that line, then: git munge install"))
  }

  static func newPrivateAttributes(in file: String) -> Self {
    Self(
      .uncoveredBranches, "the attributes have changed (the `attributes` lines of \(file), or .gitattributes)",
      .install)
  }

  static let missingAttributes = Self(
    .unreadAttributes,
    "info/attributes lacks lines of the plan, so files that no .gitattributes selects are committed with local texts",
    .install)

  static let extraAttributes = Self(
    .uncoveredBranches, "info/attributes has filter lines that no working tree wants any more", .install)

  static let lostAttributes = Self(
    .unreadAttributes, "the filter lines of the plan are lost, so branches without .gitattributes commit local texts",
    .words("take them from a branch that has them (`git checkout BRANCH -- .gitattributes`), then: git munge install"))

  /// The file cannot hold the lines of the plan.
  static func unusableAttributes(_ error: InstallError) -> Self { Self(.unreadAttributes, "\(text: "\(error)".bytes)") }

  static let newAttributes = Self(
    .uncoveredBranches, ".gitattributes selects other files than the installation munges", .install)
}
