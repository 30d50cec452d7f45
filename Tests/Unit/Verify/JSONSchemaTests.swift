import TestSupport

/// The reader of schemas that other tests use: each keyword can refuse a document, and no keyword is ignored.
struct JSONSchemaTests {
  private static let rows: [(schema: String, fine: [String], bad: [String])] = [
    (#"{"type": "string"}"#, [#""a""#], ["1", "null"]),
    (#"{"type": ["array", "null"]}"#, ["[]", "null"], ["{}", "1"]),
    (#"{"type": "integer", "minimum": -1, "maximum": 3}"#, ["-1", "3"], ["-2", "4", "1.5"]),
    (#"{"minLength": 2}"#, [#""éa""#, "1"], [#""é""#]),
    (#"{"pattern": "^[a-z]+$"}"#, [#""abc""#, "1"], [#""aBc""#, #""""#]),
    (#"{"pattern": "b"}"#, [#""abc""#], [#""ac""#]),
    (#"{"format": "uri"}"#, [#""https://a/b?c#d""#], [#""a/b""#, #""https://a b""#]),
    (
      #"{"format": "uri-reference"}"#, [#""a/b%20c""#, #""https://a""#, #""""#, #""./a:b""#],
      [#""a b""#, #""%zz""#, #""é""#, #""1a:b""#]
    ),
    (#"{"format": "date-time"}"#, [#""2020-02-20T20:20:20Z""#], [#""2020-02-20""#]),
    (#"{"minItems": 1, "uniqueItems": true}"#, [#"[1, "1"]"#, "{}"], ["[]", "[1, 2, 1]"]),
    (#"{"uniqueItems": false}"#, ["[1, 1]"], []),
    (#"{"items": {"type": "number"}}"#, ["[1]", "[]"], [#"[1, "a"]"#]),
    (#"{"required": ["a"], "properties": {"a": {"const": 1}}}"#, [#"{"a": 1, "b": 2}"#, "[]"], ["{}", #"{"a": 2}"#]),
    (#"{"properties": {"a": {}}, "additionalProperties": false}"#, [#"{"a": 1}"#, "{}"], [#"{"b": 1}"#]),
    (#"{"additionalProperties": {"type": "string"}}"#, [#"{"b": "c"}"#], [#"{"b": 1}"#]),
    (#"{"enum": [1, "a"]}"#, ["1", #""a""#], ["2", #""1""#]),
    (#"{"allOf": [{"minimum": 1}, {"maximum": 2}]}"#, ["1", "2"], ["0", "3"]),
    (#"{"anyOf": [{"const": 1}, {"minimum": 5}]}"#, ["1", "5"], ["2"]),
    (#"{"oneOf": [{"minimum": 1}, {"maximum": 2}]}"#, ["0", "3"], ["1"]),
    (#"{"not": {"type": "null"}}"#, ["1"], ["null"]),
    (##"{"$ref": "#/definitions/a/items", "definitions": {"a": {"items": {"type": "null"}}}}"##, ["null"], ["1"]),
  ]

  @Test(arguments: rows)
  func `A keyword of a schema refuses what it should and nothing else`(text: String, fine: [String], bad: [String])
    throws
  {
    let schema = try JSONSchema(text)
    for document in fine { #expect(try schema.flaws(of: JSON(document)) == [], "\(document)") }
    for document in bad { #expect(try schema.flaws(of: JSON(document)) != [], "\(document)") }
  }

  @Test(arguments: [
    #"{"patternProperties": {}}"#, ##"{"$ref": "#/definitions/gone"}"##, #"{"format": "colour"}"#, #"{"pattern": "["}"#,
    #"{"type": "text"}"#,
  ])
  func `An unknown keyword is an error`(schema: String) throws {
    #expect(try JSONSchema(schema).flaws(of: .text("a")) != [])
  }
}
