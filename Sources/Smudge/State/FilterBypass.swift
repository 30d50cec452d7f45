/// The way out when all else fails: git without the filter, for one command.
package enum FilterBypass {
  package static let command = "git -c filter.munge.process= -c filter.munge.required=false ..."

  /// With what it is for.
  package static let line = "for one command without git-munge: \(command)"
}
