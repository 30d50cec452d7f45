import Platform
import Testing

@testable import Verify

struct AttributePatternsTests {
  @Test(arguments: [
    (["a.plist"], ["/a.plist filter=munge"]),
    (["App/Info.plist", "App/b.json"], ["/App/Info.plist filter=munge", "/App/b.json filter=munge"]),
    (["App/a.plist", "App/b.plist", "Ext/c.plist"], ["/App/*.plist filter=munge", "/Ext/c.plist filter=munge"]),
    (["a/x.plist", "b/x.plist", "c/x.plist", "c/x.json"], ["*.plist filter=munge", "/c/x.json filter=munge"]),
    (["My App/a.plist", "My App/b.plist"], ["\"/My App/*.plist\" filter=munge"]),
    (["a[1]/a.plist", "a[1]/b.plist"], [#""/a\\[1]/*.plist" filter=munge"#]),
    (["Makefile", "x/Makefile", "y/Makefile", "z/Makefile"], ["/Makefile filter=munge", "/x/Makefile filter=munge", "/y/Makefile filter=munge", "/z/Makefile filter=munge"]),
    ([".env", ".envrc"], ["/.env filter=munge", "/.envrc filter=munge"]),
    ([], []),
  ])
  func `Similar files share a pattern`(paths: [String], lines: [String]) {
    #expect(AttributePatterns.lines(for: paths.map { Path($0) }) == lines)
  }

  @Test(arguments: [
    ("App/Info.plist", true), ("AppTests/Info.plist", false), ("Tests/T.swift", false), ("latest/x.plist", true),
    ("App/AppTests.swift", false), ("src/api.test.ts", false), ("pkg/id_test.go", false), ("en.lproj/a.strings", false),
    ("res/values-de/strings.xml", false), ("res/values/strings.xml", true), ("contest.plist", true),
  ])
  func `Tests and translations do not count as built files`(path: String, isBuilt: Bool) {
    #expect(FileRole.isBuilt(Path(path)) == isBuilt)
  }
}
