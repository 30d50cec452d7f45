import Platform
import TestSupport
import Testing

@testable import Smudge

/// Tests of a rule for all content that excludes the values of keys.
struct ExceptKeyTests {
  private static let app = PlanRule("com.acme.app", "dev.me.app", suffixes: ["Tests"], exceptKeys: ["API_KEY", "other.key"])

  @Test(arguments: [
    ("API_KEY = com.acme.app", "API_KEY = com.acme.app"), ("ID = com.acme.app", "ID = dev.me.app"),
    ("API_KEY: x.com.acme.app.y\ncom.acme.app", "API_KEY: x.com.acme.app.y\ndev.me.app"),
    ("API_KEY = com.acme.appTests // com.acme.appTests", "API_KEY = com.acme.appTests // dev.me.appTests"),
    ("{\"other.key\": \"com.acme.app\", \"id\": \"com.acme.app\"}", "{\"other.key\": \"com.acme.app\", \"id\": \"dev.me.app\"}"),
    ("<key>API_KEY</key>\n<string>com.acme.app</string>\n<string>com.acme.app</string>", "<key>API_KEY</key>\n<string>com.acme.app</string>\n<string>dev.me.app</string>"),
    ("API_KEY[sdk=*] = com.acme.app", "API_KEY[sdk=*] = com.acme.app"), ("MY_API_KEY = com.acme.app", "MY_API_KEY = dev.me.app"),
    ("// !$*UTF8*$!\n\tAPI_KEY = \"com.acme.app\";\n\tID = com.acme.app;\n", "// !$*UTF8*$!\n\tAPI_KEY = \"com.acme.app\";\n\tID = dev.me.app;\n"),
  ])
  func `A canonical text stays in the values of the key`(canonical: String, local: String) throws {
    let file = Munger(Plan(Self.app))
    #expect(try file.smudge(canonical) == local)
    #expect(try file.clean(local) == canonical)
    #expect(try file.summary(.smudge, canonical).isInvertible)
  }

  @Test func `Clean replaces a local text in the values of the key, so that it is not committed`() throws {
    let file = Munger(Plan(Self.app))
    #expect(try file.clean("API_KEY = dev.me.app\nID = dev.me.app") == "API_KEY = com.acme.app\nID = com.acme.app")
    #expect(try !file.summary(.smudge, "API_KEY = dev.me.app").isInvertible, "a committed local text needs the source")
  }

  @Test func `The text of an excluding rule hides shorter ones, as on other paths`() throws {
    let file = Munger(Plan(Self.app, PlanRule("com.acme", "org.me")))
    #expect(try file.smudge("API_KEY = com.acme.app com.acme.tool") == "API_KEY = com.acme.app org.me.tool")
  }

  @Test func `A rule with the key, or another one without it, applies`() throws {
    let keyed = PlanRule(keys: ["API_KEY"], ["com.acme.app"], "net.key.app")
    #expect(try Munger(Plan(Self.app, keyed)).smudge("API_KEY = com.acme.app\ncom.acme.app") == "API_KEY = net.key.app\ndev.me.app")
    let other = PlanRule("com.other", "dev.other")
    #expect(try Munger(Plan(Self.app, other)).smudge("API_KEY = com.other com.acme.app") == "API_KEY = dev.other com.acme.app")
    let two = PlanRule("com.other", "dev.other", exceptKeys: ["ID"])
    let file = Munger(Plan(Self.app, two))
    #expect(try file.smudge("ID = com.other com.acme.app\nAPI_KEY = com.other com.acme.app") == "ID = com.other dev.me.app\nAPI_KEY = dev.other com.acme.app")
  }

  @Test func `A match in the values of the key is an exception in reports`() throws {
    let compiled = CompiledPlan(Plan(Self.app))
    let found = compiled.matches(in: bytes("API_KEY = com.acme.app\nID = com.acme.app"))
    #expect(found.map(\.key) == [bytes("API_KEY"), nil])
    #expect(found.map { $0.meanings.map(\.isCanonical) } == [[false], [true]])
  }
}
