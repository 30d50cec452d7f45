import Platform

// Lines of git's output, and of its input.
extension Array<UInt8> {
  /// The lines as text, without empty ones.
  package var lines: [String] { split(separator: .newline).map(\.string) }
}

extension Sequence<String> {
  /// The texts as lines of an input.
  package var inputLines: [UInt8] { flatMap { "\($0)\n".bytes } }
}
