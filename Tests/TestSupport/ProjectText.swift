// The text of an Xcode project with targets, as far as bundle ids and teams need it.

package struct ProjectTarget: Sendable {
  let type: String
  let settings: [String]

  /// `type`: the end of its product type. `settings`: lines without their semicolon.
  package init(_ type: String, _ settings: String...) { (self.type, self.settings) = (type, settings) }
}

/// A project with the targets, each with its list of configurations.
package func projectText(_ targets: [ProjectTarget]) -> String {
  func id(_ kind: String, _ number: Int) -> String { "AAAAAAAAAAAAAAAAAAAAAA\(kind)\(number + 1)" }
  func object(_ id: String, _ name: String, _ lines: [String]) -> String {
    (["\t\t\(id) /* \(name) */ = {"] + lines.map { "\t\t\t\($0)" } + ["\t\t};"]).map { $0 + "\n" }.joined()
  }
  let objects = targets.enumerated().map { index, target in
    object(
      id("A", index), "Target",
      [
        "isa = PBXNativeTarget;", "buildConfigurationList = \(id("B", index)) /* list */;",
        "productType = \"com.apple.product-type.\(target.type)\";",
      ])
      + object(
        id("C", index), "Debug",
        [
          "isa = XCBuildConfiguration;", "buildSettings = {",
        ] + target.settings.map { "\t\($0);" } + [
          "};"
        ])
      + object(id("B", index), "list", ["buildConfigurations = (", "\t\(id("C", index)) /* Debug */,", ");"])
  }
  return "// !$*UTF8*$!\n{\n\tobjects = {\n\(objects.joined())\t};\n}\n"
}
