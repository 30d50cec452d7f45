import Git
import Platform

/// What a push brings to a remote, as git tells it to a pre-push hook (`githooks(5)`).
struct Push: Equatable {
  /// One reference of the remote.
  struct Update: Equatable {
    /// What it shall be; `nil` where it is deleted.
    let new: String?
    /// What it is; `nil` where there is none yet.
    let old: String?
  }

  let updates: [Update]

  init(_ updates: [Update]) { self.updates = updates }

  /// `input`: `<local ref> SP <local object name> SP <remote ref> SP <remote object name> LF`, for each reference.
  init(_ input: [UInt8]) throws(MungeError) {
    var updates: [Update] = []
    for line in input.split(separator: UInt8(ascii: "\n")) {
      guard let update = Update(line) else { throw .pushLine(escaped(line)) }
      updates.append(update)
    }
    self.updates = updates
  }

  /// From what the pre-commit framework says of the one reference that it looks at, as it has read git's lines itself;
  /// `nil` where it is not at work. Of a push that begins with the first commit of all it tells the branch alone.
  init?(framework variable: (String) -> String?) {
    guard variable("PRE_COMMIT") == "1" else { return nil }
    func name(_ word: String) -> String? { variable(word).flatMap { Update.isName($0) ? $0 : nil } }
    let branch = variable("PRE_COMMIT_LOCAL_BRANCH").flatMap { $0.hasPrefix("refs/") ? $0 : nil }
    updates = [Update(new: name("PRE_COMMIT_TO_REF") ?? branch ?? "HEAD", old: name("PRE_COMMIT_FROM_REF"))]
  }

  /// What the remote has, as far as git knows.
  var old: [String] { updates.compactMap(\.old) }

  /// The words for `git rev-list` that name the commits which come to the remote; `nil` where none does.
  ///
  /// All updates together: what one reference of the remote has already need not be looked at for another. `remote`:
  /// its name; `nil` where nothing is known of it, so that what any other has got counts. `isHere`: whether a commit
  /// that the remote has is in this clone.
  func words(to remote: String?, isHere: (String) -> Bool) -> [String]? {
    let new = updates.compactMap(\.new)
    if new.isEmpty { return nil }
    return new.uniqued + ["--not"] + old.uniqued.filter(isHere) + [remote.map { "--remotes=\($0)" } ?? "--remotes"]
  }
}

extension Push.Update {
  /// `nil` for no line of git's. What was pushed may stand there as the user has typed it, with blanks in it.
  init?(_ line: some Collection<UInt8>) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    let names = words.suffix(3).map(String.init)
    guard words.count > 3, names.count == 3, Self.isName(names[0]), Self.isName(names[2]), !names[1].isEmpty else { return nil }
    self.init(new: Self.object(names[0]), old: Self.object(names[2]))
  }

  /// The whole name of an object: 40 or 64 hexadecimal digits.
  static func isName(_ word: String) -> Bool {
    [40, 64].contains(word.utf8.count) && word.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Nothing but zeros is git's name for none.
  private static func object(_ name: String) -> String? { name.allSatisfy { $0 == "0" } ? nil : name }
}

extension VerifyTarget {
  /// What a pre-push hook has to look at; `nil` where the push brings no commits.
  ///
  /// `arguments` and `input`: those that git gives the hook.
  package static func pushed(_ arguments: [String], input: [UInt8]) throws(MungeError) -> VerifyTarget? {
    let (push, repository) = (try Push(hook: input), try VerifyRepository.find())
    let here = try repository.commitsHere(push.old)
    let remote = try (arguments.first ?? Push.variable("PRE_COMMIT_REMOTE_NAME")).flatMap(repository.knownRemote)
    return push.words(to: remote) { here.contains($0) }.map { .range($0) }
  }
}

extension Push {
  fileprivate init(hook input: [UInt8]) throws(MungeError) {
    if input.isEmpty, let push = Push(framework: Self.variable) { self = push } else { self = try Push(input) }
  }

  fileprivate static func variable(_ name: String) -> String? {
    Environment.value(name).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension VerifyRepository {
  /// `nil` for an address, and for a remote that nothing was fetched from or pushed to: a fork of one's own, perhaps.
  fileprivate func knownRemote(_ name: String) throws(MungeError) -> String? {
    let command = ["for-each-ref", "--count=1", "--format=%(refname)", "refs/remotes/\(name)/"]
    return try git.output(command).isEmpty ? nil : name
  }

  /// Those of some objects that are commits, or lead to one, and are in this clone.
  fileprivate func commitsHere(_ names: [String]) throws(MungeError) -> Set<String> {
    if names.isEmpty { return [] }
    let input = names.map { "\($0)^{commit}\n" }.joined()
    let output = try git.output(["cat-file", "--batch-check=%(objecttype)"], input: Array(input.utf8))
    let answers = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Set(zip(names, answers).filter { $1.elementsEqual("commit".utf8) }.map(\.0))
  }
}
