import Foundation
import Testing

/// What the README says is what there is.
@Suite struct ReadmeTests {
    @Test func theProgramIsTheOneThatIsCompiled() throws {
        let readme = try Repository.text(of: "README.md")
        let program = try Repository.text(of: "Sources/Market/Market.swift")
        #expect(readme.contains("```swift\n\(program)```"))
    }

    @Test func everyRouteIsNamed() throws {
        let readme = try Repository.text(of: "README.md")
        let routes = try ["TableRoutes", "GestureRoute"].map {
            try Repository.text(of: "Sources/TableServer/Routes/\($0).swift")
        }
        let paths = routes.joined().matches(of: /"([a-z][^" ]*)", mount|\.init\("([a-z][^" ]*)"/).map {
            String($0.output.1 ?? $0.output.2 ?? "")
        }
        #expect(paths.count >= 20)
        for path in paths {
            let name = path.replacing("#section", with: "S").replacing("#row", with: "R")
                .replacing(/:(action|entry|style|token)/, with: "ID")
            #expect(["`", "\\", "?"].contains { readme.contains("./\(name)\($0)") }, "\(name)")
        }
    }
}
