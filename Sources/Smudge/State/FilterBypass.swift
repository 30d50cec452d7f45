/// The options that run one git command without the filter, for error messages.
package enum FilterBypass {
  package static let command = "git -c filter.munge.process= -c filter.munge.required=false ..."

  /// The command with an introduction.
  package static let line = "to run one command without the filter: \(command)"
}
