// What keeps a finding the same from one report to the next.

import Smudge

extension Finding {
  /// Of what makes a finding this one, such as its kind, its path and its text: 32 hexadecimal digits.
  static func fingerprint(of pieces: [[UInt8]]) -> String {
    var hasher = Digest.Hasher()
    for piece in pieces {
      // With its length first: else `ab`, `c` would be `a`, `bc`.
      hasher.add(Array("\(piece.count):".utf8) + piece)
    }
    return hasher.finish().hex
  }
}
