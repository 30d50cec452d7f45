// The files of a project: each format has its own form of an identifier.

import TestSupport

extension Project {
  /// Paths of files, and targets for new and moved ones.
  static let paths = [
    "App.xcodeproj/project.pbxproj", "App/Info.plist", "Config/App.xcconfig", "Config/Sub/Deep.xcconfig", "app.gradle",
    "App/Loc.strings", "App/Dos.win", "Vendor/lib.xcconfig", "notes.md", "data.lock", "Config/Sub/words.txt",
  ]

  static let otherPaths = [
    "Config/New.xcconfig", "More.plist", "moved.txt", "Vendor/more.xcconfig", "Sub.gradle", "new.md",
  ]

  func content(_ path: String, isTyped: Bool, _ generator: inout SeededGenerator) -> [UInt8] {
    var lines = header(path)
    for number in 1...Int.random(in: 5...14, using: &generator) {
      if generator.oneIn(2) { lines += block(path, isTyped: isTyped, &generator) }
      lines.append("line \(number)")
    }
    let ending = path.hasSuffix(".gradle") ? "\r\n" : "\n"
    let end = generator.oneIn(6) ? "" : ending
    return bytes(lines.joined(separator: ending) + end)
  }

  private func header(_ path: String) -> [String] {
    if path.hasSuffix(".pbxproj") { return ["// !$*UTF8*$!", "{"] }
    if path.hasSuffix(".plist") {
      return ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<plist version=\"1.0\">", "<dict>"]
    }
    return []
  }

  /// Some lines with an identifier, as files of this format have it.
  ///
  /// `isTyped`: a developer types them. These have no canonical text that shares its local text, as clean would have to
  /// guess it where blocks are equal.
  func block(_ path: String, isTyped: Bool, _ generator: inout SeededGenerator) -> [String] {
    let isKeyed = generator.oneIn(3)
    if isKeyed,
      let (key, value) = values.filter({ !isTyped || !fixed.contains($0.value) }).randomElement(using: &generator)
    {
      return setting(path, key, value, Int.random(in: 0..<90, using: &generator))
    }
    let word = words.randomElement(using: &generator) ?? "com.acme.app"
    return setting(path, "PRODUCT_BUNDLE_IDENTIFIER", word, Int.random(in: 0..<90, using: &generator))
  }

  private func setting(_ path: String, _ key: String, _ value: String, _ number: Int) -> [String] {
    if path.hasSuffix(".pbxproj") {
      return ["\tB\(number) = {", "\t\t\(key) = \(quoted(value));", "\t\tNUMBER = \(number);", "\t};"]
    }
    if path.hasSuffix(".plist") {
      return ["\t<key>\(key)</key>", "\t<string>\(value.replacing("\"", with: ""))</string>"]
    }
    if path.hasSuffix(".gradle") { return ["    \(key) \(value.hasPrefix("\"") ? value : "\"\(value)\"")"] }
    if path.hasSuffix(".xcconfig") { return ["\(key) = \(value)"] }
    return ["say \(value), and \(number)"]
  }

  private func quoted(_ value: String) -> String {
    value.allSatisfy { $0.isLetter || $0.isNumber || "_./$\"".contains($0) } || value.hasPrefix("\"")
      ? value : "\"\(value)\""
  }
}
