import ArgumentParser
import Munge
import Platform
import Smudge

/// `git munge doctor`
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look at all that git-munge depends on, and say how to mend it.",
    discussion: """
      Looks at git, the filter program, the configuration at all levels, rules, plan, attributes, files \
      and hooks, and has git filter a file both ways: as from this terminal, and with an empty \
      environment as a program with windows starts git. Each problem comes with its remedy. \
      Exits with 0 when there is no problem, else with 1.
      """)

  @Flag(help: "Mend what can be mended without any risk to your work.")
  var fix = false

  func run() throws {
    try reporting { () throws(MungeError) in
      let diagnosis = try Doctor(clone(), fix ? .fix : .look).run()
      return (DoctorWords(diagnosis).text, diagnosis.needsAttention)
    }
  }
}

/// A diagnosis in words.
struct DoctorWords {
  private let diagnosis: Diagnosis

  init(_ diagnosis: Diagnosis) { self.diagnosis = diagnosis }

  var text: String {
    (fixed + diagnosis.outcomes.flatMap(lines) + last).map { $0 + "\n" }.joined()
  }

  private var fixed: [String] {
    diagnosis.fixed.filter { ailment in !diagnosis.ailments.contains(ailment) }
      .map { "\(palette.paint("mended", .good))   \($0.words)" }
  }

  private func lines(_ check: Check, _ outcome: Diagnosis.Outcome) -> [String] {
    switch outcome {
    case .fine(let detail): ["\(palette.paint("ok", .good))       \(check.words(detail))"]
    case .skipped: ["skipped  \(check.words(nil))"]
    case .ailing(let ailments): capped(ailments)
    }
  }

  /// Of the files, ten findings of a kind.
  private func capped(_ ailments: [Ailment]) -> [String] {
    let kinds = Dictionary(grouping: ailments) { $0.kind }
    let shown = kinds.flatMap { kind, all in kind == nil ? all[...] : all.prefix(10) }
    let more = kinds.compactMap { kind, all in kind.flatMap { all.count > 10 ? "           and \(all.count - 10) more [\($0.id)]" : nil } }
    return ailments.filter(shown.contains).flatMap(lines) + more.sorted()
  }

  private func lines(_ ailment: Ailment) -> [String] {
    let mark = ailment.needsAttention ? palette.paint("problem", .problem) + "  " : "note     "
    return [mark + ailment.words, "         -> \(ailment.remedy)"]
  }

  private var last: [String] {
    let isFixable = diagnosis.ailments.contains(where: \.isFixable)
    let blocksGit = diagnosis.ailments.contains(where: \.blocksGit)
    return (isFixable ? ["`git munge doctor --fix` mends what has that as its remedy."] : [])
      + (blocksGit ? ["If git stops meanwhile, \(Rescue.line)"] : [])
  }
}

extension Check {
  fileprivate func words(_ detail: String?) -> String {
    let behind = detail.map { " (\($0))" } ?? ""
    return switch self {
    case .git: "git\(behind)"
    case .program: "the program that git starts\(behind)"
    case .configuration: "git's configuration, at all levels"
    case .rules: "the rules file\(detail.map { " (\($0 == "1" ? "1 rule" : "\($0) rules"))" } ?? "")"
    case .plan: "the plan that the filter goes by"
    case .start: "git has files filtered, both ways\(behind)"
    case .bareStart: "so it does from a program with windows (no environment, PATH=/usr/bin:/bin)"
    case .attributes: "attributes\(detail.map { " (\($0 == "1" ? "1 file" : "\($0) files") with filter=munge)" } ?? "")"
    case .files: "files show what the plan wants"
    case .hooks: "hooks"
    case .leftovers: "nothing is left of commands that were killed"
    }
  }
}

