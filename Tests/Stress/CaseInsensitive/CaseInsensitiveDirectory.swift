import Platform
import TestSupport
import Testing

/// A directory in which a name is found in any letter case and Unicode normalisation, as on APFS; unmounted when it is released.
final class CaseInsensitiveDirectory: Sendable {
  let path: Path

  /// Whether it can be mounted here.
  static let isAvailable: Bool = {
    guard FileSystem.exists(Path("/dev/fuse")), let scratch = try? TemporaryDirectory() else { return false }
    return (try? CaseInsensitiveDirectory(in: scratch.path)) != nil
  }()

  static let why: Comment = "needs root, /dev/fuse, python3, libfuse2 and fusepy (scripts/test --all fetches it)"

  /// Mounts `directory/mounted`; the files are below `directory/stored`.
  init(in directory: Path) throws {
    path = directory / "mounted"
    for created in [directory / "stored", path] { try FileSystem.makeDirectories(created) }
    let script = Repository.root / "Tests/Stress/CaseInsensitive/casefs.py"
    // It returns when the directory is mounted, and runs on in the background.
    try Self.run(["python3", "\(script)", "\(directory / "stored")", "\(path)"])
  }

  deinit { try? Self.run(["umount", "--lazy", "\(path)"]) }

  private static func run(_ words: [String]) throws {
    let module = TestInput.fusepy.map { [Environment.Change.set("PYTHONPATH", $0)] } ?? []
    let result = try Subprocess.run(words.map(bytes), environment: Environment.entries(changing: module))
    guard result.isSuccess else { throw CommandFailure(words: words, result: result) }
  }
}
