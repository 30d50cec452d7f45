import Platform
import TestSupport
import Testing

@testable import Munge

/// What git-filter-repo does with a file of expressions, as its manual says it.
extension ReplaceText {
  /// Each of the contents, which NUL separates, by itself.
  private static let program = """
    import re, sys
    lines = open(sys.argv[1], 'rb').read().split(b'\\n')[:-1]
    contents = sys.stdin.buffer.read().split(b'\\0')
    for line in lines:
        pattern, replacement = line.rsplit(b'==>', 1)
        contents = [re.sub(pattern[6:], replacement, content) for content in contents]
    sys.stdout.buffer.write(b'\\0'.join(contents))
    """

  func applied(to contents: [[UInt8]]) throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    let done = try Subprocess.run(
      ["python3", "-c", Self.program, "\(try folder.write("expressions", bytes))"].map { Array($0.utf8) },
      environment: Environment.entries(changing: []), input: Array(contents.joined(separator: [0])))
    #expect(done.isSuccess, "\(escaped(done.errors))")
    return done.output.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
  }
}
