package import Platform
import Rules
package import Smudge

/// The repository to verify, bare or not.
package struct VerifyRepository {
  package let git: GitCommand
  package let hasWorkingTree: Bool
  /// The private rules file of this clone, for messages; `nil` if it has none.
  let privateRules: () -> String?
  package let blobs: BlobPool
  let directory: Later<GitDirectory>
  /// The plan of this working tree, or that of the configured values; `nil` if it is idle.
  let ownPlan: () throws -> Plan?

  /// Describes a repository. `directory`: `nil`: git is asked.
  package init(
    git: GitCommand, in directory: GitDirectory? = nil, hasWorkingTree: Bool,
    privateRules: @escaping () -> String? = { nil }, ownPlan: @escaping () throws -> Plan?
  ) {
    self.git = git
    self.hasWorkingTree = hasWorkingTree
    self.privateRules = privateRules
    self.ownPlan = ownPlan
    blobs = BlobPool(git)
    self.directory = Later(atOnce: false) { try directory ?? GitDirectory(git) }
  }

  package func nothingToCheck(in target: VerifyTarget) -> RepositoryError {
    .nothingToCheck(target.name, privateRules: privateRules())
  }

  package func commit(_ name: String) throws -> String {
    let command = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"]
    do {
      return try git.line(command).string
    } catch {
      guard case .command = error else { throw error }
      let isShallow = try git.line(["rev-parse", "--is-shallow-repository"]).elementsEqual("true".utf8)
      let advice =
        isShallow
        ? ": this clone is shallow; fetch more with `git fetch --deepen=100`, or all with `git fetch --unshallow`"
        : ""
      throw RepositoryError.unknownRevision(words: "there is no commit '\(name)'" + advice)
    }
  }

  /// The commit of `HEAD`, which in a bare repository names the default branch; `nil` before the first commit.
  package func head() throws -> String? {
    if let head = try directory.value.head { return head }
    let done = try git.run(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"].map(\.bytes))
    return done.isSuccess ? done.output.dropLast().string : nil
  }
}
