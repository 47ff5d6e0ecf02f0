// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that Hummingbird is no dependency of the product.
let package = Package(
    name: "HummingbirdTables",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "CascadingTable", path: "../.."),
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
