import TestSupport

@testable import Smudge

struct TransformTests {
  private static let acme = Plan(
    PlanRule("com.acme.app", "dev.me.app", suffixes: ["Tests", "UITests"]), PlanRule("ABCDE12345", "ZYXWV98765"))

  @Test(arguments: [
    ("", ""), ("com.acme.app", "dev.me.app"), ("com.acme.app\n", "dev.me.app\n"),
    ("\"com.acme.app\" (com.acme.app)", "\"dev.me.app\" (dev.me.app)"),
    ("ABCDE12345.com.acme.app", "ZYXWV98765.dev.me.app"),
    // `.` is a boundary, as all bytes except identifier characters.
    ("group.com.acme.app.shared", "group.dev.me.app.shared"),
    ("$(PREFIX:default=com.acme.app)", "$(PREFIX:default=dev.me.app)"), ("ücom.acme.appü", "üdev.me.appü"),
    // A dash behind `:` is one too.
    ("${ID:-com.acme.app} ${T:-ABCDE12345}", "${ID:-dev.me.app} ${T:-ZYXWV98765}"),
    (":-:--com.acme.app", ":-:--com.acme.app"),
    // Nothing changes inside a longer word.
    (
      "com.acme.app2 com.acme.appX com.acme.app-dev com.acme.app_x",
      "com.acme.app2 com.acme.appX com.acme.app-dev com.acme.app_x"
    ),
    (
      "xcom.acme.app -com.acme.app _com.acme.app 1com.acme.app",
      "xcom.acme.app -com.acme.app _com.acme.app 1com.acme.app"
    ),
    // Matching is case-sensitive.
    ("COM.ACME.APP abcde12345", "COM.ACME.APP abcde12345"),
    // Suffixes are texts of their own.
    ("com.acme.appTests com.acme.appUITests com.acme.appUI", "dev.me.appTests dev.me.appUITests com.acme.appUI"),
    // Several matches next to each other.
    ("com.acme.app,com.acme.app;ABCDE12345", "dev.me.app,dev.me.app;ZYXWV98765"),
    ("com.acme.app.com.acme.app", "dev.me.app.dev.me.app"),
  ])
  func `Smudge inserts local texts, and clean restores the canonical ones`(canonical: String, local: String) throws {
    let munger = Munger(Self.acme)
    #expect(try munger.smudge(canonical) == local)
    #expect(try munger.clean(local) == canonical)
  }

