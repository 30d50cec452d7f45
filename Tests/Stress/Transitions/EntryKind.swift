// The kinds of entries in a working tree, each made in the same way in a plain clone and in a munged one.

import Platform
import StorySupport
import TestSupport
import Testing

/// A file, and its changes before a command of git-munge.
struct EntryKind: Sendable {
  /// Whether and how the content is munged.
  enum Content: Sendable {
    case munged, leftAlone
    /// The file is marked as absent from disk; in a sparse tree git ignores the mark.
    case skipped
  }

  /// `id`: the text that the tree shows for the canonical one.
  typealias Edit = @Sendable (_ tree: WorkingTree, _ path: String, _ id: String) throws -> Void

  let path: String
  /// The committed content; `nil` for a file that the developer adds.
  let committed: String?
  let content: Content
  let edit: Edit

  /// Before an install, the identifiers in the munged clone were changed by hand.
  static let keptByHand = "kept by hand"

  private init(
    _ path: String, committed: String? = EntryKind.text(canonical), _ content: Content = .munged,
    edit: @escaping Edit = { _, _, _ in }
  ) {
    (self.path, self.committed, self.content, self.edit) = (path, committed, content, edit)
  }

  /// Long enough that edits at both ends are separate hunks.
  static func text(_ id: String) -> String {
    "id = \(id)\n" + (1...9).map { "line \($0)\n" }.joined() + "group = group.\(id).shared\n"
  }

  private static func longer(_ id: String) -> String { text(id) + "more = \(id)\n" }

  static let attributes = """
    * filter=munge
    *.crlf text eol=crlf
    *.ident ident
    *.latin working-tree-encoding=ISO-8859-1
    *.utf16 working-tree-encoding=UTF-16LE-BOM

    """

  private static let edited = [
    EntryKind("unmodified"),
    EntryKind("modified") { try $0.write($1, longer($2)) },
    EntryKind("staged") { tree, path, id in
      try tree.write(path, longer(id))
      try tree.git("add", path)
    },
    EntryKind("staged and modified again") { tree, path, id in
      try tree.write(path, longer(id))
      try tree.git("add", path)
      try tree.write(path, "again = \(id)\n" + longer(id))
    },
    EntryKind("partially staged") { tree, path, id in
      try tree.write(path, "first = \(id)\n" + longer(id))
      try tree.git("add", "--patch", path, input: "n\ny\n")
    },
    EntryKind("staged and put back") { tree, path, id in
      try tree.write(path, longer(id))
      try tree.git("add", path)
      try tree.write(path, text(id))
    },
    EntryKind(EntryKind.keptByHand),
    EntryKind("emptied") { tree, path, _ in try tree.write(path, "") },
  ]

  private static let movedAbout = [
    EntryKind("deleted") { tree, path, _ in try tree.run(["rm", path]) },
    EntryKind("deletion staged") { tree, path, _ in try tree.git("rm", "--quiet", path) },
    EntryKind("kept on disk alone") { tree, path, _ in try tree.git("rm", "--quiet", "--cached", path) },
    EntryKind("renamed") { tree, path, _ in try tree.git("mv", path, "\(path) to") },
    EntryKind("renamed and modified") { tree, path, id in
      try tree.git("mv", path, "\(path) to")
      try tree.write("\(path) to", longer(id))
    },
    EntryKind("new", committed: nil) { tree, path, id in
      try tree.write(path, text(id))
      try tree.git("add", path)
    },
    EntryKind("untracked", committed: nil) { try $0.write($1, text($2)) },
    EntryKind("a.ignored", committed: nil, .leftAlone) { try $0.write($1, text($2)) },
    EntryKind("intended", committed: nil) { tree, path, id in
      try tree.write(path, text(id))
      try tree.git("add", "--intent-to-add", path)
    },
    EntryKind("replaced by a link") { tree, path, _ in
      try tree.run(["ln", "-s", "-f", canonical, path])
    },
    EntryKind("replaced by a directory") { tree, path, id in
      try tree.run(["rm", path])
      try tree.write("\(path)/inside", text(id))
    },
  ]

  private static let hidden = [
    EntryKind("not here", .skipped) { tree, path, _ in try tree.git("update-index", "--skip-worktree", path) },
    EntryKind("not here and yet modified", .skipped) { tree, path, id in
      try tree.write(path, longer(id))
      try tree.git("update-index", "--skip-worktree", path)
    },
    EntryKind("assumed unchanged") { tree, path, _ in try tree.git("update-index", "--assume-unchanged", path) },
    EntryKind("assumed unchanged and yet modified") { tree, path, id in
      try tree.write(path, longer(id))
      try tree.git("update-index", "--assume-unchanged", path)
    },
  ]

  private static let special = [
    EntryKind("executable") { tree, path, _ in
      try tree.run(["chmod", "755", path])
      try tree.git("add", path)
    },
    EntryKind("made executable") { tree, path, _ in try tree.run(["chmod", "755", path]) },
    EntryKind("read-only") { tree, path, _ in try tree.run(["chmod", "444", path]) },
    EntryKind("hard link") { tree, path, _ in try tree.run(["ln", path, "\(path) two"]) },
    EntryKind("empty", committed: ""),
    EntryKind("no newline", committed: "id = \(canonical)") { try $0.write($1, "id = \($2)!") },
  ]

  private static let converted = [
    EntryKind("unmodified.crlf"),
    EntryKind("modified.crlf") { try $0.write($1, longer($2).replacing("\n", with: "\r\n")) },
    EntryKind("unmodified.ident", committed: "$Id$ \(canonical)\n"),
    EntryKind("modified.ident", committed: "$Id$ \(canonical)\n") { tree, path, id in
      try tree.write(path, (tree.text(path) ?? "") + text(id))
    },
    EntryKind("unmodified.latin", committed: "\u{e9} \(canonical)\n"),
    EntryKind("unmodified.utf16", committed: "\u{e9} \(canonical)\n"),
    EntryKind("modified.utf16", committed: "\u{e9} \(canonical)\n") { tree, path, id in
      try TestFile.write(tree.top / Path(path), utf16("\u{e9} \(id)\nmore \u{20AC} \(id)\n"))
    },
  ]

  static let all = edited + movedAbout + hidden + special + converted
}
