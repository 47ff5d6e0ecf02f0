import CascadingTable
import Foundation
import TableServer
import TableFormats
import Testing

/// Tests that the reference pages name everything in the code.
@Suite struct ReferenceTests {
    @Test func everyRoute() throws {
        let page = try Repository.text(of: "docs/reference/http.md")
        let routes = try ["Routes/TableRoutes", "Views/TableRoutes+Views", "Actions/TableAction"].map {
            try Repository.text(of: "Sources/TableServer/\($0).swift")
        }
        let paths = routes.joined().matches(
            of: /"([a-z][^" ]*)", mount|(?:\.init|TableAction|ofSection)\(\s*"([a-z][^" ]*)"/
        ).map { String($0.output.1 ?? $0.output.2 ?? "") }
        #expect(paths.count >= 35)
        for path in paths {
            let name = path.replacing("#section", with: "S").replacing("#place", with: "S").replacing("#row", with: "R")
                .replacing(":field", with: "FIELD").replacing(":name", with: "NAME").replacing(
                    /:(action|entry|style|token)/, with: "ID")
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
                // The first argument label identifies the method, for example `cellForRowAt`.
                let labels = method.output.2.matches(of: #/(\w+)( \w+)?: /#).map { String($0.output.1) }
                let name = method.output.1 == "tableView" ? labels.first { $0 != "_" } : String(method.output.1)
                #expect(name.map(page.contains) == true, "\(method.output.0)")
            }
        }
    }

