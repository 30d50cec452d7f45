import Verify

/// What the targets of an Xcode project build from which bundle ids and files. A target names a list of configurations,
/// the list names configurations, and a configuration has settings.
struct XcodeTargets {
  /// What a bundle id is built for; an id of several targets is that of the first of these.
  enum Product: Comparable {
    case app, framework, tests
  }

  /// Whether there are targets.
  private(set) var isEmpty = true
  /// The product of each bundle id as written.
  private(set) var products: [String: Product] = [:]
  /// Property lists and entitlements of all but tests and frameworks, relative to the folder of the project.
  private(set) var appFiles: [String] = []

  /// Reads the targets. `content`: that of a `project.pbxproj`, a property list.
  init(_ content: [UInt8]) {
    let project: Project? = JSONText.decoded(fromPropertyList: content)
    // Examples have the objects alone.
    let objects = project?.objects ?? JSONText.decoded(fromPropertyList: content) ?? [:]
    var configurations = objects
    for target in objects.values {
      guard let type = target.productType, let list = target.buildConfigurationList else { continue }
      isEmpty = false
      let product = Self.product(type)
      for name in objects[list]?.buildConfigurations ?? [] {
        let settings = objects[name]?.buildSettings ?? [:]
        for (key, setting) in settings where key.hasPrefix("PRODUCT_BUNDLE_IDENTIFIER") {
          products[setting.text] = min(products[setting.text] ?? product, product)
        }
        if product != .app { configurations[name] = nil }
      }
    }
    appFiles = configurations.values.flatMap { object in
      ["INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"].compactMap { object.buildSettings?[$0]?.text }
    }
  }

  /// What a type such as `com.apple.product-type.bundle.unit-test` stands for.
  private static func product(_ type: String) -> Product {
    if type.contains("test") { return .tests }
    return ["framework", "library"].contains(where: type.contains) ? .framework : .app
  }
}

extension XcodeTargets {
  private struct Project: Decodable { let objects: [String: Object] }

  private struct Object: Decodable {
    let productType, buildConfigurationList: String?
    let buildConfigurations: [String]?
    let buildSettings: [String: Setting]?
  }

  /// The text of a build setting; empty for a list.
  private struct Setting: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      text = (try? decoder.singleValueContainer().decode(String.self)) ?? ""
    }
  }
}
