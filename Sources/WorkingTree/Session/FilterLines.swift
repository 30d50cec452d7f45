import Platform

/// The `filter` attributes of all `.gitattributes` of a tree, as lines of one file for its top (gitattributes(5)).
///
/// `*.plist filter=munge` of `ios/.gitattributes` becomes `/ios/**/*.plist filter=munged diff=munge`: the `diff` is for
/// editor support, and missing where a line with the same pattern sets `diff` itself. Other filters, `-filter` and
/// `!filter` are omitted, unless they can take a path from a line above. Macros are expanded, and `-MACRO` and `!MACRO`
/// make unspecified what it sets.
struct FilterLines {
  /// The lines of private rules, and those of the tree, which override them; without newlines.
  var own: [[UInt8]] = []
  var ofTree: [[UInt8]] = []
  /// The lines of both.
  var lines: [[UInt8]] { own + ofTree }

  /// The attributes of macros, by their names.
  private typealias Macros = [[UInt8]: [AttributeLine.Attribute]]

  /// The lines of `.gitattributes` files, by their paths from the top. `rules`: the lines of private rules.
  init(_ files: [(path: Path, content: [UInt8])], private rules: [String] = []) {
    // The nearest file has the highest priority, and the last line in a file.
    let sorted = files.sorted { ($0.path.ancestors.count, $0.path) < ($1.path.ancestors.count, $1.path) }
    var macros: Macros = [:]
    var all: [(pattern: [UInt8], attributes: [AttributeLine.Attribute], isOwn: Bool)] = []
    for line in rules.compactMap({ AttributeLine($0.bytes) }) {
      if case .pattern(let pattern) = line.subject { all.append((pattern, line.attributes, true)) }
    }
    for (path, content) in sorted {
      for line in AttributeLine.all(in: content) {
        switch line.subject {
        case .pattern(let pattern): all.append((Self.anchored(pattern, below: path.parent), line.attributes, false))
        // git reads macros only from the top file.
        case .macro(let name): if path.parent == nil { macros[name] = line.attributes }
        }
      }
    }

    let withDiff = Set(all.filter { Self.state("diff", in: $0.attributes, macros) != nil }.map(\.pattern))
    var kept: [[UInt8]] = []
    for (pattern, attributes, isOwn) in all {
      guard let state = Self.state("filter", in: attributes, macros) else { continue }
      let isOurs = isOwn || state == AttributeLine.Attribute.munge.state
      if !isOurs, !kept.contains(where: { Self.canMeet($0, pattern) }) { continue }
      kept.append(pattern)
      let line = AttributeLine.written(pattern) + [.space] + Self.word(state)
      let written = withDiff.contains(pattern) ? line : DiffLines.added(to: line)
      if isOwn { own.append(written) } else { ofTree.append(written) }
    }
  }

  /// The word that selects the driver.
  fileprivate static let driver = " filter=\(FilterAttribute.driver)"

  /// Whether a line selects the driver.
  static func gives(_ line: some Collection<UInt8>) -> Bool {
    ["", DiffLines.added].contains { line.ends(with: driver + $0) }
  }

  /// The last state of an attribute, also by a macro; `nil` if it has none.
  private static func state(
    _ name: String, in attributes: [AttributeLine.Attribute], _ macros: Macros
  ) -> AttributeLine.State? {
    attributes.compactMap { attribute -> AttributeLine.State? in
      if attribute.name == name.bytes { return attribute.state }
      if attribute.name == "binary".bytes, name == "diff" { return .unset }
      // Without the macro itself: a macro can contain itself.
      let inner = macros[attribute.name].flatMap { inner in
        state(name, in: inner, macros.filter { $0.key != attribute.name })
      }
      return attribute.state == .set ? inner : inner.map { _ in .unspecified }
    }.last
  }

  /// Whether two patterns can match the same path: by the bytes before the first wildcard, and behind the last one.
  private static func canMeet(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    func start(_ pattern: [UInt8]) -> ArraySlice<UInt8> {
      pattern.contains(.slash) ? pattern.drop { $0 == .slash }.prefix { !wildcards.contains($0) } : []
    }
    func end(_ pattern: [UInt8]) -> [UInt8] { pattern.reversed().prefix { !wildcards.contains($0) } }
    func agree(_ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>) -> Bool { zip(one, other).allSatisfy(==) }
    return agree(start(one), start(other)) && agree(end(one), end(other))
  }

  /// The bytes of a pattern that match more than themselves, or change what follows.
  private static let wildcards = "*?[]\\".bytes

  private static func word(_ state: AttributeLine.State) -> [UInt8] {
    switch state {
    case .set: "filter".bytes
    case .unset: "-filter".bytes
    case .unspecified: "!filter".bytes
    case AttributeLine.Attribute.munge.state: "filter=\(FilterAttribute.driver)".bytes
    case .value(let name): "filter=".bytes + name
    }
  }

  /// Converts a pattern of a file in `directory` to a pattern of the top.
  private static func anchored(_ pattern: [UInt8], below directory: Path?) -> [UInt8] {
    guard let directory else { return pattern }
    let start = [.slash] + AttributeLine.literal(directory) + [.slash]
    // Without a slash before its end, a pattern matches in every directory below.
    guard pattern.dropLast().contains(.slash) else { return start + "**/".bytes + pattern }
    return start + pattern.drop { $0 == .slash }
  }
}

// The lines of a working tree in its file.
extension FilterLines {
  /// The lines before each part. No filter line begins with `#`.
  private static let beforeOwn = "# The attributes of the private rules:".bytes
  private static let beforeTree = "# The filter lines of .gitattributes:".bytes

  init(_ bytes: [UInt8]) {
    var part = \Self.ofTree
    for line in bytes.split(separator: .newline).map(Array.init) {
      if line == Self.beforeOwn {
        part = \.own
      } else if line == Self.beforeTree {
        part = \.ofTree
      } else {
        self[keyPath: part].append(line)
      }
    }
  }

  var bytes: [UInt8] {
    let lines = (own.isEmpty ? [] : [Self.beforeOwn] + own + [Self.beforeTree]) + ofTree
    return lines.flatMap { $0 + [.newline] }
  }

  /// The lines of several working trees: a path that one of them munges passes the filter in all.
  static func union(_ lists: [[UInt8]]) -> [UInt8] {
    let lists = lists.filter { !$0.isEmpty }.uniqued
    if lists.count < 2 { return lists.first ?? [] }
    let lines = lists.flatMap { FilterLines($0).lines }
    return (lines + lines.filter(gives).uniqued).flatMap { $0 + [.newline] }
  }
}

/// The `diff` attribute of filter lines, for editor support.
enum DiffLines {
  /// The words that follow `filter=munged`, and other filters: so that a file has the driver only with the filter.
  static let added = " diff=munge", removed = " !diff"

  /// The line with the attribute.
  static func added(to line: [UInt8]) -> [UInt8] {
    line + (line.ends(with: FilterLines.driver) ? added : removed).bytes
  }

  /// The lines without it.
  static func removed(from lines: [UInt8]) -> [UInt8] {
    Array(
      lines.split(separator: .newline, omittingEmptySubsequences: false).map { line in
        line.dropLast([added, removed].first { line.ends(with: $0) }?.utf8.count ?? 0)
      }.joined(separator: [.newline]))
  }
}
