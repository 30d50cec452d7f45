import Platform
import Rules
import Smudge

/// Finds values of Xcode's settings that sign with what one developer has.
enum SigningValues {
  static let keys = KeySearch(["CODE_SIGN_IDENTITY".bytes, "PROVISIONING_PROFILE".bytes])

  /// The certificate of a person, `Apple Development: NAME (ID)`, or the UUID of a profile.
  private static func isOwn(_ text: String) -> Bool {
    VariableKind.uuid.accepts(text.bytes)
      || ["Development: ", "Developer: "].contains(where: text.contains) && text.hasSuffix(")")
  }

  /// The values in some content, in ascending order; none in other files than those of Xcode.
  static func findings(in content: [UInt8], _ path: Path) -> [Finding] {
    if !["pbxproj", "xcconfig"].contains(where: path.bytes.string.hasSuffix) { return [] }
    return keys.matches(in: content).compactMap { match in
      let value = Array(content[match.range])
      if !isOwn(value.string) { return nil }
      return LeakScanner.Hit(detail: .ownSigning(value, key: match.key), rule: [], range: match.range)
    }
    .placed(path, content, .change).map(\.finding)
  }
}
