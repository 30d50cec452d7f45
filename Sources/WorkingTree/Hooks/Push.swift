import Engine
import Git
import Platform
package import Verify

/// The updates of a push, from the input of a pre-push hook (githooks(5)).
struct Push: Equatable {
  /// An update of a remote ref.
  struct Update: Equatable {
    /// The new object; `nil` if the ref is deleted.
    let new: String?
    /// The old object; `nil` if the ref is new.
    let old: String?
  }

  let updates: [Update]

  init(_ updates: [Update]) { self.updates = updates }

  /// `input`: `<local ref> SP <local object name> SP <remote ref> SP <remote object name> LF` for each ref.
  init(_ input: [UInt8]) throws(MungeError) {
    var updates: [Update] = []
    for line in input.split(separator: UInt8(ascii: "\n")) {
      guard let update = Update(line) else { throw .pushLine(escaped(line)) }
      updates.append(update)
    }
    self.updates = updates
  }

  /// From the environment of the pre-commit framework, which has read the input of git; `nil` without it. For a push that
  /// begins with the first commit, it sets only the branch.
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
  /// Commits of any ref of the remote are excluded. `remote`: its name; `nil` if it is unknown, then commits of all remotes are
  /// excluded. `isHere`: whether an old object is in this clone.
  func words(to remote: String?, isHere: (String) -> Bool) -> [String]? {
    let new = updates.compactMap(\.new)
    if new.isEmpty { return nil }
    return new.uniqued + ["--not"] + old.uniqued.filter(isHere) + [remote.map { "--remotes=\($0)" } ?? "--remotes"]
  }
}

extension Push.Update {
  /// `nil` for an invalid line. The local ref can contain blanks, as in `HEAD@{1 day ago}`.
  init?(_ line: some Collection<UInt8>) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    let names = words.suffix(3).map(String.init)
    guard words.count > 3, names.count == 3, Self.isName(names[0]), Self.isName(names[2]), !names[1].isEmpty else { return nil }
    self.init(new: Self.object(names[0]), old: Self.object(names[2]))
  }

  /// Whether it is an object name: 40 or 64 hexadecimal digits.
  static func isName(_ word: String) -> Bool {
    [40, 64].contains(word.utf8.count) && word.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// `nil` for zeros, which mean no object.
  private static func object(_ name: String) -> String? { name.allSatisfy { $0 == "0" } ? nil : name }
}

extension VerifyTarget {
  /// The target of a pre-push hook; `nil` if the push adds no commits.
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
  /// The remote, if it has remote-tracking refs; `nil` for a URL.
  fileprivate func knownRemote(_ name: String) throws(MungeError) -> String? {
    let command = ["for-each-ref", "--count=1", "--format=%(refname)", "refs/remotes/\(name)/"]
    return try git.output(command).isEmpty ? nil : name
  }

  /// The objects that are commits, or tags of commits, in this clone.
  fileprivate func commitsHere(_ names: [String]) throws(MungeError) -> Set<String> {
    if names.isEmpty { return [] }
    let input = names.map { "\($0)^{commit}\n" }.joined()
    let output = try git.output(["cat-file", "--batch-check=%(objecttype)"], input: Array(input.utf8))
    let answers = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Set(zip(names, answers).filter { $1.elementsEqual("commit".utf8) }.map(\.0))
  }
}
