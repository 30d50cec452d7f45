// Files of many formats with identifiers, each with places where a leak can be put.

import StorySupport

/// The texts in the marked places of a file: canonical ones or foreign ones.
struct CatalogueTexts: Sendable {
  /// The value of a key.
  var team = "ABCDE12345"
  /// A text without a key.
  var app = "com.acme.app"
  /// A text that is the same in every installation.
  var host = "api.acme.test"

  static let canonical = CatalogueTexts()
}

/// A file of the canonical repository.
struct CatalogueForm: Sendable {
  let path: String
  /// With `(T)`, `(A)` and `(H)` for the texts.
  private let template: String

  private init(_ path: String, _ template: String) { (self.path, self.template) = (path, template) }

  func text(_ texts: CatalogueTexts = .canonical) -> String {
    template.replacing("(T)", with: texts.team).replacing("(A)", with: texts.app).replacing("(H)", with: texts.host)
  }

  func content(_ texts: CatalogueTexts = .canonical) -> [UInt8] { bytes(text(texts)) }

  static func named(_ path: String) -> CatalogueForm { all.first { $0.path == path } ?? all[0] }

  static let all = apple + others

  private static let apple = [
    CatalogueForm(
      "App.xcodeproj/project.pbxproj",
      """
      // !$*UTF8*$!
      {
      \tobjects = {
      \t\tA1 /* Project object */ = {
      \t\t\tattributes = { TargetAttributes = { B1 = { DevelopmentTeam = ABCDE12345; }; }; };
      \t\t};
      \t\tB1 /* Debug */ = {
      \t\t\tisa = XCBuildConfiguration;
      \t\t\tbuildSettings = {
      \t\t\t\t"DEVELOPMENT_TEAM[sdk=macosx*]" = "";
      \t\t\t\tDEVELOPMENT_TEAM = (T);
      \t\t\t\tAPI = "https://(H)/v1";
      \t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = (A);
      \t\t\t};
      \t\t};
      \t\tB2 /* Release */ = {
      \t\t\tisa = XCBuildConfiguration;
      \t\t\tbuildSettings = {
      \t\t\t\tDEVELOPMENT_TEAM = ABCDE12345;
      \t\t\t\tPRODUCT_BUNDLE_IDENTIFIER = com.acme.appTests;
      \t\t\t};
      \t\t};
      \t};
      }

      """),
    CatalogueForm(
      "Quoted.xcodeproj/project.pbxproj",
      """
      // !$*UTF8*$!
      {
      \tB = {
      \t\t"DEVELOPMENT_TEAM[sdk=iphoneos*]" = "(T)";
      \t\tID = "(A).$(NAME)";
      \t\tHOST = "(H)";
      \t};
      }

      """
    ),
    CatalogueForm(
      "Config/App.xcconfig",
      """
      #include "Other.xcconfig"
      // DEVELOPMENT_TEAM is that of the company
      DEVELOPMENT_TEAM[sdk=iphoneos*][arch=*] = (T) // the company's
      DEVELOPMENT_TEAM[sdk=macosx*] = $(inherited)
      APP_ID = $(PREFIX)(A)
      HOST = (H)

      """),
    CatalogueForm(
      "App/Info.plist",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      \t<key>Team</key>
      \t<string>(T)</string>
      \t<key>CFBundleURLSchemes</key>
      \t<array>
      \t\t<string>(A)</string>
      \t</array>
      \t<key>Host</key><string>(H)</string>
      </dict>
      </plist>

      """),
    CatalogueForm(
      "App/App.entitlements",
      """
      <dict>
      <key>com.apple.security.application-groups</key>
      <array>
      <string>group.(A)</string>
      </array>

      """
        + """
        <key>Teams</key>
        <array>
        \t<string>ABCDE12345</string>
        \t<string>(T)</string>
        </array>
        <!-- <key>Team</key>
        """
        + "<string>FRED123456</string> -->\n<string>applinks:(H)</string></dict>\n"),
    CatalogueForm(
      "App/Names.swift",
      """
      import Foundation
      enum Names {
        static let team = "(T)"
        static let é = 1, app = "(A)"

      """
        + "  static let host = \"(H)\"\n  func f(team: String) { g(team: team) }\n}\n"),
    CatalogueForm(
      "App/Main.strings",
      "/* \u{300A}é\u{1F600} */\n\"é\u{1F600}\"; team = \"(T)\";\n\"app\" = \"(A)\";\n\"host\" = \"(H)\";\n"),
  ]

  private static let others = [
    CatalogueForm(
      "android/build.gradle",
      """
      android {
        defaultConfig {
          applicationId "(A)"
          applicationIdSuffix ".debug"
          team '(T)'
        }
        url "https://(H)/x"
      }

      """
    ),
    CatalogueForm(
      "android/build.gradle.kts",
      """
      android {
        namespace = "com.acme.app.main"
        applicationId = "(A)"
        val team = "(T)" // ours
        val host = "(H)"
        team = other.team
      }

      """
    ),
    CatalogueForm(
      "ci/deploy.yml",
      "jobs:\n  - name: é \u{1F600}\n    team: (T) # ours\n    app: '(A)'\n    url: https://(H)/é\n    other: {team: $TEAM}\n"
    ),
    CatalogueForm(
      "ci/app.json", "{\"é\": [{\"team\": \"(T)\", \"app\": \"(A)\"}],\n \"host\": \"(H)\", \"note\": \"see #1 // 2\"}"),
    CatalogueForm("ci/app.toml", "[app]\nteam = \"(T)\" # ours\nid = \"(A)\"\nhosts = [\"(H)\"]\n"),
    CatalogueForm(
      "ci/main.tf",
      """
      locals {
        team = "(T)"
        id   = "(A)"
        host = "(H)"
      }
      x { team = local.team }

      """),
    CatalogueForm("ci/.env", "export TEAM=(T)\nAPP='(A)'\nHOST=(H)"),
    CatalogueForm("ci/app.properties", "# team=FRED123456\r\nteam=(T)\r\napp=(A)\r\nhost=(H)\r\n"),
    CatalogueForm("ci/marked.conf", "\u{FEFF}team = (T)\nid = (A)\nhost = (H)\n"),
    CatalogueForm(
      "docs/notes.md", "Our team is open to all. Set `team = \"(T)\"`, never another.\nThe app is (A), served by (H)."),
  ]
}
