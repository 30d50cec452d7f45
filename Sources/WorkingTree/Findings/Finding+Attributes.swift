import Platform
import Rules
import Verify

// Findings about the attributes of a clone.
extension Finding.Detail {
  static func ownAttributes(_ path: Path, line: Int, text: [UInt8]) -> Self {
    Self(
      .ownAttributes, "\(path):\("\(line)") disables the filter: \(text: text)",
      [.words("remove that line, then: git munge install")])
  }

  static let missingAttributes = Self(
    .unreadAttributes,
    "info/attributes does not have the filter lines of the plan, so files can be committed with local texts", [.install]
  )

  static let lostAttributes = Self(
    .unreadAttributes, "the filter lines of the plan are lost, so branches without .gitattributes commit local texts",
    [.words("take .gitattributes from a branch that has them, then: git munge install")])

  /// The file cannot hold the lines of the plan.
  static func unusableAttributes(_ error: InstallError) -> Self { Self(.unreadAttributes, "\(text: "\(error)".bytes)") }

  static let newAttributes = Self(
    .changedAttributes, "the lines of info/attributes are not those that an installation would write", [.install])
}
