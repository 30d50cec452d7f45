import TestSupport

@testable import WorkingTree

/// The scripts that run on macOS, where bash is 3.2 and the programs are those of BSD, and what git-munge has a shell
/// run.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct PortabilityTests {
  /// A construct that bash 3.2 or BSD's program does not have, and a line with it.
  private typealias Form = (name: String, pattern: Regex<AnyRegexOutput>, example: String)

  private static func forms() throws -> [Form] {
    let rows = [
      ("sed -i without a suffix, sed -r", #"\bsed (-\S+ )*-[a-zA-Z]*[ir]\b(?!\.)"#, "sed -i s/a/b/ file"),
      ("readlink -f", #"\breadlink -[a-z]*f"#, "x=$(readlink -f y)"),
      ("stat", #"(^|[;|&({] *)stat -"#, "size=$(stat -c %s file)"),
      ("a date from text", #"\b(date|touch) -d"#, "touch -d @1700000000 file"),
      ("grep -P", #"\bgrep (-\S+ )*-[a-zA-Z]*P"#, "grep -oP x file"),
      ("xargs -r", #"\bxargs (-\S+ )*-[a-z0-9]*r"#, "xargs -0 -r rm"),
      ("a count from the end", #"\bhead (-n |-c )-"#, "head -n -1 file"),
      ("find -printf", #"\bfind .* -printf"#, "find . -type f -printf x"),
      ("base64", #"\bbase64 -(w|-)"#, "base64 -w 0"),
      ("mktemp with options of GNU", #"\bmktemp (-d )?-(p|-)"#, "mktemp -d -p /tmp"),
      ("tar without -f", #"\btar -?[cxt] "#, "tar -x -C directory"),
      ("tar --sort", #"--sort="#, "tar --sort=name"),
      (
        "programs of GNU", #"(^|[;|&({] *)(timeout|nproc|tac|realpath|sha256sum|md5sum|gawk) "#,
        "cd x && sha256sum file"
      ),
      ("mapfile", #"\b(mapfile|readarray|coproc)\b"#, "mapfile -t lines"),
      ("associative arrays, references", #"\b(declare|local|typeset) -[a-z]*[An]\b"#, "local -n name"),
      ("expansions of bash 4", #"\$\{\w+(\[[^\]]*\])?(,,?|\^\^?|@[A-Za-z])\}"#, "x=${y,,}"),
      ("indices from the end", #"\$\{\w+\[-"#, "x=${y[-1]}"),
      ("redirections of bash 4", #"&>>|\|&"#, "make |& cat"),
      ("tests of bash 4", #"\[\[ (! )?-v "#, "[[ -v x ]]"),
      ("wait -n", #"\bwait -n"#, "wait -n"),
      ("times of printf", #"printf (-v \w+ )?['"]%\("#, "printf '%(%s)T'"),
    ]
    return try rows.map { name, pattern, example in (name, try Regex(pattern), example) }
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

  @Test func `Each form is recognized in a line that has it`() throws {
    let forms = try Self.forms()
    for form in forms { #expect(Self.names(of: forms, in: form.example[...]).contains(form.name), "\(form.name)") }
    let others = [
      "sed -i.bak x", "sed -n 1p", "sed -e s/-i/-r/ f", "tar -xf - -C x", "tar -cf - x", "mktemp -d \"$x/y.XXXXXX\"",
      "${x//,/ }",
      "cmd --timeout 20",
    ]
    for line in others { #expect(Self.names(of: forms, in: line[...]) == [], "\(line)") }
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
