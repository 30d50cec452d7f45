import Platform
import TestSupport
import Testing

@testable import Smudge

/// The decision which form a file has in a diff.
struct TextconvTests {
  private static let temporary = Path("/tmp/git-blob-a1b2c3/app.txt")
  private static let onDisk = Path("App/app.txt")

  private static let cases: [(file: Path, command: String?, smudging: Textconv.Smudging, form: Textconv.Form)] = [
    (temporary, "show", .on, .asPassed), (onDisk, "show", .on, .asPassed), (temporary, "show", .off, .asPassed),
    (temporary, nil, .on, .canonical), (onDisk, nil, .on, .canonical),
    (temporary, "diff", .on, .canonical), (onDisk, "blame", .on, .canonical), (onDisk, "", .on, .canonical),
    (onDisk, "shows", .on, .canonical),
    // Without smudge, blobs are canonical; the file on disk is not.
    (temporary, nil, .off, .asPassed), (onDisk, nil, .off, .canonical),
    // Files that are never munged.
    (Path("/tmp/git-blob-a1b2c3/.gitmunge"), nil, .on, .asPassed), (Path("App/.gitattributes"), "diff", .on, .asPassed),
  ]

  @Test(arguments: cases.indices) func `git show of VS Code gets the local form, everything else the canonical one`(index: Int) {
    let row = Self.cases[index]
    #expect(Textconv.form(of: row.file, command: row.command.map { bytes($0) }, smudging: row.smudging) == row.form)
  }
}
