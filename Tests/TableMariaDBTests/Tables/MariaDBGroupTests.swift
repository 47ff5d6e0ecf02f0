#if MariaDB
    import CascadingTable
    import HTTPTypes
    import TableServer
    import TableTesting
    import TestSupport
    import Testing

    @testable import TableMariaDB

    /// Tests groups, statistics and chosen columns.
    @Suite struct MariaDBGroupTests {
        @Test func groupsAreThoseOfTheContract() async throws {
            let address = try await MariaDBServer.shared.database(GroupContract.script)
            try await Shop.serving(Shop.database(address)) {
                try await GroupContract.check($0, at: "/sales/", hasMedian: false)
            }
        }

        @Test func relatedColumnsAreThoseOfTheContract() async throws {
            let address = try await MariaDBServer.shared.database(RelatedColumnsContract.script)
            try await Shop.serving(Shop.database(address)) { try await RelatedColumnsContract.check($0) }
        }

        @Test func everyTypeIsGrouped() async throws {
            try await Shop.serving(Shop.database(try await Shop.address())) { client in
                for column in [
                    "id", "customer", "total", "paid", "at", "note", "tags", "data", "weight", "single", "bits",
                ] {
                    for query in [
                        "_group=\(column)", "_stats=\(column)", "_group=paid&_min=\(column)&_max=\(column)",
                        "_facet=\(column)",
                    ] {
                        let answer = try await client.get("/orders/table.json?\(query)")
                        #expect(answer.status == 200, "\(query): \(answer.text)")
                    }
                }
                #expect(try await client.get("/orders/table.json?_group=ref").status == 400)
                let lines = try await client.get(
                    "/orders/table.ndjson?_group=paid&_sum=total&_mean=total&_shape=arrays"
                ).text
                #expect(lines.hasPrefix("[false,400,"), "\(lines)")
                for query in [
                    "_group=customer&_bin=10", "_group=total&_bin=2.5", "_group=weight&_bin=10", "_group=id&_bin=100",
                ] {
                    try await GroupContract.checkLinks(client, at: "/orders/", query, leastCount: 0)
                }
            }
        }

        @Test func groupsOfTheFirstRowsAreToldAsSuch() async throws {
            let address = try await Shop.address()
            try await MariaDBServer.run(
                ["CREATE VIEW slow AS SELECT customer FROM orders WHERE sleep(0.001) = 0"], at: address)
            let database = try Shop.database(address) { $0.groupingTimeout = .milliseconds(20) }
            try await Shop.serving(database) { client in
                let json = try await client.get("/slow/table.json?_group=customer").text
                #expect(json.contains(#""complete":false,"grouped_rows":100000"#), "\(json)")
                // A file has no place to say so.
                let file = try await client.get("/slow/table.csv?_group=customer&_sort=customer").text
                #expect(file.hasPrefix("customer,count\r\n1,12\r\n"), "\(file)")
            }
        }
    }
#endif
