import TestSupport
import Testing

@testable import Platform
@testable import Smudge

/// A git directory with a plan, and the filter run on it in this process.
struct InstalledDirectory {
  let holder: TemporaryDirectory
  let git: GitDirectory

  /// `nil`: git-munge is not installed.
  init(_ plan: Plan?) throws {
    holder = try TemporaryDirectory()
    git = GitDirectory(own: holder.path / "git")
    try FileSystem.makeDirectories(git.own)
    if let plan { try TestFile.write(MungeDirectory(git).plan, PlanFormat.encode(plan)) }
  }

  /// The responses of the filter to a session, and the error that ended it.
  func serve(_ session: [UInt8]) throws -> (output: [UInt8], error: ProtocolError?) {
    try serve(File(try holder.write("input", session), .read))
  }

  /// The same with the session in `pieces`, one per read.
  func serve(pieces: [ArraySlice<UInt8>]) throws -> (output: [UInt8], error: ProtocolError?) {
    try serve(File(adopting: PieceStream.open(pieces)))
  }

  private func serve(_ input: consuming File) throws -> (output: [UInt8], error: ProtocolError?) {
    let place = holder.path / "output"
    try FileSystem.remove(place)
    let output = try File(place, .createNew(mode: 0o600))
    var process = FilterProcess(Filter(in: git), input: input, output: output)
    var found: ProtocolError?
    do throws(ProtocolError) { try process.run() } catch { found = error }
    return (try #require(try FileSystem.contents(place)), found)
  }

  /// The contents of the responses to a whole session.
  func contents(_ requests: [[UInt8]]) throws -> [[UInt8]] {
    let (output, error) = try serve(Wire.greeting + requests.joined())
    #expect(error == nil)
    let answers = try Wire.answers(output)
    #expect(answers.allSatisfy { $0.status == ["status=success\n"] })
    return answers.map(\.content)
  }

  /// The result of the filter for one file in one-shot mode; `nil` if it refuses.
  func once(_ direction: Direction, _ path: String?, _ content: [UInt8]) throws -> [UInt8]? {
    let input = try File(try holder.write("input", content), .read)
    let place = holder.path / "output"
    try FileSystem.remove(place)
    let isFine = try OneShot.run(
      direction, path: path.map { Path($0) }, Filter(in: git), input: input,
      output: try File(place, .createNew(mode: 0o600)))
    return isFine ? try FileSystem.contents(place) : nil
  }
}
