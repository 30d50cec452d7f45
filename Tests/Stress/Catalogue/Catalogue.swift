// A canonical repository, into whose history the catalogue puts leaks.

import StorySupport

/// The repository, made once for all tests; each seed gets a clone that borrows its objects.
struct Catalogue {
  private let workshop: Workshop
  /// The canonical commit.
  let main: String

  private static let rules =
    Rules.rule("app", "canonical = com.acme.app", "local = dev.${handle}.acme")
    + Rules.rule("team", "key = team", "canonical = ABCDE12345", "local = ${team}")
    + Rules.rule("host", "canonical = api.acme.test", "local = localhost.acme.test")
    + Rules.variables(["handle": "label", "team": "team-id"])

  static let attributes = """
    /ci/* filter=munge
    /docs/fixtures/** -filter

    """

  /// A file with each canonical text.
  static let path = "ci/main.conf"
  static let text = """
    # \u{1F600} é
    team = ABCDE12345 # ours
    id = com.acme.app.Widget

    url = https://api.acme.test/v1
    group = group.com.acme.app

    """

  static let shared = Result { try Catalogue() }

  private init() throws {
    workshop = try Workshop(
      rules: Self.rules, attributes: Self.attributes,
      files: [
        Self.path: Self.text, "README.md": "The app is com.acme.app, of team ABCDE12345.\n",
        "docs/fixtures/a.json": "{\"team\": \"FRED098765\", \"app\": \"com.acme.app\"}\n",
        "vendor/lib.xml": "<a team=\"OTHER12345\">dev.wilma.acme localhost.acme.test</a>\n",
      ])
    main = String(try workshop.maintainer.git("rev-parse", "HEAD").output.dropLast())
  }

  /// A clone without files on disk.
  func clone() throws -> WorkingTree {
    let tree = workshop.tree("clone-\(UInt64.random(in: 0...(.max)))")
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
