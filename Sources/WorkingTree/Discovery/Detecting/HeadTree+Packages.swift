import Platform
import Smudge
import Synchronization

// Packages of Java, Kotlin, Scala and Groovy, and namespaces of C#, which can begin with an application id.
extension HeadTree {
  /// Records the package and the class of a source.
  func noteCode(_ content: [UInt8], _ path: Path) {
    if ![".kt", ".java", ".scala", ".groovy", ".cs"].contains(where: path.bytes.ends) { return }
    // Below a licence.
    var rest = content.prefix(16_384)
    while let end = rest.firstIndex(of: .newline) {
      let words = rest[..<end].split(separator: .space, maxSplits: 2)
      rest = rest[(end + 1)...]
      guard words.count > 1, ["package", "namespace"].contains(words[0].string) else { continue }
      let name = words[1].prefix { Boundary.isIdentifier($0) || $0 == .dot }.string
      return packages.withLock { $0.formUnion([name, "\(name).\(path.name.bytes.string.bases[0])"]) }
    }
  }

  /// The package or class below a base that a word is or goes on from; `nil` if there is none.
  func codeName(_ word: String, below base: String) -> String? {
    packages.withLock { names in
      word.bases.first { $0.count > base.count && names.contains(String($0)) && $0.hasPrefix(base) }.map(String.init)
    }
  }
}
