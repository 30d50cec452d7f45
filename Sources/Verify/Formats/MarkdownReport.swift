import Platform
import Smudge

/// A report in GitHub Flavored Markdown: the result, the summary, then all findings by file, with their remedies.
///
/// No line begins with text of the repository, which a server could read as a command (`/close` on GitLab).
package struct MarkdownReport {
  package let text: String

  /// The maximum size of a comment on GitLab, in bytes. GitHub shows a summary of up to 1 MiB.
  package static let maxSize = 1_000_000

  /// Writes a report. `maxSize`: the maximum size of the text, in bytes; a longer report is cut after a line.
  package init(_ report: VerifyReport, strictly: Bool, maxSize: Int = Self.maxSize) {
    let result = report.isFailing(strictly: strictly) ? "failed" : "passed"
    let words = [report.summary, report.rewriting?.words(for: [])].compactMap(\.self)
    let head = ["## git munge verify: \(result)"] + words.flatMap { ["", Markdown.text($0)] }
    let body = report.findings.grouped { $0.location?.path }.flatMap { Self.section($0, $1, strictly: strictly) }
    text = Self.joined(head + body, maxSize)
  }

  /// The text of the lines that fit. If some do not, the last one says so.
  private static func joined(_ lines: [String], _ maxSize: Int) -> String {
    let sizes = lines.map { $0.utf8.count + 1 }
    if sizes.reduce(0, +) <= maxSize { return lines.map { $0 + "\n" }.joined() }
    let cut = "\nThe report is cut here; `git munge verify --report json` lists all findings.\n"
    var rest = maxSize - cut.utf8.count
    let count = sizes.prefix { size in
      rest -= size
      return rest >= 0
    }.count
    return lines.prefix(count).map { $0 + "\n" }.joined() + cut
  }

  /// The findings of one file, each group with the same remedy.
  private static func section(_ file: Path?, _ findings: [Finding], strictly: Bool) -> [String] {
    ["", "### \(file.map { Markdown.code($0.description) } ?? "The repository")"]
      + findings.grouped { $0.remedy(plain: Markdown.text, code: Markdown.code) }.flatMap { remedy, equal in
        [""] + equal.map { "- \(item($0, strictly: strictly))" } + ["", "To fix: \(remedy)"]
      }
  }

  private static func item(_ finding: Finding, strictly: Bool) -> String {
    let numbers = [finding.location?.line, finding.location?.column].compactMap { $0 }.map { "\($0)" }
    let place = numbers.isEmpty ? "" : " at \(numbers.joined(separator: ":"))"
    let words = [finding.message, finding.originWords].compactMap { $0 }.joined(separator: ", ")
    let severity = finding.severity(strictly: strictly).rawValue
    return "\(severity)\(place): \(Markdown.text(words)) (\(finding.kind.rawValue))"
  }
}

/// Text that no reader of Markdown takes for markup, a link, a mention or a reference.
private enum Markdown {
  /// The words of a message as Markdown. Text between backticks is code, as in the message, and so is every word with
  /// another character than letters and digits: a name can be `<img src=x>`, `@all` or `#12`, and an escape `\@` would
  /// not prevent a mention.
  static func text(_ words: String) -> String {
    let pieces = visible(words).split(separator: "`", omittingEmptySubsequences: false)
    let parts = pieces.enumerated().map { index, piece in
      let words = piece.split(separator: " ", omittingEmptySubsequences: false)
      if index.isMultiple(of: 2) { return words.map(word).joined(separator: " ") }
      // The last one has a backtick without a second one.
      return index == pieces.count - 1 ? "\(code("`")) \(text(String(piece)))" : code(String(piece))
    }
    // Two code spans without a blank between them would be read as another one.
    return parts.reduce(into: "") { $0 += ($0.hasSuffix("`") && $1.hasPrefix("`") ? " " : "") + $1 }
  }

  /// A code span (CommonMark 6.1), which begins and ends with more backticks than its content has in a row.
  static func code(_ text: String) -> String {
    let text = visible(text)
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    let isPadded = text.isEmpty || ["`", " "].contains { text.hasPrefix($0) || text.hasSuffix($0) }
    return isPadded ? "\(fence) \(text) \(fence)" : fence + text + fence
  }

  private static func word(_ word: Substring) -> String {
    let start = word.prefix { $0 == "(" }
    let rest = word.dropFirst(start.count)
    let end = rest.reversed().prefix { ",;:.)".contains($0) }.count
    let core = rest.dropLast(end)
    let isPlain =
      core.first != "-"
      && core.utf8.allSatisfy { Boundary.isIdentifier($0) && $0 != UInt8(ascii: "_") || $0 == UInt8(ascii: "'") }
    return start + (isPlain ? String(core) : code(String(core))) + rest.suffix(end)
  }

  private static func visible(_ text: String) -> String { escaped(text, writing: [:], hidden: escapedScalar) }
}
