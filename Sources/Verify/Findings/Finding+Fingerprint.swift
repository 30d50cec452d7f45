// Fingerprints, which identify a finding across reports.

import Engine

extension Finding {
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
