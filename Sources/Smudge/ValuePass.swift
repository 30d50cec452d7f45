import Platform

/// What a value of a key becomes, whatever stands there: a value of a source.
struct KnownValue: Equatable {
  /// With its quotes.
  let bytes: [UInt8]
  /// Whether it is empty, and no blank stands between it and its `=`.
  let isTight: Bool

  init(_ site: Site, in source: [UInt8]) {
    bytes = Array(source[site.outer])
    isTight = bytes.isEmpty && source[..<site.outer.lowerBound].last == UInt8(ascii: "=")
  }
}

/// One pass over content as a whole, in which the values of keys, and those of Xcode project files, are taken one by one.
struct ValuePass {
  private let transform: Transform
  private let purpose: Transform.Purpose
  private let keyed: KeyedLexicon?
  /// What takes the place of certain sites, quotes included, whatever stands there.
  private let fixed: [Int: KnownValue]
  /// Outside the values of keys.
  private var outside: Pass
  /// Inside them, for each key; made when one is met.
  private var inside: [Int: Pass] = [:]
  private var own = Sightings()

  init(_ transform: Transform, _ purpose: Transform.Purpose, fixed: [Int: KnownValue] = [:]) {
    (self.transform, self.purpose, self.fixed) = (transform, purpose, fixed)
    keyed = transform.lexicon.keyed
    outside = ValuePass.pass(transform.lexicon.vocabulary, transform, purpose)
  }

  private static func pass(
    _ vocabulary: Vocabulary, _ transform: Transform, _ purpose: Transform.Purpose
  ) -> Pass {
    Pass(vocabulary, replacements: transform.replacements(vocabulary, purpose))
  }

  /// Of the whole pass.
  var sightings: Sightings {
    inside.values.reduce(into: own.union(outside.sightings)) { $0.formUnion($1.sightings) }
  }

  /// How the file writes its values.
  private enum Dialect { case project, other }

  /// Writes nothing where nothing changes.
  mutating func run(_ bytes: [UInt8], into output: inout Spool) throws(SystemError) {
    let dialect: Dialect = bytes.starts(with: ProjectValue.mark) ? .project : .other
    var (place, copied, walk) = (0, 0, outside.walk())
    for (index, site) in (keyed?.scanner.sites(in: bytes) ?? []).enumerated() where site.outer.lowerBound >= place {
      try run(bytes, from: place, to: site.outer.lowerBound, dialect, &walk, &copied, into: &output)
      let change = known(index, site, bytes) ?? value(site, bytes, dialect)
      try make(change, of: bytes, &copied, into: &output)
      place = site.outer.upperBound
    }
    try run(bytes, from: place, to: bytes.count, dialect, &walk, &copied, into: &output)
    if copied > 0 || output.count > 0 { try output.append(bytes[copied...]) }
  }

  private struct Change {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  private mutating func known(_ index: Int, _ site: Site, _ bytes: [UInt8]) -> Change? {
    guard let known = fixed[index] else { return nil }
    own.replacements += 1
    let range = site.outer
    // `KEY =` had to get a blank to show a value.
    let isAfterBlank = known.isTight && bytes[..<range.lowerBound].suffix(2).elementsEqual("= ".utf8)
    return Change(range: range.lowerBound - (isAfterBlank ? 1 : 0)..<range.upperBound, bytes: known.bytes)
  }

  private mutating func make(
    _ change: Change?, of bytes: [UInt8], _ copied: inout Int, into output: inout Spool
  ) throws(SystemError) {
    guard let change else { return }
    try output.append(bytes[copied..<change.range.lowerBound])
    try output.append(change.bytes)
    copied = change.range.upperBound
  }

