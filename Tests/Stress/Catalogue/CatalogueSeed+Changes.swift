// Seeds that change files with and without findings in the base.

import StorySupport

extension CatalogueSeed {
  static let changes: [CatalogueSeed] = moved + repeated + merged + broughtBack + silent

  private static let path = "ci/some.conf"
  private static let leak = "team = FRED098765"
  /// A file with blocks that hold these lines; an empty line stands for a block without one.
  private static func blocks(_ lines: String...) -> String {
    lines.enumerated().map { "[\($0)]\na = 1\n\($1)\nb = \($0)\n" }.joined()
  }

  private static func step(_ name: String, _ after: String..., files: [String: String?]) -> CatalogueStep {
    CatalogueStep(name: name, after: after, files: files.mapValues { $0.map { bytes($0) } })
  }

  private static func found(_ line: Int, _ since: String, path: String = path, column: Int = 8) -> CatalogueFinding {
    CatalogueFinding(
      place: "\(path):\(line):\(column)", severity: "error", kind: "foreign-value", rule: "team", text: "FRED098765",
      since: since)
  }

  /// A text of the form of a local one in a file without the attribute.
  private static func stray(_ place: String, _ severity: String, _ text: String) -> CatalogueFinding {
    CatalogueFinding(place: place, severity: severity, kind: "looks-local", rule: "app", text: text, since: "tip")
  }

  private static let old = step("old", "main", files: [path: blocks(leak, "c = 1", "d = 1")])

  /// A commit after one with an accepted leak.
  private static func later(_ name: String, _ files: [String: String?], _ expected: CatalogueFinding...)
    -> CatalogueSeed
  {
    CatalogueSeed(name, from: "old", [old, step("tip", "old", files: files)], expected)
  }

  private static let moved: [CatalogueSeed] = [
    later(
      "a renamed file with another leak", [path: nil, "ci/new.conf": blocks(leak, "c = 1", leak)],
      found(11, "tip", path: "ci/new.conf")),
    later(
      "a copy of a file with a leak", ["ci/copy.conf": blocks(leak, "c = 1", "d = 1")],
      found(3, "tip", path: "ci/copy.conf")),
    CatalogueSeed(
      "two new files of one content",
      [step("tip", "main", files: ["ci/a.conf": "\(leak)\n", "ci/b.conf": "\(leak)\n"])],
      found(1, "tip", path: "ci/a.conf"), found(1, "tip", path: "ci/b.conf")),
    CatalogueSeed(
      "a file that moves into the attribute", from: "out",
      [
        step("out", "main", files: ["out.conf": blocks(leak)]),
        step("tip", "out", files: ["out.conf": nil, "ci/in.conf": blocks(leak)]),
      ],
      found(3, "tip", path: "ci/in.conf")),
    CatalogueSeed(
      "an attribute that comes to a file", from: "out",
      [
        step("out", "main", files: ["out/a.conf": blocks(leak)]),
        step("tip", "out", files: [".gitattributes": Catalogue.attributes + "/out/** filter=munge\n"]),
      ], found(3, "out", path: "out/a.conf")),
  ]

  private static let repeated: [CatalogueSeed] = [
    later("a second copy of an accepted line", [path: blocks(leak, "c = 1", leak)], found(11, "tip")),
    CatalogueSeed(
      "a second copy in front of an accepted line", from: "old",
      [
        step("old", "main", files: [path: blocks("c = 1", "d = 1", leak)]),
        step("tip", "old", files: [path: blocks(leak, "d = 1", leak)]),
      ],
      found(3, "tip")),
    later(
      "another leak on the line of one", [path: blocks("\(leak); \(leak)", "c = 1", "d = 1")],
      found(3, "tip", column: 27)),
    CatalogueSeed(
      "a leak that is fixed and comes again", from: "old",
      [
        old, step("edit", "old", files: [path: blocks(leak, "c = 2", "d = 1")]),
        step("fix", "edit", files: [path: blocks("e = 1", "c = 2", "d = 1")]),
        step("tip", "fix", files: [path: blocks(leak, "c = 2", "d = 1")]),
      ], found(3, "tip")),
    CatalogueSeed(
      "one of two copies is fixed, and another comes", from: "old",
      [
        step("old", "main", files: [path: blocks(leak, leak, "d = 1", "e = 1")]),
        step("tip", "old", files: [path: blocks(leak, "c = 1", leak, leak)]),
      ], found(15, "tip")),
  ]