  @Test(arguments: [
    ("with a byte order mark", #"\xef\xbb\xbfcom.acme.app\n"#, #"\xef\xbb\xbfdev.me.app\n"#),
    ("with CRLF", #"com.acme.app\r\ncom.acme.app\r\n"#, #"dev.me.app\r\ndev.me.app\r\n"#),
    ("with mixed line ends", #"com.acme.app\r\n\ncom.acme.app\n\r"#, #"dev.me.app\r\n\ndev.me.app\n\r"#),
    ("without a final newline", #"\ncom.acme.app"#, #"\ndev.me.app"#),
    ("with invalid UTF-8", #"\xff\xfecom.acme.app"#, #"\xff\xfecom.acme.app"#),
    ("with invalid UTF-8 that is no mark", #"\xc3com.acme.app\xff\x80"#, #"\xc3dev.me.app\xff\x80"#),
    ("in Latin-1", #"caf\xe9 com.acme.app \xe9"#, #"caf\xe9 dev.me.app \xe9"#),
    ("with control characters", #"\x01com.acme.app\e[0m\x7f"#, #"\x01dev.me.app\e[0m\x7f"#),
  ])
  func `Bytes outside of matches are unchanged`(what: String, canonical: String, local: String) throws {
    let munger = Munger(Self.acme)
    #expect(difference(try munger.smudge(unescaped(canonical)), unescaped(local)) == nil, "\(what), smudged")
    #expect(difference(try munger.clean(unescaped(local)), unescaped(canonical)) == nil, "\(what), cleaned")
  }

  @Test func `A local text that contains its canonical one does not grow`() throws {
    let munger = Munger(Plan(PlanRule("app", "app.dev")))
    #expect(try munger.smudge("app") == "app.dev")
    #expect(try munger.smudge("app.dev") == "app.dev", "already local: a fixed point")
    #expect(try munger.clean("app.dev") == "app")
    #expect(try munger.clean("app") == "app")
  }

  @Test(arguments: [
    // Overlapping texts: the one that starts first.
    ([PlanRule("a.b", "x"), PlanRule("b.c", "y")], "a.b.c b.c", "x.c y"),
    // Texts at the same offset: the longest with word boundaries.
    ([PlanRule("a", "x"), PlanRule("a.b", "y")], "a.b a.bb a", "y x.bb x"),
    ([PlanRule("a", "x"), PlanRule("a.b", "y"), PlanRule("a.b.c", "z")], "a.b.c a.b.d", "z y.d"),
    // The output is not searched again.
    ([PlanRule("a", "b"), PlanRule("b", "c")], "a b", "b c"), ([PlanRule("a", "b"), PlanRule("b", "a")], "a.b", "b.a"),
    // An excepted text shields what it contains.
    (
      [PlanRule("a", "x", excepts: ["a.keep", "not.a"])], "a a.keep not.a a.kee not.a.b", "x a.keep not.a x.kee not.a.b"
    ),
    // An idle text hides what it contains too.
    ([PlanRule("a", "x"), PlanRule("a.b", nil), PlanRule("a.c", "a.c")], "a a.b a.c", "x a.b a.c"),
    // Smudge ignores retired texts.
    ([PlanRule("a", "x", retired: ["r"])], "a r", "x r"),
  ])
  func `Smudge replaces the leftmost, then the longest text`(rules: [PlanRule], canonical: String, local: String) throws
  { #expect(try Munger(Plan(withCertainty: rules)).smudge(canonical) == local) }

  @Test(arguments: [
    // A retired text is replaced by its canonical text.
    ([PlanRule("a", "x", retired: ["r"])], "r x.r a", "a a.a a"), ([PlanRule("a", nil, retired: ["r"])], "r", "a"),
    // A current local text wins over a retired one.
    ([PlanRule("a", "x"), PlanRule("b", "y", retired: ["x"])], "x", "a"),
    ([PlanRule("b", "y", retired: ["x"]), PlanRule("a", "x")], "x", "a"),
    // A text that is local for one rule and canonical for another is local.
    ([PlanRule("a", "b"), PlanRule("b", "c")], "b c", "a b"),
    // An excepted text shields what it contains.
    ([PlanRule("a", "x", excepts: ["x.keep"])], "x x.keep", "a x.keep"),
    // Watched texts stay, and do not hide others.
    ([PlanRule("a", "x", watched: ["w", "x.w"])], "w x.w", "w a.w"),
  ])
  func `Clean replaces current and retired local texts`(rules: [PlanRule], local: String, canonical: String) throws {
    #expect(try Munger(Plan(withCertainty: rules)).clean(local) == canonical)
  }

  private static let drive = PlanRule(
    "com.acme.drive", "com.acme.drive.tom", retired: ["com.acme.drive.old", "com.acme.tool"])
  private static let group = PlanRule("group.com.acme", "group.com.acme.tom")
  private static let hiding = [drive, group]

  @Test(arguments: [
    (hiding, "group.com.acme.drive.tom", "group.com.acme.drive"),
    (hiding, "K = group.com.acme.drive.tom.x\n", "K = group.com.acme.drive.x\n"),
    (hiding, "group.com.acme.tom.drive.tom", "group.com.acme.drive"),
    ([drive, PlanRule("group.com.acme", nil)], "group.com.acme.drive.tom", "group.com.acme.drive"),
    (
      [drive, PlanRule(keys: ["K"], ["group.com.acme"], nil)], "K = group.com.acme.drive.tom",
      "K = group.com.acme.drive"
    ),
    (
      [PlanRule(keys: ["K"], ["com.acme.drive"], "com.acme.drive.tom"), group], "K = group.com.acme.drive.tom",
      "K = group.com.acme.drive"
    ),
    (
      [drive, PlanRule("acme", "dev", excepts: ["group.com.acme"])], "group.com.acme.drive.tom", "group.com.acme.drive"
    ),
    (hiding, "group.com.acme.drive.old", "group.com.acme.drive"),
    ([PlanRule("c", "b.x"), PlanRule("a.b", nil), PlanRule("b.b", nil)], "a.b.b.x", "a.b.c"),
    (
      [PlanRule("produkt.de", "produkt_1.de"), PlanRule("group.de.firma.produkt_1", nil)],
      "group.de.firma.produkt_1.de group.de.firma.produkt_1.produkt_1.de",
      "group.de.firma.produkt.de group.de.firma.produkt_1.produkt.de"
    ),
    // Behind the text that stays, a shorter one at its place is local.
    ([PlanRule("a", "x"), PlanRule("q", "w", excepts: ["x.b"]), PlanRule("c", "b.y")], "x.b.y", "a.c"),
    // A text of the project stays with all that it contains, and a former text that the project has now is its own.
    ([PlanRule("a", "y"), PlanRule("x.y.z", nil)], "x.y.z y.z x.y", "x.y.z a.z x.a"),
    ([drive, PlanRule("com.acme.tool", "dev.tool"), group], "group.com.acme.tool", "group.com.acme.tool"),
  ])
  func `A local text is replaced although a text that clean leaves covers its start`(
    rules: [PlanRule], local: String, canonical: String
  ) throws { #expect(try Munger(Plan(withCertainty: rules)).clean(local) == canonical) }

  @Test func `Smudge replaces the first of two such texts, and has met the local one`() throws {
    let munger = Munger(Plan(withCertainty: Self.hiding))
    #expect(try munger.smudge("group.com.acme.drive.tom") == "group.com.acme.tom.drive.tom")
    #expect(try !munger.summary(.smudge, "group.com.acme.drive.tom").isInvertible)
    #expect(try munger.summary(.smudge, "group.com.acme.drive").isInvertible)
  }

  @Test func `Reports have the local text, not the one that covers its start`() throws {
    let plan = Plan(withCertainty: Self.hiding)
    let found = CompiledPlan(plan).matches(in: bytes("group.com.acme.drive.tom"))
    #expect(found.map(\.offset) == [6])
    #expect(found.map(\.roles) == [.local])
    let keyed = Munger(Plan(PlanRule(keys: ["K"], ["com.acme.drive"], "com.acme.drive.tom"), Self.group))
    #expect(try keyed.summary(.clean, "group.com.acme.drive.tom").nearLeaks.map(\.reason) == [.outsideKey])
  }

  @Test(arguments: [
    ("app.dev", "app"), ("app.dev.dev", "app"), ("app.dev.dev.dev x app.dev", "app x app"),
    ("app.dev.devs", "app.devs"),
    ("app" + String(repeating: ".dev", count: 8), "app"),
  ])
  func `A local text that clean forms is cleaned too`(content: String, cleaned: String) throws {
    #expect(try Munger(Plan(PlanRule("app", "app.dev"))).clean(content) == cleaned)
  }

  @Test func `An excepted text that clean forms can take the start of another one, which hid a local text`() throws {
    let plan = Plan(PlanRule("b", "a", watched: ["x"], excepts: ["b.b"]), PlanRule("a-b", "x", excepts: ["b.a.a-b"]))
    // The first `a` becomes `b`, and with the next word that is `b.b`: then `b.a.a-b` is not there any more, and its
    // `a` is local.
    #expect(try Munger(plan).clean("a.b.a.a-b.béab") == "b.b.b.a-b.béab")
    #expect(try Munger(plan).clean("b.b.b.a-b.béab") == "b.b.b.a-b.béab")
    #expect(try Munger(plan).clean("b.a.a-b") == "b.a.a-b", "an excepted text")
  }

  @Test func `Clean fails if the content keeps growing`() throws {
    // Every `c` becomes `a.a.c`, of which `a.a` and the text after it become `a.a.c` and another text with a `c`.
    let munger = Munger(Plan(PlanRule("a.a.c", "c", retired: ["a.a"])))
    let error = #expect(throws: TransformError.self) { try munger.clean("b.a.c") }
    #expect(
      error == .endless(rounds: 8) && error.map { "\($0)" } == "the content still has a local identifier after 8 passes"
    )
  }

  @Test func `Clean fails after eight passes`() throws {
    let munger = Munger(Plan(PlanRule("app", "app.dev")))
    let most = (1...20).last { (try? munger.clean("app" + String(repeating: ".dev", count: $0))) != nil }
    #expect(most == 8, "the first pass, seven that find one more, and one that finds none")
  }
}
