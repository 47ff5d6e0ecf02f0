import CascadingTable
import TableDatabase
import Testing

@testable import TablePostgres

@Suite(.serialized) struct StatementTests {
    private static let values: [SQLValue] = [
        .null, SQLValue(""), SQLValue("O'Neil \"x\" $1 \\ %"), SQLValue("שלום 🦊 e\u{301}"),
        SQLValue(String(repeating: "ab", count: 524_288)), SQLValue("line\nline\tend\u{1}"),
    ]

    @Test(arguments: values)
    func textsArriveAsTheyWereSent(value: SQLValue) async throws {
        let pool = PostgresPool(try PostgresAddress(try await PostgresServer.shared.address))
        let rows = try await pool.rows("SELECT $1::text, $1::text IS NULL, octet_length($1::text)", [value])
        #expect(rows[0][0] == value.string)
        #expect(rows[0][1] == (value == .null ? "t" : "f"))
        #expect(rows[0][2] == value.string.map { "\($0.utf8.count)" })
    }

    @Test func valuesOfOtherTypesArrive() async throws {
        let pool = PostgresPool(try PostgresAddress(try await PostgresServer.shared.address))
        let arguments: [SQLValue] = [
            .integer(.min), .real(0.1), .real(.infinity), .real(.nan), .blob([0, 255, 92]), .integer(.max),
        ]
        let rows = try await pool.rows(
            "SELECT $1::bigint, $2::float8, $3::float8, $4::float8, $5::bytea, $6::bigint", arguments)
        #expect(
            rows == [["-9223372036854775808", "0.1", "Infinity", "NaN", "\\x00ff5c", "9223372036854775807"]])
    }

    @Test func resultsHaveNamesAndTypes() async throws {
        let pool = PostgresPool(try PostgresAddress(try await PostgresServer.shared.address))
        let result = try await pool.run(
            SQLStatement(
                "SELECT 1::int AS \"a b\", 'x'::text AS t, 1.5::numeric(10, 2) FROM generate_series(1, 3)"),
            within: .seconds(10))
        #expect((result.rowCount, result.columnCount) == (3, 3))
        #expect((result.columnName(0), result.columnName(1)) == ("a b", "t"))
        #expect((result.columnType(0), result.columnType(1), result.columnType(2)) == (23, 25, 1700))
    }

    @Test func textsWithAZeroByteAreRefused() async throws {
        let pool = PostgresPool(try PostgresAddress(try await PostgresServer.shared.address))
        await #expect { try await pool.rows("SELECT $1::text", [.text([97, 0, 98])]) } throws: {
            ($0 as? PostgresError)?.code == "22021"
        }
        #expect(try await pool.rows("SELECT 1") == [["1"]])
    }
}
