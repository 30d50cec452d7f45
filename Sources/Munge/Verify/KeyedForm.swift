/// How a key and a value can be put together, as patterns of Python's `re` for bytes: what the filter knows of them
/// (`SiteReader`), but for comments between the two.
enum KeyedForm: CaseIterable {
  /// `KEY = "value"`, `"KEY": "value"`, `KEY "value"`, `KEY("value")`, and in lists.
  case quoted
  /// `<key>KEY</key> <string>value</string>`, arrays of them, `<KEY>value</KEY>`
  case markup
  /// `KEY = value;`
  case project
  /// `KEY = (value, value)`, `KEY: [value, value]`
  case list
  /// `KEY = value`, to the end of the line or a comment.
  case assignment
  /// `KEY: value`, likewise.
  case mapping
  /// `{ KEY: value, "KEY": value }`
  case flow

  /// The key and what stands between it and the value; with no groups but one, for the quote.
  func start(_ key: String) -> String {
    let name = Self.name(key)
    let closed = #"\#(name)["']?\#(Self.blanks)"#
    return switch self {
    case .quoted: #"\#(name)(?:["']?\#(Self.blanks)[=:]\#(Self.blanks)(?:\#(Self.elements))?|\([ \t]*|[ \t]+)(["'])"#
    case .markup:
      #"\#(key)(?:(?<=<key>\#(key))</key>\#(Self.space)*\#(Self.array)<string>|(?<=<\#(key))(?:\s[^<>]*)?(?<!/)>)"#
    case .project, .assignment: #"\#(closed)=(?![=>~])\#(Self.blanks)"#
    case .list: #"\#(closed)[=:]\#(Self.blanks)\#(Self.elements)(?<=[\s,(\[])"#
    case .mapping: #"\#(name):[ \t]+"#
    case .flow: #"\#(name)(?:(?<=["']\#(key))["']\#(Self.blanks):\#(Self.blanks)|(?:(?<=[{,]\#(key))|(?<=[{,] \#(key))):[ \t]+)"#
    }
  }

  /// One byte of a value.
  var inside: String {
    switch self {
    case .quoted: #"[^"'\r\n]"#
    case .markup: #"[^<\r\n]"#
    case .project, .assignment, .mapping: #"[^"'<>;\r\n]"#
    case .list: #"[^"'\s,()\[\]]"#
    case .flow: #"[^"'<>;,}\]\r\n]"#
    }
  }

  /// What follows the value.
  var end: String {
    switch self {
    case .quoted: #"\2"#
    case .markup: "</"
    case .project: "\(Self.blanks);"
    case .list: #"[\s,)\]]"#
    case .assignment, .mapping: Self.lineEnd
    case .flow: #"[ \t]*[,}\]]|\#(Self.lineEnd)"#
    }
  }

  /// Whether an empty value can be told from none.
  var canBeEmpty: Bool {
    switch self {
    case .quoted, .markup, .project, .assignment: true
    case .list, .mapping, .flow: false
    }
  }

  /// No part of a longer name, such as `android:KEY`, and with its conditions: `KEY[sdk=iphoneos*]`.
  private static func name(_ key: String) -> String {
    #"\#(PythonBytes.word(key))(?<!\#(PythonBytes.identifier):\#(key))(?:\[[^\]\r\n]*\])*"#
  }

  private static let blanks = #"[ \t]*"#
  /// What stands in a list in front of an element.
  private static let elements = #"[\[(](?:"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'|[^"'()\[\]{};])*?"#
  private static let space = #"(?:\s|<!--.*?-->)"#
  private static let array = #"(?:<array>(?:\#(space)|<string>[^<]*</string>|<string/>)*?)?"#
  private static let lineEnd = #"[ \t]*(?:[;\r\n]|\Z|[ \t](?:#|//|/\*))"#
}
