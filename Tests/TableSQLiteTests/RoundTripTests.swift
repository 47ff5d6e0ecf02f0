import CascadingTable
import Foundation
import GRDB
import TableFiles
import TableFormats
import TableRendering
import TestSupport
import Testing

@testable import TableSQLite

/// Every format that an import reads: what an export of any table writes comes back equal.
@Suite struct RoundTripTests {
    /// The number of random tables, over all formats. `ROUND_TRIPS=1000 swift test --filter RoundTripTests` tries more.
    private static let count = ProcessInfo.processInfo.environment["ROUND_TRIPS"].flatMap { Int($0) } ?? 120

    @Test(arguments: ["csv", "tsv", "ndjson", "json"])
    func randomTablesComeBack(format: String) async throws {
        for seed in 0..<Self.count / 4 {
            var table = RandomTable(seed: UInt64(seed), format: format)
            let schema = table.schema()
            let rows = (0..<Int.random(in: 1...12, using: &table.random)).map { _ in table.row() }
            let source = try Fixture("\(schema); \(rows.joined(separator: ";"))", name: "a.db")
            let before = try Self.rows(of: source)
            let target = try Fixture(schema, name: "b.db")
            let text = try await Self.export(source, to: "\(target.directory)/t.\(format)")
            do {
                _ = try await TableImport(into: "t").run(
                    TextFile(path: "\(target.directory)/t.\(format)"), into: target.path)
            } catch {
                Issue.record("seed \(seed): \(error)\n\(schema)\n\(text)")
                return
            }
            let after = try Self.rows(of: target)
            #expect(after == before, "seed \(seed)\n\(schema)\n\(text)")
            if after != before { return }
        }
    }

    /// Into a new table, values come back with their types, if all values of a column have one.
    @Test(arguments: ["csv", "tsv", "ndjson", "json"])
    func typedColumnsComeBackInANewTable(format: String) async throws {
        let source = try Fixture(
            """
            CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB, o BOOLEAN, d DATE);
            INSERT INTO t VALUES (1, 1.5, '', x'00ff', 1, '2024-02-29'),
                (-9223372036854775808, 9e999, 'a' || char(10) || '"b' || char(92), x'', 0, NULL),
                (NULL, -9e999, NULL, NULL, NULL, '2024-03-01'), (3, 0.1, 'NULL', x'41', 1, '2024-03-02');
            """, name: "a.db")
        let target = try Fixture(name: "b.db")
        try await Self.export(source, to: "\(target.directory)/t.\(format)")
        let result = try await TableImport(into: "t").run(
            TextFile(path: "\(target.directory)/t.\(format)"), into: target.path
        ).result
        #expect(result.newCount == 4)
        #expect(try Self.rows(of: target) == Self.rows(of: source))
    }

    /// Writes a table as `cascade export` does, and returns the text.
    @discardableResult @TableActor
    private static func export(_ fixture: Fixture, to path: String) async throws -> String {
        let format = try #require(path.split(separator: ".").last.map(String.init))
        let database = try fixture.open { $0.maxValueBytes = .max }
        let table = try await database.makeTable(named: "t")
        let variant = ["tsv": "tsv", "json": "array"][format]
        let kind: TableFormat = format == "csv" ? .csv : format == "tsv" ? .text : format == "json" ? .json : .ndjson
        let output = Output()
        try await kind.export(TableExport(of: table, size: 5), TableFormat.Options(variant: variant)) {
            await output.add($0)
        }
        try Data(output.bytes).write(to: URL(filePath: path))
        return String(decoding: output.bytes, as: UTF8.self)
    }

    @TableActor private final class Output {
        var bytes: [UInt8] = []
        func add(_ more: [UInt8]) { bytes += more }
    }

    /// The rows as SQL writes their values.
    private static func rows(of fixture: Fixture) throws -> [String] {
        try fixture.writer().read { database in
            let names = try String.fetchAll(database, sql: "SELECT name FROM pragma_table_xinfo('t')")
            let values = names.map { "quote(\"\($0.replacing("\"", with: "\"\""))\")" }.joined(separator: " || ' ' || ")
            return try String.fetchAll(database, sql: "SELECT \(values) FROM t ORDER BY rowid")
        }
    }
}

