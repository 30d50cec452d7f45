import Platform
import Rules
import Smudge

/// Finds values of Xcode's settings that sign with what one developer has.
enum SigningValues {
  private static let keys = KeySearch(["CODE_SIGN_IDENTITY".bytes, "PROVISIONING_PROFILE".bytes])

  /// The certificate of a person, `Apple Development: NAME (ID)`, or the UUID of a profile.
  private static func isOwn(_ text: String) -> Bool {
    VariableKind.uuid.accepts(text.bytes)
      || ["Development: ", "Developer: "].contains(where: text.contains) && text.hasSuffix(")")
  }

  private static func values(in bytes: [UInt8]) -> [KeySearch.KeyMatch] {
    keys.matches(in: bytes).filter { isOwn(bytes[$0.range].string) }
  }

  /// Values of the new content, in ascending order, whose key has none of that kind in the old one.
  static func findings(from old: [UInt8], to new: [UInt8], _ path: Path) -> [Finding] {
    let known = Set(values(in: old).map(\.key))
    return values(in: new).filter { !known.contains($0.key) }.map { match in
      LeakScanner.Hit(detail: .ownSigning(Array(new[match.range]), key: match.key), rule: [], range: match.range)
    }
    .placed(path, new, .change).map(\.finding)
  }
}
