import Platform
import Rules
import Smudge
import Verify

/// A text of a family in a file, with what is around it.
struct Occurrence {
  /// What the text is there.
  enum Use: Equatable {
    /// An identifier that the build or the program uses.
    case identifier
    /// A text that has to stay, such as an identifier of another project: an `except` line, with the reason.
    case exception(String, reason: String)
    /// The value of a key that is named like another thing: `RESTServerAPIKey`.
    case otherKey(String)
    /// A part of a text that is not one of the app: a link, a package, a log.
    case other(LeaveReason)

    /// Whether the text has to stay as it is in its file.
    var isFixed: Bool {
      self == .other(.codeName) || self == .other(.link)
    }

    /// Why a file that holds nothing else is left alone; `nil` for an identifier.
    var reason: LeaveReason? {
      switch self {
      case .identifier: nil
      case .exception, .otherKey: .exception
      case .other(let reason): reason
      }
    }
  }

  /// The text of the family, or a team.
  let base: String
  let range: Range<Int>
  /// The whole word with dots around the text: `group.com.acme.app.shared`.
  let word: String
  /// The line without leading blanks.
  let line: String
  let isComment: Bool
  /// The line up to the word.
  private let head: String
  /// The text that begins with the key.
  private let keyed: Substring
  /// The bytes before and after the word.
  private let before: UInt8?, after: UInt8?

  /// A text with what is around it. `offset`: where the base begins in the content.
  init(_ base: String, _ content: [UInt8], at offset: Int, isComment: Bool) {
    self.base = base
    self.isComment = isComment
    range = offset..<offset + base.utf8.count

    func isWord(_ byte: UInt8) -> Bool { Boundary.isIdentifier(byte) || byte == .dot }
    let first = content[..<range.lowerBound].lastIndex { !isWord($0) }.map { $0 + 1 } ?? 0
    // Not with the dash of `${ID:-com.acme.app}`.
    let start = first < offset && Boundary.isStart(first + 1, in: content.span) ? first + 1 : first
    let end = content[range.upperBound...].firstIndex { !isWord($0) } ?? content.count
    let dots = content[start..<end].drop { $0 == .dot }
    let last = dots.lastIndex { $0 != .dot } ?? dots.startIndex - 1
    word = dots[...last].string

    // What is around it in a generated line of any length.
    let before = content[max(0, start - 256)..<start]
    let after = content[end..<min(content.count, end + 256)]
    let lineStart = before.startOfLastLine
    let lineEnd = after.firstIndex(of: .newline) ?? after.endIndex
    head = content[lineStart..<start].string
    line = String(content[lineStart..<lineEnd].string.drop(while: \.isWhitespace))
    keyed =
      line.hasPrefix("<string>")
      ? before.string.split(separator: "<key>", omittingEmptySubsequences: false).dropFirst().last ?? "" : line[...]
    self.before = before.last
    self.after = after.first
  }

  /// The texts of a search that are whole words.
  static func words(of search: TextSearch, in content: [UInt8]) -> [Occurrence] {
    var words: [Occurrence] = []
    var check = NonIdentifierCheck(content, .data)
    search.forEachMatch(in: content) { text, offset in
      let next = content[(offset + text.count)...].first
      guard
        Boundary.isStart(offset, in: content.span),
        next.map(Boundary.isIdentifier) != true
      else { return }
      let isComment = check.isInComment(offset)
      words.append(Occurrence(text.string, content, at: offset, isComment: isComment))
    }
    return words
  }

  /// Whether the word is all that is between two quotes, or between tags, or the scheme of a URL that is:
  /// `"com.acme.app://auth"`.
  var isWholeLiteral: Bool {
    guard let before, let after else { return false }
    if before == UInt8(ascii: ">") { return after == .lessThan }
    // `"\(team).group.com.acme.app"`
    if line.contains(").\(word)\"") { return true }
    return "\"'`".utf8.contains(before) && (before == after || line.contains(word + "://"))
  }

  /// Whether a program or a build reads the word here and compares it with others, as far as one line shows it.
  var isRead: Bool {
    isWholeLiteral
      && !(isLabel || isComment || isCodeName || isPackage || isAPIKey)
  }

  /// The key of `KEY: word` and `KEY = word`, or that of a property list above the word.
  var key: Substring {
    keyed
      .drop { "\"'-<! ".contains($0) }
      .prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
  }

  /// Whether the word is a part of a path, or the value of a key for one.
  var isPath: Bool {
    before == .slash || after == .slash || key == "path"
  }

  /// Whether the word is a part of a link, or of the name of an account or a repository.
  var isLink: Bool {
    let token = head.reversed().prefix { !" \"'<>()".contains($0) }
    // Backwards.
    return String(token).contains("//:") || token.first == "@"
      || token.first == "/" && head.contains("github")
  }

  /// Whether the line declares or imports a package of code.
  var isCodeName: Bool {
    ["package ", "import ", "namespace", "using ", "module ", "id(\"", "id '"]
      .contains(where: line.hasPrefix)
  }

  /// Whether the word goes on with the name of a class: `com.acme.app.MainActivity`.
  var isClass: Bool {
    let end = word.firstRange(of: base)?.upperBound ?? word.endIndex
    return word[end...].split(separator: ".")
      .contains { $0.first?.isUppercase == true }
  }

  /// Whether the word names something that the app sells: `com.acme.app.iap.monthly`.
  var isProduct: Bool {
    word.dropFirst(base.count).lowercased().split { ".-_".contains($0) }
      .contains { ["iap", "monthly", "subscription", "yearly"].contains($0) }
  }

  /// Whether the word is the package of generated code: `KotlinOptions(package: 'com.acme.app')`.
  var isPackage: Bool {
    ["package: ", "package: '", "package: \"", "packageName.set(\""].contains(where: head.hasSuffix)
  }

  /// Whether the text names a log, an error or a queue.
  var isLabel: Bool {
    Self.labels.occurs(in: line.bytes)
  }

  private static let labels = TextSearch(
    ["Logger", "OSLog", "os_log", "NSError", "rrorDomain", "ueue", "subsystem", "<logger "].map(\.bytes))

  /// Whether a team stands between parentheses, as in the name of a certificate: `Apple Distribution: Acme
  /// (ABCDE12345)`.
  var isCertificate: Bool {
    before == UInt8(ascii: "(") && after == UInt8(ascii: ")")
  }

  /// Whether the line compares an identifier with the word, as one that asks for the official build does.
  var isComparison: Bool {
    ["undleIdentifier", "undleId", "undleID", "ackageName"].contains(where: line.contains)
      && ["== ", "starts(with", "hasPrefix", "contains("].contains(where: line.contains)
  }

  /// Whether the line says that the value is a key of a service.
  var isAPIKey: Bool {
    line.lowercased().replacing("_", with: "").contains("apikey")
  }
}
