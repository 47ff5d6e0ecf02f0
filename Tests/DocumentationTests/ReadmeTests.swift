import Foundation
import Testing

/// What the README says is what there is.
@Suite struct ReadmeTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func theProgramIsTheOneThatIsCompiled() throws {
        let readme = try text(of: "README.md")
        let program = try text(of: "Sources/Market/Market.swift")
        #expect(readme.contains("```swift\n\(program)```"))
    }

    @Test func everyRouteIsNamed() throws {
        let readme = try text(of: "README.md")
        let routes = try ["TableRoutes", "GestureRoute"].map { try text(of: "Sources/TableServer/Routes/\($0).swift") }
        let paths = routes.joined().matches(of: /"([a-z][^" ]*)", mount|\.init\("([a-z][^" ]*)"/).map {
            String($0.output.1 ?? $0.output.2 ?? "")
        }
        #expect(paths.count >= 20)
        for path in paths {
            let name = path.replacing("#section", with: "S").replacing("#row", with: "R")
                .replacing(/:(action|entry|style|token)/, with: "ID")
            #expect(readme.contains("./\(name)`") || readme.contains("./\(name)\\"), "\(name)")
        }
    }
}