  private static let merged: [CatalogueSeed] = [
    CatalogueSeed(
      "a leak of one side of a merge",
      [
        step("one", "main", files: ["other-one": "1\n"]), step("two", "main", files: [path: "\(leak)\n"]),
        step("tip", "one", "two", files: [path: "\(leak)\n"]),
      ],
      found(1, "two")),
    CatalogueSeed(
      "a second copy in a merge", from: "old",
      [
        old, step("one", "old", files: [path: blocks(leak, "c = 2", "d = 1")]),
        step("two", "old", files: [path: blocks(leak, "c = 1", "d = 2")]),
        step("tip", "one", "two", files: [path: blocks(leak, "c = 2", leak)]),
      ], found(11, "tip")),
  ]

  /// The main branch has fixed a leak, and the topic branches off before the fix.
  private static let fixed = step("fixed", "old", files: [path: blocks("e = 1", "c = 1", "d = 1")])
  private static let topic = step("topic", "old", files: [path: blocks(leak, "c = 1", "d = 2")])

  private static let broughtBack = [
    CatalogueSeed(
      "a merge that takes what was fixed from the other side", from: "fixed",
      [old, fixed, topic, step("tip", "fixed", "topic", files: [path: blocks(leak, "c = 1", "d = 2")])], found(3, "old")
    )
  ]

  private static let silent: [CatalogueSeed] = [
    later("a line that moves", [path: blocks("c = 1", "d = 1", leak)]),
    later("a line that is edited", [path: blocks("  \(leak) # Fred's", "c = 1", "d = 1")]),
    later("a renamed file", [path: nil, "ci/new.conf": blocks(leak, "c = 1", "d = 2")]),
    later(
      "a file that moves with its attribute",
      [
        path: nil, "cd/some.conf": blocks(leak, "c = 1", "d = 1"),
        ".gitattributes": Catalogue.attributes + "/cd/** filter=munge\n",
      ]),
    CatalogueSeed(
      "a merge with what was there", from: "old",
      [
        old, step("one", "old", files: [path: blocks(leak, "c = 2", "d = 1")]),
        step("two", "old", files: [path: blocks(leak, "c = 1", "d = 2")]),
        step("tip", "one", "two", files: [path: blocks(leak, "c = 2", "d = 2")]),
      ]),
    CatalogueSeed(
      "a merge with what was fixed", from: "fixed",
      [old, fixed, topic, step("tip", "fixed", "topic", files: [path: blocks("e = 1", "c = 1", "d = 2")])]),
    later("a leak that is fixed", [path: blocks("c = 1")]),
    CatalogueSeed(
      "a leak outside the attribute", [step("tip", "main", files: ["vendor/x.conf": blocks(leak) + "dev.fred.acme\n"])],
      stray("vendor/x.conf:5:1", "error", "dev.fred.acme")),
    CatalogueSeed(
      "a quoted example",
      [
        step(
          "tip", "main", files: ["README.md": "Yours is `dev.fred.acme`.\n", "docs/fixtures/x.md": "dev.fred.acme\n"])
      ],
      stray("README.md:1:11", "warning", "dev.fred.acme")),
    CatalogueSeed(
      "a moved file with an old leak outside the attribute", from: "old",
      [
        step("old", "main", files: ["out/x.conf": blocks(leak) + "dev.fred.acme\n"]),
        step("tip", "old", files: ["out/x.conf": nil, "out/y.conf": blocks(leak, "c = 1") + "dev.fred.acme\n"]),
      ]),
  ]
}
