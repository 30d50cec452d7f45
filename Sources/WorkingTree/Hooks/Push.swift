import Platform
package import Verify

/// The updates of a push, from the input of a pre-push or pre-receive hook (githooks(5)).
struct Push: Equatable {
  /// An update of a ref of the repository that receives it.
  struct Update: Equatable {
    /// The new object; `nil` if the ref is deleted.
    let new: String?
    /// The old object; `nil` if the ref is new.
    let old: String?
  }

  let updates: [Update]

  /// Reads the input of a hook, a line for each ref. pre-receive gets at least one.
  init(_ input: [UInt8], of hook: Hook) throws {
    let lines = input.split(separator: .newline)
    // Without a line, another program has read the input.
    updates = try (lines.isEmpty && hook == .preReceive ? [[]] : lines).map { line in
      if let update = Update(line, of: hook) { return update }
      let format =
        hook == .prePush ? "<local ref> <object> <remote ref> <object>" : "<old object> <new object> <ref>"
      throw InputError.hookInput(escaped(line), format: format, hook: hook.rawValue)
    }
  }

  /// Reads the environment of the pre-commit framework, which has read the input of git; `nil` without it. For a push
  /// that begins with the first commit, the framework sets only the branch.
  init?(framework variable: (String) -> String?) {
    guard variable("PRE_COMMIT") == "1" else { return nil }
    func name(_ word: String) -> String? { variable(word).flatMap { Update.isName($0) ? $0 : nil } }
    let branch = variable("PRE_COMMIT_LOCAL_BRANCH").flatMap { $0.hasPrefix("refs/") ? $0 : nil }
    updates = [Update(new: name("PRE_COMMIT_TO_REF") ?? branch ?? "HEAD", old: name("PRE_COMMIT_FROM_REF"))]
  }
}

extension Push.Update {
  /// `nil` for an invalid line. The local ref of a push can contain blanks, as in `HEAD@{1 day ago}`.
  fileprivate init?(_ line: some Collection<UInt8>, of hook: Hook) {
    let fields = line.string.split(separator: " ").map(String.init)
    let count = fields.count
    guard count > (hook == .prePush ? 3 : 2) else { return nil }
    let (new, old) = hook == .prePush ? (fields[count - 3], fields[count - 1]) : (fields[1], fields[0])
    guard Self.isName(new), Self.isName(old) else { return nil }
    self.init(new: Self.object(new), old: Self.object(old))
  }

  /// Whether it is an object name: 40 or 64 hexadecimal digits.
  fileprivate static func isName(_ word: String) -> Bool {
    [40, 64].contains(word.utf8.count)
      && word.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// `nil` for zeros, which mean no object.
  private static func object(_ name: String) -> String? { name.allSatisfy { $0 == "0" } ? nil : name }
}

extension VerifyTarget {
  /// What a push adds, for a pre-push or pre-receive hook. A push without refs is one of
  /// all branches: the hook has no input if there is nothing to push, or if another program has read it.
  ///
  /// `arguments` and `input`: those that git gives the hook; `tree`: `nil` in a bare repository.
  package static func pushed(
    as hook: Hook, _ arguments: [String], input: [UInt8], in tree: WorkingTree?
  ) throws -> VerifyTarget {
    func variable(_ name: String) -> String? { Environment.value(name).map(\.string) }
    let push = try (input.isEmpty && hook == .prePush ? Push(framework: variable) : nil) ?? Push(input, of: hook)
    let repository = VerifyRepository(tree)
    let (option, heads) =
      try hook == .preReceive
      ? ("--all", [repository.head()].compactMap(\.self))
      : repository.remote(arguments.first ?? variable("PRE_COMMIT_REMOTE_NAME"))
    return .pushed(try repository.tips(of: push, without: option), heads: heads)
  }
}

extension VerifyRepository {
  /// The last commits of a push, without those that another one contains. `option`: of `git rev-list`, for what is not
  /// new.
  fileprivate func tips(of push: Push, without option: String) throws -> [CommitTip] {
    let new = push.updates.compactMap(\.new)
    let old = push.updates.compactMap(\.old)
    // `HEAD` can be detached, or unborn.
    let words = ["--ignore-missing", "--stdin"] + (push.updates.isEmpty ? ["--branches", "HEAD"] : [])
    var tips = try tips(words + ["--not", option, "--"], input: (new + old.map { "^\($0)" }).inputLines)

    var commits = Dictionary(tips.flatMap { $0.commits + $0.bases }.map { ($0, $0) }) { one, _ in one }
    let others = (new + old).uniqued.filter { commits[$0] == nil }
    // `type SP name LF` for the object that a tag names, or `name SP missing LF`
    let answers = try git.answers(
      "cat-file", "--batch-check=%(objecttype) %(objectname)", to: others.map { "\($0)^{}".bytes })
    for (name, answer) in zip(others, answers) {
      let words = answer.string.split(separator: " ").map(String.init)
      if words[0] == "commit" {
        commits[name] = words[1]
      } else if !["blob", "tree"].contains(words[0]), new.contains(name) {
        // git can lack what a damaged repository should have.
        throw RepositoryError.unanswered("the commit of \(name)")
      }
    }

    let updates = Dictionary(grouping: push.updates) { $0.new.flatMap { commits[$0] } }
    for index in tips.indices {
      tips[index].old = (updates[tips[index].new] ?? []).compactMap { $0.old.flatMap { commits[$0] } }.uniqued
    }
    return tips
  }
}