extension Ailment {
  /// What is wrong, in a sentence without its full stop.
  fileprivate var words: String {
    switch self {
    case .oldGit(let version): "git \(version) is older than 2.31"
    case .notInstalled: "git-munge is not installed in this working tree"
    case .noProgram(let folders): "git-munge-filter is not beside git-munge (\(folders.map { "\($0)" }.joined(separator: ", ")))"
    case .programMissing(let path, let folders):
      "git is to start \(path), and there is no such program: commits stop"
        + (folders.isEmpty ? "" : "; nor is there one next to git-munge (\(folders.map { "\($0)" }.joined(separator: ", ")))")
    case .resolvedProgram(let path, let stable): "git starts \(path), which the next upgrade may remove; \(stable) leads there and stays"
    case .otherVersion(let path, let found):
      "\(path) is \(found.isEmpty ? "no git-munge-filter" : found), and this is git-munge \(Version.current)"
    case .programInsideWorktree(let path): "\(path) lies inside this working tree, where a commit could replace it"
    case .programWritable(let path): "\(path) can be written by everybody on this machine"
    case .wrongKey(let key, nil): "\(key) is not set"
    case .wrongKey(_, let found?): "not as git-munge sets it:\(line(found).dropFirst())"
    case .extraKey(let found): "set at another level as well:\(line(found).dropFirst())"
    case .rulesMissing: "there is no .gitmunge at the top of this working tree"
    case .badRules(let error): "\(error)"
    case .damagedPlan(let error): "\(error): commits stop"
    case .outdated: "the rules or the values have changed since this working tree was munged"
    case .openPlan(let path): "\(path) holds your values, and others may read it"
    case .notStarted(let path, let words): "git could not have \(path) filtered: \(words)"
    case .wrongAnswer(let path): "git had \(path) filtered, and something else came out than the plan wants"
    case .fallbackAttributes(let standing): standing.words
    case .localAttributes(let path, let line, let text): "\(path):\(line) takes the filter away: \(show(text))"
    case .finding(let finding): "\(finding.place)\(finding.message(.plain)) [\(finding.kind.id)]"
    case .deafHook(let path): "\(path) calls git-munge, and git passes over it, as it is not executable"
    case .staleHook(let path, let hook, let program):
      "\(path) is to start \(program), and there is no such program: \(hook.duty == .check ? "git stops" : "it does nothing")"
    case .bypassedHook(let path, let folder): "\(path) is never run, as core.hooksPath is \(folder)"
    case .leftover(let path): "\(path) was left by a command that was killed"
    case .displaced(let path): "\(path) was left by a command that was killed, and may hold an edit that was saved in that moment"
    case .indexLock(let path): "\(path) is there: git is at work in this moment, or was killed"
    }
  }

  /// What to do about it.
  fileprivate var remedy: String {
    switch self {
    case .oldGit: "install a newer git"
    case .notInstalled, .damagedPlan: "git munge install"
    case .noProgram: "install both programs into one folder"
    case .programMissing where !isFixable: "install both programs into one directory, then: git munge doctor --fix"
    case .programMissing, .resolvedProgram, .wrongKey(_, nil), .openPlan, .staleHook, .leftover: "git munge doctor --fix"
    case .wrongKey where isFixable: "git munge doctor --fix"
    case .wrongKey(_, let found?):
      found.scope == "local" ? "git munge install --force, if that is no filter that you need" : removal(of: found)
    case .otherVersion: "install both programs of one version into one folder, then: git munge install"
    case .programInsideWorktree: "install git-munge elsewhere, then: git munge install"
    case .programWritable(let path): "chmod o-w \(path.shellQuoted)"
    case .extraKey(let found): removal(of: found)
    case .rulesMissing: "write one (man git-munge), or git checkout HEAD -- .gitmunge where one was committed"
    case .badRules: "mend .gitmunge, then: git munge refresh"
    case .outdated: "git munge refresh"
    case .notStarted: "see the other problems; without one: git munge install"
    case .wrongAnswer: "git munge install"
    case .fallbackAttributes(.replaced(let found)): removal(of: found) + ", then: git munge refresh"
    case .fallbackAttributes(.behind): "git munge refresh"
    case .fallbackAttributes: "git munge doctor --fix"
    case .localAttributes: "remove that line, then: git munge refresh"
    case .finding(let finding): finding.remedy
    case .deafHook(let path): "chmod +x \(path.shellQuoted)"
    case .bypassedHook: "git munge install --hooks (it says which line to add where)"
    case .displaced: "compare it with your files, then remove it"
    case .indexLock: "when no git command is running here, remove that file"
    }
  }
  private func removal(of setting: Override) -> String {
    setting.file.map { "git config --file \(Path($0).shellQuoted) --unset-all \(setting.key)" } ?? "leave it out of the command"
  }
}
