/// A line of a shell script, as far as that says which command reads the input of a hook.
struct HookLine {
  let text: String

  /// The part before the first pipe, which alone reads the input of the script.
  private var start: String {
    "\(text.replacing("||", with: ";").replacing("\t", with: " ").prefix { $0 != "|" })  "
  }

  /// Whether it calls the guard with the input of the script; the printed line has the only file that holds it.
  var isGuard: Bool {
    start.contains("munge verify --hook") && (text.contains("mktemp") || !text.contains("<"))
  }

  /// Whether a command reads the input of the script, as far as is known.
  var reads: Bool { !text.contains("<") && Self.readers.contains(where: " \(start)".contains) }

  private static let readers = [
    " git lfs pre-push ", " git-lfs pre-push ", " read -", "while read ", "if read ", "! read ", "' read ", "$(cat)",
    " cat  ", " cat >", " cat - ", " xargs ",
  ]
}