    @Test(arguments: [
        "TableServer/TableServer+Configuration", "HTTPMessages/Server/HTTPConfiguration",
        "TableSQLite/SQLiteDatabase+Configuration",
    ])
    func everyConfigurationProperty(file: String) throws {
        let page = try Repository.text(of: "docs/reference/configuration.md")
        let properties = try Repository.text(of: "Sources/\(file).swift").matches(of: /public var (\w+)/)
        #expect(properties.count >= 5)
        for property in properties { #expect(page.contains("| `\(property.output.1)` |"), "\(property.output.1)") }
    }

    /// Tests that each property can be set by the environment variable of its name.
    @Test(arguments: ["TableServer/TableServer+Configuration", "HTTPMessages/Server/HTTPConfiguration"])
    func everyEnvironmentVariable(file: String) throws {
        let properties = try Repository.text(of: "Sources/\(file).swift").matches(of: /public var (\w+)/)
            .map { String($0.output.1) }
        for property in properties where !["http", "errorResponder"].contains(property) {
            let words = property.replacing(/[A-Z]/) { "_\($0.output)" }.uppercased()
            let before = "\(TableServer.Configuration())"
            let values = ["71", "4096", "8388608", "10.0.0.1", "true", "false"]
            let isSet = values.contains { value in
                let made = try? TableServer.Configuration(environment: ["CASCADE_\(words)": value])
                return made.map { "\($0)" != before } == true
            }
            #expect(isSet, "CASCADE_\(words)")
        }
    }

    @Test func everyTextStyle() throws {
        let page = try Repository.text(of: "docs/reference/query.md")
        for style in TextTableStyle.allCases { #expect(page.contains("`\(style.rawValue)`"), "\(style)") }
    }

    @Test func everyOperatorAndFunctionOfGroups() throws {
        let page = try Repository.text(of: "docs/reference/query.md")
        let functions = TableQuery.Grouping.Aggregate.Function.allCases.map { "`_\($0.rawValue)=COLUMN`" }
        for name in TableQuery.Operator.allCases.map({ "`\($0.rawValue)`" }) + functions {
            #expect(page.contains(name), "\(name)")
        }
    }

    @Test func everyThemePropertyIsInTheStyleSheet() throws {
        let sheet = try Repository.text(of: "Public/table.css")
        let properties = try Repository.text(of: "docs/reference/theme.md").matches(of: /`(--[a-z]+)`/)
        #expect(properties.count >= 15)
        for property in properties { #expect(sheet.contains("\(property.output.1): "), "\(property.output.1)") }
    }

    @Test func everyThemePropertyOfTheStyleSheet() throws {
        let page = try Repository.text(of: "docs/reference/theme.md")
        let sheet = try Repository.text(of: "Public/table.css")
        let root = try #require(sheet.firstMatch(of: #/:root \{.*?\n\}/#.dotMatchesNewlines())).output
        let properties = root.matches(of: /\n *(--[a-z-]+):/).map { String($0.output.1) }
        #expect(properties.count >= 22)
        #expect(properties.filter { !page.contains("`\($0)`") } == [])
    }

    @Test func everyStatus() throws {
        let rows = try Self.cells(ofTablesIn: "docs/reference/problems.md")
        let pattern = #/\.([a-zA-Z]+)\b/#
        var found: Set<Int> = []
        for file in try Self.sources(in: ["HTTPMessages", "MicroHTTPD", "TableServer"]) {
            for name in try Repository.text(of: file).matches(of: pattern) {
                if let status = Self.statuses[String(name.output.1)] { found.insert(status) }
            }
        }
        #expect(found.count >= 23)
        let described = rows.filter { $0.count == 4 && !$0[2].isEmpty }.compactMap { Int($0[0]) }
        #expect(found.subtracting(described) == [])
    }

    /// Each code must be in the section of its type.
    @Test func everyErrorCode() throws {
        let page = try Repository.text(of: "docs/reference/problems.md")
        var count = 0
        var missing: [String] = []
        for file in try Self.sources() where !file.contains("/Anomalies/") {
            let codes = try Repository.text(of: file).matches(of: /static let (\w+) = Code\(/)
            guard !codes.isEmpty else { continue }
            let type = file.split(separator: "/").last?.dropLast(".swift".count) ?? ""
            let section = Self.section("### `\(type)`", of: page) ?? ""
            for code in codes where !section.contains("\n| `\(code.output.1)` |") {
                missing.append("\(type).\(code.output.1)")
            }
            count += codes.count
        }
        #expect(count >= 50)
        #expect(missing == [])
    }

    @Test func everyErrorType() throws {
        let page = try Repository.text(of: "docs/reference/problems.md")
        let declaration = #/public (?:struct|enum|protocol) (\w+): (?:\w+, )*\w*Error\b/#
        let types = try Self.sources().flatMap { file in
            try Repository.text(of: file).matches(of: declaration).map { String($0.output.1) }
        }
        #expect(types.count >= 13)
        #expect(types.filter { !page.contains("\n### `\($0)`\n") && !page.contains("`PageTemplates.\($0)`") } == [])
    }

    /// The page must have each sentence, at least up to the sentence's first value.
    @Test func everySentence() throws {
        let page = try Repository.text(of: "docs/reference/problems.md")
        let call = #/(?:ProblemDetails|\w+Error|refuse|unavailable)\(\s*(?:\.\w+,\s*)?"((?:[^"\\]|\\")+)/#
        var count = 0
        var missing: [String] = []
        for file in try Self.sources() {
            // Comments contain examples, which are not messages of the program.
            let code = try Repository.text(of: file).replacing(/\/\/[^\n]*/, with: "")
            for sentence in code.matches(of: call).map({ $0.output.1.replacing("\\\"", with: "\"") })
            where sentence.first?.isUppercase == true && sentence.count >= 6 {
                count += 1
                if !page.contains(sentence) { missing.append("\(file): \(sentence)") }
            }
        }
        #expect(count >= 120)
        #expect(missing == [])
    }

    /// The pictures of the architecture name modules and files only.
    @Test func everyNameInAPictureIsAFile() throws {
        let page = try Repository.text(of: "docs/explanation/architecture.md")
        let files = try Self.sources().map { $0.split(separator: "/") }
        let names = Set(files.map { String($0[1]) } + files.compactMap { $0.last?.dropLast(6) }.map(String.init))
        let pictures = page.matches(of: #/```text\n(.*?)```/#.dotMatchesNewlines()).map { String($0.output.1) }
        #expect(pictures.count == 2)
        let named = pictures.flatMap {
            $0.matches(of: /[A-Z][A-Za-z]+[a-z][A-Za-z]*(\+\w+)?/).map { String($0.output.0) }
        }
        #expect(named.count >= 50)
        #expect(named.filter { !names.contains($0) } == [])
    }

    @Test func everyAnomaly() throws {
        let page = try Repository.text(of: "docs/reference/anomalies.md")
        let codes = try Self.sources(in: ["CascadingTable/Anomalies", "TableManagers"]).flatMap { file in
            try Repository.text(of: file).matches(of: /static let (\w+) = (?:Anomaly\.)?Code\(/)
                .map { String($0.output.1) }
        }
        #expect(codes.count >= 15)
        #expect(codes.filter { !page.contains("\n| `\($0)` |") } == [])
    }

    @Test func everyKey() throws {
        let keys = try Self.cells(ofTablesIn: "docs/reference/keyboard.md").flatMap { $0[0].split(separator: ", ") }
        let script = try Repository.text(of: "Public/keys.js")
        let commands = try #require(script.firstMatch(of: #/const commands = \{.*?\n\};/#.dotMatchesNewlines())).output
        let names = commands.matches(of: /(?:"([^"]+)"|([A-Z][A-Za-z0-9]*)): \[/)
            .map { String($0.output.1 ?? $0.output.2 ?? "") }
            .map { $0.split(separator: "+").map(Self.title(ofKey:)).joined(separator: " ") }
        #expect(names.count >= 20)
        #expect(names.filter { !keys.contains($0[...]) } == [])
    }

    @Test func everyQueryParameter() throws {
        let page = try Repository.text(of: "docs/reference/query.md")
        let names = try ["PageParameters", "FilterParameters"].flatMap { file in
            try Repository.text(of: "Sources/TableServer/Pages/\(file).swift").matches(of: /case (?:"\w+", )*"_\w+"/)
                .flatMap { $0.output.matches(of: /_\w+/).map { String($0.output) } }
        }
        #expect(names.count >= 17)
        #expect(names.filter { !page.contains("`\($0)`") && !page.contains("`\($0)=") } == [])
    }

    @Test func everyDelegateMethodHasADefault() throws {
        let rows = try Self.cells(ofTablesIn: "docs/reference/delegate-defaults.md")
        #expect(rows.count >= 60)
        #expect(rows.filter { $0.count < 2 || $0[1].isEmpty } == [])
    }
}

extension ReferenceTests {
    /// Returns the paths of all Swift files below these folders of `Sources`, by default below all folders.
    private static func sources(in folders: [String] = [""]) throws -> [String] {
        try folders.flatMap { folder in
            let path = folder.isEmpty ? "Sources" : "Sources/\(folder)"
            let directory = Repository.root.appendingPathComponent(path).path
            return try FileManager.default.subpathsOfDirectory(atPath: directory)
                .filter { $0.hasSuffix(".swift") }.map { "\(path)/\($0)" }.sorted()
        }
    }

    /// Returns the rows of a page's tables without their headings, each as a list of cells.
    private static func cells(ofTablesIn path: String) throws -> [[Substring]] {
        let lines = try Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
        let isRule = lines.map { $0.hasPrefix("|--") || $0.hasPrefix("|:-") }
        return lines.indices.filter { index in
            lines[index].hasPrefix("|") && !isRule[index] && !(index + 1 < lines.count && isRule[index + 1])
        }.map { index in
            lines[index].dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map { cell in
                let end = cell.lastIndex { $0 != " " }.map(cell.index(after:)) ?? cell.startIndex
                return cell[..<end].drop { $0 == " " }
            }
        }
    }

    /// Returns the text from a heading to the next heading.
    private static func section(_ heading: String, of page: String) -> Substring? {
        guard let start = page.firstRange(of: "\n\(heading)\n")?.upperBound else { return nil }
        let end = page[start...].firstRange(of: "\n#")?.lowerBound ?? page.endIndex
        return page[page.index(before: start)..<end]
    }

    /// Returns the keyboard label of a key that a script names.
    private static func title(ofKey name: Substring) -> String {
        switch name {
        case "Control": "Ctrl"
        case " ": "Space"
        case "PageUp", "PageDown": "Page \(name.dropFirst(4))"
        case _ where name.hasPrefix("Arrow"): String(name.dropFirst(5))
        case _ where name.count == 1: name.uppercased()
        default: String(name)
        }
    }

    /// The statuses that a server answers with, by their names in swift-http-types. `found` is left out, because other
    /// things have this name too.
    private static let statuses = [
        "ok": 200, "created": 201, "accepted": 202, "noContent": 204, "resetContent": 205, "partialContent": 206,
        "multipleChoices": 300, "movedPermanently": 301, "seeOther": 303, "notModified": 304, "temporaryRedirect": 307,
        "permanentRedirect": 308, "badRequest": 400, "unauthorized": 401, "forbidden": 403, "notFound": 404,
        "methodNotAllowed": 405, "notAcceptable": 406, "proxyAuthenticationRequired": 407, "requestTimeout": 408,
        "conflict": 409, "gone": 410, "lengthRequired": 411, "preconditionFailed": 412, "contentTooLarge": 413,
        "uriTooLong": 414, "unsupportedMediaType": 415, "rangeNotSatisfiable": 416, "expectationFailed": 417,
        "misdirectedRequest": 421, "unprocessableContent": 422, "tooEarly": 425, "upgradeRequired": 426,
        "preconditionRequired": 428, "tooManyRequests": 429, "requestHeaderFieldsTooLarge": 431,
        "unavailableForLegalReasons": 451, "internalServerError": 500, "notImplemented": 501, "badGateway": 502,
        "serviceUnavailable": 503, "gatewayTimeout": 504, "httpVersionNotSupported": 505,
        "networkAuthenticationRequired": 511,
    ]
}
