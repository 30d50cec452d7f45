package import Platform

/// The filter for clients that start one process per file (`filter.<driver>.clean` and `.smudge` in `gitattributes(5)`).
package enum OneShot {
  /// Transforms standard input to standard output; `false` if the filter refuses.
  package static func run(
    _ direction: Direction, path: Path?, _ filter: consuming Filter,
    input: consuming File = .standardInput, output: consuming File = .standardOutput
  ) throws(SystemError) -> Bool {
    var content = Spool(filter.spooling)
    var result = Spool(filter.spooling)
    try input.forEachChunk { chunk throws(SystemError) in try content.append(chunk) }
    let request = FilterSession.Request(direction: direction, path: path)
    switch filter.perform(request, on: content, into: &result) {
    case .refused: return false
    case .unchanged: try content.forEachChunk { chunk throws(SystemError) in try output.write(chunk) }
    case .changed: try result.forEachChunk { chunk throws(SystemError) in try output.write(chunk) }
    }
    return true
  }
}
