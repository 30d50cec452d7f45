import TestSupport

@testable import Smudge
@testable import WorkingTree

struct TextconvTests {
  private static let temporary = Path("/tmp/git-blob-a1b2c3/app.txt")
  private static let onDisk = Path("App/app.txt")

  private static let cases: [(file: Path, command: String?, use: Filter.Use, isCanonical: Bool)] = [
    (temporary, "show", .filter, false), (onDisk, "show", .filter, false), (temporary, "show", .withoutSmudge, false),
    (temporary, nil, .filter, true), (onDisk, nil, .filter, true),
    (temporary, "diff", .filter, true), (onDisk, "blame", .filter, true), (onDisk, "", .filter, true),
    (onDisk, "shows", .filter, true),
    // Without smudge, blobs are canonical; the file on disk is not.
    (temporary, nil, .withoutSmudge, false), (onDisk, nil, .withoutSmudge, true),
    // Files that are never munged.
    (Path("/tmp/git-blob-a1b2c3/.gitmunge"), nil, .filter, false), (Path("App/.gitattributes"), "diff", .filter, false),
  ]

  @Test(arguments: cases.indices) func `git show of VS Code gets the local form, everything else the canonical one`(
    index: Int
  ) {
    let row = Self.cases[index]
    #expect(Textconv.isCanonical(row.file, command: row.command.map { bytes($0) }, use: row.use) == row.isCanonical)
  }
}
