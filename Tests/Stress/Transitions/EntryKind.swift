// The kinds of entries in a working tree, each made in the same way in a plain clone and in a munged one.

import StorySupport

/// A file, and its changes before a command of git-munge.
struct EntryKind: Sendable {
  /// Whether and how the content is munged.
  enum Content: Sendable {
    case munged, leftAlone
    /// The file is marked as absent from disk; in a sparse tree git ignores the mark.
    case skipped
  }

  let path: String
  /// The committed content; `nil` for a file that the developer adds.
  let committed: String?
  let content: Content
  /// A shell script that edits the file `$F`, in which `$ID` is the text that the tree shows for the canonical one.
  private let edit: String

  /// Before an install, the identifiers in the munged clone were changed by hand.
  static let keptByHand = "kept by hand"

  private init(
    _ path: String, _ edit: String = "", committed: String? = EntryKind.text(canonical), _ content: Content = .munged
  ) {
    (self.path, self.edit, self.committed, self.content) = (path, edit, committed, content)
  }

  /// Long enough that edits at both ends are separate hunks.
  static func text(_ id: String) -> String {
    "id = \(id)\n" + (1...9).map { "line \($0)\n" }.joined() + "group = group.\(id).shared\n"
  }

  private static let words = """
    text() { printf 'id = %s\\n' "$ID"; printf 'line %s\\n' 1 2 3 4 5 6 7 8 9; printf 'group = group.%s.shared\\n' "$ID"; }
    longer() { text; printf 'more = %s\\n' "$ID"; }

    """

  /// Edits all files; `id`: the text that the tree shows for the canonical one.
  static func edit(_ tree: WorkingTree, _ id: String) throws {
    try tree.run(["sh", "-ec", words + all.map { "F='\($0.path)'\n\($0.edit)\n" }.joined()], environment: ["ID": id])
  }

  static let attributes = """
    * filter=munge
    *.crlf text eol=crlf
    *.ident ident
    *.latin working-tree-encoding=ISO-8859-1

    """

  private static let edited = [
    EntryKind("unmodified"),
    EntryKind("modified", #"longer >"$F""#),
    EntryKind("staged", #"longer >"$F"; git add "$F""#),
    EntryKind("staged and modified again", #"longer >"$F"; git add "$F"; { echo "again = $ID"; longer; } >"$F""#),
    EntryKind("partially staged", #"{ echo "first = $ID"; longer; } >"$F"; printf 'n\ny\n' | git add --patch "$F""#),
    EntryKind("staged and put back", #"longer >"$F"; git add "$F"; text >"$F""#),
    EntryKind(EntryKind.keptByHand),
    EntryKind("emptied", #": >"$F""#),
  ]

  private static let movedAbout = [
    EntryKind("deleted", #"rm "$F""#),
    EntryKind("deletion staged", #"git rm --quiet "$F""#),
    EntryKind("kept on disk alone", #"git rm --quiet --cached "$F""#),
    EntryKind("renamed", #"git mv "$F" "$F to""#),
    EntryKind("renamed and modified", #"git mv "$F" "$F to"; longer >"$F to""#),
    EntryKind("new", #"text >"$F"; git add "$F""#, committed: nil),
    EntryKind("untracked", #"text >"$F""#, committed: nil),
    EntryKind("a.ignored", #"text >"$F""#, committed: nil, .leftAlone),
    EntryKind("intended", #"text >"$F"; git add --intent-to-add "$F""#, committed: nil),
    EntryKind("replaced by a link", #"ln -s -f \#(canonical) "$F""#),
    EntryKind("replaced by a directory", #"rm "$F"; mkdir "$F"; text >"$F/inside""#),
  ]

  private static let hidden = [
    EntryKind("not here", #"git update-index --skip-worktree "$F""#, .skipped),
    EntryKind("not here and yet modified", #"longer >"$F"; git update-index --skip-worktree "$F""#, .skipped),
    EntryKind("assumed unchanged", #"git update-index --assume-unchanged "$F""#),
    EntryKind("assumed unchanged and yet modified", #"longer >"$F"; git update-index --assume-unchanged "$F""#),
  ]

  private static let special = [
    EntryKind("executable", #"chmod 755 "$F"; git add "$F""#),
    EntryKind("made executable", #"chmod 755 "$F""#),
    EntryKind("read-only", #"chmod 444 "$F""#),
    EntryKind("hard link", #"ln "$F" "$F two""#),
    EntryKind("empty", committed: ""),
    EntryKind("no newline", #"printf 'id = %s!' "$ID" >"$F""#, committed: "id = \(canonical)"),
  ]

  private static let converted = [
    EntryKind("unmodified.crlf"),
    EntryKind("modified.crlf", #"longer | awk '{ printf "%s\r\n", $0 }' >"$F""#),
    EntryKind("unmodified.ident", committed: "$Id$ \(canonical)\n"),
    EntryKind("modified.ident", #"text >>"$F""#, committed: "$Id$ \(canonical)\n"),
    EntryKind("unmodified.latin", committed: "\u{e9} \(canonical)\n"),
  ]

  static let all = edited + movedAbout + hidden + special + converted
}
