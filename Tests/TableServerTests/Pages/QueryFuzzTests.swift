import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableTesting
import TestSupport
import Testing

@testable import TableServer

@Suite struct QueryFuzzTests {
    /// Words that have a meaning in queries, and bytes that have a meaning elsewhere.
    private static let pieces = [
        "_sort=", "_sort_desc=", "_search=", "year", "name", "id", "__gt=", "__in=", "__isnull=", "=", "&", "__", "_",
        ",",
        "%27", "%22", "%00", "%0D%0A", "%FF", "%F0%9F%8D%B7", "e%CC%81", "%25", "+", "1", "-9e99",
        "9999999999999999999",
        "_filter_column=", "_filter_op=", "_filter_value=", "_next=", "0.3.1~r3", "0.3~r3", "_size=2", "<script>",
        "_row=r1", "_or=1",
    ]

    @Test(arguments: 1...6)
    func `Whatever is asked is answered, or refused as the asker's fault`(seed: UInt64) async throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        var queries: [String] = []
        for _ in 0..<150 {
            let count = Int.random(in: 1...9, using: &random)
            queries.append((0..<count).compactMap { _ in Self.pieces.randomElement(using: &random) }.joined())
        }
        let all = queries
        try await Cellar(reds: 8, whites: 3).server().test(.inProcess) { client in
            for query in all {
                for path in ["/", "/table.json", "/table.csv", "/find", "/sections/0"] {
                    let status = try await client.get("\(path)?\(query)").status
                    #expect([200, 303, 400, 404].contains(status), "\(path)?\(query)")
                }
            }
        }
    }

    @Test(arguments: [
        ("name", TableQuery.Operator.exact, "name"), ("name", .gt, "name__gt"), ("_size", .exact, "_size__exact"),
        ("", .exact, "__exact"), ("id", .exact, "id__exact"), ("a__gt", .exact, "a__gt__exact"),
        ("a__b", .exact, "a__b"),
        ("a__", .exact, "a__"), ("__", .lt, "____lt"), ("é=&", .exact, "é=&"),
    ])
    func `Each name of a filter is read as what it was written for`(
        column: String, test: TableQuery.Operator, name: String
    ) async throws {
        #expect(FilterParameters.name(of: .init(column, test)) == name)
        var parameters = FilterParameters()
        #expect(try parameters.take(Query.Item(name: name, value: "v")))
        let table = Named([column, "other"])
        let query = try await parameters.query(of: table.tableView)
        #expect(query?.filters == [.init(column, test, "v")])
        var view = try PageParameters(Query(), limits: .init())
        view.query = parameters
        #expect(try Query(view.items.encoded).first?.value == "v")
    }
}

/// A table that has columns with these names and no rows.
private final class Named: TableViewDataSource {
    private let names: [String]

    nonisolated init(_ names: [String]) { self.names = names }

    var tableView: TableView {
        let tableView = TableView(dataSource: self)
        tableView.queryOptions = .all
        return tableView
    }

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
    func columns(in tableView: TableView) -> [TableViewColumn] { names.map { TableViewColumn($0) } }
}