  /// Outside the values of keys.
  private mutating func run(
    _ bytes: [UInt8], from start: Int, to limit: Int, _ dialect: Dialect, _ walk: inout Skipper.Walk,
    _ copied: inout Int, into output: inout Spool
  ) throws(SystemError) {
    var place = start
    while let found = outside.next(in: bytes, from: place, to: limit, &walk) {
      let range = found.place..<outside.end(of: found)
      place = range.upperBound
      if place > limit { return }
      if dialect == .project, let value = projectValue(found, range, in: bytes, start..<limit) {
        let text = outside.rewritten(value.value, of: bytes)
        try make(text.map { changed(value.value, value.quotes, bytes, dialect, to: $0) }, of: bytes, &copied, into: &output)
        place = value.value.upperBound
      } else if let replacement = outside.see(found) {
        try make(Change(range: range, bytes: replacement), of: bytes, &copied, into: &output)
      }
    }
  }

  private func projectValue(
    _ found: Matcher.Occurrence, _ text: Range<Int>, in bytes: [UInt8], _ part: Range<Int>
  ) -> (value: Range<Int>, quotes: Site.Quotes)? {
    guard found.fit == .token, let site = ProjectValue.site(around: text, in: bytes) else { return nil }
    let outer = site.quotes.range(around: site.value)
    return part.lowerBound <= outer.lowerBound && outer.upperBound <= part.upperBound ? site : nil
  }

  private mutating func value(_ site: Site, _ bytes: [UInt8], _ dialect: Dialect) -> Change? {
    guard let key = keyed?.keys[site.key] else { return nil }
    let dialect = dialect == .project && ProjectValue.isValue(site, in: bytes) ? dialect : .other
    let value = Array(bytes[site.value])
    guard let entry = key.values[value] else {
      var pass = inside[site.key] ?? ValuePass.pass(key.parts, transform, purpose)
      defer { inside[site.key] = pass }
      return pass.rewritten(site.value, of: bytes).map { changed(site.value, site.quotes, bytes, dialect, to: $0) }
    }
    own.traits.formUnion(entry.traits)
    guard let text = transform.replacement(entry, of: value, purpose) else { return nil }
    // What stood there once can stand there again; another text may have to be left out.
    if case .smudge = purpose, dialect == .other, !site.canHold(text, in: bytes) { return nil }
    own.replacements += 1
    return changed(site.value, site.quotes, bytes, dialect, to: text)
  }

  private mutating func changed(
    _ value: Range<Int>, _ quotes: Site.Quotes, _ bytes: [UInt8], _ dialect: Dialect, to text: [UInt8]
  ) -> Change {
    guard dialect == .project, quotes != .single else { return plain(value, quotes, bytes, to: text) }
    let result = quoting(quotes, from: Array(bytes[value]), to: text)
    // The source may have had other quotes than the ones that Xcode writes.
    if !result.isInvertible { own.traits.insert(.sourced) }
    return Change(range: quotes.range(around: value), bytes: result.quotes.around(text))
  }

  /// A blank before an empty value, as in `KEY = ` and `key: `, comes and goes with the value, as it cannot be seen.
  private mutating func plain(
    _ value: Range<Int>, _ quotes: Site.Quotes, _ bytes: [UInt8], to text: [UInt8]
  ) -> Change {
    let before = bytes[max(0, value.lowerBound - 2)..<value.lowerBound]
    guard quotes == .none, value.isEmpty != text.isEmpty, purpose != .compare, purpose != .unquote else {
      return Change(range: value, bytes: text)
    }
    if before.elementsEqual(" =".utf8) || before.last == UInt8(ascii: ":") {
      return Change(range: value, bytes: [UInt8(ascii: " ")] + text)
    }
    let isApart = before.elementsEqual("= ".utf8) || before.elementsEqual(": ".utf8)
    guard isApart else { return Change(range: value, bytes: text) }
    own.traits.insert(.sourced)
    return Change(range: value.lowerBound - (text.isEmpty ? 1 : 0)..<value.upperBound, bytes: text)
  }

  private func quoting(_ quotes: Site.Quotes, from old: [UInt8], to new: [UInt8]) -> ProjectValue.Result {
    switch purpose {
    case .smudge: ProjectValue.smudged(quotes, from: old, to: new)
    case .clean, .cleanAgain: ProjectValue.cleaned(quotes, from: old, to: new)
    case .compare, .unquote: ProjectValue.Result(quotes: .none, isInvertible: true)
    }
  }
}
