import TestSupport

/// What runs on a machine of ours or of a user is named by its content, and text from outside is data for a script.
@Suite(.enabled(if: Repository.isHere, Repository.why))
struct SupplyChainTests {
  private struct Line: CustomStringConvertible {
    let path: Path
    let text: String

    var description: String { "\(path): \(text)" }
  }

  private static func lines(_ paths: [Path]) throws -> [Line] {
    try paths.flatMap { path in
      try Repository.text(path).split(separator: "\n").map { Line(path: path, text: String($0)) }
    }
  }

  /// The files that a server reads.
  private static func workflows() throws -> [Path] {
    try Repository.files(in: ".github") + ["action.yml", ".pre-commit-hooks.yaml"].map { Path($0) }
  }

  private static func documents() throws -> [Path] {
    try Repository.files(ending: ".md") + Repository.files(in: "man")
  }

  private static func scripts() throws -> [Path] {
    let packaging = try Repository.files(in: "packaging").filter { $0.parent == Path("packaging") }
    return try packaging
      + [".ci", "scripts"].flatMap { directory in
        FileSystem.exists(Repository.root / directory) ? try Repository.files(in: directory) : []
      }
  }

  @Test func `Every action is named by a commit`() throws {
    let names = try Self.lines(Self.workflows() + Self.documents()).flatMap { line in
      line.text.matches(of: /\buses: *(\S+)/).map { (line, $0.output.1) }
    }
    #expect(names.count > 10, "the actions were found")
    for (line, name) in names where name != "OWNER/git-munge@COMMIT" {
      #expect(name.wholeMatch(of: /[\w.\-\/]+@[0-9a-f]{40}/) != nil, "\(line)")
    }
  }

  @Test func `Every container image is named by its digest`() throws {
    let names = try Self.lines(Self.workflows() + Self.documents()).flatMap { line in
      line.text.matches(of: /\b(?:image|container): *([^\s{},`]+)/).map { (line, $0.output.1) }
    }
    #expect(names.count > 2, "the images were found")
    for (line, name) in names { #expect(name.wholeMatch(of: /.+@sha256:([0-9a-f]{64}|DIGEST)/) != nil, "\(line)") }
  }

  /// Whether a line installs git-munge by its name with a registry. A path such as `./git-munge_1.0.deb` is no name.
  private static func namesPackage(_ text: String) -> Bool {
    let command =
      /\b(pip3?|pipx|uvx?|brew|apt|apt-get|dnf|apk|mise|npm|npx|gem|cargo|port|mint)\b[^`\n|;&]*\b(install|add|use|run)\b/
    let rest = text.firstMatch(of: command).map { text[$0.range.upperBound...].prefix { !"`|;&\n".contains($0) } }
    return text.contains("git-munge==") || rest?.contains(/[\s:"'\/]git-munge(?![\w.\/\-])/) == true
  }

  @Test func `No document installs git-munge from a registry, where the name can be another's`() throws {
    // scripts/release edits documents.
    let files = try Self.workflows() + Self.documents() + [Path("scripts/release"), Path("scripts/install")]
    for line in try Self.lines(files) where "\(line.path)" != ".github/workflows/release.yml" {
      #expect(!Self.namesPackage(line.text), "\(line)")
    }
  }

  @Test func `pip compares the checksum of each package, and no other program fetches and runs one`() throws {
    var count = 0
    for path in try Self.workflows() + Self.documents() + Self.scripts() {
      let text = try Repository.text(path).replacing(/\\\n\s*/, with: " ")
      for line in text.split(separator: "\n") where line.contains(/\bpip3?"? (install|download|wheel)\s/) {
        count += 1
        // scripts/check-darwin compares the checksum itself, and pip runs nothing of a wheel that it downloads.
        let isCompared = ["--require-hashes", "pip install ./", "ziglang=="].contains { line.contains($0) }
        #expect(isCompared, "\(path): \(line)")
      }
      #expect(!text.contains(/\b(pipx run|uvx|npx)\s/), "\(path)")
    }
    #expect(count > 6, "the commands were found")
    for file in try Repository.files(in: "packaging/pip") {
      let requirements = try Repository.text(file).replacing(/\\\n\s*/, with: " ").split(separator: "\n").filter {
        !$0.hasPrefix("#")
      }
      #expect(
        !requirements.isEmpty && requirements.allSatisfy { $0.contains(/^[\w-]+==\S+ .*--hash=sha256:[0-9a-f]{64}/) },
        "\(file)")
    }
  }

  /// The lines of the scripts in a YAML text.
  private static func scriptLines(_ lines: [String]) -> [String] {
    var (result, indent): ([String], Int?) = ([], nil)
    for line in lines {
      if let depth = indent, line.prefix(while: { $0 == " " }).count > depth { result.append(line); continue }
      let key = line.firstMatch(of: /^([ \-]*)(?:run|script|bash|pwsh|powershell|before_script|after_script):(.*)$/)
      indent = key.map { $0.output.1.count }
      if let key { result.append(String(key.output.2)) }
    }
    return result
  }

  @Test func `No script has an expression in it, which a server replaces by a text such as the name of a branch`()
    throws
  {
    let pasted = /\$\{\{|\$\([A-Za-z]+\.[\w.]+\)|\$\[/
    var count = 0
    let samples = try DocumentBlock.all().filter { $0.language == "yaml" }.map { ("\($0)", $0.lines) }
    let files = try Self.workflows().map { ("\($0)", try Repository.text($0).split(separator: "\n").map(String.init)) }
    for (place, lines) in samples + files {
      let script = Self.scriptLines(lines)
      count += script.count
      for line in script { #expect(!line.contains(pasted), "\(place): \(line)") }
    }
    #expect(count > 40, "the scripts were found")
  }

  /// The texts of the jobs of a workflow.
  private static func jobs(_ path: String) throws -> [Substring] {
    let text = try Repository.text(path)
    let start = try #require(text.firstRange(of: "\njobs:\n")).upperBound
    let heads = text[start...].ranges(of: /(?m)^  \w+:$/).map(\.lowerBound)
    return zip(heads, heads.dropFirst() + [text.endIndex]).map { text[$0..<$1] }
  }

  @Test func `A release is attested by a job that runs nothing else, and verified before it is published`() throws {
    let jobs = try Self.jobs(".github/workflows/release.yml")
    #expect(jobs.count > 3, "the jobs were found")
    let attesting = try #require(jobs.first { $0.contains("attestations: write") })
    #expect(attesting.contains("uses: actions/attest-build-provenance@") && attesting.contains("id-token: write"))
    #expect(attesting.contains("subject-path: dist/*\n"))
    for word in ["container:", "checkout@", "scripts/", "packaging/", "contents:"] {
      #expect(!attesting.contains(word), "\(word)")
    }
    #expect(jobs.count { $0.contains("attestations: write") } == 1)
    let publishing = try #require(jobs.first { $0.contains("gh release create") })
    let checked = try #require(publishing.firstRange(of: "gh attestation verify")?.lowerBound)
    #expect(try checked < #require(publishing.firstRange(of: "gh release create")).lowerBound)
  }
}
