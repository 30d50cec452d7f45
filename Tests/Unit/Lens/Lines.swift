import TestSupport

/// The lines of a text, each with its newline.
func lines(_ text: String) -> [ArraySlice<UInt8>] {
  var (lines, rest) = ([ArraySlice<UInt8>](), bytes(text)[...])
  while !rest.isEmpty {
    let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
    lines.append(rest[..<end])
    rest = rest[end...]
  }
  return lines
}

/// Random indented lines with few distinct texts, and edits that record the origin of each line.
struct RandomLines {
  /// A line, and its line in the source.
  typealias Edited = (text: String, origin: Int?)

  let source: [String]

  /// `count` lines of `kinds` different texts, each indented at most one level more than the one before it.
  init(count: Int, kinds: Int, maxDepth: Int = 4, _ generator: inout SeededGenerator) {
    var (source, depth) = ([String](), 0)
    for _ in 0..<count {
      depth = Int.random(in: max(0, depth - 2)...min(maxDepth, depth + 1), using: &generator)
      let isBlank = generator.oneIn(12)
      let text = String(repeating: "  ", count: depth) + "text\(Int.random(in: 0..<kinds, using: &generator))"
      source.append(isBlank ? "\n" : text + "\n")
    }
    self.source = source
  }

  /// The source with `edits` lines deleted, or inserted with texts that the source does not have.
  func edited(_ edits: Int, _ generator: inout SeededGenerator) -> [Edited] {
    var deleted: Set<Int> = []
    var added: [Int: String] = [:]
    for edit in 0..<edits {
      let place = Int.random(in: 0...source.count, using: &generator)
      let indentation = String(repeating: "  ", count: Int.random(in: 0...4, using: &generator))
      if generator.oneIn(2) { deleted.insert(place) } else { added[place] = "\(indentation)new\(edit)\n" }
    }
    return (0...source.count).flatMap { place in
      let new = added[place].map { [($0, nil)] as [Edited] } ?? []
      let old = place < source.count && !deleted.contains(place) ? [(source[place], place)] as [Edited] : []
      return new + old
    }
  }

  /// The source with random lines deleted, copied, replaced and exchanged.
  func shaken(_ generator: inout SeededGenerator) -> [String] {
    var content = source
    for _ in 0..<Int.random(in: 0...8, using: &generator) where !content.isEmpty {
      let from = Int.random(in: content.indices, using: &generator)
      let to = Int.random(in: content.indices, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: content.remove(at: from)
      case 1: content.insert(contentsOf: content[from..<min(from + 5, content.count)], at: to)
      case 2: content[from] = "    other\n"
      default: content.swapAt(from, to)
      }
    }
    return content
  }
}
