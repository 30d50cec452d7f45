import Platform

/// The command line of `git-munge-filter`.
package enum FilterCommand {
  /// Runs the command of this process's arguments, and exits.
  package static func main() -> Never {
    Environment.ignoreBrokenPipes()
    Environment.exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs a command; exit code 0 for success, 2 for a failure, 64 (`EX_USAGE`) for wrong usage.
  private static func run(_ arguments: [String]) -> Int32 {
    switch (arguments.first, arguments.count) {
    case ("process", 1): return process()
    case ("clean", 1...2): return oneShot(.clean, path(arguments))
    case ("smudge", 1...2): return oneShot(.smudge, path(arguments))
    case ("textconv", 2): return textconv()
    case ("--version", 1): return Terminal.print("git-munge-filter \(Version.current)\n") ? 0 : 2
    default:
      Terminal.warn(usage)
      return 64
    }
  }

  /// The path argument; `nil` for a literal `%f`, which some clients send without replacing it.
  private static func path(_ arguments: [String]) -> Path? {
    guard arguments.count == 2, let bytes = Environment.argument(2), !bytes.isEmpty, bytes != Array("%f".utf8) else { return nil }
    return Path(bytes)
  }

  private static func process() -> Int32 {
    var process = FilterProcess(Filter())
    do throws(ProtocolError) {
      try process.run()
      return 0
    } catch {
      return fail("\(error)")
    }
  }

  private static func oneShot(_ direction: Direction, _ path: Path?) -> Int32 {
    do throws(SystemError) {
      return try OneShot.run(direction, path: path, Filter()) ? 0 : 2
    } catch {
      return fail("\(error)")
    }
  }

  private static func textconv() -> Int32 {
    guard let file = Environment.argument(2) else { return 2 }
    do throws(SystemError) {
      try Textconv.run(Path(file))
      return 0
    } catch {
      return fail("\(error)")
    }
  }

  private static func fail(_ why: String) -> Int32 {
    Terminal.warn("git-munge-filter: \(why)")
    return 2
  }
}

private let usage = """
  usage: git-munge-filter process          serve many files (filter.munge.process)
         git-munge-filter clean [PATH]     local to canonical (filter.munge.clean)
         git-munge-filter smudge [PATH]    canonical to local (filter.munge.smudge)
         git-munge-filter textconv FILE    text of a file in a diff (diff.munge.textconv)
         git-munge-filter --version

  git runs this program; `git munge install` configures it.
  """
