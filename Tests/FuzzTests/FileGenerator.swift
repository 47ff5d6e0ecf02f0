import Foundation
import GRDB
import TestSupport

/// A generator of SQLite files with random schemas and values, both ordinary and difficult ones.
struct FileGenerator {
    private var random: SeededRandomNumberGenerator
    private let file: DatabaseQueue
    /// The tables and views so far, with their columns.
    private(set) var tables: [(name: String, columns: [String])] = []

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - seed: The seed. The same seed makes the same file.
    ///   - path: The path of the new file.
    init(seed: UInt64, path: String) throws {
        random = SeededRandomNumberGenerator(seed: seed)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(2)
        file = try DatabaseQueue(path: path, configuration: configuration)
        run("PRAGMA page_size = \(one(of: [512, 1024, 4096, 65536]))")
        run("PRAGMA encoding = '\(one(of: ["UTF-8", "UTF-8", "UTF-8", "UTF-16le", "UTF-16be"]))'")
        run("PRAGMA journal_mode = \(one(of: ["DELETE", "DELETE", "WAL"]))")
        run("PRAGMA synchronous = OFF")
        run("BEGIN")
        for _ in 0..<Int.random(in: 1...4, using: &random) { makeTable() }
        for _ in 0..<Int.random(in: 0...2, using: &random) { makeView() }
        if chance(of: 2) { makeVirtualTable() }
        if chance(of: 3) { makeIndex() }
        // Another program may leave a view whose table is gone.
        if chance(of: 12), let table = tables.first { run("DROP TABLE \(quoted(table.name))") }
        run("COMMIT")
        if chance(of: 5) { run("ANALYZE") }
    }

    /// Closes the file.
    func close() throws { try file.close() }

    /// Changes the file as another program does.
    mutating func change() {
        guard let table = tables.randomElement(using: &random) else { return makeTable() }
        switch Int.random(in: 0..<12, using: &random) {
        case 0: makeTable()
        case 1: run("DROP TABLE \(quoted(table.name))")
        case 2: run("ALTER TABLE \(quoted(table.name)) ADD COLUMN \(quoted(name)) \(type)")
        case 3: makeIndex()
        case 4, 5: run("DELETE FROM \(quoted(table.name)) WHERE rowid % 3 = 1")
        case 6: run("VACUUM")
        default: fill(table.name, table.columns, rows: Int.random(in: 1...4, using: &random))
        }
    }

    // MARK: Schemas

    private static let names = [
        "id", "a", "b", "name", "title", "é", "e\u{301}", "Å", "\u{212B}", "ﬁ", "İ", "ß", "😀", "\u{200F}rtl", "\u{301}",
        "quo\"te", "it's", "br]acket", "back`tick", "a,b", "a b", " ", "", "%41", "/", "..", ".", "~", "~n", "-", "0",
        "1.5", "table.json", "row", "sections", "rows", "values", "text", "from", "to", "all", "_size", "_sort",
        "_next", "_labels", "__", "a__gt", "b__in", "x__y__", "rowid", "_rowid_", "oid", "select", "NULL", "utm_source",
        "ref", "<b>", "a\nb", "constructor", "__proto__", "count", "rank", "section", "#", "?", "&", "=", "+", "\\",
        String(repeating: "long ", count: 60),
    ]
    private static let types = [
        "", "INTEGER", "INT", "REAL", "TEXT", "BLOB", "NUMERIC", "BOOLEAN", "BOOL", "DATE", "DATETIME", "VARCHAR(20)",
        "DECIMAL(10,2)", "FLOATING POINT", "DOUBLE", "JSON", "CLOB", "\"odd type\"", "NULL",
    ]
    private static let strictTypes = ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"]
    private static let expressions = [
        "json_extract(C, '$.a')", "C || 'x'", "abs(C)", "hex(C)", "CAST(C AS REAL)", "C * 1e300 * 1e300", "-C", "C % 0",
        "datetime(C, 'unixepoch')", "char(0) || C", "length(C)", "CAST(C AS TEXT)", "C IS NULL", "upper(C)", "C + 1",
        "-9223372036854775808.0", "9e999", "x'00ff'", "CAST(x'ff41' AS TEXT)", "''", "NULL", "round(C, 2)",
    ]

