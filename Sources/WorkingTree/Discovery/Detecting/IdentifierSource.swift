import Platform
import Rules
import Smudge

/// A kind of file that builds read identifiers from, and the keys that hold them there.
struct IdentifierSource {
  /// The meaning of the value of a key.
  enum Meaning {
    /// An identifier of an Apple platform, or one for all platforms.
    case app
    /// An identifier that is also the name of a code package, such as Android's: munged by its key only.
    case application
    /// The beginning of identifiers: `bundleIdPrefix: com.acme`.
    case prefix
    /// An app group, a keychain group, an iCloud container.
    case group
    case team
    /// An identifier that is not one of the app: a type, a product of the store.
    case foreign
    /// A package of code.
    case package
  }

  /// Patterns of gitignore(5).
  let files: [PathPattern]
  let keys: [String: Meaning]
  /// The pattern for `.gitattributes` that covers all files of this kind; `nil`: each file has its own line.
  let attributes: String?
  /// Whether every identifier of the app in such a file is one that the build uses; else only those of its keys are.
  let isWhole: Bool

  /// A kind of file. `files` and the keys of each meaning are words with a blank between them.
  private init(
    _ files: String,
    app: String = "",
    application: String = "",
    group: String = "",
    team: String = "",
    prefix: String = "",
    foreign: String = "",
    attributes: String? = nil,
    isWhole: Bool = true
  ) {
    self.files = files.split(separator: " ").map { PathPattern($0.bytes) }
    let meanings: [(Meaning, String)] = [
      (.app, app),
      (.application, application),
      (.group, group),
      (.team, team),
      (.prefix, prefix),
      (.foreign, foreign),
    ]
    let keys = meanings.flatMap { meaning, keys in
      keys.split(separator: " ").map { (String($0), meaning) }
    }
    self.keys = Dictionary(uniqueKeysWithValues: keys)
    self.attributes = attributes
    self.isWhole = isWhole
  }

  /// Whether a file is of this kind.
  func covers(_ path: Path) -> Bool {
    files.contains { $0.covers(path) }
  }

  /// The kind of a file; `nil` if no build reads identifiers from it.
  static func of(_ path: Path) -> IdentifierSource? {
    all.first { $0.covers(path) }
  }

  private static let groups = """
    application-identifier com.apple.application-identifier com.apple.security.application-groups \
    keychain-access-groups \
    com.apple.developer.icloud-container-identifiers com.apple.developer.ubiquity-container-identifiers \
    com.apple.developer.associated-appclip-app-identifiers com.apple.developer.parent-application-identifiers \
    com.apple.developer.in-app-payments
    """
  private static let groupTeam = "com.apple.developer.team-identifier"
  private static let xcode = "PRODUCT_BUNDLE_IDENTIFIER", xcodeTeam = "DEVELOPMENT_TEAM DevelopmentTeam"
  private static let electron = "appId appBundleId helperBundleId", electronTeam = "teamId ascProvider"
  private static let plist = "CFBundleIdentifier BUNDLE_ID", plistTeam = "TeamId teamID \(groupTeam)"
  private static let plistGroups = "WKAppBundleIdentifier WKCompanionAppBundleIdentifier \(groups)"
  private static let types = "UTTypeIdentifier LSItemContentTypes"

  /// All kinds of files, in the order of worth: the first one that covers a file counts.
  static let all: [IdentifierSource] = [
    IdentifierSource("*.pbxproj", app: xcode, team: xcodeTeam, attributes: "*.pbxproj"),
    IdentifierSource("*.xcconfig", app: xcode, team: xcodeTeam, attributes: "*.xcconfig"),
    IdentifierSource("*.xcconfig.template", app: xcode, team: xcodeTeam),
    IdentifierSource("*.entitlements", group: groups, team: groupTeam, attributes: "*.entitlements"),
    IdentifierSource("*.plist", app: plist, group: plistGroups, team: plistTeam, foreign: types, attributes: "*.plist"),
    IdentifierSource("*.plist.in", app: plist, group: plistGroups, team: plistTeam, foreign: types),
    IdentifierSource("*.xcscheme", group: "BundleIdentifier"),
    IdentifierSource(
      "*.gradle *.gradle.kts", application: "applicationId testApplicationId", isWhole: false),
    // Values to which a build script refers.
    IdentifierSource("gradle.properties libs.versions.toml buildSrc/**/*.kt build-logic/**/*.kt", isWhole: false),
    IdentifierSource("**/*ench*/**/*.kt", application: "packageName", isWhole: false),
    IdentifierSource(
      "AndroidManifest.xml **/res/xml/*.xml", application: "android:scheme android:host android:targetPackage",
      isWhole: false),
    IdentifierSource(
      "google-services.json mock-google-services.json assetlinks.json", application: "package_name", isWhole: false),
    IdentifierSource(
      "Appfile Deliverfile Gymfile Matchfile Snapfile", app: "app_identifier", application: "package_name",
      team: "team_id"),
    IdentifierSource(
      "project.yml project.yaml Project.swift Workspace.swift **/ProjectDescriptionHelpers/**/*.swift",
      app: "bundleId \(xcode)", group: groups, team: "\(xcodeTeam) \(groupTeam) devTeam teamId",
      prefix: "bundleIdPrefix"),
    IdentifierSource("Podfile", app: xcode, team: xcodeTeam),
    IdentifierSource("Makefile *.mk", app: xcode, team: xcodeTeam, isWhole: false),
    IdentifierSource("capacitor.config.*", app: "appId"),
    IdentifierSource("nativescript.config.*", app: "id"),
    IdentifierSource("tauri.conf.json tauri.*.conf.json Tauri.toml", app: "identifier", team: "developmentTeam"),
    IdentifierSource(
      "electron-builder.* electron_builder.* forge.config.* notarize.*", app: electron, team: electronTeam),
    IdentifierSource(
      "/.github/workflows/*", team: "ASC_PROVIDER mac_asc_provider TEAM_ID DEVELOPMENT_TEAM APPLE_TEAM_ID",
      isWhole: false),
    // Files that a `project.yml` includes.
    IdentifierSource("*.yml *.yaml", app: xcode, team: xcodeTeam, isWhole: false),
    IdentifierSource("package.json", app: electron, team: electronTeam, isWhole: false),
    IdentifierSource(
      "app.json app.config.* expo-target.config.*", app: "bundleIdentifier", application: "package", group: groups,
      team: "appleTeamId \(groupTeam)"),
    IdentifierSource("BUILD BUILD.bazel *.bzl", app: "bundle_id", team: "team_id"),
    IdentifierSource("ProjectSettings.asset", team: "appleDeveloperTeamID"),
    IdentifierSource("*.csproj Directory.Build.props", application: "ApplicationId", isWhole: false),
    // The scheme of an intent filter.
    IdentifierSource("*.cs", application: "DataScheme", isWhole: false),
    IdentifierSource("config.xml config.*.xml", isWhole: false),
    IdentifierSource(
      "CMakeLists.txt", app: "MACOSX_BUNDLE_GUI_IDENTIFIER XCODE_ATTRIBUTE_PRODUCT_BUNDLE_IDENTIFIER",
      application: "APPLICATION_ID", team: "XCODE_ATTRIBUTE_DEVELOPMENT_TEAM", isWhole: false),
    // Godot and Unreal.
    IdentifierSource(
      "export_presets.cfg DefaultEngine.ini", app: "application/bundle_identifier BundleIdentifier",
      application: "package/unique_name PackageName", team: "application/app_store_team_id IOSTeamID"),
    IdentifierSource("*.storekit", foreign: "productID", isWhole: false),
  ]
}
