import Platform

/// The `filter` attributes of all `.gitattributes` of a tree, as lines of one file for its top (gitattributes(5)).
///
/// `*.plist filter=munge` of `ios/.gitattributes` becomes `/ios/**/*.plist filter=munge`. Other attributes are omitted,
/// and other filters become `!filter`: they must not run on branches without them. Macros are renamed, because they can
/// contain other attributes.
struct FilterLines {
  /// The lines, without newlines; none without `filter=munge`.
  let lines: [[UInt8]]

  /// The lines of `.gitattributes` files, by their paths from the top.
  init(_ files: [(path: Path, content: [UInt8])]) {
    // The nearest file has the highest priority, and the last line in a file.
    let sorted = files.sorted { ($0.path.ancestors.count, $0.path) < ($1.path.ancestors.count, $1.path) }
    let lines = sorted.flatMap { path, content in
      AttributeLine.all(in: content).map { (directory: path.parent, line: $0) }
    }
    let macros = lines.compactMap { Self.macro($0.line, in: $0.directory) }
    let isOurs = lines.contains { $0.line.attributes.contains(.munge) }
    self.lines = isOurs ? lines.compactMap { Self.written($0.line, below: $0.directory, Set(macros)) } : []
  }

  /// Whether a line can set `filter=munge`.
  static func gives(_ line: some Collection<UInt8>) -> Bool {
    !["-filter", "!filter"].contains(where: line.ends)
  }

  /// The macro that a line defines. git reads macros only from the top file.
  private static func macro(_ line: AttributeLine, in directory: Path?) -> [UInt8]? {
    if case .macro(let name) = line.subject, directory == nil { name } else { nil }
  }

  /// The line for the file of the top; `nil` for a line without `filter`.
  private static func written(_ line: AttributeLine, below directory: Path?, _ macros: Set<[UInt8]>) -> [UInt8]? {
    let words = line.attributes.compactMap { word($0, macros) }
    if words.isEmpty { return nil }
    let start: [UInt8]? =
      switch line.subject {
      case .pattern(let pattern): AttributeLine.written(anchored(pattern, below: directory))
      case .macro(let name): directory == nil ? "[attr]".bytes + own(name) : nil
      }
    return start.map { $0 + words.flatMap { word in [.space] + word } }
  }

  /// The word of an attribute for the file of the top; `nil` for an attribute other than `filter` and the macros.
  private static func word(_ attribute: AttributeLine.Attribute, _ macros: Set<[UInt8]>) -> [UInt8]? {
    let munge = AttributeLine.Attribute.munge
    if attribute.name == munge.name {
      let word =
        switch attribute.state {
        case munge.state: "filter=munge"
        case .unset: "-filter"
        case .set, .unspecified, .value: "!filter"
        }
      return word.bytes
    }

    guard macros.contains(attribute.name) else { return nil }
    let sign =
      switch attribute.state {
      case .set: ""
      case .unset, .value: "-"
      case .unspecified: "!"
      }
    return sign.bytes + own(attribute.name)
  }

  private static func own(_ macro: [UInt8]) -> [UInt8] { "munge-".bytes + macro }

  /// Converts a pattern of a file in `directory` to a pattern of the top.
  private static func anchored(_ pattern: [UInt8], below directory: Path?) -> [UInt8] {
    guard let directory else { return pattern }
    let start = [.slash] + AttributeLine.literal(directory) + [.slash]
    // Without a slash before its end, a pattern matches in every directory below.
    guard pattern.dropLast().contains(.slash) else { return start + "**/".bytes + pattern }
    return start + pattern.drop { $0 == .slash }
  }
}

extension FilterLines {
  /// The lines of the fallback attributes, without newlines: those of private rules, and those of the tree, which
  /// override them.
  struct Parts {
    var own, ofTree: [[UInt8]]

    /// The lines before each part. No filter line begins with `#`.
    private static let marks = [
      "# The attributes of the private rules:", "# The filter lines of .gitattributes:",
    ].map(\.bytes)

    init(_ bytes: [UInt8]) {
      var parts = [[[UInt8]]](repeating: [], count: 2)
      var part = 1
      for line in bytes.split(separator: .newline).map(Array.init) {
        if let next = Self.marks.firstIndex(of: line) { part = next } else { parts[part].append(line) }
      }
      own = parts[0]
      ofTree = parts[1]
    }

    /// Whether it lacks lines of another one that set the filter.
    func lacksLines(of other: Parts) -> Bool {
      let lines = Set(ofTree)
      return own != other.own || other.ofTree.contains { FilterLines.gives($0) && !lines.contains($0) }
    }

    var bytes: [UInt8] {
      let marks = Self.marks
      let lines = (own.isEmpty ? [] : [marks[0]] + own + [marks[1]]) + ofTree
      return lines.flatMap { $0 + [.newline] }
    }
  }
}

/// The `diff` attribute of filter lines: for editor support, `*.plist filter=munge` becomes `*.plist filter=munge
/// diff=munge`.
///
/// `-filter` and `!filter` get `!diff`, so that a file has the driver only if the lines give it the filter.
enum DiffLines {
  private static let forms: [(filter: String, diff: String)] = [
    (" filter=munge", " diff=munge"), (" -filter", " !diff"), (" !filter", " !diff"),
  ]

  static func added(to lines: [UInt8]) -> [UInt8] {
    mapped(lines) { line in line + (forms.first { line.ends(with: $0.filter) }?.diff ?? "").utf8 }
  }

  static func removed(from lines: [UInt8]) -> [UInt8] {
    mapped(lines) { line in
      let form = forms.first { line.ends(with: $0.filter + $0.diff) }
      return line.dropLast(form?.diff.utf8.count ?? 0)
    }
  }

  private static func mapped(_ lines: [UInt8], _ change: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) -> [UInt8] {
    Array(lines.split(separator: .newline, omittingEmptySubsequences: false).map(change).joined(separator: [.newline]))
  }
}
