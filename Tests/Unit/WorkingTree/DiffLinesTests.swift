import TestSupport
import Testing

@testable import WorkingTree

/// The `diff` attribute of editor support in filter lines.
struct DiffLinesTests {
  @Test(arguments: [
    ("", ""), ("*.x filter=munge\n", "*.x filter=munge diff=munge\n"), ("\"a b\" -filter\n", "\"a b\" -filter !diff\n"),
    ("*.x filter=munge\n/v/** !filter\n*.y filter=munge\n", "*.x filter=munge diff=munge\n/v/** !filter !diff\n*.y filter=munge diff=munge\n"),
    ("[attr]munge-app filter=munge\n*.x munge-app\n", "[attr]munge-app filter=munge diff=munge\n*.x munge-app\n"),
    ("# The filter lines of .gitattributes:\n*.x filter=munge\n", "# The filter lines of .gitattributes:\n*.x filter=munge diff=munge\n"),
  ])
  func `A line that sets the filter sets the driver, and one that unsets it unsets both`(lines: String, written: String) {
    #expect(DiffLines.added(to: bytes(lines)) == bytes(written))
    for text in [lines, written] { #expect(DiffLines.removed(from: bytes(text)) == bytes(lines)) }
  }
}
