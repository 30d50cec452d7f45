import Platform
import Rules
import Verify

// Private rules of an installation.
extension Install {
  /// The working tree with the chosen rules, and the steps that configure them.
  static func chosen(
    _ rules: PrivateRulesChoice, in tree: WorkingTree
  ) throws -> (tree: WorkingTree, steps: [TransitionStep]) {
    let path: Path
    switch rules {
    case .asConfigured: return (tree, [])
    case .usual:
      if try tree.privateRules() != nil { return (tree, []) }
      path = tree.privateRulesPath
    case .file(let argument):
      path = try absolute(argument)
      if path.isInside(tree.top), !path.isInside(tree.gitDirectory.common) { throw MungeError.rulesInsideTree(path) }
    }
    return (tree.using(rules: path), [.setRulesFile(path.relative(to: tree.gitDirectory.common).bytes)])
  }

  /// The file itself can be a link, whose target changes.
  private static func absolute(_ path: Path) throws -> Path {
    let directory = try FileSystem.realPath(path.parent ?? Path("."))
    return directory / path.name
  }

  /// Private rules need `core.attributesFile`, because no commit has their attributes.
  static func check(_ rules: Rules, in tree: WorkingTree) throws {
    switch rules.origin {
    case .committed: return
    case .private, .both:
      if case .replaced(let found) = try FallbackAttributes(tree).standing(nil) { throw MungeError.attributesFileSet(found) }
    }
  }
}
