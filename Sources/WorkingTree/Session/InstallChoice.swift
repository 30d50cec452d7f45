/// The choice of hooks, and of editor support: whether VS Code compares local texts with local ones.
package enum InstallChoice: Sendable {
  /// Hooks: the clone has them, unless `munge.hooks` is false; the lines for hooks of others are printed for guards
  /// only.
  case asConfigured
  case add, remove

  package init(_ option: Bool?) { self = option.map { $0 ? .add : .remove } ?? .asConfigured }
}
