import TestSupport
import Testing

/// Tests of values in XML. The expected values are marked in the content.
struct KeyValueScannerMarkupTests {
  private func check(_ marked: String, _ location: SourceLocation = #_sourceLocation) {
    let found = MarkedContent(marked).scanned(for: ["KEY", "OTHER"])
    #expect(found.description == marked, sourceLocation: location)
  }

  @Test(arguments: [
    "<key>KEY</key>\n\t<string>«a b»</string>", "<key>KEY</key><string>«»</string>", "<key>KEY</key>\r\n<string>«a»</string>",
    "<key>KEY</key>\n<!-- why -->\n <!---->\n<string>« a&amp;b »</string>", "<key>KEY</key>\n<string>«$(OTHER)»</string>",
    "<key>KEY</key><array><string>«a»</string>\n<!-- <string>x</string> -->\n<string>«b»</string></array><string>c</string>",
    "<key>KEY</key>\n<array>\n<string/>\n<string>«a»</string>\n<string>b\nc</string>\n<string>«d»</string>\n</array>",
    "<key>KEY</key><array><string>«a»</string><dict><string>b</string></dict><string>c</string></array>",
    "<key>KEY</key><string>«a»</string><key>OTHER</key><string>«b»</string>", "<key>KEY</key><array><string>«a»</string>",
    "<key>KEY</key><array><string>«a»</string><string>b",
  ])
  func `The values of a property list key are the strings after it`(marked: String) { check(marked) }

  @Test(arguments: [
    "<key>KEY</key>", "<key>KEY</key>\n", "<key>KEY</key><string/>", "<key>KEY</key><true/><string>x</string>",
    "<key>KEY</key><string>x", "<key>KEY</key><string>x\ny</string>", "<key>KEY</key><string>x<b/></string>",
    "<key>KEY</key><dict><key>a</key><string>x</string></dict>", "<key>KEY</key><array/><string>x</string>",
    "<key>KEY</key><array></array><string>x</string>", "<key>KEY</key><array><array><string>x</string></array></array>",
    "<key>KEY</key>x<string>y</string>", "<key>KEY</key><!-- <string>x</string>", "<key> KEY </key><string>x</string>",
    "<key>KEY</key><data>x</data>", "<string>KEY</string><string>x</string>",
    // A key in a comment is not a key.
    "<key>KEY</key><!-- <key>OTHER</key><string>x</string>",
  ])
  func `Other elements after a property list key are not values`(content: String) { check(content) }

  @Test(arguments: [
    "<KEY>«a»</KEY>", "<KEY>« »</KEY>", "<KEY>«»</KEY>", "<KEY Condition=\"a == 'b'\">«c»</KEY>",
    "<KEY Condition='a > b'>«c»</KEY>", "<KEY\n  a=\"b\">«c»</KEY>", "<KEY OTHER=\"«a»\">«b»</KEY>",
    "<KEY a=\"OTHER='«a»'\">«b»</KEY><OTHER>«c > d»</OTHER>", "<KEY>«OTHER = x»</KEY>", "<KEY>«a KEY='b'»</KEY>",
  ])
  func `The value of an element named like the key is its text`(marked: String) { check(marked) }

  @Test(arguments: [
    "<KEY/>", "<KEY a='b'/>x</KEY>", "<KEY>a\nb</KEY>", "<KEY>a</OTHER>", "<KEY>a</KEYS>", "<KEY>a<b/></KEY>", "<KEY>a", "<KEY",
    "<KEY>", "<KEY a=\"b>c</KEY>", "<KEY a <b>c</KEY>", "</KEY>a</KEY>", "<x:KEY>a</x:KEY>", "<KEY>a</", "<KEY>a</KE",
    "<KEY\"a\">b</KEY>", "<KEY = x",
  ])
  func `An element with several lines, or without text, has no value`(content: String) { check(content) }

  @Test(arguments: ["<p>KEY = a</p>", "<p>KEY: a</p>", "<p KEY=a>", "<p KEY=\"«a»\">KEY=\"«b»\"</p>"])
  func `A bare value does not end at a tag`(marked: String) { check(marked) }
}
