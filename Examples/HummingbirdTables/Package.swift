// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the product does not depend on Hummingbird.
let package = Package(
    name: "HummingbirdTables",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Without the trait SQLite, because no table here is one of a SQLite file.
        .package(name: "CascadingTable", path: "../..", traits: []),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        .executableTarget(
            name: "HummingbirdTables",
            dependencies: [
                .product(name: "CascadingTable", package: "CascadingTable"),
                .product(name: "TableServer", package: "CascadingTable"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
