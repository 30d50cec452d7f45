package import Platform

/// The command line of `git-munge-filter`.
package enum FilterCommand {
  /// Runs the command of this process's arguments, and ends the process.
  package static func main() -> Never {
    Environment.ignoreBrokenPipes()
    Environment.end(run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs a command; exit code 0 for success, 2 for a failure, 64 (`EX_USAGE`) for wrong usage.
  private static func run(_ arguments: [String]) -> Int32 {
    do {
      switch (arguments.first, arguments.count) {
      case ("process", 1):
        var process = FilterProcess(Filter())
        try process.run()
      case ("clean", 1...2): return try OneShot.run(.clean, path: path(arguments), Filter()) ? 0 : 2
      case ("smudge", 1...2): return try OneShot.run(.smudge, path: path(arguments), Filter()) ? 0 : 2
      case ("textconv", 2):
        guard let file = Environment.argument(2) else { return 2 }
        try EditorDiff.run(Path(file))
      case ("--version", 1): try Terminal.print("git-munge-filter \(Version.current)\n")
      default:
        Terminal.warn(usage)
        return 64
      }
      return 0
    } catch {
      Terminal.warn("git-munge-filter: \(error)")
      return 2
    }
  }

  /// The path argument; `nil` for a literal `%f`, which some clients send without replacing it.
  private static func path(_ arguments: [String]) -> Path? {
    guard arguments.count == 2, let bytes = Environment.argument(2), !bytes.isEmpty, bytes != "%f".bytes else {
      return nil
    }
    return Path(bytes)
  }
}

/// The filter for clients that start one process per file (`filter.<driver>.clean` and `.smudge` in
/// `gitattributes(5)`).
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

private let usage = """
  usage: git-munge-filter process          serve many files (filter.munged.process)
         git-munge-filter clean [PATH]     local to canonical (filter.munged.clean)
         git-munge-filter smudge [PATH]    canonical to local (filter.munged.smudge)
         git-munge-filter textconv FILE    text of a file in a diff (diff.munge.textconv)
         git-munge-filter --version

  git runs this program; `git munge install` configures it.
  """
