package import Platform

// Messages in which local texts can be masked.
extension Finding {
  /// Whether a report shows local texts in full.
  package enum Showing: Sendable {
    /// Only their first characters: a report of CI has more readers than the file.
    case masked
    case plain

    /// A local text, or what a report shows of it.
    package func bytes(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .plain: bytes
      case .masked: bytes.prefix(bytes.count < 8 ? 0 : 2) + Array((bytes.count < 8 ? "****" : "********").utf8)
      }
    }

    package func text(_ bytes: [UInt8]) -> String { escaped(self.bytes(bytes)) }
  }

  /// A message: texts of files are escaped for terminals, and local texts can be masked.
  ///
  ///     "\(masked: text) replaces \(texts: [canonical]) of \(.rule)"
  package struct Message: Sendable, Hashable, ExpressibleByStringInterpolation {
    package enum MessagePiece: Sendable, Hashable {
      case plain(String)
      case masked([UInt8])
      case rule
    }

    private let pieces: [MessagePiece]

    package init(stringLiteral words: String) { pieces = [.plain(words)] }
    package init(stringInterpolation words: StringInterpolation) { pieces = words.pieces }
    private init(_ pieces: [MessagePiece]) { self.pieces = pieces }
    package static func + (one: Message, other: Message) -> Message { Message(one.pieces + other.pieces) }

    package func text(rule: [UInt8]?, _ showing: Showing) -> String {
      pieces.map { piece in
        switch piece {
        case .plain(let words): words
        case .masked(let text): showing.text(text)
        case .rule: rule.map { "rule '\(escaped($0))'" } ?? "a rule"
        }
      }.joined()
    }

    package struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var pieces: [MessagePiece] = []

      package init(literalCapacity: Int, interpolationCount: Int) {}
      package mutating func appendLiteral(_ literal: String) { pieces.append(.plain(literal)) }
      package mutating func appendInterpolation(_ piece: MessagePiece) { pieces.append(piece) }
      package mutating func appendInterpolation(_ words: some StringProtocol) { pieces.append(.plain(String(words))) }
      package mutating func appendInterpolation(_ path: Path) { pieces.append(.plain("\(path)")) }
      package mutating func appendInterpolation(paths: [Path]) {
        pieces.append(.plain(paths.map { "\($0)" }.joined(separator: ", ")))
      }
      package mutating func appendInterpolation(masked text: [UInt8]) { pieces.append(.masked(text)) }
      package mutating func appendInterpolation(text: [UInt8]) { pieces.append(.plain(escaped(text))) }

      /// An empty text is named.
      package mutating func appendInterpolation(texts: [[UInt8]]) {
        pieces.append(.plain(texts.map { $0.isEmpty ? "(empty)" : escaped($0) }.joined(separator: ", ")))
      }

      package mutating func appendInterpolation(_ number: Int, _ noun: String) {
        pieces.append(.plain(count(number, noun)))
      }
    }
  }
}
