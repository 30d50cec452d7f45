import Smudge

/// The lines of an expressions file for one text, in the syntax of Python's `re` for bytes.
///
/// Source: git-filter-repo(1), `--replace-text`: `regex:PATTERN==>REPLACEMENT`, cut at the last `==>` of a line.
struct ReplacementLines {
  private let leak: LeakedText
  private let keeping: [[UInt8]]

  /// `keeping`: texts that stay as they are where the text is a part of them.
  init(_ leak: LeakedText, keeping: [[UInt8]]) { (self.leak, self.keeping) = (leak, keeping) }

  var lines: [String] {
    switch leak.scope {
    case .everywhere: projectWord + [line(token + notInRules, canonical)]
    case .values(let key, .whole): KeyedForm.allCases.compactMap { whole($0, key) }
    case .values(let key, .part): projectValue(key) + KeyedForm.allCases.compactMap { part($0, key) }
    }
  }

  private func line(_ pattern: String, _ replacement: String) -> String { "regex:\(pattern)==>\(replacement)\n" }

  /// `local = TEXT` in `.gitmunge` is where the text belongs.
  private var notInRules: String { [" = ", "=", " = \""].map { #"(?<!\slocal\#($0)\#(text))"# }.joined() }

  /// A bare word of an Xcode project that would have quotes with the canonical text.
  private var projectWord: [String] { isQuotedAnew ? [line("\(text)(?<== \(text))(?=;)", "\"\(canonical)\"")] : [] }

  private func projectValue(_ key: [UInt8]) -> [String] {
    isQuotedAnew ? [whole(.project, key)].compactMap { $0 } : []
  }

  private func whole(_ form: KeyedForm, _ key: [UInt8]) -> String? {
    if leak.text.isEmpty && !form.canBeEmpty { return nil }
    guard let replacement = replacement(in: form) else { return nil }
    return line("(\(form.start(PythonBytes.pattern(key))))\(text)(?=\(form.end))", #"\g<1>"# + replacement)
  }

  private func part(_ form: KeyedForm, _ key: [UInt8]) -> String? {
    if form == .project { return nil }
    return line("(\(form.start(PythonBytes.pattern(key)))\(form.inside)*?)\(token)", #"\g<1>"# + canonical)
  }

  /// `nil` where another form says the same.
  private func replacement(in form: KeyedForm) -> String? {
    switch form {
    case .quoted, .markup, .assignment: canonical
    case .project: needsQuotes ? "\"\(canonical)\"" : nil
    case .list: needsQuotes ? "\"\(canonical)\"" : canonical
    case .mapping, .flow: leak.canonical.isEmpty || leak.canonical.contains(where: Self.endsValue) ? "\"\(canonical)\"" : canonical
    }
  }

  private var canonical: String { PythonBytes.replacement(leak.canonical) }
  private var text: String { PythonBytes.pattern(leak.text) }
  private var needsQuotes: Bool { ProjectValue.needsQuotes(leak.canonical) }
  private var isQuotedAnew: Bool { needsQuotes && !ProjectValue.needsQuotes(leak.text) }

  private static let endsValue: @Sendable (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }

  // MARK: A text that stands alone

  /// The text, where it is a word of its own and no part of what is kept.
  private var token: String {
    PythonBytes.word(text) + keeping.filter { $0 != leak.text }.flatMap(exceptions).joined()
  }

  /// Where `kept` stands around the text, for each place that the text has in it.
  private func exceptions(_ kept: [UInt8]) -> [String] {
    kept.indices.filter { kept[$0...].starts(with: leak.text) && !leak.text.isEmpty }.map { place in
      let (before, after) = (PythonBytes.pattern(kept[..<place]), PythonBytes.pattern(kept[(place + leak.text.count)...]))
      return "(?!(?<=\(PythonBytes.wordStart)\(before)\(text))\(after)\(PythonBytes.wordEnd))"
    }
  }
}

/// Bytes in the syntax of Python's `re`.
///
/// A pattern begins with the bytes that are sought, and looks back over them: so Python finds them as fast as it finds
/// any text, which is a hundred times as fast as looking back at each place.
enum PythonBytes {
  static let identifier = "[A-Za-z0-9_-]"
  static let wordStart = "(?<!\(identifier))"
  static let wordEnd = "(?!\(identifier))"

  /// A pattern, where it stands alone.
  static func word(_ pattern: String) -> String { "\(pattern)(?<!\(identifier)\(pattern))\(wordEnd)" }

  /// What matches these bytes and nothing else.
  static func pattern(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      if isPrintable(byte) { return (special.contains(byte) ? "\\" : "") + String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
    }.joined()
  }

  /// What puts these bytes into the place of a match. An `=` is written so that no line is cut at it.
  static func replacement(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      if isPrintable(byte) && byte != UInt8(ascii: "=") { return (byte == backslash ? "\\" : "") + String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }

  private static func isPrintable(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

  private static let backslash = UInt8(ascii: "\\")
  private static let special = Set(#"\.^$*+?{}[]|()"#.utf8)
}
