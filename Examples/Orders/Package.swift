// swift-tools-version: 6.2
import PackageDescription

// A separate package, as an application of your own has it.
let package = Package(
    name: "Orders",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "CascadingTable", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(
            name: "Orders",
            dependencies: [
                .product(name: "CascadingTable", package: "CascadingTable"),
                .product(name: "TableDatabase", package: "CascadingTable"),
                .product(name: "TableServer", package: "CascadingTable"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
