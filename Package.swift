// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built with the same switches: what can be checked by the compiler is.
///
/// Only test targets may touch memory without saying `unsafe`.
let strictTests: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

let strict: [SwiftSetting] = strictTests + [.strictMemorySafety()]

/// A release build is one static file that starts in a millisecond and needs no library.
///
/// `OBJWIRE_DYNAMIC=1` leaves that out, for systems without static libraries.
let executableLinking: [LinkerSetting] =
  Context.environment["OBJWIRE_DYNAMIC"] == nil
  ? [
    .unsafeFlags(
      ["-static-executable", "-Xlinker", "-l_FoundationCShims", "-Xlinker", "-l_FoundationCollections"],
      .when(configuration: .release))
  ] : []

/// `OBJWIRE_FUZZ=1` adds the target that Tests/fuzz runs, and what libFuzzer needs to see which code an input reaches.
let isFuzzing = Context.environment["OBJWIRE_FUZZ"] != nil
let fuzzing: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : []

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict + fuzzing)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strictTests)
}

// The dependencies below are the arrows of the house (README, "House map"). Adding one is a commit of its own.
let package = Package(
  name: "objwire",
  products: [
    .library(name: "PredicateLanguage", targets: ["PredicateLanguage"]),
    .library(name: "ObjectGraph", targets: ["ObjectGraph"]),
    .library(name: "SQLiteStore", targets: ["SQLiteStore"]),
    .executable(name: "objwire", targets: ["objwire"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CLinux"),
    .target(name: "CBaseline", dependencies: ["CSQLite"]),

    library("JSON"),
    library("BinaryFormats"),
    library("Spelling"),
    .target(
      name: "PredicateLanguage", dependencies: ["Spelling"], exclude: ["Unicode/Generator"],
      swiftSettings: strict),
    library("SQLite", ["CSQLite"]),
    library("ObjectGraph", ["PredicateLanguage", "JSON", "BinaryFormats", "Spelling"]),
    library("SQLiteStore", ["SQLite", "ObjectGraph", "PredicateLanguage", "BinaryFormats"]),
    library("JSONRPC", ["JSON", "Spelling", "CLinux"]),
    library(
      "TaskServer", ["JSONRPC", "SQLiteStore", "ObjectGraph", "PredicateLanguage", "Spelling", "JSON"]),
    .executableTarget(
      name: "objwire",
      dependencies: ["TaskServer", "JSONRPC", "ObjectGraph", "SQLiteStore", "JSON", "Spelling", "CLinux"],
      swiftSettings: strict,
      linkerSettings: executableLinking),
    .executableTarget(
      name: "BaselineServer", dependencies: ["CBaseline"],
      linkerSettings: executableLinking + [.linkedLibrary("m")]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["CBaseline", "ObjectGraph", "PredicateLanguage", "SQLiteStore"],
      swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["ObjectGraph", "PredicateLanguage", "JSON"],
      path: "Tests/TestSupport", swiftSettings: strictTests),
    tests("JSONTests", ["JSON", "TestSupport"]),
    tests("BinaryFormatsTests", ["BinaryFormats", "TestSupport"]),
    tests("SQLiteTests", ["SQLite", "TestSupport"]),
    tests("PredicateLanguageTests", ["PredicateLanguage", "TestSupport"]),
    tests(
      "ObjectGraphTests", ["ObjectGraph", "PredicateLanguage", "BinaryFormats", "JSON", "TestSupport"]),
    tests(
      "StoreConformanceTests", ["ObjectGraph", "SQLiteStore", "PredicateLanguage", "TestSupport"]),
    tests(
      "TutorialScenarioTests", ["ObjectGraph", "SQLiteStore", "PredicateLanguage", "TestSupport"]),
    tests("SQLiteStoreTests", ["SQLiteStore", "SQLite", "ObjectGraph", "TestSupport"]),
    tests("JSONRPCTests", ["Spelling", "JSONRPC", "JSON", "TestSupport"]),
    tests(
      "TaskServerTests", ["TaskServer", "JSONRPC", "JSON", "ObjectGraph", "SQLiteStore", "TestSupport"]),
    tests("ProcessTests", ["objwire", "SQLite", "JSON", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

if isFuzzing {
  package.targets.append(
    .executableTarget(
      name: "Fuzz", dependencies: ["JSONRPC", "JSON", "PredicateLanguage"], path: "Tests/FuzzTarget",
      exclude: ["Seeds", "Words"],
      swiftSettings: strictTests + fuzzing + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}
