import CascadingTable
import StaticTables
import TableServer
import TableTesting
import Testing

@Suite struct FormulaTests {
    @TableActor private static func makeTable(rows: Int) -> TableView {
        TableView(
            title: "Formulas",
            root: StaticTable {
                Section { for row in 0..<rows { Row("=SUM(A\(row))", id: "\(row)") { _, _ in } } }
            })
    }

    /// Also tests tables that are streamed, for which a socket is needed.
    @Test(arguments: [1, 3])
    func aTextIsGuardedOnlyWhenAsked(rows: Int) async throws {
        for isGuarded in [false, true] {
            var configuration = TableServer.Configuration()
            configuration.guardsFormulas = isGuarded
            (configuration.pageSize, configuration.maxPageSize) = (2, 2)
            var server = TableServer(configuration: configuration)
            server.mount("/", await Self.makeTable(rows: rows))
            try await server.test(.socket) { client in
                for path in ["/table.csv", "/table.txt?_style=tsv", "/table.csv?_size=1"] {
                    let text = try await client.get(path).text
                    #expect(text.contains("=SUM(A0)"), "\(path)")
                    #expect(text.contains("'=SUM(A0)") == isGuarded, "\(path): \(text)")
                }
                let json = try await client.get("/table.json").text
                #expect(!json.contains("'="))
            }
        }
    }
}
