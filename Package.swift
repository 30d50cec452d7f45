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
let engine = ours + [.unsafeFlags(["-O", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug))]

let package = Package(
  name: "git-munge",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "git-munge", targets: ["git-munge"]),
    .executable(name: "git-munge-filter", targets: ["git-munge-filter"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    .target(name: "Platform", swiftSettings: engine),
    .target(
      name: "Smudge", dependencies: ["Platform"], path: "Sources", sources: ["PktLine", "LineDiff", "Engine", "Smudge", "Git/GitDirectory.swift"],
      swiftSettings: engine),
    .systemLibrary(
      name: "CLibgit2",
      pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]
    ),
    .target(
      name: "Git", dependencies: ["CLibgit2", "Platform"], path: "Sources",
      sources: ["Git/AttributeLine.swift", "Git/BlobReader.swift", "Git/GitCommand.swift", "Git/GitError.swift", "Git/QuotedName.swift", "Libgit2"],
      swiftSettings: ours),
    .target(
      name: "Munge", dependencies: ["Smudge", "Git", "Platform"], path: "Sources",
      sources: ["Git/Configuration.swift", "Git/ConfigEntry.swift", "Git/FilterKey.swift", "Rules", "Verify", "WorkingTree"],
      swiftSettings: ours),
    .executableTarget(
      name: "git-munge",
      dependencies: [
        "Munge", "Smudge", "Platform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: ours
    ),
    .executableTarget(name: "git-munge-filter", dependencies: ["Smudge"], swiftSettings: ours),
    .target(
      name: "TestSupport", dependencies: ["Munge", "Smudge", "Platform"], path: "Tests/TestSupport",
      exclude: ["Stories"], swiftSettings: ours),
    .target(
      name: "StorySupport", dependencies: ["Platform", "TestSupport"], path: "Tests/TestSupport/Stories",
      swiftSettings: ours),
    .testTarget(
      name: "UnitTests", dependencies: ["Munge", "Smudge", "Platform", "TestSupport"], path: "Tests/Unit",
      swiftSettings: ours),
    .testTarget(
      name: "GitTests", dependencies: ["Munge", "Smudge", "Git", "Platform", "TestSupport", "git-munge-filter"],
      path: "Tests/Git", swiftSettings: ours),
    .testTarget(
      name: "StoryTests",
      dependencies: ["Smudge", "Platform", "TestSupport", "StorySupport", "git-munge", "git-munge-filter"],
      path: "Tests/Stories", swiftSettings: ours),
    .testTarget(
      name: "StressTests",
      dependencies: ["Smudge", "Platform", "TestSupport", "StorySupport", "git-munge", "git-munge-filter"],
      path: "Tests/Stress", swiftSettings: ours),
  ]
)
