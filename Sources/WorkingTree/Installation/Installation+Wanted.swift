import Platform
import Rules
import Smudge
import Verify

// The installations that commands want.
extension Installation {
  /// What a command changes; what is `nil` stays.
  struct Request {
    /// The filter program that git is to run.
    var program: Path?
    var plan: Plan?
    /// The rules file of the plan.
    var source: [UInt8]?
    /// The filter lines.
    var lines: [UInt8]?
    var privateRules: PrivateRules?
    var editor = InstallChoice.asConfigured
    var edits: [ValueEdit] = []
    /// Variables that keep the canonical text from now on.
    var declined: [String] = []
  }

  /// The installation that a hook wants, and `git munge set`.
  func following(_ request: Request, _ attributes: AttributesBlock) throws -> Installation {
    var wanted = self
    let editor = Resource.key(.textconv, .local)
    let hasEditor = request.editor == .asConfigured ? self[editor] != nil : request.editor == .add
    if let program = request.program {
      for key in FilterKey.allCases where key != .textconv || hasEditor {
        wanted[.key(key, .local)] = key.value(for: program).bytes
      }
    }
    if !hasEditor { wanted[editor] = nil }
    if let plan = request.plan { wanted[.plan] = PlanFormat.encode(plan) }
    if let source = request.source { wanted[.approval(TrustedRules.name(of: source))] = source }
    if let lines = request.lines {
      wanted[.lines] = lines
      wanted[.block] = try attributes.block(for: lines, hasEditor: hasEditor)
    }
    if let rules = request.privateRules { wanted[.setting(PrivateRules.key, .local)] = rules.setting }
    for edit in request.edits {
      wanted[.setting(edit.key, edit.level)] = edit.text
      // A value ends the choice to keep the canonical text.
      wanted[.setting(VariableValue.declined + edit.name, .local)] = nil
    }
    for name in request.declined { wanted[.setting(VariableValue.declined + name, .local)] = "true".bytes }
    return wanted
  }

  /// The installation that `git munge install` wants.
  func installed(_ request: Request, _ attributes: AttributesBlock, _ hooks: HookInstaller) throws -> Installation {
    var wanted = try following(request, attributes)
    if hooks.areWanted != hooks.areConfigured {
      wanted[.setting(HookInstaller.key, .local)] = "\(hooks.areWanted)".bytes
    }
    for hook in Hook.ofClones {
      wanted[.hook(hook)] = hooks.wanted(hook, self[.hook(hook)], for: hooks.areWanted ? request.program : nil)
    }
    for case .leftover(let path) in contents.keys { wanted[.leftover(path)] = nil }
    // Keys at other levels override those of the clone; the user removes them.
    for case .key(let key, let scope) in contents.keys where scope != .local { wanted[.key(key, scope)] = nil }
    return wanted
  }

  /// The installation that `git munge uninstall` wants: what is of others or of the user stays.
  func uninstalled(_ hooks: HookInstaller) -> Installation {
    var wanted = Installation()
    for (resource, content) in contents where !isOurs(resource) { wanted[resource] = content }
    for hook in Hook.ofClones { wanted[.hook(hook)] = hooks.wanted(hook, self[.hook(hook)], for: nil) }
    return wanted
  }

  /// Whether git-munge wrote a resource, and an uninstallation removes it.
  private func isOurs(_ resource: Resource) -> Bool {
    switch resource {
    case .setting(let name, let level): level == .local && Resource.choices.contains(name)
    case .key(_, let scope): scope == .local
    case .approval, .hook, .lines, .block, .plan, .leftover: true
    }
  }
}
