/// The directories that git reads objects from, without those that their `info/alternates` name (`git(1)`).
package struct ObjectDirectories: Sendable, Equatable {
  /// `objects` of the repository, or `GIT_OBJECT_DIRECTORY`, as for a push that `git receive-pack` has not accepted yet.
  package let own: Path
  /// Those of `GIT_ALTERNATE_OBJECT_DIRECTORIES`, if git would not have to resolve or unquote one.
  package let alternates: [Path]

  package init(_ git: GitCommand) throws(GitError) {
    own = Path(try git.line(["rev-parse", "--path-format=absolute", "--git-path", "objects"]))
    let named = git.environmentValue("GIT_ALTERNATE_OBJECT_DIRECTORIES") ?? []
    let paths = named.split(separator: UInt8(ascii: ":"))
    alternates = paths.allSatisfy { $0.first == UInt8(ascii: "/") } ? paths.map { Path($0) } : []
  }
}