    private mutating func makeTable() {
        let isStrict = chance(of: 8)
        let columns = self.columns(upTo: chance(of: 40) ? 150 : 6)
        var parts = columns.map { column in
            var part = "\(quoted(column)) \(isStrict ? one(of: Self.strictTypes) : type)"
            if chance(of: 6) { part += " COLLATE \(one(of: ["NOCASE", "RTRIM", "BINARY"]))" }
            if chance(of: 12) { part += " NOT NULL DEFAULT \(one(of: ["0", "''", "x''", "-0.0", "9e999"]))" }
            if chance(of: 12), let other = tables.randomElement(using: &random) {
                part += " REFERENCES \(quoted(chance(of: 10) ? "gone" : other.name))"
                if chance(of: 2), let column = other.columns.first { part += " (\(quoted(column)))" }
            }
            return part
        }
        if chance(of: 5) {
            let kind = one(of: ["VIRTUAL", "STORED"])
            let type = isStrict ? "ANY" : type
            let expression = one(of: Self.expressions).replacing("C", with: quoted(one(of: columns)))
            parts.append("\(quoted("made")) \(type) AS (\(expression)) \(kind)")
        }
        var options = isStrict ? ["STRICT"] : []
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1:
            if chance(of: 2) {
                parts[0] = "\(quoted(columns[0])) INTEGER PRIMARY KEY"
            } else {
                parts[0] = "\(quoted(columns[0])) INTEGER PRIMARY KEY \(one(of: ["AUTOINCREMENT", "DESC"]))"
            }
        case 2: parts.append("PRIMARY KEY (\(quoted(columns[0])))")
        case 3: parts.append("PRIMARY KEY (\(columns.prefix(3).map(quoted).joined(separator: ", ")))")
        case 4:
            parts.append("PRIMARY KEY (\(columns.suffix(2).map(quoted).joined(separator: " DESC, ")))")
            options.append("WITHOUT ROWID")
        default: break
        }
        let name = name
        guard run("CREATE TABLE \(quoted(name)) (\(parts.joined(separator: ", "))) \(options.joined(separator: ", "))")
        else { return }
        tables.append((name, columns))
        fill(name, columns, rows: one(of: [0, 1, 3, 12, 12, 40]))
    }

    private mutating func makeView() {
        guard let table = tables.randomElement(using: &random), let other = tables.randomElement(using: &random) else {
            return
        }
        let (from, column) = (quoted(table.name), quoted(one(of: table.columns)))
        let query = one(of: [
            "SELECT * FROM \(from)", "SELECT \(column), \(column) FROM \(from)", "SELECT rowid, * FROM \(from)",
            "SELECT \(column), count(*) FROM \(from) GROUP BY 1", "SELECT * FROM \(from) ORDER BY \(column) DESC",
            "SELECT t.*, o.* FROM (SELECT * FROM \(from) LIMIT 9) t, (SELECT * FROM \(quoted(other.name)) LIMIT 9) o",
            "SELECT \(column) AS x FROM \(from) UNION ALL SELECT NULL",
            "SELECT \(one(of: Self.expressions).replacing("C", with: column)) AS \(quoted(name)) FROM \(from)",
            "SELECT \(column), row_number() OVER (ORDER BY \(column)) FROM \(from)",
            "WITH RECURSIVE n(i) AS (SELECT -3 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT i, 1.0 / i FROM n",
            "SELECT key, value, type FROM json_each('[1, -1.5e300, \"é\", null, {\"a\": [true]}, 1e999]')",
            "SELECT * FROM pragma_table_info('\(table.name.replacing("'", with: "''"))')",
            "SELECT random() AS r, \(column) FROM \(from)", "VALUES (1, 'a'), (-9223372036854775808.0, x'00')",
        ])
        let name = name
        if run("CREATE VIEW \(quoted(name)) AS \(query)") { tables.append((name, table.columns)) }
    }

    private mutating func makeVirtualTable() {
        let (name, columns) = (name, columns(upTo: 3))
        let list = columns.map(quoted).joined(separator: ", ")
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let options = one(of: [
                "", ", tokenize = trigram", ", detail = none", ", detail = column", ", content = ''", ", prefix = 2",
                ", columnsize = 0", ", tokenize = 'porter unicode61'",
            ])
            guard run("CREATE VIRTUAL TABLE \(quoted(name)) USING fts5(\(list)\(options))") else { return }
        case 1:
            guard run("CREATE VIRTUAL TABLE \(quoted(name)) USING fts4(\(list))") else { return }
        case 2:
            guard let table = tables.first,
                run(
                    """
                    CREATE VIRTUAL TABLE \(quoted(name)) USING fts5(\(table.columns.map(quoted).joined(separator: ", ")),
                    content = '\(table.name.replacing("'", with: "''"))')
                    """)
            else { return }
            run("INSERT INTO \(quoted(name)) (\(quoted(name))) VALUES ('rebuild')")
            return tables.append((name, table.columns))
        case 3:
            guard run("CREATE VIRTUAL TABLE \(quoted(name)) USING rtree(id, x0, x1, y0, y1)") else { return }
            for _ in 0..<9 {
                run(
                    "INSERT INTO \(quoted(name)) VALUES (\(Int64.random(in: -9...9, using: &random)), -1e30, 1, 0, 9e99)"
                )
            }
            return tables.append((name, ["id", "x0", "x1", "y0", "y1"]))
        case 4:
            guard run("CREATE VIRTUAL TABLE \(quoted(name)) USING rtree_i32(id, x0, x1, +more)") else { return }
            run("INSERT INTO \(quoted(name)) VALUES (9223372036854775807, -2147483648, 2147483647, x'00')")
            return tables.append((name, ["id", "x0", "x1", "more"]))
        default:
            guard run("CREATE VIRTUAL TABLE \(quoted(name)) USING dbstat") else { return }
            return tables.append((name, ["name", "pageno", "ncell"]))
        }
        tables.append((name, columns))
        fill(name, columns, rows: 12)
    }

    private mutating func makeIndex() {
        guard let table = tables.randomElement(using: &random) else { return }
        let column = quoted(one(of: table.columns))
        let part = one(of: [column, "\(column) DESC", "\(column) COLLATE NOCASE", "lower(\(column))"])
        let condition = chance(of: 3) ? " WHERE \(column) IS NOT NULL" : ""
        run("CREATE INDEX \(quoted("index " + name)) ON \(quoted(table.name)) (\(part))\(condition)")
    }

    private mutating func fill(_ table: String, _ columns: [String], rows: Int) {
        let names = columns.map(quoted).joined(separator: ", ")
        for _ in 0..<rows {
            let values = columns.map { _ in value }
            // GRDB would end a text at its first NUL.
            let places = values.map { $0 is RawText ? "CAST(? AS TEXT)" : "?" }.joined(separator: ", ")
            run("INSERT OR IGNORE INTO \(quoted(table)) (\(names)) VALUES (\(places))", values)
        }
    }

    // MARK: Values

    private static let integers: [Int64] = [
        .min, .min + 1, .max, .max - 1, 0, 1, -1, 2, 3, 42, 1 << 31, -1 << 31, 1 << 53, (1 << 53) + 1, -(1 << 53),
    ]
    private static let reals: [Double] = [
        -0x1p63, 0x1p63, -0x1p62, 0x1p64, -0x1p31, .infinity, -.infinity, -0.0, 0, 1, -1, 0.1, 1.5, 1e15, -1e16, 1e308,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude,
        0x1p53, -0x1p53, 0x1p52 + 0.5, 1e-7, 123_456.789,
    ]
    private static let texts = [
        "", " ", "0", "-0", "42", "-9223372036854775808", "9223372036854775808", "1e999", "0x10", "inf", "NaN", "true",
        "2024-02-30", "9999-12-31T23:59:60Z", "-4713-11-24", "292277026596-12-04T15:30:08Z", "2024-05-31",
        "1969-12-31T23:59:59.999Z", "{\"a\": -9223372036854775808.0}", "[1, 2, {\"b\": \"é\"}]", "{\"a\":", "null",
        "https://a.example/?q=%22&x=<b>", "javascript:alert(1)", "mailto:a@b.example", "http://", "data:text/html,a",
        "a\u{0}b", "\u{0}", "é", "e\u{301}", "\u{301}", "=1+1", "\"=1\"", "-5.00", "<script>", "a\tb\nc\r\n", "|", "\\",
        "\u{202E}rtl", "👩‍🚀", "a,b", "'", "\"", "~n", "apple", "Apple", "banana", "straße",
    ]

    /// Bytes that become a text which is no valid UTF-8, among them a lone surrogate and an overlong NUL.
    private static let invalidTexts: [[UInt8]] = [
        [0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x00, 0xD8], [0xF0, 0x9F],
    ]

    private var value: any DatabaseValueConvertible {
        mutating get {
            switch Int.random(in: 0..<16, using: &random) {
            case 0, 1: return one(of: Self.integers)
            case 2: return Int64.random(in: -5...50, using: &random)
            case 3, 4: return one(of: Self.reals)
            case 5: return Double(bitPattern: random.next())
            case 6, 7, 8, 9: return RawText(bytes: Array(one(of: Self.texts).utf8))
            case 10: return RawText(bytes: Array(random.text(upTo: 12).utf8))
            case 11:
                let text = one(of: ["word ", "é", "😀", "<&>", "\n"])
                return String(repeating: text, count: one(of: [100, 600, 5_000, chance(of: 20) ? 90_000 : 1]))
            case 12: return RawText(bytes: one(of: Self.invalidTexts))
            case 13:
                return Data(one(of: [[], [0], [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], [0xFF, 0xD8, 0xFF], [0x61]]))
            case 14: return Data(repeating: 0x41, count: one(of: [100, 5_000, chance(of: 20) ? 300_000 : 1]))
            default: return DatabaseValue.null
            }
        }
    }

    /// A text of any bytes.
    private struct RawText: DatabaseValueConvertible {
        let bytes: [UInt8]
        var databaseValue: DatabaseValue { Data(bytes).databaseValue }
        static func fromDatabaseValue(_ value: DatabaseValue) -> RawText? { nil }
    }

    // MARK: Parts

    private var name: String {
        mutating get { chance(of: 10) ? random.text(upTo: 5).replacing("\u{0}", with: "") : one(of: Self.names) }
    }

    private var type: String { mutating get { one(of: Self.types) } }

    private mutating func columns(upTo count: Int) -> [String] {
        var columns: [String] = []
        for index in 0..<Int.random(in: 1...count, using: &random) {
            let name = index < 20 ? name : "c\(index)"
            // SQLite compares names by bytes, and ASCII letters without regard to their case.
            let isNew = !columns.contains {
                $0.utf8.elementsEqual(name.utf8)
                    || $0.lowercased() == name.lowercased() && name.utf8.allSatisfy { $0 < 0x80 }
            }
            if isNew { columns.append(name) }
        }
        return columns
    }

    private func quoted(_ name: String) -> String {
        // By scalars, because a combining mark forms one character with a quotation mark.
        "\"\(name.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined())\""
    }

    /// Runs a statement. Returns false if SQLite refuses it, which random statements may be.
    @discardableResult
    private func run(_ sql: String, _ values: [any DatabaseValueConvertible] = []) -> Bool {
        do {
            try file.writeWithoutTransaction { database in
                try database.execute(sql: sql, arguments: StatementArguments(values))
            }
            return true
        } catch {
            return false
        }
    }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    /// Returns true in one of `count` cases.
    private mutating func chance(of count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
}
