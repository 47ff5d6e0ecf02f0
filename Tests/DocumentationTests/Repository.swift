import Foundation

/// The files of the project.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Returns the paths of all Markdown documents, relative to the root.
    static func documents() throws -> [String] {
        let folders = ["", "docs/", "docs/explanation/", "docs/how-to/", "docs/reference/", "Benchmarks/"]
        return try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
                .filter { $0.hasSuffix(".md") }.map { folder + $0 }.sorted()
        }
    }

    /// Returns the paths of all Markdown documents below a folder, relative to the root.
    static func documents(below folder: String) throws -> [String] { try files(ext: "md", below: folder) }

    /// Returns the paths of the Swift files of all examples in Swift, which `script/test` builds.
    static func exampleFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Examples").path).sorted()
            .map { "Examples/\($0)/Sources" }
            .filter { FileManager.default.fileExists(atPath: root.appendingPathComponent($0).path) }
            .flatMap { try files(ext: "swift", below: $0) }
    }

    /// Returns the paths of all files with this extension below a folder, relative to the root.
    static func files(ext: String, below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(".\(ext)") }.map { "\(folder)/\($0)" }.sorted()
    }
}
