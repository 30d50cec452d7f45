/// Cleans edited content line by line with the help of the version that it was edited from.
///
/// For rules whose texts bytes alone cannot tell apart. A line that shows what some line of the source
/// shows is that line; only the others are cleaned by their bytes. So an edit never changes what
/// stands elsewhere in the file. No text of a rule spans lines, hence lines can be taken one by one.
struct LineLens {
  /// Cleaned content, and how much of it the source could not vouch for.
  struct Result: Equatable {
    var bytes: [UInt8] = []
    /// Lines that hold an ambiguous text and that the source does not have.
    var guesses = 0
  }

  private typealias Line = ArraySlice<UInt8>

  private let transform: Transform
  private let sources: [Line]
  /// What each line of the source shows on disk.
  private let shown: [Line]

  init(_ transform: Transform, source: [UInt8]) throws(TransformError) {
    self.transform = transform
    sources = LineLens.lines(source)
    shown = LineLens.lines(try transform.apply(.smudge, to: source).bytes)
  }

  func put(_ content: [UInt8]) throws(TransformError) -> Result {
    let lines = LineLens.lines(content)
    let head = zip(lines, shown).prefix { $0 == $1 }.count
    let tail = zip(lines.dropFirst(head).reversed(), shown.dropFirst(head).reversed())
      .prefix { $0 == $1 }.count
    var result = Result()
    result.bytes.reserveCapacity(content.count + content.count / 8)
    for line in sources.prefix(head) { result.bytes += line }
    let origins = origins()
    for line in lines[head..<lines.count - tail] { try add(line, origins, to: &result) }
    for line in sources.suffix(tail) { result.bytes += line }
    return result
  }

  /// The line of the source behind each line shown; `nil` where there are several.
  private func origins() -> [Line: Line?] {
    Dictionary(zip(shown, sources.map { $0 as Line? })) { one, other in one == other ? one : nil }
  }

  private func add(
    _ line: Line, _ origins: [Line: Line?], to result: inout Result
  ) throws(TransformError) {
    if let origin = origins[line] ?? nil {
      result.bytes += origin
      return
    }
    let (bytes, sightings) = try transform.apply(.clean, to: Array(line))
    result.bytes += bytes
    if sightings.replacements > 0 && sightings.traits.contains(.ambiguous) { result.guesses += 1 }
  }

  /// Each with its newline.
  private static func lines(_ bytes: [UInt8]) -> [Line] {
    var (lines, start): ([Line], Int) = ([], 0)
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(bytes[start...end])
      start = end + 1
    }
    return start < bytes.count ? lines + [bytes[start...]] : lines
  }
}
