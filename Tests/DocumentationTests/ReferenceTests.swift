import TextTables
import Testing

/// The reference pages name everything that the code has.
@Suite struct ReferenceTests {
    @Test func everyRoute() throws {
        let page = try Repository.text(of: "docs/reference/http.md")
        let routes = try ["Routes/TableRoutes", "Actions/TableAction"].map {
            try Repository.text(of: "Sources/TableServer/\($0).swift")
        }
        let paths = routes.joined().matches(
            of: /"([a-z][^" ]*)", mount|(?:\.init|TableAction)\(\s*"([a-z][^" ]*)"/
        ).map { String($0.output.1 ?? $0.output.2 ?? "") }
        #expect(paths.count >= 35)
        for path in paths {
            let name = path.replacing("#section", with: "S").replacing("#row", with: "R")
                .replacing(":field", with: "FIELD").replacing(/:(action|entry|style|token)/, with: "ID")
            #expect(["`", "?"].contains { page.contains("./\(name)\($0)") }, "\(name)")
        }
    }

    @Test func everyDelegateMethod() throws {
        let page = try Repository.text(of: "docs/reference/delegate-defaults.md")
        for name in ["TableViewDataSource", "TableViewDelegate"] {
            let source = try Repository.text(of: "Sources/CascadingTable/Delegation/\(name).swift")
            let requirements = try #require(source.firstMatch(of: #/public protocol .*?\n}/#.dotMatchesNewlines()))
                .output
            let methods = requirements.matches(of: /func (\w+)\(([^)]*)\)/)
            #expect(methods.count >= 20)
            for method in methods {
                // The second argument's label is the name that people know, unless it is the first that differs.
                let labels = method.output.2.matches(of: #/(\w+)( \w+)?: /#).map { String($0.output.1) }
                let name = method.output.1 == "tableView" ? labels.first { $0 != "_" } : String(method.output.1)
                #expect(name.map(page.contains) == true, "\(method.output.0)")
            }
        }
    }

    @Test(arguments: [
        "TableServer/TableServer+Configuration", "MicroHTTPD/Server/HTTPServer+Configuration",
        "TableSQLite/SQLiteDatabase+Configuration",
    ])
    func everyConfigurationProperty(file: String) throws {
        let page = try Repository.text(of: "docs/reference/configuration.md")
        let properties = try Repository.text(of: "Sources/\(file).swift").matches(of: /public var (\w+)/)
        #expect(properties.count >= 5)
        for property in properties { #expect(page.contains("| `\(property.output.1)` |"), "\(property.output.1)") }
    }

    @Test func everyTextStyle() throws {
        let page = try Repository.text(of: "docs/reference/query.md")
        for style in TextTableStyle.allCases { #expect(page.contains("`\(style.rawValue)`"), "\(style)") }
    }

    @Test func everyThemePropertyIsInTheStyleSheet() throws {
        let sheet = try Repository.text(of: "Public/table.css")
        let properties = try Repository.text(of: "docs/reference/theme.md").matches(of: /`(--[a-z]+)`/)
        #expect(properties.count >= 15)
        for property in properties { #expect(sheet.contains("\(property.output.1): "), "\(property.output.1)") }
    }
}
