import TestSupport

@testable import WorkingTree

/// The scripts that run on macOS, where bash is 3.2 and the programs are those of BSD, and what git-munge has a shell
/// run.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct PortabilityTests {
  /// A construct that bash 3.2 or BSD's program does not have.
  private typealias Form = (name: String, pattern: Regex<AnyRegexOutput>)

  private static func forms() throws -> [Form] {
    let rows = [
      ("sed -i without a suffix, sed -r", #"\bsed (-\S+ )*-[a-zA-Z]*[ir]\b(?!\.)"#),
      ("readlink -f", #"\breadlink -[a-z]*f"#),
      ("stat", #"(^|[;|&({] *)stat -"#),
      ("a date from text", #"\b(date|touch) -d"#),
      ("grep -P", #"\bgrep (-\S+ )*-[a-zA-Z]*P"#),
      ("xargs -r", #"\bxargs (-\S+ )*-[a-z0-9]*r"#),
      ("a count from the end", #"\bhead (-n |-c )-"#),
      ("find -printf", #"\bfind .* -printf"#),
      ("base64", #"\bbase64 -(w|-)"#),
      ("mktemp with options of GNU", #"\bmktemp (-d )?-(p|-)"#),
      ("tar without -f", #"\btar -?[cxt] "#),
      ("tar --sort", #"--sort="#),
      ("programs of GNU", #"(^|[;|&({] *)(timeout|nproc|tac|realpath|sha256sum|md5sum|gawk) "#),
      ("mapfile", #"\b(mapfile|readarray|coproc)\b"#),
      ("associative arrays, references", #"\b(declare|local|typeset) -[a-z]*[An]\b"#),
      ("expansions of bash 4", #"\$\{\w+(\[[^\]]*\])?(,,?|\^\^?|@[A-Za-z])\}"#),
      ("indices from the end", #"\$\{\w+\[-"#),
      ("redirections of bash 4", #"&>>|\|&"#),
      ("tests of bash 4", #"\[\[ (! )?-v "#),
      ("wait -n", #"\bwait -n"#),
      ("times of printf", #"printf (-v \w+ )?['"]%\("#),
    ]
    return try rows.map { name, pattern in (name, try Regex(pattern)) }
  }

  /// Scripts for Linux, and lines of others that only Linux reaches.
  private static let linux: Set = [
    "scripts/crash", "packaging/build-deb", "packaging/enter-root", "packaging/test-deb", "packaging/test-lib.sh",
    "packaging/test-static",
  ]
  private static let linuxLines: Set = [
    #"swift=$(readlink -f "$(command -v swift)")"#, "(cd dist && sha256sum --check --quiet SHA256SUMS)",
    #"on_macos || set -- "$@" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner"#,
  ]

  private static func scripts() throws -> [Path] {
    let packaging = try Repository.files(in: "packaging").filter { $0.parent == Path("packaging") }
    let others = try Repository.files(in: "scripts") + Repository.files(in: "bench", ending: ".sh")
    let completion = Path("completions/git-munge.bash")
    return (packaging + others + [completion]).filter { !linux.contains("\($0)") }
  }

  /// The names of those forms that a line has, comments aside.
  private static func names(of forms: [Form], in line: Substring) -> [String] {
    let line = line.drop { $0 == " " || $0 == "\t" }
    if line.hasPrefix("#") || linuxLines.contains(String(line)) { return [] }
    return forms.filter { line.contains($0.pattern) }.map(\.name)
  }

  @Test func `The scripts that run on macOS use nothing of bash 4 and of GNU`() throws {
    let (scripts, forms) = (try Self.scripts(), try Self.forms())
    #expect(scripts.count > 15, "the scripts were found")
    for script in scripts {
      for line in try Repository.text(script).split(separator: "\n") {
        for name in Self.names(of: forms, in: line) { Issue.record("\(script): \(name): \(line)") }
      }
    }
  }

  /// Of shells in general: `sh` can be dash, or bash as `sh`.
  private static let bashOnly = [#"\[\["#, #"&>"#, #"<\("#, #"\$'"#, #"\blocal\b"#, #"\bfunction\b"#, #"\becho -"#]

  @Test func `Hooks and values of configuration are for any shell`() throws {
    let (program, forms) = (Path("/opt/bin/git-munge-filter"), try Self.forms())
    let hooks = Hook.allCases.map { String(decoding: $0.script(for: program), as: UTF8.self) }
    let values = FilterKey.allCases.map { $0.value(for: program) }
    for text in hooks + values {
      for line in text.split(separator: "\n") { #expect(Self.names(of: forms, in: line) == [], "\(line)") }
      for pattern in Self.bashOnly { #expect(try !text.contains(Regex(pattern)), "\(pattern): \(text)") }
    }
  }
}
