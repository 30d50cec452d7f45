import Platform
import Smudge

// The forms of a finding for other programs.
extension Finding {
  /// Its form in the JSON of `git munge verify` and `git munge status` (docs/verify.schema.json).
  package func json(_ showing: Showing) -> JSONObject {
    [
      "kind": kind.rawValue, "severity": severity.rawValue, "path": location.map { JSONText.string($0.path.bytes) },
      "line": location?.line, "column": location?.column, "endColumn": location?.endColumn,
      "rule": rule.map { JSONText.string($0) }, "message": message(showing), "remedy": remedy,
      "commit": origin?.commit, "author": origin?.author, "fingerprint": fingerprint,
    ]
  }

  /// A digest of the parts that identify a finding, such as its kind, path and text: 32 hexadecimal digits.
  static func fingerprint(of pieces: [[UInt8]]) -> String {
    var hasher = Digest.Hasher()
    for piece in pieces {
      // The length comes first: else `ab`, `c` would be equal to `a`, `bc`.
      hasher.add(Array("\(piece.count):".utf8) + piece)
    }
    return hasher.finish().hex
  }
}
