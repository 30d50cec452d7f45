import Smudge

/// What the local texts of a rule look like, whatever the values of its variables: found in content without knowing any.
struct LocalShape {
  private enum Piece {
    case text([UInt8])
    case value(VariableKind)
  }

  private let pieces: [Piece]
  /// The index of the longest text among the pieces, by which candidates are found.
  private let anchor: Int
  let anchorText: [UInt8]

  /// Shorter ones stand in too many words.
  private static let shortestAnchor = 4

  /// `nil` for a local text without variables, and for one that could be any text.
  init?(_ template: Template, _ rules: Rules) {
    if template.variables.isEmpty { return nil }
    pieces = template.parts.map { part in
      switch part {
      case .text(let text): .text(text)
      case .variable(let name): .value(rules.variable(name)?.kind ?? .text)
      }
    }
    let texts = pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .value: [UInt8]()
      }
    }
    guard let longest = texts.indices.max(by: { texts[$0].count < texts[$1].count }),
      texts[longest].count >= Self.shortestAnchor
    else { return nil }
    (anchor, anchorText) = (longest, texts[longest])
  }

  /// The text of this shape whose longest piece stands at `place`, if it stands alone.
  func range(in bytes: [UInt8], anchorAt place: Int) -> Range<Int>? {
    var (ahead, behind) = (Search(bytes), Search(bytes))
    guard let end = ahead.end(of: pieces[anchor...], from: place),
      let start = behind.start(of: pieces[..<anchor], before: place)
    else { return nil }
    return start..<end
  }

  /// Tries values of every length, the longest first; a hostile shape cannot make it run for ever.
  private struct Search {
    let bytes: [UInt8]
    private var steps = 0

    private static let mostSteps = 4096
    /// No text of a rule is longer.
    private static let longestValue = 255

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func end(of pieces: ArraySlice<Piece>, from place: Int) -> Int? {
      steps += 1
      if steps > Self.mostSteps { return nil }
      guard let piece = pieces.first else {
        return place == bytes.count || !Boundary.isIdentifier(bytes[place]) ? place : nil
      }
      switch piece {
      case .text(let text):
        return bytes[place...].starts(with: text) ? end(of: pieces.dropFirst(), from: place + text.count) : nil
      case .value(let kind):
        var count = bytes[place...].prefix(Self.longestValue).prefix(while: kind.mayHold).count
        while count > 0 {
          let value = place..<place + count
          if kind.accepts(Array(bytes[value])), let end = end(of: pieces.dropFirst(), from: value.upperBound) { return end }
          count -= 1
        }
        return nil
      }
    }

    mutating func start(of pieces: ArraySlice<Piece>, before place: Int) -> Int? {
      steps += 1
      if steps > Self.mostSteps { return nil }
      guard let piece = pieces.last else {
        return place == 0 || !Boundary.isIdentifier(bytes[place - 1]) ? place : nil
      }
      switch piece {
      case .text(let text):
        return bytes[..<place].suffix(text.count).elementsEqual(text)
          ? start(of: pieces.dropLast(), before: place - text.count) : nil
      case .value(let kind):
        var count = bytes[..<place].suffix(Self.longestValue).reversed().prefix(while: kind.mayHold).count
        while count > 0 {
          let value = place - count..<place
          if kind.accepts(Array(bytes[value])), let start = start(of: pieces.dropLast(), before: value.lowerBound) { return start }
          count -= 1
        }
        return nil
      }
    }
  }
}

extension VariableKind {
  /// Whether a byte can stand in a value of this kind; of any text, what can stand in an identifier.
  fileprivate func mayHold(_ byte: UInt8) -> Bool {
    let isWord = Boundary.isIdentifier(byte)
    return switch self {
    case .teamID, .label, .number: isWord && byte != UInt8(ascii: "_")
    case .uuid: isWord
    case .bundleID, .applicationID: isWord || byte == UInt8(ascii: ".")
    case .host: isWord || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    case .text: isWord || ".:/@+".utf8.contains(byte)
    }
  }
}
