// The seeds by kind of leak, format and place.

import StorySupport

extension CatalogueSeed {
  static let all: [CatalogueSeed] =
    inForms + inPlaces + owned + ownedElsewhere + inRules + inNarrowRules + inFiles + changes

  /// Each kind of leak in each format, in changing places.
  private static let inForms = CatalogueForm.all.enumerated().flatMap { index, form in
    Kind.all.enumerated().map { number, kind in
      CatalogueSeed(form, kind, CataloguePlace.allCases[(index * 3 + number) % CataloguePlace.allCases.count])
    }
  }

  /// Each kind of leak in each place that the table above does not cover.
  private static let inPlaces = Kind.all.flatMap { kind in
    CataloguePlace.allCases.map { CatalogueSeed(.named("App/App.entitlements"), kind, $0) }
  }.filter { seed in !inForms.contains { $0.testDescription == seed.testDescription } }

  private static let owned: [CatalogueSeed] = [CataloguePlace.tree, .staged, .first, .merge, .takenBack].flatMap {
    place -> [CatalogueSeed] in
    return [
      own("own-text", Catalogue.own.app, "app = dev.fredx.acme.Widget\n", place),
      own("own-text", Catalogue.own.team, "team = FREDX09876\n", place),
      own("former-text", Catalogue.former.app, "app = group.dev.fred.acme\n", place),
      own("former-text", Catalogue.former.team, "Team: 'FRED098765'\n", place),
      own("near-leak", Catalogue.own.app, "é dev.fredx.acmeUI\n", place),
      own("near-leak", Catalogue.own.team, "a = 1 # of FREDX09876\n", place),
    ]
  }

  private static let ownedElsewhere: [CatalogueSeed] = [
    own("own-text", Catalogue.own.app, "app = dev.fredx.acme\n", .last, path: "README.md"),
    own("own-text", Catalogue.own.app, "app = dev.fredx.acme\n", .staged, path: "new/file"),
    own("own-text", Catalogue.own.app, "\turl = https://dev.fredx.acme\n", .staged, path: ".gitmodules"),
    own("own-text", Catalogue.own.app, "url = https://dev.fredx.acme\n", .merge, path: ".lfsconfig"),
    own("own-text", Catalogue.own.app, "app = dev.fredx.acme\n", .oldHistory),
    own("former-text", Catalogue.former.app, "dev.fred.acme\n", .tag),
  ]

  private static func own(
    _ kind: String, _ text: String, _ line: String, _ place: CataloguePlace, path: String = "ci/own.conf"
  ) -> CatalogueSeed {
    let content = "# one\n" + line
    return CatalogueSeed(
      "\(kind) \(text)", place, [path: content],
      CatalogueFinding(
        place: "\(path):\(position(of: text, in: content))", severity: "error", kind: kind,
        rule: text.contains(".") ? "app" : "team",
        text: text, since: place == .staged ? nil : "leak")
    ).own
  }

  private static let inRules: [CatalogueSeed] = [CataloguePlace.tree, .staged, .last, .merge].flatMap {
    place -> [CatalogueSeed] in
    [
      CatalogueSeed(
        "bad-rules", place, [".gitmunge": Catalogue.rules + "[rule \"app\"]\n\tkanonical = x\n"],
        rules("\(lines + 2):2", "bad-rules", "canonical")),
      CatalogueSeed(
        "missing-rules", place, [".gitmunge": String?.none], rules(nil, "missing-rules", "18 files have filter=munge")),
      CatalogueSeed(
        "unused-rule", place,
        [".gitmunge": Catalogue.rules + "[rule \"old\"]\n\tcanonical = com.acme.old\n\tlocal = dev.old\n"],
        rules("\(lines + 1):1", "unused-rule", "com.acme.old", rule: "old")),
    ]
  }

  private static let inNarrowRules: [CatalogueSeed] = [CataloguePlace.tree, .staged, .first].map { place in
    // With another canonical text, all former ones are foreign.
    CatalogueSeed(
      "a rule that is too narrow", place, [".gitmunge": Catalogue.rules + narrow],
      CatalogueFinding(
        place: "App/Store.storekit:2:11", severity: "error", kind: "foreign-value", rule: "kind", text: "com.other.pro",
        since: place == .staged ? nil : "old"))
  }

  private static let narrow =
    """
    [rule "kind"]
    \tkey = kind
    \tpath = *.storekit
    \tcanonical = com.acme.other
    \tlocal = dev.${handle}.other

    """
  private static let lines = Catalogue.rules.count { $0 == "\n" }

  private static func rules(_ place: String?, _ kind: String, _ text: String, rule: String? = nil) -> CatalogueFinding {
    CatalogueFinding(
      place: ".gitmunge" + (place.map { ":\($0)" } ?? ""), severity: kind == "unused-rule" ? "warning" : "error",
      kind: kind, rule: rule,
      text: text, since: nil)
  }

  private static let inFiles: [CatalogueSeed] = [CataloguePlace.tree, .staged, .first, .merge].flatMap {
    place -> [CatalogueSeed] in
    [
      CatalogueSeed(
        "missing-attribute", place, ["Widget/Info.plist": "<string>com.acme.app.Widget</string>"],
        file("Widget/Info.plist", "missing-attribute", "com.acme.app", place)),
      CatalogueSeed(
        "missing-attribute", place, ["Widget/W.swift": "let id = \"com.acme.app\"\n"],
        file("Widget/W.swift", "missing-attribute", "com.acme.app", place)),
      CatalogueSeed(
        "missing-attribute", place, [".gitattributes": Catalogue.attributes.replacing("*.xcconfig", with: "*.other")],
        file("Config/App.xcconfig", "missing-attribute", "ABCDE12345", .tree, rule: "team")),
      CatalogueSeed(
        "other-filter", place,
        [".gitattributes": Catalogue.attributes + "/shop/** filter=lfs\n", "shop/S.storekit": "version 1\n"],
        file("shop/S.storekit", "other-filter", "'lfs'", place, rule: "bundle")),
      CatalogueSeed(
        "other-filter", place, ["a.big": "id = com.acme.app\n"], file("a.big", "other-filter", "'lfs'", place)),
      CatalogueSeed(
        "never-munged", place, ["App/data.bin": "\u{0}\u{1} com.acme.app \u{0}"],
        file("App/data.bin", "never-munged", "com.acme.app", place)),
    ]
  }

  private static func file(
    _ path: String, _ kind: String, _ text: String, _ place: CataloguePlace, rule: String = "app"
  ) -> CatalogueFinding {
    let isKnown = place != .tree && place != .staged
    return CatalogueFinding(
      place: path, severity: "warning", kind: kind, rule: rule, text: text, since: isKnown ? "leak" : nil)
  }
}
