import Platform
import Smudge

/// A kind of file that builds read identifiers from, and the keys that hold them there.
struct IdentifierSource: Sendable {
  /// What the value of a key is.
  enum Meaning: Sendable, Hashable {
    /// An identifier of an Apple platform, or one for all platforms.
    case app
    /// One that is also the name of a code package, such as Android's: munged by its key only.
    case application
    /// The beginning of identifiers: `bundleIdPrefix: com.acme`.
    case prefix
    /// An app group, a keychain group, an iCloud container.
    case group
    case team
    /// An identifier that is not one of the app: a type, a product of the store.
    case foreign
  }

  /// Patterns of gitignore(5).
  let files: [PathPattern]
  let keys: [String: Meaning]
  /// The pattern for `.gitattributes` that covers all files of this kind; `nil`: each file has its own line.
  let attributes: String?
  /// Whether every identifier of the app in such a file is one that the build uses; else only those of its keys are.
  let isWhole: Bool

  private init(_ files: [String], _ keys: [String: Meaning], attributes: String? = nil, isWhole: Bool = true) {
    self.files = files.map { PathPattern(Array($0.utf8)) }
    self.keys = keys
    self.attributes = attributes
    self.isWhole = isWhole
  }

  func covers(_ path: Path) -> Bool { files.contains { $0.covers(path) } }
  static func of(_ path: Path) -> IdentifierSource? { all.first { $0.covers(path) } }

  private static let entitlements: [String: Meaning] = [
    "application-identifier": .group, "com.apple.application-identifier": .group,
    "com.apple.security.application-groups": .group, "keychain-access-groups": .group,
    "com.apple.developer.icloud-container-identifiers": .group, "com.apple.developer.ubiquity-container-identifiers": .group,
    "com.apple.developer.associated-appclip-app-identifiers": .group,
    "com.apple.developer.parent-application-identifiers": .group, "com.apple.developer.in-app-payments": .group,
    "com.apple.developer.team-identifier": .team,
  ]

  private static let xcode: [String: Meaning] = [
    "PRODUCT_BUNDLE_IDENTIFIER": .app, "DEVELOPMENT_TEAM": .team, "DevelopmentTeam": .team,
  ]

  private static let electron: [String: Meaning] = [
    "appId": .app, "appBundleId": .app, "helperBundleId": .app, "teamId": .team, "ascProvider": .team,
  ]

  private static let plist: [String: Meaning] = [
    "CFBundleIdentifier": .app, "BUNDLE_ID": .app, "WKAppBundleIdentifier": .group, "WKCompanionAppBundleIdentifier": .group,
    "TeamId": .team, "teamID": .team, "UTTypeIdentifier": .foreign, "LSItemContentTypes": .foreign,
  ]

  /// In the order of worth: the first one that covers a file counts.
  static let all: [IdentifierSource] = [
    IdentifierSource(["*.pbxproj"], xcode, attributes: "*.pbxproj"),
    IdentifierSource(["*.xcconfig"], xcode, attributes: "*.xcconfig"),
    IdentifierSource(["*.xcconfig.template"], xcode),
    IdentifierSource(["*.entitlements"], entitlements, attributes: "*.entitlements"),
    IdentifierSource(["*.plist"], plist.merging(entitlements) { one, _ in one }, attributes: "*.plist"),
    IdentifierSource(["*.plist.in"], plist),
    IdentifierSource(["*.xcscheme"], ["BundleIdentifier": .group]),
    IdentifierSource(["*.gradle", "*.gradle.kts"], ["applicationId": .application, "testApplicationId": .application], isWhole: false),
    IdentifierSource(["AndroidManifest.xml"], ["android:scheme": .application, "android:host": .application], isWhole: false),
    IdentifierSource(["google-services.json", "mock-google-services.json", "assetlinks.json"], ["package_name": .application], isWhole: false),
    IdentifierSource(
      ["Appfile", "Deliverfile", "Gymfile", "Matchfile", "Snapfile"],
      ["app_identifier": .app, "package_name": .application, "team_id": .team]),
    IdentifierSource(
      ["project.yml", "project.yaml", "Project.swift", "Workspace.swift"],
      xcode.merging(entitlements) { one, _ in one }.merging(["bundleIdPrefix": .prefix, "bundleId": .app]) { one, _ in one }),
    IdentifierSource(["Podfile"], xcode),
    IdentifierSource(["Makefile", "*.mk"], xcode, isWhole: false),
    IdentifierSource(["capacitor.config.*"], ["appId": .app]),
    IdentifierSource(
      ["tauri.conf.json", "tauri.*.conf.json", "Tauri.toml"], ["identifier": .app, "developmentTeam": .team]),
    IdentifierSource(["electron-builder.*", "electron_builder.*", "forge.config.*", "notarize.*"], electron),
    IdentifierSource(
      ["/.github/workflows/*"],
      ["ASC_PROVIDER": .team, "mac_asc_provider": .team, "TEAM_ID": .team, "DEVELOPMENT_TEAM": .team, "APPLE_TEAM_ID": .team],
      isWhole: false),
    // Files that a `project.yml` includes.
    IdentifierSource(["*.yml", "*.yaml"], xcode, isWhole: false),
    IdentifierSource(["package.json"], electron, isWhole: false),
    IdentifierSource(
      ["app.json", "app.config.*", "expo-target.config.*"],
      entitlements.merging(["bundleIdentifier": .app, "package": .application, "appleTeamId": .team]) { one, _ in one }),
    IdentifierSource(["BUILD", "BUILD.bazel", "*.bzl"], ["bundle_id": .app, "team_id": .team]),
    IdentifierSource(["ProjectSettings.asset"], ["appleDeveloperTeamID": .team]),
    IdentifierSource(["*.csproj", "Directory.Build.props"], ["ApplicationId": .application], isWhole: false),
    IdentifierSource(["config.xml"], [:], isWhole: false),
    IdentifierSource(["CMakeLists.txt"], ["APPLICATION_ID": .application], isWhole: false),
    IdentifierSource(["*.storekit"], ["productID": .foreign], isWhole: false),
  ]
}
