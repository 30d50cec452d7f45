import Platform
import Verify

// What manifests of Android make of the application id.

extension HeadTree {
  /// Application ids of which source code names what a manifest of Android makes of them, `com.acme.app.provider` for
  /// `${applicationId}.provider`, each with the first such file.
  func namedByManifests(_ ids: [String]) throws -> [String: Path] {
    let reference = "${applicationId}"
    var ends: Set<String> = []
    try forEach(ids.isEmpty ? [] : all.filter { $0.path.name == Path("AndroidManifest.xml") }) { _, content in
      let text = String(decoding: content, as: UTF8.self)
      let parts = text.split(separator: reference, omittingEmptySubsequences: false).dropFirst()
      ends.formUnion(parts.map { part in String(part.prefix { !"\"'/".contains($0) }) }.filter { $0.count > 1 })
    }
    return try ids.reduce(into: [:]) { found, id in
      let texts = ends.sorted().flatMap { end in ["\"", "'"].map { $0 + id + end + $0 } }
      let files = try files(holding: texts).map(\.path).filter { FileRole($0) == .code && LeaveReason.of($0) == nil }
      found[id] = files.min()
    }
  }
}
