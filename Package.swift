// swift-tools-version: 6.2
import PackageDescription

// Every target of ours: imports are private unless said, names need their module imported where
// they are used, `any` is written out, and a warning stops the build.
let ours: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

// The filter's engine is optimised in debug builds too: tests of it are laws over thousands of random contents, and an
// edit costs no more than without, as the targets above it are compiled again only where they can see the change.
let engine =
  ours + [
    .unsafeFlags(
      ["-O", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug))
  ]

let package = Package(
  name: "git-munge",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "git-munge", targets: ["git-munge"]),
    .executable(name: "git-munge-filter", targets: ["git-munge-filter"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
  ],
  targets: [
    .target(name: "Libc", swiftSettings: engine),
    .target(
      name: "Platform", dependencies: ["Libc", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: engine),
    .target(name: "Smudge", dependencies: ["Platform"], swiftSettings: engine),
    .target(name: "Rules", dependencies: ["Smudge"], swiftSettings: ours),
    .target(name: "Verify", dependencies: ["Rules"], swiftSettings: ours),
    .target(name: "WorkingTree", dependencies: ["Verify"], swiftSettings: ours),
    .executableTarget(
      name: "git-munge",
      dependencies: ["WorkingTree", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: ours),
    .executableTarget(name: "git-munge-filter", dependencies: ["Smudge"], swiftSettings: ours),
    .target(
      name: "TestSupport", dependencies: ["WorkingTree"], path: "Tests/TestSupport", exclude: ["Stories"],
      swiftSettings: ours),
    .target(
      name: "StorySupport", dependencies: ["TestSupport"], path: "Tests/TestSupport/Stories", swiftSettings: ours),
    .testTarget(name: "UnitTests", dependencies: ["TestSupport"], path: "Tests/Unit", swiftSettings: ours),
    .testTarget(
      name: "GitTests", dependencies: ["TestSupport", "git-munge-filter"], path: "Tests/Git", swiftSettings: ours),
    .testTarget(
      name: "StoryTests", dependencies: ["StorySupport", "git-munge", "git-munge-filter"], path: "Tests/Stories",
      swiftSettings: ours),
    .testTarget(
      name: "StressTests", dependencies: ["StorySupport", "git-munge", "git-munge-filter"], path: "Tests/Stress",
      exclude: ["CaseInsensitive/casefs.py"], swiftSettings: ours),
  ]
)
