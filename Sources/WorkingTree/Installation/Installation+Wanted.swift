import Platform
import Rules
import Verify

// The installations that commands want.
extension Installation {
  /// The parts from which an installation is made.
  struct Request {
    /// The filter program that git is to run.
    let program: Path
    /// The plan with its rules; `nil`: the plan stays.
    var munging: Munging?
    /// The filter lines; `nil`: they stay.
    var lines: [UInt8]?
    var privateRules: PrivateRules?
    var edits: [ValueEdit] = []
    /// Variables that keep the canonical text from now on.
    var declined: [String] = []
    var hooks = InstallChoice.asConfigured
    var editor = InstallChoice.asConfigured
  }

  /// The installation that `git munge install` wants.
  func installed(_ request: Request) -> Installation {
    var wanted = following(request.munging, request.lines, request.program)
    let hasEditor = request.editor == .asConfigured ? editor != nil : request.editor == .add
    wanted.editor = hasEditor ? request.program : nil
    wanted.areHooksWanted = request.hooks == .asConfigured ? areHooksWanted : request.hooks == .add
    wanted.hooks = hooks.mapValues { [areWanted = wanted.areHooksWanted] state in
      if state.isOurs, request.hooks == .remove { return .absent }
      return state.isWritten(ifAll: areWanted) ? .ours(isCurrent: true) : state
    }
    wanted.privateRules = request.privateRules
    wanted.leftovers = []
    wanted.store(request.edits)
    wanted.declined.formUnion(request.declined)
    return wanted
  }

  /// The installation that a hook wants. `munging`, `lines` and `program` are `nil` for what stays.
  func following(_ munging: Munging?, _ lines: [UInt8]?, _ program: Path?) -> Installation {
    var wanted = self
    if let program { wanted.keys = .set(program) }
    if let munging {
      wanted.munging = .set(munging)
      if let source = munging.rules?.source { wanted.approved.insert(source) }
    }
    if let lines = lines ?? attributes.value { wanted.attributes = .set(lines) }
    return wanted
  }

  /// The installation that `git munge set` and `unset` want.
  func setting(_ edits: [ValueEdit], _ munging: Munging?, _ program: Path?) -> Installation {
    var wanted = following(munging, nil, program)
    wanted.store(edits)
    return wanted
  }

  /// Stores values. A value ends the choice to keep the canonical text.
  private mutating func store(_ edits: [ValueEdit]) {
    for edit in edits {
      values[edit.level, default: [:]][edit.name] = edit.text
      declined.remove(edit.name)
    }
  }
}
