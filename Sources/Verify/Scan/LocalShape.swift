import Platform
package import Rules
import Smudge

/// The shape of a rule's local text with any values, such as `com.acme.dev-*`, for a search without values.
package struct LocalShape: Sendable {
  fileprivate enum ShapePiece {
    case text([UInt8])
    case value(VariableKind)

    /// The fixed text; empty for a value.
    var text: [UInt8] { if case .text(let text) = self { text } else { [] } }
  }

  private let pieces: [ShapePiece]
  /// The index of the longest fixed piece, by which candidates are found; `nil` if the fixed pieces are too common.
  private let anchor: Int?

  /// Creates the shape of a template. `affix`: an affix of the rule. `nil` for a local text without variables.
  package init?(_ template: Template, affix: Affix = .none, _ rules: Rules) {
    if template.variables.isEmpty { return nil }
    let ends = [affix.prefix, affix.suffix].map { $0.isEmpty ? [] : [Template.Part.text($0)] }
    pieces = (ends[0] + template.parts + ends[1]).map { part in
      switch part {
      case .text(let text): .text(text)
      case .variable(let name): .value(rules.variable(name)?.kind ?? .text)
      }
    }
    let texts = pieces.map(\.text)
    anchor = Distinctiveness.isEnough(texts) ? texts.indices.max { texts[$0].count < texts[$1].count } : nil
  }

  /// The fixed text to search for; `nil` if it is too common.
  var anchorText: [UInt8]? { anchor.map { pieces[$0].text } }

  var beginning: [UInt8] { pieces.first?.text ?? [] }

  /// The text of this shape whose longest fixed piece is at `place`, if it is a whole word.
  func range(in bytes: [UInt8], anchorAt place: Int, _ budget: inout SearchBudget) -> Range<Int>? {
    guard let anchor,
      let end = Search(bytes: bytes, isForward: true).edge(of: pieces[anchor...], from: place, &budget)
    else { return nil }
    return Search(bytes: bytes, isForward: false).edge(of: pieces[..<anchor], from: place, &budget).map { $0..<end }
  }

  /// The texts of this shape in a value, without overlaps.
  func ranges(in value: [UInt8], _ budget: inout SearchBudget) -> [Range<Int>] {
    var ranges = [Range<Int>]()
    var place = 0
    while place < value.count {
      let isStart = Boundary.isStart(place, in: value.span)
      let end = isStart ? Search(bytes: value, isForward: true).edge(of: pieces[...], from: place, &budget) : nil
      if let end, end > place { ranges.append(place..<end) }
      place = max(place + 1, end ?? 0)
    }
    return ranges
  }

  /// The first text of this shape in a value; `nil` also if the shape fits any text.
  package func first(in value: [UInt8]) -> Range<Int>? {
    var budget = SearchBudget(for: value.count)
    return isDistinctive ? ranges(in: value, &budget).first : nil
  }

  /// Whether a value of a key that has this shape can only be a local text: fixed text at both ends is enough there.
  var isDistinctive: Bool {
    anchor != nil
      || pieces.count > 1
        && [pieces.first, pieces.last].allSatisfy { $0?.text.contains(where: Boundary.isIdentifier) ?? false }
  }

  /// A backtracking search that tries values of every length, the longest first.
  private struct Search {
    let bytes: [UInt8]
    let isForward: Bool

    /// The maximum length of a value, in bytes.
    private static let longestValue = 255

    /// The end of the pieces that begin at a place, or the beginning of those that end there; `nil` if that is inside a
    /// word.
    func edge(of pieces: ArraySlice<ShapePiece>, from place: Int, _ budget: inout SearchBudget) -> Int? {
      budget.search { edge(of: pieces, from: place, $0, &$1) }
    }

    private func edge(of pieces: ArraySlice<ShapePiece>, from place: Int, _ maxSteps: Int, _ steps: inout Int) -> Int? {
      steps += 1
      if steps > maxSteps { return nil }

      let text = isForward ? bytes[place...] : bytes[..<place]
      guard let piece = isForward ? pieces.first : pieces.last else {
        let isInside =
          isForward ? text.first.map(Boundary.isIdentifier) == true : !Boundary.isStart(place, in: bytes.span)
        return isInside ? nil : place
      }

      let rest = isForward ? pieces.dropFirst() : pieces.dropLast()
      func end(_ count: Int) -> Int { isForward ? place + count : place - count }
      switch piece {
      case .text(let fixed):
        let isThere = isForward ? text.starts(with: fixed) : text.suffix(fixed.count).elementsEqual(fixed)
        return isThere ? edge(of: rest, from: end(fixed.count), maxSteps, &steps) : nil
      case .value(let kind):
        var count =
          isForward
          ? text.prefix(Self.longestValue).prefix(while: kind.mayHold).count
          : text.suffix(Self.longestValue).reversed().prefix(while: kind.mayHold).count
        while count > 0 && steps <= maxSteps {
          let value = isForward ? text.prefix(count) : text.suffix(count)
          if let edge = edge(of: rest, from: end(count), maxSteps, &steps), kind.accepts(Array(value)) { return edge }
          count -= 1
        }
        return nil
      }
    }
  }
}

/// Whether the fixed text of a shape is distinctive enough to search for.
private enum Distinctiveness {
  /// Words that identifiers of every project contain.
  private static let common = Set(
    ("android api app apps beta com debug dev group ios iphone local mac macos main mobile net org prod release "
      + "staging team test tests ui").split(separator: " ").map(String.init))
  /// Words of every address, which are ignored.
  private static let ignored: Set = ["http", "https", "ws", "wss", "www"]
  private static let shortestName = 3
  private static let shortestFrame = 6

  /// Whether the pieces hold an uncommon word, or enough common ones around a value: `dev.${x}.app` is distinctive,
  /// `com.${x}` is not. `texts`: the pieces of a template; empty ones for values.
  static func isEnough(_ texts: [[UInt8]]) -> Bool {
    let words = texts.map { $0.lowercasedWords.filter { !ignored.contains($0) } }
    if words.joined().contains(where: { $0.utf8.count >= shortestName && !common.contains($0) }) { return true }
    return words.count { !$0.isEmpty } > 1 && words.joined().reduce(0) { $0 + $1.utf8.count } >= shortestFrame
  }
}

extension [UInt8] {
  /// The words between hyphens, underscores and other bytes than those of identifiers.
  var lowercasedWords: [String] {
    split { !Boundary.isIdentifier($0) || $0 == .hyphen || $0 == UInt8(ascii: "_") }
      .map { $0.string.lowercased() }
  }
}

extension VariableKind {
  /// Whether a value of this kind can contain a byte; for `text`, bytes of identifiers and paths.
  fileprivate func mayHold(_ byte: UInt8) -> Bool {
    let isWord = Boundary.isIdentifier(byte)
    return switch self {
    case .teamID, .label, .number: isWord && byte != UInt8(ascii: "_")
    case .word: isWord && !"_-".utf8.contains(byte)
    case .uuid: isWord
    case .bundleID, .applicationID: isWord || byte == .dot
    case .host: isWord || byte == .dot || byte == .colon
    case .text: isWord || ".:/@+".utf8.contains(byte)
    }
  }
}
