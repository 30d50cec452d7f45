// A canonical repository with files of many formats, into which the catalogue puts defects.

import StorySupport

/// The repository, made once for all tests; each seed gets a clone that borrows its objects.
struct Catalogue {
  private let workshop: Workshop
  private let developer: WorkingTree
  /// The canonical commits: `old`, and `main` after it.
  let commits: [String: String]

  static let rules =
    Rules.rule("app", "canonical = com.acme.app", "local = dev.${handle}.acme", "suffix = Tests")
    + Rules.rule(
      "team",
      ["DEVELOPMENT_TEAM", "DevelopmentTeam", "team", "Team", "Teams", "TEAM"].map { "key = \($0)" }
        + ["canonical = ABCDE12345", "local = ${team}"])
    + Rules.rule("host", "canonical = api.acme.test", "local = localhost.acme.test")
    + Rules.rule(
      "bundle", "path = *.storekit", "path = App/Assets/", "canonical = com.acme.pro", "local = dev.${handle}.pro.acme")
    + Rules.variables(["handle": "label", "team": "team-id"])

  static let attributes = """
    [attr]ours filter=munge
    *.pbxproj ours
    *.xcconfig filter=munge
    /App/** filter=munge
    /App/Assets/*.dat filter=lfs
    /android/** filter=munge
    ci/* ours
    /docs/*.md filter=munge
    /docs/fixtures/** -filter
    *.storekit filter=munge
    *.big filter=lfs

    """

  static let files: [String: [UInt8]] = {
    var files = Dictionary(uniqueKeysWithValues: CatalogueForm.all.map { ($0.path, $0.content()) })
    files[".gitmunge"] = bytes(rules)
    files[".gitattributes"] = bytes(attributes)
    files["App/Store.storekit"] = bytes("{\"id\": \"com.acme.pro\",\n \"kind\": \"com.other.pro\"}\n")
    files["App/Assets/sound.dat"] = bytes("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 0\n")
    files["README.md"] = bytes("The app is com.acme.app, of team ABCDE12345.\n")
    files["Package.swift"] = bytes("import com.acme.app\n// com.acme.app\n")
    files["res/layout.xml"] = bytes("<com.acme.app.View name=\"com.acme.app.Main\"/>\n")
    files["docs/fixtures/a.json"] = bytes("{\"team\": \"FRED098765\", \"app\": \"com.acme.app\"}\n")
    files["vendor/lib.xml"] = bytes("<a team=\"OTHER12345\">dev.wilma.acme localhost.acme.test</a>\n")
    files["image.png"] = [0x89, 0x50, 0, 0] + bytes("com.acme.app") + [0]
    return files
  }()

  static let own = CatalogueTexts(team: "FREDX09876", app: "dev.fredx.acme", host: "localhost.acme.test")
  static let former = CatalogueTexts(team: "FRED098765", app: "dev.fred.acme", host: "localhost.acme.test")

  static let shared = Result { try Catalogue() }

  private init() throws {
    workshop = try Workshop(rules: nil, attributes: "")
    let maintainer = workshop.maintainer
    let old = CatalogueStep(name: "old", after: ["HEAD"], files: Self.files.mapValues { $0 })
    let main = CatalogueStep(name: "main", after: ["old"], files: ["other": bytes("other\n")])
    let head = ["HEAD": String(try maintainer.git("rev-parse", "HEAD").output.prefix { $0 != "\n" })]
    let made = try maintainer.commit([old, main], head)
    commits = try #require(made["main"].map { ["main": $0, "old": made["old"] ?? ""] })
    try maintainer.git("update-ref", "refs/heads/main", commits["main"] ?? "")
    // Its own files are those of the first commit.
    try maintainer.git("reset", "--quiet", "--hard")
    developer = try workshop.clone("developer", "--shared")
    try developer.sh(
      "git munge install handle=fred 'team=\(Self.former.team)'; git munge set handle=fredx 'team=\(Self.own.team)'")
  }

  /// A clone of this kind; one without an installation has no files on disk.
  func clone(of owner: CatalogueSeed.Owner = .plain) throws -> WorkingTree {
    let tree = workshop.tree("clone-\(UInt64.random(in: 0...(.max)))")
    if owner == .developer {
      try developer.run(["cp", "-R", "\(developer.top)", "\(tree.top)"])
      return tree
    }
    try workshop.maintainer.git(
      "clone", "--quiet", "--shared", "--no-checkout", "\(workshop.sandbox.top)", "\(tree.top)")
    return tree
  }
}

extension WorkingTree {
  /// Makes these commits without a working tree, and returns the object name of each. `known`: names of other commits.
  func commit(_ steps: [CatalogueStep], _ known: [String: String]) throws -> [String: String] {
    var (stream, names) = ([UInt8](), known)
    for (index, step) in steps.enumerated() {
      func reference(_ name: String) -> String {
        steps.firstIndex { $0.name == name }.map { ":\($0 + 1)" } ?? known[name] ?? name
      }
      stream += bytes(
        "commit refs/seeds/\(step.name)\nmark :\(index + 1)\ncommitter \(step.name) <\(step.name)@x> \(1_600_000_000 + index) +0000\ndata 0\n"
      )
      for (index, parent) in step.after.enumerated() {
        stream += bytes("\(index == 0 ? "from" : "merge") \(reference(parent))\n")
      }
      for (path, content) in step.files.sorted(by: { $0.key < $1.key }) {
        stream +=
          content.map { bytes("M 100644 inline \(path)\ndata \($0.count)\n") + $0 + bytes("\n") }
          ?? bytes("D \(path)\n")
      }
      stream += bytes("\nget-mark :\(index + 1)\n")
    }
    let result = try workshop.run(
      ["git", "fast-import", "--quiet", "--force"].map(bytes), in: top, input: stream + bytes("done\n"),
      environment: [:])
    guard result.isSuccess else { throw CommandFailure(words: ["git", "fast-import"], result: result) }
    let made = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
    for (step, name) in zip(steps, made) { names[step.name] = name }
    return names
  }
}
