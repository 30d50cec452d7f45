/// Whether what surrounds a line of one version is in the other version, too.
struct Surroundings {
  private let outline: Outline
  /// For each line its partner in the other version, if it has one.
  private let partners: [Int?]
  /// Whether a line stands below the same lines as its partner.
  private let corresponds: (Int) -> Bool
  private let otherPaths: Set<Int>
  /// Paths that several lines of one version have, such as those of elements without a name.
  private let sharedPaths: Set<Int>
  /// What lines with a partner stand below.
  private let known: Set<Int>

  init(_ outline: Outline, _ partners: [Int?], other: Outline, _ corresponds: @escaping (Int) -> Bool) {
    (self.outline, self.partners, self.corresponds) = (outline, partners, corresponds)
    otherPaths = Set(other.paths)
    sharedPaths = Surroundings.repeated(outline.paths).union(Surroundings.repeated(other.paths))
    known = Set(partners.indices.filter { partners[$0] != nil && corresponds($0) }.compactMap { outline.parents[$0] })
  }

  private static func repeated(_ paths: [Int]) -> Set<Int> {
    var (seen, repeated): (Set<Int>, Set<Int>) = ([], [])
    for path in paths where !seen.insert(path).inserted { repeated.insert(path) }
    return repeated
  }

  /// `parent`: what the line stands below. One of many that look alike is known by what else stands below it.
  func areKnown(below parent: Int) -> Bool {
    let path = outline.paths[parent]
    if sharedPaths.contains(path) { return known.contains(parent) }
    return partners[parent] != nil && corresponds(parent) || otherPaths.contains(path)
  }
}
