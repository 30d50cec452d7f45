package import Platform
import Smudge

/// The committed versions of a file, also before it was renamed; each is read when it is asked for.
package struct FileHistory {
  /// The names of the blobs.
  private let versions: [[UInt8]]
  private let repository: VerifyRepository
  private var contents: [[UInt8]: [UInt8]] = [:]

  /// The number of versions that are read.
  private static let most = 100

  /// Lists the versions of a file in the index or on disk, the newest first (`git-log(1)`, "--follow").
  package init(of path: Path, in repository: VerifyRepository) throws {
    self.repository = repository
    let git = repository.git
    let words = ["--literal-pathspecs", "log", "--follow", "--raw", "--no-abbrev", "--format=", "-n", "\(Self.most)"]
    func log(_ path: Path) throws -> [[UInt8]] {
      try git.output(words + ["HEAD", "--"], paths: [path], accepting: [0, 128]).split(separator: .newline)
        .compactMap { line in
          // `:MODE MODE BLOB BLOB STATUS TAB PATH`
          let blob = line.prefix { $0 != .tab }.split(separator: .space).dropFirst(3).first
          return blob.flatMap { $0.contains { $0 != UInt8(ascii: "0") } ? Array($0) : nil }
        }
    }
    let own = try log(path)
    versions = own.isEmpty ? try git.formerPath(of: path).map(log) ?? [] : own
  }

  /// The newest version that satisfies `isGood`.
  package mutating func newest(where isGood: ([UInt8]) -> Bool) throws -> [UInt8]? {
    for blob in versions {
      let content = try contents[blob] ?? repository.blobs.content(of: blob)
      contents[blob] = content
      if let content, isGood(content) { return content }
    }
    return nil
  }
}

extension GitCommand {
  /// The path in `HEAD` of a file that was renamed in the index.
  fileprivate func formerPath(of path: Path) throws -> Path? {
    let words = FilterKey.off + ["diff", "--cached", "-M", "--diff-filter=R", "--name-status", "-z", "HEAD"]
    let fields = try output(words).split(separator: 0)
    let place = stride(from: 2, to: fields.count, by: 3).first { fields[$0].elementsEqual(path.bytes) }
    return place.map { Path(fields[$0 - 1]) }
  }
}
