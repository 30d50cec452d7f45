/// What the targets of an Xcode project build from which bundle ids and files, read from its lines: a target names a
/// list of configurations, the list names configurations, and a configuration sets `PRODUCT_BUNDLE_IDENTIFIER` and
/// files.
struct XcodeTargets {
  /// What a bundle id is built for.
  enum Product {
    case app, framework, tests
  }

  private var targets: [(list: Substring, product: Product)] = []
  /// The configurations of each list.
  private var lists: [Substring: [Substring]] = [:]
  /// The bundle id of each configuration.
  private var ids: [Substring: Substring] = [:]
  /// Property lists and entitlements of each configuration.
  private var files: [Substring: [Substring]] = [:]

  /// Reads the targets. `text`: the content of a `project.pbxproj`, as Xcode writes it.
  init(_ text: String) {
    var object: Substring = ""
    // The list that a target names; `nil` outside of targets.
    var named: Substring?
    var isList = false
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop(while: \.isWhitespace)
      if line.hasSuffix("= {"), line.prefix(while: \.isHexDigit).count == 24 {
        object = line.prefix(24)
        named = nil
      } else if line.hasPrefix("isa = PBX") && line.contains("Target;") {
        named = ""
      } else if line.hasPrefix("buildConfigurationList = ") {
        if named != nil { named = line.dropFirst(25).prefix(24) }
      } else if line.hasPrefix("productType = "), let named {
        targets.append((named, Self.product(Self.value(line))))
      } else if line.hasPrefix("buildConfigurations = (") {
        isList = true
      } else if isList {
        if line.hasPrefix(")") {
          isList = false
        } else {
          lists[object, default: []].append(line.prefix(24))
        }
      } else if line.hasPrefix("PRODUCT_BUNDLE_IDENTIFIER") || line.hasPrefix("\"PRODUCT_BUNDLE_IDENTIFIER[") {
        ids[object] = Self.value(line)
      } else if ["INFOPLIST_FILE = ", "CODE_SIGN_ENTITLEMENTS = "].contains(where: line.contains) {
        files[object, default: []].append(Self.value(line))
      }
    }
  }

  /// The value of `KEY = value;`, without quotes.
  private static func value(_ line: Substring) -> Substring {
    guard let sign = line.firstRange(of: " = ") else { return "" }
    return line[sign.upperBound...]
      .prefix { $0 != ";" }
      .drop { $0 == "\"" }
      .prefix { $0 != "\"" }
  }

  /// The product of each bundle id as written; an id of several targets is that of the app.
  var products: [String: Product] {
    var products: [String: Product] = [:]
    for (list, product) in targets {
      for id in (lists[list] ?? []).compactMap({ ids[$0].map(String.init) }) {
        if product == .app || products[id] == nil { products[id] = product }
      }
    }
    return products
  }

  /// Property lists and entitlements of all but tests and frameworks, relative to the folder of the project.
  var appFiles: [Substring] {
    let otherLists = Set(targets.filter { $0.product != .app }.flatMap { lists[$0.list] ?? [] })
    return
      files
      .filter { !otherLists.contains($0.key) }
      .flatMap(\.value)
  }

  /// What a type such as `com.apple.product-type.bundle.unit-test` stands for.
  private static func product(_ type: Substring) -> Product {
    if type.contains("test") { return .tests }
    return ["framework", "library"].contains(where: type.contains) ? .framework : .app
  }
}
