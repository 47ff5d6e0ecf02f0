import CascadingTable
import HTTPTypes
import TableDatabase
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TablePostgres

/// Tests groups, statistics and chosen columns of tables of PostgreSQL.
@Suite struct PostgresGroupTests {
    @Test func groupsAreThoseOfTheContract() async throws {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(GroupContract.script.statements, at: address)
        let database = try Shop.database(address)
        var server = try await Shop.server(database)
        var rows = try await database.rows(of: "sales")
        rows.groupsByDatabase = true
        server.mount("/rows/", RowsController(rows))
        try await server.test(.inProcess) { client in
            try await GroupContract.check(client, at: "/sales/")
            try await GroupContract.check(client, at: "/rows/")
        }
    }

    @Test func relatedColumnsAreThoseOfTheContract() async throws {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(RelatedColumnsContract.script.statements, at: address)
        let server = try await Shop.server(Shop.database(address))
        try await server.test(.inProcess) { try await RelatedColumnsContract.check($0) }
    }

    @Test func everyTypeIsGrouped() async throws {
        let server = try await Shop.server(Shop.database(try await Shop.address()))
        try await server.test(.inProcess) { client in
            for column in ["id", "customer", "total", "paid", "at", "note", "tags", "data", "ref", "weight"] {
                for query in ["_group=\(column)", "_stats=\(column)", "_group=paid&_min=\(column)&_max=\(column)"] {
                    let answer = try await client.get("/orders/table.json?\(query)")
                    #expect(answer.status == 200, "\(query): \(answer.text)")
                }
            }
            let lines = try await client.get("/orders/table.ndjson?_group=paid&_sum=total&_mean=total&_shape=arrays")
                .text
            #expect(lines.hasPrefix("[false,400,"), "\(lines)")
            let weights = try await client.get("/orders/table.ndjson?_group=weight&_shape=arrays&_size=1").text
            #expect(weights == "[\"NaN\",54]\n")
        }
    }

    @Test func groupsOfTheFirstRowsAreToldAsSuch() async throws {
        let address = try await Shop.address()
        // Each row of the view takes a millisecond.
        let view = "CREATE VIEW slow AS SELECT customer FROM orders WHERE pg_sleep(0.001)::text IS NOT NULL"
        try await PostgresServer.run([view], at: address)
        let database = try Shop.database(address) { $0.groupingTimeout = .milliseconds(20) }
        try await Shop.server(database).test(.inProcess) { client in
            let json = try await client.get("/slow/table.json?_group=customer").text
            #expect(json.contains(#""complete":false,"grouped_rows":100000"#), "\(json)")
            // A file has no place to say so.
            let file = try await client.get("/slow/table.csv?_group=customer&_sort=customer").text
            #expect(file.hasPrefix("customer,count\r\n1,12\r\n"), "\(file)")
        }
    }

    @Test func aFileHasAllGroupsOrNone() async throws {
        let address = try await Shop.address()
        let rows =
            "CREATE TABLE many (id int PRIMARY KEY, city text);\nINSERT INTO many SELECT i, 'c' || i % 3 FROM generate_series(1, 120000) i"
        try await PostgresServer.run(rows.statements, at: address)
        let database = try Shop.database(address) { $0.groupingTimeout = .milliseconds(1) }
        try await Shop.server(database).test(.inProcess) { client in
            let groups = try await client.get("/many/table.csv?_group=city").text
            #expect(groups.contains("c0,40000\r\n"), "\(groups)")
            #expect(try await client.get("/many/table.ndjson?_stats=id&_col=rows&_shape=arrays").text == "[120000]\n")
            #expect(try await client.get("/many/table.csv?_group=id").status == 400)
        }
    }
}
