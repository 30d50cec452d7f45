import TestSupport
import Testing

/// The reader of schemas that other tests use: each keyword can refuse a document, and no keyword is ignored.
struct JSONSchemaTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let schema: String
    let fine: [String]
    let bad: [String]
    var testDescription: String { schema }

    init(_ schema: String, fine: [String], bad: [String]) { (self.schema, self.fine, self.bad) = (schema, fine, bad) }
  }

  private static let rows = [
    Row(#"{"type": "string"}"#, fine: [#""a""#], bad: ["1", "null"]),
    Row(#"{"type": ["array", "null"]}"#, fine: ["[]", "null"], bad: ["{}", "1"]),
    Row(#"{"type": "integer", "minimum": -1, "maximum": 3}"#, fine: ["-1", "3"], bad: ["-2", "4", "1.5"]),
    Row(#"{"minLength": 2}"#, fine: [#""éa""#, "1"], bad: [#""é""#]),
    Row(#"{"pattern": "^[a-z]+$"}"#, fine: [#""abc""#, "1"], bad: [#""aBc""#, #""""#]),
    Row(#"{"pattern": "b"}"#, fine: [#""abc""#], bad: [#""ac""#]),
    Row(#"{"format": "uri"}"#, fine: [#""https://a/b?c#d""#], bad: [#""a/b""#, #""https://a b""#]),
    Row(
      #"{"format": "uri-reference"}"#, fine: [#""a/b%20c""#, #""https://a""#, #""""#, #""./a:b""#],
      bad: [#""a b""#, #""%zz""#, #""é""#, #""1a:b""#]),
    Row(#"{"format": "date-time"}"#, fine: [#""2020-02-20T20:20:20Z""#], bad: [#""2020-02-20""#]),
    Row(#"{"minItems": 1, "uniqueItems": true}"#, fine: [#"[1, "1"]"#, "{}"], bad: ["[]", "[1, 2, 1]"]),
    Row(#"{"uniqueItems": false}"#, fine: ["[1, 1]"], bad: []),
    Row(#"{"items": {"type": "number"}}"#, fine: ["[1]", "[]"], bad: [#"[1, "a"]"#]),
    Row(#"{"required": ["a"], "properties": {"a": {"const": 1}}}"#, fine: [#"{"a": 1, "b": 2}"#, "[]"], bad: ["{}", #"{"a": 2}"#]),
    Row(#"{"properties": {"a": {}}, "additionalProperties": false}"#, fine: [#"{"a": 1}"#, "{}"], bad: [#"{"b": 1}"#]),
    Row(#"{"additionalProperties": {"type": "string"}}"#, fine: [#"{"b": "c"}"#], bad: [#"{"b": 1}"#]),
    Row(#"{"enum": [1, "a"]}"#, fine: ["1", #""a""#], bad: ["2", #""1""#]),
    Row(#"{"allOf": [{"minimum": 1}, {"maximum": 2}]}"#, fine: ["1", "2"], bad: ["0", "3"]),
    Row(#"{"anyOf": [{"const": 1}, {"minimum": 5}]}"#, fine: ["1", "5"], bad: ["2"]),
    Row(#"{"oneOf": [{"minimum": 1}, {"maximum": 2}]}"#, fine: ["0", "3"], bad: ["1"]),
    Row(#"{"not": {"type": "null"}}"#, fine: ["1"], bad: ["null"]),
    Row(
      ##"{"$ref": "#/definitions/a/items", "definitions": {"a": {"items": {"type": "null"}}}}"##, fine: ["null"], bad: ["1"]),
  ]

  @Test(arguments: rows)
  func `A keyword of a schema refuses what it should and nothing else`(row: Row) throws {
    let schema = try JSONSchema(row.schema)
    for document in row.fine { #expect(try schema.flaws(of: JSON(document)) == [], "\(document)") }
    for document in row.bad { #expect(try schema.flaws(of: JSON(document)) != [], "\(document)") }
  }

  @Test(arguments: [
    #"{"patternProperties": {}}"#, ##"{"$ref": "#/definitions/gone"}"##, #"{"format": "colour"}"#, #"{"pattern": "["}"#,
    #"{"type": "text"}"#,
  ])
  func `An unknown keyword is an error`(schema: String) throws {
    #expect(try JSONSchema(schema).flaws(of: .text("a")) != [])
  }
}
