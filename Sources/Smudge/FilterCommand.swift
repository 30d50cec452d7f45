import Platform

/// What the program was asked to do.
private enum Mode {
  case process
  case oneShot(Direction, Path?)
  case version
  case misuse

  init(_ arguments: [String]) {
    switch arguments.first {
    case "process" where arguments.count == 1: self = .process
    case "clean" where arguments.count <= 2: self = .oneShot(.clean, Mode.path(arguments))
    case "smudge" where arguments.count <= 2: self = .oneShot(.smudge, Mode.path(arguments))
    case "--version" where arguments.count == 1: self = .version
    default: self = .misuse
    }
  }

  /// Some clients hand on a literal `%f`: they know no path.
  private static func path(_ arguments: [String]) -> Path? {
    guard arguments.count == 2, let bytes = Environment.argument(2), !bytes.isEmpty,
      bytes != Array("%f".utf8)
    else { return nil }
    return Path(bytes)
  }
}

private let usage = """
  usage: git-munge-filter process          serve many files (filter.munge.process)
         git-munge-filter clean [PATH]     local to canonical (filter.munge.clean)
         git-munge-filter smudge [PATH]    canonical to local (filter.munge.smudge)
         git-munge-filter --version

  git starts this program by itself; `git munge install` sets that up.
  """

/// The command line of `git-munge-filter`: words in, exit code out.
public enum FilterCommand {
  public static func main() -> Never {
    Environment.ignoreBrokenPipes()
    Environment.leave(run(Mode(Array(CommandLine.arguments.dropFirst()))))
  }

  /// Answers the exit code: 0 fine, 2 failed, 64 bad usage.
  private static func run(_ mode: Mode) -> Int32 {
    switch mode {
    case .process: process()
    case .oneShot(let direction, let path): oneShot(direction, path)
    case .version: Terminal.print("git-munge-filter \(Version.current)\n") ? 0 : 2
    case .misuse: misuse()
    }
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

  private static func fail(_ why: String) -> Int32 {
    Terminal.warn("git-munge-filter: \(why)")
    return 2
  }

  private static func misuse() -> Int32 {
    Terminal.warn(usage)
    return 64
  }
}
