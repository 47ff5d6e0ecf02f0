#if MariaDB
    import CascadingTable
    import TableDatabase
    import TableTesting
    import Testing

    @testable import TableMariaDB

    /// Tests the rows of a database as a source of a controller.
    @Suite struct MariaDBRowsTests {
        @Test func theyKeepTheContractOfARowSource() async throws {
            let address = try await Shop.address()
            let rows = try await Shop.database(address).rows(of: "orders")
            let queries = [
                TableQuery(sort: [.init("total")]),
                TableQuery(sort: [.init("total", isAscending: false), .init("at")]),
                TableQuery(filters: [.init("paid", .exact, "true")]), TableQuery(search: "note 1"),
            ]
            try await RowSourceContract(rows, queries: queries, missing: ["0", "x", "1,2"]) {
                try await MariaDBServer.run(["DELETE FROM orders WHERE id % 2 = 0"], at: address)
            }.check()
        }
    }
#endif