/// A table with random columns, and with values of every type in them.
private struct RandomTable {
    var random: SeededRandomNumberGenerator
    private let isDelimited: Bool
    private var types: [String] = []
    private var names: [String] = []

    init(seed: UInt64, format: String) {
        random = SeededRandomNumberGenerator(seed: seed &* 4 &+ UInt64(format.utf8.first ?? 0))
        isDelimited = ["csv", "tsv"].contains(format)
    }

    mutating func schema() -> String {
        let all = [
            "INTEGER", "REAL", "TEXT", "BLOB", "", "NUMERIC", "BOOLEAN", "DATE", "VARCHAR(10)", "DECIMAL(10,2)", "ANY",
        ]
        types = (0..<Int.random(in: 1...6, using: &random)).map { _ in all.randomElement(using: &random) ?? "" }
        names = types.indices.map { "\(text(upTo: 4, isName: true))\($0)\(text(upTo: 4, isName: true))" }
        var columns = zip(names, types).map { "\(quoted($0)) \($1)" }
        if Int.random(in: 0..<4, using: &random) == 0 {
            columns.append(
                "twice AS (typeof(\(quoted(names[0])))) \(Bool.random(using: &random) ? "STORED" : "VIRTUAL")")
        }
        if Bool.random(using: &random) {
            columns.insert("id INTEGER PRIMARY KEY", at: 0)
            (types, names) = (["KEY"] + types, ["id"] + names)
        }
        return "CREATE TABLE t (\(columns.joined(separator: ", ")))"
    }

    mutating func row() -> String {
        let values = types.map { value($0) }
        return "INSERT INTO t (\(names.map(quoted).joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))"
    }

    private func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    private mutating func value(_ type: String) -> String {
        if type == "KEY" { return "NULL" }
        let kind = Int.random(in: 0..<10, using: &random)
        // Half of the values have the type of the column.
        switch (type, kind) {
        case (_, 0): return "NULL"
        case (_, 1):
            return
                "x'\((0..<Int.random(in: 0...3, using: &random)).map { _ in ["00", "41", "ff"].randomElement(using: &random) ?? "" }.joined())'"
        case ("INTEGER", 2...6), ("BOOLEAN", 2), ("", 2), ("ANY", 2), ("NUMERIC", 2...4):
            return [
                "0", "1", "-7", "9223372036854775807", "-9223372036854775808",
                "\(Int.random(in: -99999...99999, using: &random))",
            ]
            .randomElement(using: &random) ?? ""
        case ("BOOLEAN", 3...6): return Bool.random(using: &random) ? "1" : "0"
        case ("REAL", 2...6), ("", 3), ("ANY", 3), ("NUMERIC", 5...6), ("DECIMAL(10,2)", 2...6):
            return [
                "9e999", "-9e999", "0.1", "3.0", "1e300", "5e-324", "0.30000000000000004", "1e16", "-1e-7",
                "\(Double.random(in: -1e6...1e6, using: &random))",
            ].randomElement(using: &random) ?? ""
        case ("DATE", 2...6):
            return "'20\(Int.random(in: 10...99, using: &random))-02-1\(Int.random(in: 0...9, using: &random))'"
        case ("TEXT", 2...3), ("VARCHAR(10)", 2...3):
            return [
                "''", "'1'", "'007'", "'1.50'", "'true'", "'inf'", "'\\x41'", "'NULL'", "'1,5'",
                "'99999999999999999.99'",
            ]
            .randomElement(using: &random) ?? ""
        // Without the type of the column, CSV cannot tell a number from a text that looks like one.
        default: return literal(Bool.random(using: &random) ? "x\(text(upTo: 6))" : "'\(text(upTo: 6))")
        }
    }

    private func literal(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

    private mutating func text(upTo count: Int, isName: Bool = false) -> String {
        let signs = [
            "a", "\"", "\"\"", ",", ";", "\t", "|", "\n", "\r", "\r\n", " ", "\\", "\\n", "\\x", "'", "=", "{", "[",
            "}", "é", "☃",
            "😀", "\u{FEFF}", "e\u{301}", "\u{2028}",
        ]
        return (0..<Int.random(in: 0...count, using: &random)).map { _ in signs.randomElement(using: &random) ?? "" }
            .joined()
    }
}
