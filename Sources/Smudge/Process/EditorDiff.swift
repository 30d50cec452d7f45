package import Platform

/// The text of a munged file in a diff (`diff.munge.textconv`; gitattributes(5), "Performing text diffs of binary
/// files").
///
/// git passes content in the form of a working tree: the file on disk, by its path from the top, or a blob that it has
/// smudged, in a temporary file with the name of the blob's path, such as `/tmp/git-blob-a1b2c3/Info.plist`. An editor
/// compares `git show --textconv :PATH` with the document, so it gets that form. In all other commands, as in a
/// terminal, the text is canonical.
package enum EditorDiff {
  /// Whether an editor runs git: VS Code for `git show`, or another one that sets `GIT_MUNGE_TEXTCONV`.
  private static var isForEditor: Bool {
    Environment.value("VSCODE_GIT_COMMAND") == "show".bytes || Environment.value("GIT_MUNGE_TEXTCONV") == "local".bytes
  }

  /// Whether the text of a file is canonical. `use`: that of the filter, which may have smudged the blobs.
  static func isCanonical(_ file: Path, use: Filter.Use) -> Bool {
    !Exclusion.isExcluded(file) && (use != .withoutSmudge || !file.isAbsolute)
  }

  /// Prints the text of a file. If it cannot be made canonical, prints it as it is: an error would stop git.
  package static func run(_ file: Path, to output: borrowing File = .standardOutput) throws(SystemError) {
    if !isForEditor, isCanonical(file, use: .configured) { return try clean(file, output) }
    try File(file, .read).forEachChunk { chunk throws(SystemError) in try output.write(chunk) }
  }

  /// Prints the canonical text of a file, or the file if it is refused.
  private static func clean(_ file: Path, _ output: borrowing File) throws(SystemError) {
    var filter = Filter(for: .textconv)
    var content = Spool(filter.spooling)
    var result = Spool(filter.spooling)
    try File(file, .read).forEachChunk { chunk throws(SystemError) in try content.append(chunk) }
    let request = FilterSession.Request(direction: .clean, path: file.isAbsolute ? nil : file)
    switch filter.perform(request, on: content, into: &result) {
    case .changed: return try write(result, of: file, output)
    case .unchanged: break
    case .refused: Terminal.warn("git-munge: \(file): shown with local identifiers: \(filter.refusal ?? "not cleaned")")
    }
    try write(content, of: file, output)
  }

  /// Writes content as git converts it, as far as it shows: with LF line endings; binary content is one line.
  private static func write(_ content: borrowing Spool, of file: Path, _ output: borrowing File) throws(SystemError) {
    var text = content.inMemory
    if content.isBinary {
      let digest = try content.digest()
      text = "Binary content of \(content.count) bytes, digest \(digest.hex)\n".bytes
    }
    guard let text else { return try content.forEachChunk { chunk throws(SystemError) in try output.write(chunk) } }
    try output.write(LineEndings.areCRLF(text) && isLF(file) ? LineEndings.withLF(text) : text)
  }

  /// Whether the index has LF line endings, which `eol=crlf` converts; of a temporary file only the name is known.
  private static func isLF(_ file: Path) -> Bool {
    let name = "**/".bytes + AttributeLine.literal(file.name)
    let pattern = file.isAbsolute ? ":(top,glob)".bytes + name : ":(top,literal)".bytes + file.bytes
    let listing = try? GitCommand.forFilter(nil).output(["ls-files", "--eol", "--"], paths: [Path(pattern)])
    return listing?.starts(with: "i/lf ".utf8) ?? false
  }
}
