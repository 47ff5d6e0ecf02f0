import CascadingTable
import TablePostgres
import TableServer
import TableTesting

/// A database with tables of many kinds, served as `cascade serve` does.
enum Shop {
    static let script = """
        CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
        CREATE DOMAIN email AS text CHECK (VALUE LIKE '%@%');
        CREATE TABLE customers (id serial PRIMARY KEY, name text NOT NULL, mail email, mood mood, joined date);
        CREATE TABLE orders (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer int REFERENCES customers, total numeric(12, 2),
            paid boolean, at timestamptz NOT NULL, note text, tags text[], data jsonb, ref uuid, weight float8);
        CREATE INDEX ON orders (total, id);
        CREATE VIEW totals AS SELECT customer, sum(total) AS total FROM orders GROUP BY customer;
        CREATE TABLE keyless (a int, b text);
        CREATE TABLE "odd.name é" ("we ird" text, k1 text, k2 int, PRIMARY KEY (k1, k2));
        CREATE SCHEMA sales;
        CREATE TABLE sales.regions (code char(3) PRIMARY KEY, name text);
        CREATE TABLE parts (id int, day date, text text, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
        CREATE TABLE parts_2020 PARTITION OF parts FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
        INSERT INTO customers (name, mail, mood, joined)
            SELECT 'Customer ' || i, 'c' || i || '@example.com', (ARRAY['sad', 'ok', 'happy'])[1 + i % 3]::mood,
                date '2020-01-01' + i FROM generate_series(1, 50) i;
        INSERT INTO orders (customer, total, paid, at, note, tags, data, ref, weight)
            SELECT 1 + i % 50, CASE WHEN i % 7 > 0 THEN (i * 37 % 100) / 10.0 END, i % 3 = 0,
                timestamptz '2024-01-01 00:00:00.123456+00' + i * interval '1 minute',
                CASE WHEN i % 5 > 0 THEN 'note ' || i % 40 END, ARRAY['a', 'b' || i % 9], jsonb_build_object('i', i % 30),
                md5((i % 100)::text)::uuid, CASE WHEN i % 11 = 0 THEN 'NaN' ELSE i / 7.0 END
            FROM generate_series(1, 600) i;
        INSERT INTO keyless SELECT i % 3, 'x' FROM generate_series(1, 250) i;
        INSERT INTO "odd.name é" VALUES ('a', 'x,y/z', 1), ('b', '42', 2), (NULL, '', 3);
        INSERT INTO sales.regions VALUES ('abc', 'North');
        INSERT INTO parts SELECT i, '2020-03-01', 'part' FROM generate_series(1, 150) i;
        ANALYZE
        """

    /// Returns a new database with these tables.
    static func address() async throws -> String {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(script.statements, at: address)
        return address
    }

    static func database(
        _ address: String, _ change: (inout PostgresDatabase.Configuration) -> Void = { _ in }
    ) throws -> PostgresDatabase {
        var configuration = PostgresDatabase.Configuration()
        configuration.keys = ["totals": ["customer"]]
        change(&configuration)
        return try PostgresDatabase(address, configuration: configuration)
    }

    /// - Parameter count: The number of changes that each table has had.
    static func server(_ database: PostgresDatabase, changes count: Int = 0) async throws -> TableServer {
        var server = TableServer()
        let list = try await database.makeListTable()
        server.mount("/", await list.changed(count))
        server.mount("/:table/", forEach: .path) {
            try await database.makeTable(at: [$0["table"] ?? ""])?.changed(count)
        }
        server.mount("/:table/row/:key/", forEach: .path) {
            try await database.makeTable(at: [$0["table"] ?? "", "row", $0["key"] ?? ""])?.changed(count)
        }
        return server
    }
}

extension TableView {
    /// Returns the table after some changes.
    fileprivate func changed(_ count: Int) -> TableView {
        for _ in 0..<count { reloadData() }
        return self
    }
}
