#if MariaDB
    import CascadingTable
    import TableMariaDB
    import TableServer
    import TableTesting

    /// A database with tables of many kinds, served as `cascade serve` does.
    enum Shop {
        static let script = """
            CREATE TABLE customers (id int AUTO_INCREMENT PRIMARY KEY, name varchar(50) NOT NULL, mail varchar(50),
                mood enum('sad', 'ok', 'happy'), joined date) COMMENT 'People';
            CREATE TABLE orders (
                id bigint unsigned AUTO_INCREMENT PRIMARY KEY, customer int, total decimal(12, 2), paid boolean,
                at datetime(6) NOT NULL, note text COLLATE utf8mb4_unicode_ci, tags set('a', 'b', 'c'), data json,
                ref binary(4), weight double, single float, bits bit(5),
                FOREIGN KEY (customer) REFERENCES customers (id), INDEX (total, id));
            CREATE VIEW totals AS SELECT customer, sum(total) AS total FROM orders GROUP BY customer;
            CREATE TABLE keyless (a int, b text);
            CREATE TABLE "odd.name é" ("we ird" text, k1 varchar(20), k2 int, PRIMARY KEY (k1, k2));
            CREATE TABLE codes (code varchar(20) COLLATE utf8mb4_unicode_ci NOT NULL UNIQUE, title varchar(20)
                COLLATE utf8mb4_bin);
            CREATE TABLE uses (id int PRIMARY KEY, code varchar(20) COLLATE utf8mb4_unicode_ci, customer int,
                FOREIGN KEY (code) REFERENCES codes (code), FOREIGN KEY (customer) REFERENCES customers (id));
            INSERT INTO customers (name, mail, mood, joined)
                SELECT concat('Customer ', seq), concat('c', seq, '@example.com'), elt(1 + seq % 3, 'sad', 'ok', 'happy'),
                    date '2020-01-01' + INTERVAL seq DAY FROM seq_1_to_50;
            INSERT INTO orders (customer, total, paid, at, note, tags, data, ref, weight, single, bits)
                SELECT 1 + seq % 50, CASE WHEN seq % 7 > 0 THEN (seq * 37 % 100) / 10.0 END, seq % 3 = 0,
                    timestamp '2024-01-01 00:00:00.123456' + INTERVAL seq MINUTE,
                    CASE WHEN seq % 5 > 0 THEN concat(CASE WHEN seq % 2 THEN 'note ' ELSE 'NOTE ' END, seq % 40) END,
                    elt(1 + seq % 3, 'a', 'a,c', ''), json_object('i', seq % 30),
                    unhex(lpad(hex(seq * 2654435761 % 4294967296), 8, '0')), seq / 7.0, seq / 3, seq % 32
                FROM seq_1_to_600;
            INSERT INTO keyless SELECT seq % 3, 'x' FROM seq_1_to_250;
            INSERT INTO "odd.name é" VALUES ('a', 'x,y/z', 1), ('b', '42', 2), (NULL, '', 3);
            INSERT INTO codes VALUES ('abc', 'First'), ('Ünï', 'Second');
            INSERT INTO uses VALUES (1, 'abc', 1), (2, 'ünï', 2), (3, NULL, NULL);
            ANALYZE TABLE customers, orders
            """

        /// Returns a new database with these tables.
        static func address() async throws -> String { try await MariaDBServer.shared.database(script) }

        static func database(
            _ address: String, _ change: (inout MariaDBDatabase.Configuration) -> Void = { _ in }
        ) throws -> MariaDBDatabase {
            var configuration = MariaDBDatabase.Configuration()
            configuration.keys = ["totals": ["customer"]]
            change(&configuration)
            return try MariaDBDatabase(address, configuration: configuration)
        }

        /// Serves a database as a whole.
        static func serving(
            _ database: MariaDBDatabase, _ body: @escaping @Sendable (any TestClient) async throws -> Void
        ) async throws {
            var server = TableServer()
            try await server.mount("/", database, allowsSQL: true)
            try await server.test(.inProcess) { try await body($0) }
        }
    }
#endif
