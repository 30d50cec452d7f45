import ArgumentParser
import Platform
import Verify

/// The option of reports in which local texts are masked outside of a terminal.
struct MaskingOptions: ParsableArguments {
  @Flag(help: "Show local texts in full also in a file or a pipe, not only their first characters.")
  var showValues = false

  var showing: Finding.Showing { showValues || Terminal.isOutput ? .plain : .masked }

  /// The form of local texts in a file.
  var showingInFile: Finding.Showing { showValues ? .plain : .masked }
}
