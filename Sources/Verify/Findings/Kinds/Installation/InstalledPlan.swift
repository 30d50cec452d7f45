// The findings `damaged-plan`, `outdated` and `readable-plan`.

package import Engine
package import Platform
import Smudge

extension Finding.Kind {
  static let damagedPlan = Finding.Kind(
    "damaged-plan", .error, blocksGit: true, "The plan of a working tree cannot be used.",
    meaning: "The filter cannot clean files without it, so commits of munged files fail.",
    remedy: "Run `git munge install`, which writes a new plan.")

  static let outdated = Finding.Kind(
    "outdated", .error, "The rules or values have changed since the working tree was munged.",
    meaning: "Its files show the result of the previous rules and values.", remedy: "Run `git munge refresh`.")

  static let readablePlan = Finding.Kind(
    "readable-plan", .error, "Others can read the plan.", meaning: "It holds your values.",
    remedy: "Run `git munge doctor --fix`.")
}

extension Finding.Detail {
  package static func damagedPlan(_ error: PlanError) -> Self {
    Self(.damagedPlan, "\("\(error)"): commits will fail", .words("git munge install"))
  }

  package static let outdated = Self(
    .outdated, "the rules or the values have changed since this working tree was munged", .words("git munge refresh"))

  package static func readablePlan(_ path: Path) -> Self {
    Self(.readablePlan, fix: .restrict(path), "\(path) holds your values and is readable by others")
  }
}
