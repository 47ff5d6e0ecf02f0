import TableDatabase
import Testing

/// Tests the reading of statements as text: their parameters, their end, and files of them.
@Suite struct SQLTextTests {
    @Test(arguments: [
        ("SELECT :a, :b_2, :a", ["a", "b_2"]),
        ("SELECT ':a', \":b\", `:c`, [:d], 'it''s :e', x::text, :: f", []),
        ("SELECT 1 -- :a\n, :b /* :c\n */ + :d", ["b", "d"]),
        ("SELECT :ä, : a, :", []),
        ("SELECT ':open", []), ("SELECT /* :open", []), ("SELECT :_size, :sql, :x", ["x"]), ("", []),
    ])
    func parametersAreFound(sql: String, names: [String]) {
        #expect(SQLText.parameterNames(in: sql, .sqlite) == names)
    }

    @Test(arguments: [
        ("SELECT :a, ARRAY[:b], ':c', \":d\", x::text", ["a", "b"]), ("SELECT (ARRAY[1, 2])[1:2], x[:a]", ["a"]),
        ("SELECT $$ :a $$, $x$ :b $$ :c $x$, :d", ["d"]), ("SELECT a$$b, :c, $1, :d", ["c", "d"]),
        ("SELECT E'it\\'s :a', e'''\\\\', :b, 'x\\', :c, ne'\\', :d", ["b", "c", "d"]),
        ("SELECT /* :a /* :b */ :c */ :d", ["d"]), ("SELECT `:a` :b", ["a", "b"]), ("SELECT $$ :open", []),
        ("SELECT E'\\", []), ("SELECT E", []), ("SELECT $", []), ("SELECT /* /*", []),
    ])
    func parametersOfPostgreSQLAreFound(sql: String, names: [String]) {
        #expect(SQLText.parameterNames(in: sql, .postgreSQL) == names)
    }

    @Test(arguments: [
        ("SELECT 1", "SELECT 1"), ("SELECT 1;", "SELECT 1"), ("SELECT ';' ; ; -- end\n/* ; */ ", "SELECT ';' "),
        ("SELECT 1; SELECT 2", nil), ("SELECT 1;;x", nil), ("SELECT \"a;b\"", "SELECT \"a;b\""), ("", ""),
    ])
    func oneStatementIsRead(sql: String, single: String?) {
        #expect(SQLText.single(sql, .sqlite) == single)
    }

    @Test(arguments: [
        ("a = ? AND '?' = ? -- ?", SQLDialect.sqlite, "a = 'it''s' AND '?' = 7 -- ?"),
        ("\"?\" IN (?, ?, ?)", .sqlite, "\"?\" IN ('it''s', 7, 9e999)"),
        (
            "a = $1 AND b > $2::bigint OR '$1' = $3::float8", .postgreSQL,
            "a = 'it''s' AND b > '7'::bigint OR '$1' = 'Infinity'::float8"
        ),
        ("$2, $1, $4, $", .postgreSQL, "'7', 'it''s', $4, $"),
    ])
    func argumentsAreWrittenInTheirPlaces(sql: String, dialect: SQLDialect, written: String) {
        let arguments = [SQLValue("it's"), .integer(7), .real(.infinity)]
        #expect(SQLText.replacingArguments(in: sql, arguments, dialect) == written)
    }

    @Test(arguments: [
        (SQLValue.null, "NULL", "NULL"), (.integer(.min), "-9223372036854775808", "'-9223372036854775808'"),
        (.real(0.1), "0.1", "'0.1'"), (.real(-.infinity), "-9e999", "'-Infinity'"),
        (.blob([0, 255]), "x'00FF'", #"'\x00FF'"#), (.text([97, 0, 78]), "CAST(x'61004E' AS TEXT)", "'a\0N'"),
        // A combining mark after a quote does not hide it.
        (SQLValue("'\u{301} OR 1"), "'''\u{301} OR 1'", "'''\u{301} OR 1'"), (SQLValue(""), "''", "''"),
    ])
    func valuesAreWrittenAsLiterals(value: SQLValue, inSQLite sqlite: String, inPostgreSQL postgreSQL: String) {
        #expect(SQLDialect.sqlite.rules.literal(value).utf8.elementsEqual(sqlite.utf8))
        #expect(SQLDialect.postgreSQL.rules.literal(value).utf8.elementsEqual(postgreSQL.utf8))
    }

    @Test func savedStatementsAreRead() throws {
        let queries = try SavedQuery.queries(
            in: """
                -- My queries

                -- name: biggest_cities
                -- The cities with a million
                --   people or more.
                SELECT name FROM cities -- by size
                WHERE population >= :least;

                --name:all\r
                SELECT 1\r
                """)
        #expect(
            queries == [
                SavedQuery(
                    name: "biggest_cities", description: "The cities with a million people or more.",
                    sql: "SELECT name FROM cities -- by size\nWHERE population >= :least"),
                SavedQuery(name: "all", sql: "SELECT 1"),
            ])
        #expect(try SavedQuery.queries(in: "").isEmpty)
        let windows = try SavedQuery.queries(in: "\u{FEFF}-- name: all\r\nSELECT 1\r\n")
        #expect(windows == [SavedQuery(name: "all", sql: "SELECT 1")])
    }

    @Test(arguments: [
        ("SELECT 1", "line 1"), ("-- name: a b\nSELECT 1", "a b"),
        ("-- name: a\nSELECT 1\n-- name: a\nSELECT 2", "line 3"),
        ("-- name: a\n-- nothing\n", "no statement"), ("-- name:\nSELECT 1", "line 1"),
    ])
    func faultyFilesAreTold(text: String, reason: String) {
        let error = #expect(throws: SavedQueryError.self) { try SavedQuery.queries(in: text) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
}
