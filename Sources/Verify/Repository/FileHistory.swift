package import Platform
import Smudge

/// The committed versions of a file, also before it was renamed; each is read when it is asked for.
package struct FileHistory {
  /// A commit with the blob that it gave the file.
  private let versions: [(commit: String, blob: [UInt8])]
  private let repository: VerifyRepository
  private var contents: [[UInt8]: [UInt8]] = [:]

  /// The number of versions that are read.
  private static let most = 100

  /// Lists the versions of a file in the index or on disk, the newest first (`git-log(1)`, "--follow").
  package init(of path: Path, in repository: VerifyRepository) throws {
    self.repository = repository
    let git = repository.git
    let words = ["--literal-pathspecs", "log", "--follow", "--raw", "--no-abbrev", "--format=%H", "-n", "\(Self.most)"]
    func log(_ path: Path) throws -> [(String, [UInt8])] {
      var commit = ""
      return try git.output(words + ["HEAD", "--"], paths: [path], accepting: [0, 128]).split(separator: .newline)
        .compactMap { line in
          // `:MODE MODE BLOB BLOB STATUS TAB PATH`
          let fields = line.prefix { $0 != .tab }.split(separator: .space)
          if fields.count == 1 { commit = line.string }
          return fields.count == 5 && fields[3].contains { $0 != UInt8(ascii: "0") } ? (commit, Array(fields[3])) : nil
        }
    }
    let own = try log(path)
    versions = own.isEmpty ? try git.formerPath(of: path).map(log) ?? [] : own
  }

  /// The newest version that satisfies `isGood`, and the commit after it: `nil` if that is not committed yet.
  package mutating func newest(
    where isGood: ([UInt8]) -> Bool
  ) throws -> (content: [UInt8]?, next: String?) {
    var next: String?
    for version in versions {
      let content = try contents[version.blob] ?? repository.blobs.content(of: version.blob)
      contents[version.blob] = content
      if let content, isGood(content) { return (content, next) }
      next = version.commit
    }
    return (nil, next)
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
