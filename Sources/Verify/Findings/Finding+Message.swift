package import Platform
import Rules

// Messages of parts that depend on where a finding is.
extension Finding {
  /// A message: texts of files are escaped for terminals.
  ///
  ///     "\(text: text) replaces \(texts: [canonical]) of \(.rule)"
  package struct Message: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// A part of a message that is shown in one way.
    package enum MessagePiece: Sendable, Hashable {
      /// Words that everyone can read.
      case plain(String)
      /// The name of the rule of the finding.
      case rule
      /// A key of that rule, as git-config(1) names it.
      case key(String)
      /// The files of the findings.
      case paths
      /// The command that appends an attribute of the files to `.gitattributes`, or to these private rules.
      case attributes(String, String)
    }

    /// The parts in the order of the text.
    private let pieces: [MessagePiece]

    /// Creates a message of words.
    package init(stringLiteral words: String) { pieces = [.plain(words)] }
    /// Creates a message of the parts of a literal.
    package init(stringInterpolation words: StringInterpolation) { pieces = words.pieces }
    private init(_ pieces: [MessagePiece]) { self.pieces = pieces }
    /// Joins two messages.
    package static func + (one: Message, other: Message) -> Message { Message(one.pieces + other.pieces) }

    /// The text for a report; `rule`: the name of the rule of the finding, if it has one.
    package func text(rule: [UInt8]?, for paths: [Path] = []) -> String {
      pieces.map { piece in
        switch piece {
        case .plain(let words): words
        case .rule: rule.map { "rule '\(escaped($0))'" } ?? "a rule"
        case .key(let key): Path("rule.".bytes + (rule ?? []) + ".\(key)".bytes).shellWord
        case .paths: self == .repair ? Self.repaired(paths) : Self.words(paths)
        case .attributes(let attribute, let file): Self.command(attribute, paths, file)
        }
      }.joined()
    }

    /// The command `git munge repair` with the files.
    static let repair: Message = "git munge repair \(.paths)"

    /// The command `git munge repair` with these files.
    package static func repairing(_ paths: [Path]) -> Message { "git munge repair \(repaired(paths))" }

    private static func repaired(_ paths: [Path]) -> String { paths.count > maxPaths ? "." : words(paths) }

    /// The maximum number of paths in a command: the next report has the others.
    private static let maxPaths = 6

    private static func words(_ paths: [Path]) -> String {
      paths.isEmpty ? "FILE" : paths.prefix(maxPaths).map(\.shellWord).joined(separator: " ")
    }

    private static func command(_ attribute: String, _ paths: [Path], _ file: String) -> String {
      let lines = AttributePatterns.lines(for: paths, attribute).prefix(maxPaths).map { Path($0).shellQuoted }
      if file != RulesFile.name {
        return lines.map { "git config -f \(Path(file).shellWord) --add munge.attributes \($0)" }
          .joined(separator: " && ")
      }
      return Path(".gitattributes").appending(lines)
    }

    /// Whether it names a key of the rule.
    var namesKey: Bool { pieces.contains { if case .key = $0 { true } else { false } } }

    /// The parts of a literal. Texts of files have a label: they are escaped.
    package struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var pieces: [MessagePiece] = []

      package init(literalCapacity: Int, interpolationCount: Int) {}
      package mutating func appendLiteral(_ literal: String) { pieces.append(.plain(literal)) }

      /// Appends the name of the rule: `\(.rule)`.
      package mutating func appendInterpolation(_ piece: MessagePiece) { pieces.append(piece) }

      /// Appends words as they are.
      package mutating func appendInterpolation(_ words: some StringProtocol) { pieces.append(.plain(String(words))) }

      /// Appends a path, escaped.
      package mutating func appendInterpolation(_ path: Path) { pieces.append(.plain("\(path)")) }

      /// Appends a list of paths.
      package mutating func appendInterpolation(paths: [Path]) {
        pieces.append(.plain(paths.listed))
      }

      /// Appends a text of a file, escaped.
      package mutating func appendInterpolation(text: [UInt8]) { pieces.append(.plain(escaped(text))) }

      /// Appends a list of texts; an empty one is named.
      package mutating func appendInterpolation(texts: [[UInt8]]) {
        pieces.append(.plain(texts.map { $0.isEmpty ? "(empty)" : escaped($0) }.joined(separator: ", ")))
      }

      /// Appends a number with its noun, in the plural if need be.
      package mutating func appendInterpolation(_ number: Int, _ noun: String) {
        pieces.append(.plain(count(number, noun)))
      }
    }
  }
}
