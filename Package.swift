// swift-tools-version: 6.2
import PackageDescription

// One target a room; a room imports only what stands below it here (README, "How it is built").

let house: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

func room(
  _ name: String, on lower: [Target.Dependency] = [], beside files: [String] = []
) -> Target {
  .target(name: name, dependencies: lower, exclude: files, swiftSettings: house)
}

func tests(_ name: String, of rooms: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: ["TestKit"] + rooms, swiftSettings: house)
}

let everyRoom: [Target.Dependency] = [
  "EPUBBasics", "EPUBContainer", "EPUBMarkup", "EPUBPackaging", "EPUBContent",
  "EPUBSegmentation", "EPUBLayout", "EPUBState", "EPUBCache", "EPUBBook", "EPUBReader",
  "EPUBTerminal", "EPUBFront",
]

let package = Package(
  name: "epub-read",
  products: [
    .executable(name: "epub-read", targets: ["epub-read"]),
    .executable(name: "epub-bench", targets: ["epub-bench"]),
    .library(name: "EPUBBook", targets: ["EPUBBook"]),
    .library(name: "EPUBReader", targets: ["EPUBReader"]),
  ],
  targets: [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CICU", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
    .systemLibrary(name: "CHyphen", providers: [.apt(["libhyphen-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    room("EPUBBasics"),
    room("EPUBState", on: ["EPUBBasics", "CSQLite"]),
    room("EPUBCache", on: ["EPUBBasics"]),
    room("EPUBContainer", on: ["EPUBBasics", "CZlib"]),
    room("EPUBMarkup", on: ["EPUBBasics", "CLibXML2"]),
    room("EPUBPackaging", on: ["EPUBBasics", "EPUBContainer", "EPUBMarkup"]),
    room("EPUBContent", on: ["EPUBBasics", "EPUBMarkup"]),
    room("EPUBSegmentation", on: ["EPUBBasics", "CHyphen", "CICU"]),
    room("EPUBTerminal", on: ["EPUBBasics", "EPUBSegmentation"]),
    room("EPUBLayout", on: ["EPUBBasics", "EPUBContent", "EPUBSegmentation"]),
    room(
      "EPUBBook",
      on: [
        "EPUBBasics", "EPUBContainer", "EPUBMarkup", "EPUBPackaging", "EPUBContent",
        "EPUBSegmentation", "EPUBLayout", "EPUBState", "EPUBCache",
      ]),
    room(
      "EPUBReader",
      on: [
        "EPUBBasics", "EPUBContainer", "EPUBPackaging", "EPUBContent", "EPUBSegmentation",
        "EPUBLayout", "EPUBState", "EPUBBook",
      ], beside: ["protocol.schema.json"]),
    room(
      "EPUBFront",
      on: [
        "EPUBBasics", "EPUBContainer", "EPUBPackaging", "EPUBContent", "EPUBSegmentation",
        "EPUBLayout", "EPUBState", "EPUBBook", "EPUBReader", "EPUBTerminal",
      ]),
    .executableTarget(name: "epub-read", dependencies: ["EPUBFront"], swiftSettings: house),
    .executableTarget(
      name: "epub-bench",
      dependencies: [
        "EPUBBasics", "EPUBContainer", "EPUBPackaging", "EPUBContent", "EPUBSegmentation",
        "EPUBLayout", "EPUBBook", "CLibXML2", "TestKit",
      ],
      swiftSettings: house),

    // The host that the README shows, built as any host is.
    .executableTarget(
      name: "embed-example", dependencies: ["EPUBBook", "EPUBReader"],
      path: "Tests/EndToEnd/hosts/embed"),

    .target(
      name: "TestKit", dependencies: ["CZlib", "EPUBBasics"], path: "Tests/TestKit",
      swiftSettings: house),
    tests("EPUBBasicsTests", of: ["EPUBBasics"]),
    tests("EPUBContainerTests", of: ["EPUBBasics", "EPUBContainer"]),
    tests("EPUBMarkupTests", of: ["EPUBBasics", "EPUBMarkup"]),
    tests(
      "EPUBPackagingTests", of: ["EPUBBasics", "EPUBContainer", "EPUBMarkup", "EPUBPackaging"]),
    tests("EPUBContentTests", of: ["EPUBBasics", "EPUBMarkup", "EPUBContent"]),
    tests("EPUBSegmentationTests", of: ["EPUBBasics", "EPUBSegmentation"]),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["EPUBBasics", "EPUBSegmentation", "EPUBTerminal"],
      path: "Tests/TerminalProbe", swiftSettings: house),
    tests(
      "EPUBTerminalTests",
      of: ["EPUBBasics", "EPUBSegmentation", "EPUBTerminal", "TerminalProbe"]),
    tests(
      "EPUBLayoutTests",
      of: ["EPUBBasics", "EPUBMarkup", "EPUBContent", "EPUBSegmentation", "EPUBLayout"]),
    tests("EPUBStateTests", of: ["EPUBBasics", "EPUBState"]),
    tests("EPUBCacheTests", of: ["EPUBBasics", "EPUBCache"]),
    tests("EPUBBookTests", of: everyRoom),
    tests(
      "EPUBReaderTests",
      of: [
        "EPUBBasics", "EPUBContent", "EPUBSegmentation", "EPUBLayout", "EPUBState", "EPUBBook",
        "EPUBReader",
      ]),
    tests("ContractTests", of: everyRoom),

    .target(
      name: "FuzzTargets", dependencies: ["TestKit"] + everyRoom, path: "Tests/Fuzzing/Targets",
      swiftSettings: house),
    .testTarget(
      name: "ReplayTests", dependencies: ["TestKit", "FuzzTargets"], path: "Tests/Fuzzing/Replay",
      swiftSettings: house),
  ]
)

// libFuzzer brings its own `main`: only `Tests/Fuzzing/run` builds this.
if Context.environment["EPUB_READ_FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "epub-fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Fuzzer",
      swiftSettings: house + [.unsafeFlags(["-parse-as-library"])]))
}
