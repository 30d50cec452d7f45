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

  fileprivate(set) var updates: [Update]

  /// Reads the input of a pre-push hook: `<local ref> SP <local object name> SP <remote ref> SP <remote object name>
  /// LF` for each ref.
  init(_ input: [UInt8]) throws {
    try self.init(input.split(separator: .newline), of: .prePush, format: "<local ref> <object> <remote ref> <object>")
    { Update($0) }
  }

  /// Reads the input of a pre-receive hook: `<old object name> SP <new object name> SP <ref> LF` for each ref, at least
  /// one.
  init(received input: [UInt8]) throws {
    let lines = input.split(separator: .newline)
    // git always writes a line. Without one, another program has read the input.
    try self.init(lines.isEmpty ? [[]] : lines, of: .preReceive, format: "<old object> <new object> <ref>") {
      Update(received: $0)
    }
  }

  private init(_ lines: [ArraySlice<UInt8>], of hook: Hook, format: String, _ update: (ArraySlice<UInt8>) -> Update?)
    throws
  {
    updates = try lines.map { line in
      guard let update = update(line) else {
        throw InputError.hookInput(escaped(line), format: format, hook: hook.rawValue)
      }
      return update
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

  /// The old objects of the remote.
  var old: [String] { updates.compactMap(\.old) }

  /// The arguments of `git rev-list` for the commits that are new to the remote; `nil` if there are none.
  ///
  /// Commits of any ref of the remote are excluded. `remote`: its name; `nil` if it is unknown, then commits of all
  /// remotes are excluded. `isHere`: whether an old object is in this clone.
  func words(to remote: String?, isHere: (String) -> Bool) -> [String]? {
    let new = updates.compactMap(\.new)
    if new.isEmpty { return nil }
    return new.uniqued + ["--not"] + old.uniqued.filter(isHere) + [remote.map { "--remotes=\($0)" } ?? "--remotes"]
  }
}

extension Push.Update {
  /// `nil` for an invalid line. The local ref can contain blanks, as in `HEAD@{1 day ago}`.
  init?(_ line: some Collection<UInt8>) {
    let fields = line.string.split(separator: " ", omittingEmptySubsequences: false)
    let names = fields.suffix(3).map(String.init)
    guard fields.count > 3, names.count == 3, Self.isName(names[0]), Self.isName(names[2]), !names[1].isEmpty else {
      return nil
    }
    self.init(new: Self.object(names[0]), old: Self.object(names[2]))
  }

  /// `nil` for an invalid line of a pre-receive hook.
  fileprivate init?(received line: some Collection<UInt8>) {
    let fields = line.string.split(separator: " ", maxSplits: 2).map(String.init)
    guard fields.count == 3, Self.isName(fields[0]), Self.isName(fields[1]) else { return nil }
    self.init(new: Self.object(fields[1]), old: Self.object(fields[0]))
  }

  /// Whether it is an object name: 40 or 64 hexadecimal digits.
  static func isName(_ word: String) -> Bool {
    [40, 64].contains(word.utf8.count)
      && word.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// `nil` for zeros, which mean no object.
  fileprivate static func object(_ name: String) -> String? { name.allSatisfy { $0 == "0" } ? nil : name }
}

extension VerifyTarget {
  /// The target of a pre-push hook; `nil` if the push adds no commits.
  ///
  /// `arguments` and `input`: those that git gives the hook; `tree`: `nil` in a bare repository.
  package static func pushed(_ arguments: [String], input: [UInt8], in tree: WorkingTree?) throws -> VerifyTarget? {
    func variable(_ name: String) -> String? {
      Environment.value(name).map(\.string)
    }
    var push = try (input.isEmpty ? Push(framework: variable) : nil) ?? Push(input)
    let repository = VerifyRepository(tree)
    // Without input there is nothing to push, or another program has read it. `HEAD` can be detached, or unborn.
    if push.updates.isEmpty {
      push.updates = try (["--branches"] + repository.commitsHere(["HEAD"]).keys).map { Push.Update(new: $0, old: nil) }
    }
    let commits = try repository.commitsHere(push.old)
    let remote = try (arguments.first ?? variable("PRE_COMMIT_REMOTE_NAME")).flatMap(repository.knownRemote)
    return push.words(to: remote) { commits[$0] != nil }.map { .range($0) }
  }

  /// The target of a pre-receive hook; `nil` if the push adds no commits.
  package static func received(input: [UInt8]) throws -> VerifyTarget? {
    let tips = try VerifyRepository(nil).tips(of: Push(received: input))
    return tips.isEmpty ? nil : .received(tips)
  }
}

extension VerifyRepository {
  /// The remote, if it has remote-tracking refs; `nil` for a URL.
  fileprivate func knownRemote(_ name: String) throws -> String? {
    let command = ["for-each-ref", "--count=1", "--format=%(refname)", "refs/remotes/\(name)/"]
    return try git.output(command).isEmpty ? nil : name
  }

  /// The commits that these objects are, or are tags of; none for other objects, and for those that this repository
  /// lacks.
  fileprivate func commitsHere(_ names: [String]) throws -> [String: String] {
    // `commit SP name LF`, or `name SP missing LF`
    let answers = try peeled(names, as: "commit", "%(objecttype) %(objectname)")
    let pairs = zip(names, answers).filter { $1.hasPrefix("commit ") }.map {
      ($0, String($1.dropFirst("commit ".count)))
    }
    return Dictionary(pairs, uniquingKeysWith: { one, _ in one })
  }

  /// The answer of git for each object, or for what a tag names.
  private func peeled(_ names: [String], as type: String, _ format: String) throws -> [String] {
    try git.answers("cat-file", "--batch-check=\(format)", to: names.map { "\($0)^{\(type)}".bytes }).map(\.string)
  }

  /// The last commits of a push to this repository, without those that a ref has, and those that another one contains.
  fileprivate func tips(of push: Push) throws -> [ReceivedTip] {
    let new = push.updates.compactMap(\.new).uniqued
    let commits = try commitsHere(new + push.old)
    try checkOthers(new.filter { commits[$0] == nil })
    let updates = Dictionary(grouping: push.updates) { $0.new.flatMap { commits[$0] } }
    var tips = try newTips(new.compactMap { commits[$0] }.uniqued)
    for index in tips.indices {
      tips[index].old = (updates[tips[index].new] ?? []).compactMap { $0.old.flatMap { commits[$0] } }.uniqued
    }
    return tips
  }

  /// Checks that these objects are files and directories, or tags of them. git can lack what a damaged repository
  /// should have.
  private func checkOthers(_ names: [String]) throws {
    for (name, type) in zip(names, try peeled(names, as: "", "%(objecttype)"))
    where !["blob", "tree"].contains(type) {
      throw RepositoryError.unanswered("the commit of \(name)")
    }
  }

  /// The commits that no ref and none of the others contains, each with the commits that it adds.
  private func newTips(_ commits: [String]) throws -> [ReceivedTip] {
    if commits.isEmpty { return [] }
    let words = ["rev-list", "--date-order", "--parents", "--boundary", "--stdin", "--not", "--all"]
    let output = try git.output(words, input: commits.inputLines)

    // `commit [SP parent]... LF`, with a minus before one that is not new; each commit is listed before its parents.
    var tips: [ReceivedTip] = []
    // The tips of the children of each commit that is not listed yet.
    var holders: [Substring: Set<Int>] = [:]
    for line in output.string.split(separator: "\n") {
      let names = line.split(separator: " ")
      let name = names[0].drop { $0 == "-" }
      let isNew = names[0].first != "-"
      let children = holders.removeValue(forKey: name) ?? []
      if isNew, children.isEmpty { tips.append(ReceivedTip(new: String(name))) }

      let owner = isNew ? children.min() ?? tips.count - 1 : nil
      for tip in children where tip != owner { tips[tip].bases.append(String(name)) }
      guard let owner else { continue }
      tips[owner].commits.append(String(name))
      if names.count > 2 { tips[owner].hasMerges = true }
      for parent in names.dropFirst() { holders[parent, default: []].insert(owner) }
    }

    for index in tips.indices { tips[index].commits.reverse() }
    return tips
  }
}
