/// Content as the lens sees it: lines, what they have in common with others, and the values of keys in them.
struct LensText {
  typealias Line = ArraySlice<UInt8>

  /// A value of a key.
  struct Value {
    let site: Site
    /// Where it stands, and where its key does.
    let line: Int
    let keyLine: Int
    let key: [UInt8]
    /// As it compares with others.
    let normal: [UInt8]
  }

  let bytes: [UInt8]
  let lines: [Line]
  /// The lines of what is on disk, as they compare with others.
  let normal: [Line]
  let values: [Value]

  /// Content that is on disk.
  init(onDisk bytes: [UInt8], _ transform: Transform) throws(TransformError) {
    try self.init(bytes, shown: bytes, transform)
  }

  /// Content that the repository holds.
  init(committed bytes: [UInt8], _ transform: Transform) throws(TransformError) {
    try self.init(bytes, shown: try transform.apply(.smudge, to: bytes).bytes, transform)
  }

  private init(_ bytes: [UInt8], shown: [UInt8], _ transform: Transform) throws(TransformError) {
    self.bytes = bytes
    lines = LensText.lines(bytes)
    normal = LensText.lines(try transform.normal(shown))
    let places = LensText.places(lines)
    let sites = transform.sites(in: bytes)
    let normals = transform.sites(in: shown).map { transform.normal($0, in: shown) }
    // A smudge that moved the values of keys would be no smudge; without their like they are left out.
    values = sites.count != normals.count ? [] : zip(sites, normals).map { site, normal in
      Value(
        site: site, line: LensText.line(of: site.value.lowerBound, places),
        keyLine: LensText.line(of: site.name.lowerBound, places), key: Array(bytes[site.name]), normal: normal)
    }
  }

  /// Each with its newline.
  static func lines(_ bytes: [UInt8]) -> [Line] {
    var (lines, start): ([Line], Int) = ([], 0)
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(bytes[start...end])
      start = end + 1
    }
    return start < bytes.count ? lines + [bytes[start...]] : lines
  }

  private static func places(_ lines: [Line]) -> [Int] { lines.map(\.startIndex) }

  /// The last line that begins at or before a place.
  private static func line(of place: Int, _ starts: [Int]) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }

  /// Whether its lines hold nothing but the value, its key and what joins them: such lines can come and go.
  func isAlone(_ value: Value) -> Bool {
    let site = value.site
    let between = bytes[site.name.upperBound..<max(site.name.upperBound, site.outer.lowerBound)]
    let line = lines[value.line]
    let before = lines[value.keyLine][..<site.name.lowerBound]
    let behind = bytes[site.outer.upperBound..<line.endIndex]
    if between.contains(where: LensText.opens) || !LensText.isJoint(before, value.key) { return false }
    return LensText.isJoint(between, value.key) && LensText.isJoint(behind, value.key) && !isLastOfList(value, behind)
  }

  /// An opening bracket makes the value one of a list.
  private static func opens(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") }

  /// Punctuation, blanks, and the words of markup.
  private static func isJoint(_ bytes: Line, _ key: [UInt8]) -> Bool {
    let words = bytes.split { !Boundary.isIdentifier($0) }
    let isOpen = bytes.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    return !isOpen && words.allSatisfy { $0.elementsEqual("key".utf8) || $0.elementsEqual("string".utf8) || $0.elementsEqual(key) }
  }

  /// In JSON the comma belongs to the member before, and would be left over.
  private func isLastOfList(_ value: Value, _ behind: Line) -> Bool {
    let isMember = bytes[value.site.name.upperBound..<value.site.outer.lowerBound].contains(UInt8(ascii: ":"))
      && value.site.name.lowerBound > 0 && bytes[value.site.name.lowerBound - 1] == UInt8(ascii: "\"")
    return isMember && !behind.contains(UInt8(ascii: ","))
  }
}
