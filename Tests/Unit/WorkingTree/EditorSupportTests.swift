import TestSupport

@testable import Smudge
@testable import WorkingTree

struct EditorDiffTests {
  private static let temporary = Path("/tmp/git-blob-a1b2c3/app.txt")
  private static let onDisk = Path("App/app.txt")

  private static let cases: [(file: Path, use: Filter.Use, isCanonical: Bool)] = [
    (temporary, .filter, true), (onDisk, .filter, true),
    // Without smudge, blobs are canonical; the file on disk is not.
    (temporary, .withoutSmudge, false), (onDisk, .withoutSmudge, true),
    // Files that are never munged.
    (Path("/tmp/git-blob-a1b2c3/.gitmunge"), .filter, false), (Path("App/.gitattributes"), .filter, false),
  ]

  @Test(arguments: cases.indices) func `the text of a munged file is canonical`(index: Int) {
    let row = Self.cases[index]
    #expect(EditorDiff.isCanonical(row.file, use: row.use) == row.isCanonical)
  }
}
