// swift-tools-version: 6.2
import Foundation
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// libmicrohttpd is used on Linux. What is above the server builds without it, which script/test checks.
let server: Platform = Context.environment["CASCADE_WITHOUT_SERVER"] == nil ? .linux : .macOS

extension Target.Dependency {
    static let microHTTPD = target(name: "MicroHTTPD", condition: .when(platforms: [server]))
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let deque = product(name: "DequeModule", package: "swift-collections")
    static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
    static let inMemoryLogging = product(name: "InMemoryLogging", package: "swift-log")
    static let logging = product(name: "Logging", package: "swift-log")
    static let configuration = product(name: "Configuration", package: "swift-configuration")
    static let coreMetrics = product(name: "CoreMetrics", package: "swift-metrics")
    static let metrics = product(name: "Metrics", package: "swift-metrics")
    static let mustache = product(name: "Mustache", package: "swift-mustache")
    static let hummingbird = product(
        name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"]))
    static let grdb = product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"]))
    static let hashTreeCollections = product(name: "HashTreeCollections", package: "swift-collections")
    static let orderedCollections = product(name: "OrderedCollections", package: "swift-collections")
    static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let serviceLifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let serviceLifecycleTestKit = product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle")
}

let package = Package(
    name: "CascadingTable",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .executable(name: "cascade", targets: ["cascade"]),
        .library(name: "CascadingTable", targets: ["CascadingTable"]),
        .library(name: "HTTPMessages", targets: ["HTTPMessages"]),
        .library(name: "MicroHTTPD", targets: ["MicroHTTPD"]),
        .library(name: "StaticTables", targets: ["StaticTables"]),
        .library(name: "TableAccess", targets: ["TableAccess"]),
        .library(name: "TableClient", targets: ["TableClient"]),
        .library(name: "TableDatabase", targets: ["TableDatabase"]),
        .library(name: "TableHummingbird", targets: ["TableHummingbird"]),
        .library(name: "TableManagers", targets: ["TableManagers"]),
        .library(name: "TableMariaDB", targets: ["TableMariaDB"]),
        .library(name: "TableModels", targets: ["TableModels"]),
        .library(name: "TableRendering", targets: ["TableRendering"]),
        .library(name: "TableServer", targets: ["TableServer"]),
        .library(name: "TableServerOptions", targets: ["TableServerOptions"]),
        .library(name: "TablePostgres", targets: ["TablePostgres"]),
        .library(name: "TableSQLite", targets: ["TableSQLite"]),
        .library(name: "TableStorage", targets: ["TableStorage"]),
        .library(name: "TableUIKit", targets: ["TableUIKit"]),
        .library(name: "TableTesting", targets: ["TableTesting"]),
        .library(name: "TypedTables", targets: ["TypedTables"]),
        .library(name: "TableFormats", targets: ["TableFormats"]),
    ],
    traits: [
        .trait(name: "SQLite", description: "Builds the library TableSQLite and the command cascade, with GRDB."),
        .trait(name: "MariaDB", description: "Builds the library TableMariaDB, and cascade with it. Needs libmariadb."),
        .trait(name: "Hummingbird", description: "Builds the library TableHummingbird, with Hummingbird."),
        .default(enabledTraits: ["SQLite"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(
            name: "CCodecs", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev", "zlib1g-dev"]), .brew(["zstd"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(
            name: "CMariaDB", pkgConfig: "libmariadb",
            providers: [.apt(["libmariadb-dev"]), .brew(["mariadb-connector-c"])]),
        .target(name: "CLibrary", swiftSettings: settings),
        .target(name: "Essentials", swiftSettings: settings),
        .target(name: "Bytes", dependencies: ["CLibrary", "Essentials"], swiftSettings: settings),
        .target(name: "Codecs", dependencies: ["Bytes", "CCodecs"], swiftSettings: settings),
        .target(name: "LocalizedMessages", swiftSettings: settings),
        .target(
            name: "HTTPMessages",
            dependencies: ["Bytes", "CLibrary", "Codecs", "Essentials", "LocalizedMessages", .httpTypes],
            swiftSettings: settings),
        .target(
            name: "MicroHTTPD",
            dependencies: ["Bytes", "CMicroHTTPD", "HTTPMessages", .httpTypes, .logging],
            swiftSettings: settings),
        .systemLibrary(name: "CSwiftRuntime"),
        .target(
            name: "CascadingTable",
            dependencies: [
                "Bytes", "CLibrary", "CSwiftRuntime", "Essentials", "LocalizedMessages", .deque,
                .hashTreeCollections, .orderedCollections,
            ],
            swiftSettings: settings),
        .target(
            name: "TableStorage",
            dependencies: ["CascadingTable", "Essentials", "LocalizedMessages", .orderedCollections],
            swiftSettings: settings),
        .target(
            name: "StaticTables", dependencies: ["CascadingTable", "Essentials", "TableStorage"],
            swiftSettings: settings),
        .target(
            name: "TableManagers", dependencies: ["CascadingTable", "Essentials", "LocalizedMessages", "TableStorage"],
            swiftSettings: settings),
        .target(
            name: "TableModels", dependencies: ["CascadingTable", "Essentials", "TableManagers", "TableStorage"],
            swiftSettings: settings),
        .target(
            name: "TableUIKit",
            dependencies: ["Bytes", "CascadingTable", "LocalizedMessages", "TableManagers", "TableStorage"],
            swiftSettings: settings),
        // Public and Templates are symbolic links to the folders at the root.
        .target(
            name: "Assets", resources: [.embedInCode("Public"), .embedInCode("Templates")], swiftSettings: settings),
        .target(
            name: "TableRendering", dependencies: ["Bytes", "CascadingTable", "Essentials", "LocalizedMessages"],
            resources: [.embedInCode("Language/Words")], swiftSettings: settings),
        .target(
            name: "TableFormats", dependencies: ["Bytes", "CascadingTable", "Codecs", "Essentials", "TableRendering"],
            swiftSettings: settings),
        .target(name: "TableFiles", dependencies: ["CLibrary", "Essentials"], swiftSettings: settings),
        .target(
            name: "TableServer",
            dependencies: [
                "Assets", "Bytes", "CLibrary", "CascadingTable", "Codecs", "Essentials", "HTTPMessages",
                "LocalizedMessages", "TableDatabase", "TableFiles", "TableFormats", "TableRendering", .microHTTPD,
                .configuration, .coreMetrics, .httpTypes, .logging, .metrics, .orderedCollections,
                .serviceLifecycle, .unixSignals,
            ], resources: [.embedInCode("OpenAPI/Parts")], swiftSettings: settings),
        .systemLibrary(name: "CPassword", providers: [.apt(["libcrypt-dev", "libgnutls28-dev"])]),
        .target(
            name: "TableAccess",
            dependencies: [
                "Bytes", "CLibrary", "CPassword", "CascadingTable", "Essentials", "HTTPMessages",
                "LocalizedMessages", "TableDatabase", "TableRendering", "TableServer", .httpTypes, .logging,
            ], swiftSettings: settings),
        .target(
            name: "TableServerOptions", dependencies: ["TableServer", .argumentParser, .logging],
            swiftSettings: settings),
        .target(name: "TableHummingbird", dependencies: ["TableServer", .hummingbird], swiftSettings: settings),
        // A client builds for iOS and macOS, so it knows Foundation only.
        .target(name: "TableClient", swiftSettings: settings),
        .target(
            name: "TableDatabase", dependencies: ["Bytes", "CascadingTable", "Essentials"], swiftSettings: settings),
        .target(
            name: "TableSQLite",
            dependencies: [
                "Bytes", "CLibrary", "CascadingTable", "Essentials", "LocalizedMessages", "TableAccess",
                "TableDatabase", "TableFiles", .deque, .grdb,
            ],
            swiftSettings: settings),
        .target(
            name: "TablePostgres",
            dependencies: [
                "Bytes", "CLibrary", "CPostgreSQL", "CascadingTable", "Essentials", "LocalizedMessages",
                "TableAccess", "TableDatabase", "TableFiles", "TableServer", .coreMetrics, .deque,
            ], swiftSettings: settings),
        .target(
            name: "TableMariaDB",
            dependencies: [
                "Bytes", "CLibrary", "CascadingTable", "Essentials", "LocalizedMessages", "TableDatabase",
                .target(name: "CMariaDB", condition: .when(traits: ["MariaDB"])), .deque,
            ], swiftSettings: settings),
        .target(
            name: "TypedTables",
            dependencies: [
                "Bytes", "CascadingTable", "Essentials", "LocalizedMessages", "TableDatabase", "TableServer",
            ],
            swiftSettings: settings),
        .target(
            name: "TableTesting",
            dependencies: [
                "CCodecs", "CLibrary", "CSwiftRuntime", "CascadingTable", "Essentials", "HTTPMessages",
                "LocalizedMessages", "TableAccess", "TableServer", "TableStorage", .microHTTPD, .httpTypes,
            ],
            swiftSettings: settings),
        .target(
            name: "Gallery",
            dependencies: [
                "CascadingTable", "HTTPMessages", "StaticTables", "TableManagers", "TableModels", "TableServer",
                "TableStorage", .httpTypes,
            ],
            path: "Examples/Gallery/Sources", resources: [.embedInCode("Data")], swiftSettings: settings),
        .executableTarget(
            name: "cascade",
            dependencies: [
                "Bytes", "CLibrary", "CascadingTable", "Essentials", "Gallery", "HTTPMessages", "TableAccess",
                "TableFiles", "TableFormats", "TablePostgres", "TableRendering", "TableSQLite", "TableServer",
                "TableServerOptions", .target(name: "TableMariaDB", condition: .when(traits: ["MariaDB"])),
                .argumentParser, .httpTypes, .logging, .serviceLifecycle, .unixSignals,
            ], swiftSettings: settings),
        // The program of the README. A test compares it with the README.
        .executableTarget(name: "Market", dependencies: ["CascadingTable", "TableServer"], swiftSettings: settings),
        // The program that script/new copies.
        .executableTarget(
            name: "Starter", dependencies: ["TypedTables"], path: "Examples/Starter/Sources", swiftSettings: settings),
        // The program of the README, with the settings of a new Xcode project. Tests/Isolation links to its source.
        .executableTarget(
            name: "IsolatedMarket", dependencies: ["CascadingTable", "TableServer"], path: "Tests/Isolation",
            swiftSettings: [
                .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]),
        .target(
            name: "TestSupport",
            dependencies: [
                "CascadingTable", "TableClient", "TableDatabase", "TableServer", "TableStorage", "TableTesting",
                "TypedTables",
                .httpTypes,
            ],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Assets", "CascadingTable", "StaticTables", "TableAccess", "TableClient", "TableDatabase",
                "TableManagers",
                "TableModels",
                "TablePostgres", "TableSQLite",
                "TableServer", "TableServerOptions", "TableStorage", "TableTesting", "TableFormats", "TypedTables",
                "cascade",
                .argumentParser, .grdb, .httpTypes, .logging,
            ], swiftSettings: settings),
        .testTarget(name: "BytesTests", dependencies: ["Bytes", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "HTTPMessagesTests",
            dependencies: ["Codecs", "HTTPMessages", "TableTesting", "TestSupport", .httpTypes],
            swiftSettings: settings),
        .testTarget(
            name: "MicroHTTPDTests",
            dependencies: ["HTTPMessages", "MicroHTTPD", "TableTesting", "TestSupport", .httpTypes],
            swiftSettings: settings),
        .testTarget(
            name: "CascadingTableTests",
            dependencies: [
                "CascadingTable", "StaticTables", "TableManagers", "TableStorage", "TableTesting", "TestSupport",
            ], swiftSettings: settings),
        .testTarget(
            name: "StaticTablesTests", dependencies: ["CascadingTable", "StaticTables"], swiftSettings: settings),
        .testTarget(
            name: "TableManagersTests",
            dependencies: ["CascadingTable", "TableManagers", "TableStorage", "TableTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "TableModelsTests",
            dependencies: [
                "CascadingTable", "StaticTables", "TableManagers", "TableModels", "TableStorage", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TableStorageTests",
            dependencies: ["CascadingTable", "TableStorage", "TableTesting", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "TableRenderingTests",
            dependencies: [
                "Bytes", "CascadingTable", "LocalizedMessages", "TableModels", "TableRendering", "TableStorage",
                "TableFormats", "TableTesting", "TestSupport", .mustache,
            ], swiftSettings: settings),
        .testTarget(
            name: "TableFormatsTests",
            dependencies: ["Bytes", "CascadingTable", "TableRendering", "TableFormats", "TableTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "TypedTablesTests",
            dependencies: ["CascadingTable", "TableServer", "TableTesting", "TestSupport", "TypedTables", .httpTypes],
            swiftSettings: settings),
        .testTarget(
            name: "TableFilesTests", dependencies: ["TableFiles", "TableFormats", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "TableServerTests",
            dependencies: [
                "MicroHTTPD", "StaticTables", "TableManagers", "TableServer", "TableStorage", "TableTesting",
                "TestSupport",
                .httpTypes, .inMemoryLogging, .logging, .metrics, .serviceLifecycleTestKit,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TableAccessTests",
            dependencies: [
                "CascadingTable", "TableAccess", "TableDatabase", "TableSQLite", "TableServer", "TableTesting",
                "TestSupport", .grdb, .httpTypes,
            ], swiftSettings: settings),
        .testTarget(
            name: "TableClientTests",
            dependencies: [
                "TableClient", "TableDatabase", "TableSQLite", "TableServer", "TableTesting", "TestSupport", .httpTypes,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TableDatabaseTests",
            dependencies: ["CascadingTable", "TableDatabase", "TableTesting", "TestSupport", .grdb],
            swiftSettings: settings),
        .testTarget(
            name: "TablePostgresTests",
            dependencies: [
                "CLibrary", "CascadingTable", "TableClient", "TableDatabase", "TablePostgres", "TableServer",
                "TableTesting", "TestSupport", .httpTypes,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TableMariaDBTests",
            dependencies: [
                "CascadingTable", "TableDatabase", "TableServer", "TableTesting", "TestSupport",
                .target(name: "TableMariaDB", condition: .when(traits: ["MariaDB"])), .httpTypes,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TableSQLiteTests",
            dependencies: [
                "StaticTables", "TableDatabase", "TableFiles", "TableFormats", "TableSQLite", "TableServer",
                "TableTesting", "TestSupport",
                .grdb,
                .httpTypes,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "CascadingTable", "Gallery", "MicroHTTPD", "TableRendering", "TableSQLite", "TableServer",
                "TableFormats", "TableTesting", "TestSupport", .grdb, .httpTypes,
            ], swiftSettings: settings),
        // Screens written for UIKit. Ports serves them for Tests/Browser.
        .target(
            name: "PortedScreens", dependencies: ["TableUIKit"], path: "Tests/Ports/Screens"),
        .executableTarget(
            name: "Ports", dependencies: ["PortedScreens", "TableServer"], path: "Tests/Ports/Server",
            swiftSettings: settings),
        .testTarget(
            name: "PortsTests",
            dependencies: ["PortedScreens", "TableServer", "TableTesting", "TableUIKit", .httpTypes],
            path: "Tests/Ports/Tests", swiftSettings: settings),
        // An example application: an admin site of a SQLite file or a PostgreSQL database.
        .executableTarget(
            name: "Admin", dependencies: ["CascadingTable", "TablePostgres", "TableServer", "TableSQLite"],
            path: "Examples/Admin/Sources", swiftSettings: settings),
        // An example application: a help desk.
        .executableTarget(
            name: "Desk", dependencies: ["TableAccess", "TableSQLite", "TypedTables", .grdb],
            path: "Examples/Desk/Sources",
            swiftSettings: settings),
        .testTarget(
            name: "DeskTests", dependencies: ["Desk", "TableAccess", "TableServer", "TableTesting", .httpTypes],
            path: "Examples/Desk/Tests", swiftSettings: settings),
        // An example application: tables beside routes of Hummingbird, if the trait is on.
        .executableTarget(
            name: "HummingbirdTables",
            dependencies: ["CascadingTable", "TableHummingbird", "TableServer", .hummingbird],
            path: "Examples/HummingbirdTables/Sources", swiftSettings: settings),
        // An example application: orders of your own database.
        .executableTarget(
            name: "Orders", dependencies: ["TableSQLite", "TypedTables", .grdb],
            path: "Examples/Orders/Sources", swiftSettings: settings),
        // The table in memory that script/bench measures.
        .executableTarget(
            name: "served",
            dependencies: ["CascadingTable", "MicroHTTPD", "TableServer", "TypedTables", .argumentParser, .logging],
            path: "Benchmarks/Sources/served", swiftSettings: settings),
        .testTarget(name: "GalleryTests", dependencies: ["Gallery", "TableTesting"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// A copy without the folder Tests, as the Dockerfile makes it, has only the targets of Sources.
if !FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Tests") {
    package.targets.removeAll { $0.type == .test || $0.path != nil }
}
