import ArgumentParser
import Platform
import Rules
import Verify
import WorkingTree

/// `git munge hook`
struct HookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hook", abstract: "Do the work of git-munge in a hook of git.",
    discussion: "Hooks call it, by the lines that `man git-munge-hook` has, and end as it does.",
    shouldDisplay: false)

  @Flag(help: "The hook has no other command: without input nothing is pushed, and git-lfs is run where it is used.")
  var alone = false

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Argument(help: ArgumentHelp("The name of the hook.", valueName: "HOOK"))
  var name: String

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The arguments of the hook; after `--` a command that then gets its input.", valueName: "ARG"))
  var words: [String] = []

  init() {}

  /// The command of a hook that `git munge install` has written; `nil` for any other. The parser takes a fifth of the
  /// time of a start.
  init?(alone words: [String]) {
    guard words.count > 3, words[1...2] == ["hook", "--alone"], !words[3].hasPrefix("-") else { return nil }
    alone = true
    strict = false
    name = words[3]
    self.words = Array(words[4...])
  }

  private var arguments: [String] { Array(words.prefix { $0 != "--" }) }

  /// The working tree; `nil` in a bare repository.
  private static let tree = Result { try WorkingTree.findUnlessBare(isHook: true) }

  func run() throws {
    guard let hook = Hook(rawValue: name) else {
      // A shared hook can be newer than this program.
      Terminal.warn("git-munge: this version does nothing in a hook '\(show(name.bytes))'")
      return try runNext(nil, nil)
    }
    let input = [.prePush, .preReceive].contains(hook) ? try Terminal.input() : nil
    if alone, input == [] { return }
    switch hook.role {
    case .sync: follow(hook)
    case .guard: try reporting { try check(hook, input ?? []) }
    case .relay: break
    }
    try runNext(hook, input)
  }

  /// What a guard prints, and whether it blocks git.
  private func check(_ hook: Hook, _ input: [UInt8]) throws -> (String, Bool) {
    guard let report = try report(on: hook, input), !report.problems.isEmpty else { return ("", false) }
    if hook == .prePush, input.isEmpty, !Environment.isOn("PRE_COMMIT") {
      Terminal.warn(
        "git-munge: all branches were checked, because the hook got no refs: "
          + "nothing to push, or another program has read its input")
    }
    let text = report.text(as: .human, strictly: strict, in: palette)
    if !report.isFailing(strictly: strict) { return (text, false) }
    // For the user who pushes, and who did not start this command.
    if hook == .preReceive { return ("git munge verify rejects this push:\n\(text)", true) }
    let (done, command) = hook == .prePush ? ("pushed", "push") : ("committed", "commit")
    return ("\(text)Nothing was \(done). Skip the check once: git \(command) --no-verify\n", true)
  }

  /// The report on what a guard can block; `nil` without rules and local texts.
  private func report(on hook: Hook, _ input: [UInt8]) throws -> VerifyReport? {
    // The working tree of a repository that receives a push has nothing to do with it.
    let tree = try hook == .preReceive ? nil : Self.tree.get()
    let target: VerifyTarget =
      try hook == .preCommit ? .staged : .pushed(as: hook, arguments, input: input, in: tree)
    do { return try Verification(target).run(as: hook, in: tree) } catch RepositoryError.nothingToCheck { return nil }
  }

  /// Runs git-lfs where its own hook would, else the command of another tool, and exits with its code.
  private func runNext(_ hook: Hook?, _ input: [UInt8]?) throws {
    let status: Int32
    do {
      let lfs = alone ? try hook?.commandOfLFS(in: Self.tree.get()) : nil
      let command = lfs.map { $0 + arguments.map(asTyped) } ?? words.drop { $0 != "--" }.dropFirst().map(asTyped)
      if command.isEmpty { return }
      status = try Subprocess.runInForeground(command, environment: Environment.entries(changing: []), input: input)
    } catch let error as SystemError where error.isMissing && alone {
      try fail(InstallError.missingLFS)
    } catch { try fail(error) }
    if status != 0 { throw ExitCode(status) }
  }

  /// Applies approved rules. The exit code is always 0: `git checkout` exits with that of its post-checkout hook.
  private func follow(_ hook: Hook) {
    if Environment.isOn("GIT_MUNGE_SKIP_SMUDGE") { return }
    do {
      if let waiting = try Install(recoveredClone(Self.tree.get()).tree).follow(hook, arguments) {
        Terminal.warn("git-munge: \(waiting.notice)")
      }
    } catch InstallError.notInstalled {
      // A shared hook also runs in clones without an installation.
    } catch {
      let more = if case TransitionError.busy = error { ": git munge install" } else { "" }
      Terminal.warn("git-munge: \(error)\(more)")
    }
  }
}

extension Install.Proposal {
  /// The message of a hook about rules that wait.
  fileprivate var notice: String {
    let names = difference.names
    let what = names.isEmpty ? ".gitmunge has changed" : names.joined(separator: ", ")
    return "\(what): run `git munge install` to review and apply"
  }
}
