import Platform

/// The only blob of a simulated repository.
struct SimulatedBlob: Sendable {
  let path: Path
  let bytes: [UInt8]

  /// The name of the blob, independent of its content.
  static let name = [UInt8](repeating: UInt8(ascii: "0"), count: 40)
}
