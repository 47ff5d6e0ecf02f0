import CascadingTable
import GRDB
import HTTPTypes
import TableSQLite
import TableServer
import TableTesting
import Testing

/// Tests tables that have only the rows of their owner.
@Suite struct OwnRowsTests {
    enum Shape: CaseIterable {
        case rowid, grouped, textKey, fullText, view, groupedView

        var name: String {
            switch self {
            case .rowid, .grouped: "item"
            case .textKey: "keyed"
            case .fullText: "found"
            case .view, .groupedView: "seen"
            }
        }
        var column: String? { self == .grouped || self == .groupedView ? "owner" : nil }
    }

    /// Anna owns rows with odd numbers. The others have the word XYZZY in each value that is not a number.
    private static let schema = """
        CREATE TABLE item(id INTEGER PRIMARY KEY, owner INTEGER, name TEXT, price, parent INTEGER REFERENCES item(id),
            note TEXT);
        CREATE INDEX by_name ON item(name); CREATE INDEX by_owner ON item(owner, name);
        INSERT INTO item SELECT value, value % 2, iif(value % 2, 'own ' || value, 'XYZZY ' || value),
            iif(value % 2, value, 'XYZZY'), value + 1, iif(value % 2, 'x', 'XYZZY' || hex(zeroblob(3000)))
            FROM generated;
        CREATE TABLE keyed(k TEXT PRIMARY KEY, owner INTEGER, name TEXT, parent TEXT REFERENCES keyed(k)) WITHOUT ROWID;
        INSERT INTO keyed SELECT 'k' || id, owner, name, 'k' || (id + 1) FROM item;
        CREATE TABLE found(id INTEGER PRIMARY KEY, owner INTEGER, name TEXT);
        INSERT INTO found SELECT id, owner, name FROM item;
        CREATE VIRTUAL TABLE found_index USING fts5(name, content='found', content_rowid='id');
        INSERT INTO found_index(found_index) VALUES ('rebuild');
        CREATE VIEW seen AS SELECT owner, name, id FROM item;
        """

    private static func fixture() throws -> Fixture {
        try Fixture(
            schema.replacing(
                "FROM generated",
                with:
                    "FROM (WITH RECURSIVE n(value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM n WHERE value < 400) "
                    + "SELECT value FROM n)"))
    }

    private func serve(
        _ shape: Shape, rig: TestRig = .inProcess, _ body: (any TestClient) async throws -> Void
    ) async throws {
        let database = try Self.fixture().open {
            $0.onlyTable = shape.name
            $0.sectionColumn = shape.column
        }
        let owner = 1
        var server = TableServer()
        try await server.mount("/", database) { tables, _ in tables[shape.name].rows = "owner = \(owner)" }
        server.mount("/all/", try await database.makeTable(named: shape.name, sectionBy: shape.column))
        try await server.test(rig, body)
    }

    /// Returns a table with the items that match a condition.
    private func items(_ condition: SQLCondition) async throws -> TableView {
        var tables = DatabaseTables()
        tables["item"].rows = condition
        let database = try await Self.fixture().open().restricted(to: tables)
        return try await database.makeTable(named: "item")
    }

    @Test(arguments: Shape.allCases)
    func `No address shows a row of another owner`(shape: Shape) async throws {
        try await serve(shape) { client in
            // given the addresses of another owner's rows, from a table of all rows
            let all = try await client.get("/all/table.json?_size=7").decode(Page.self)
            var targets: [String] = []
            let queries = [
                "", "_size=max", "_sort=name", "_sort_desc=name", "_sort=owner&_sort_desc=price", "_search=xyzz",
                "_search=own", "owner=0", "owner__not=1", "name__contains=xyzz", "name__gt=W", "name__notnull",
                "id__in=1,2,3,4", "id=2", "id__gt=0&owner__lt=1", "_labels=1", "_section=1", "_fresh=1", "_edit=1",
                "_shape=objects", "price__gt=abc", "note__startswith=xyzz", "_group=name", "_group=owner&_max=name",
                "_stats=name&_stats=owner", "_facet=name", "_col=name",
            ]
            for query in queries + [all.next_url.flatMap { $0.split(separator: "?").last.map(String.init) } ?? ""] {
                for path in ["", "table.json", "table.csv"] { targets.append("/\(path)?\(query)") }
            }
            for path in ["table.ndjson", "table.txt", "table.md"] { targets.append("/\(path)?_size=max") }
            for row in [0, 1, 199, 200, 399] {
                for path in ["rows/0/\(row)", "rows/0/\(row).json", "rows/1/\(row)", "sections/1", "panel/0/\(row)"] {
                    targets.append("/\(path)")
                }
                for column in 0..<6 { targets.append("/values/0/\(row)/\(column)") }
            }
            for key in ["2", "k2", "400", "k400", "1", "3"] + all.rows.map(\.id) {
                targets += ["/?_row=\(key)", "/table.json?_row=\(key)", "/table.json?_row=\(key)&_sort=name"]
                targets += ["/row/\(key)/", "/row/\(key)/table.json", "/row/\(key)/table.csv"]
                for column in 0..<6 { targets.append("/row/\(key)/values/0/\(column)/value") }
                targets.append("/values/0/0/name?id=\(key)")
            }
            for text in ["xyzz", "XYZZ", "2", "k2", "own"] {
                targets += ["/find?text=\(text)", "/find?text=\(text)&column=name", "/find?text=\(text)&after=0.0"]
            }
            // when each is asked for, then no response has a word of another owner
            for target in targets {
                let answer = try await client.get(target)
                #expect(!answer.text.contains("XYZZY"), "\(target)")
                #expect(answer.status < 500, "\(target) \(answer.status) \(answer.text)")
                guard answer.status == 200, target.contains("table.json"), !target.hasPrefix("/row/") else { continue }
                let page = try answer.decode(Page.self)
                #expect(page.count <= 200 && page.total ?? 0 <= 200, "\(target)")
            }
            // Rows of a view are named by their numbers among the owner's rows.
            for key in ["2", "k2"] where shape.name != "seen" {
                #expect(try await client.get("/row/\(key)/").status == 404)
                #expect(try await client.get("/table.json?_row=\(key)").status == 404)
            }
            for action in ["select/0/0?id=2", "select/0/0?id=k2", "deselect/0/0?id=2"] {
                #expect(try await client.post("/\(action)").status >= 400, "\(action)")
            }
        }
    }

    @Test(arguments: Shape.allCases)
    func `Each row of the owner is shown`(shape: Shape) async throws {
        try await serve(shape, rig: .socket) { client in
            for query in ["", "_sort=name", "_sort_desc=owner", "_search=own", "owner=1"] {
                let csv = try await client.get("/table.csv?\(query)").text
                #expect(csv.split(separator: "\r\n").count == 201, "\(query)")
                var rows = 0
                var next: String? = "/table.json?_size=33&\(query)"
                while let target = next {
                    let page = try await client.get(target).decode(Page.self)
                    #expect(page.count == 200, "\(target)")
                    rows += page.rows.count
                    next = page.next_url.map { "/table.json?" + ($0.split(separator: "?").last ?? "") }
                }
                #expect(rows == 200, "\(query)")
            }
            #expect(try await client.get("/table.json?owner=0").decode(Page.self).count == 0)
        }
    }

    /// A foreign key to a row that does not exist for the reader has no link, and its label is null.
    @Test func `A reference to a row of another owner is only a number`() async throws {
        try await serve(.rowid) { client in
            let row = try await client.get("/row/1/").text
            #expect(!row.contains("../../row/2/"))
            let (own, all) = (
                try await client.get("/table.json?_labels=1").text,
                try await client.get("/all/table.json?_labels=1").text
            )
            #expect(own.contains(#""parent_label":null"#) && !own.contains("XYZZY"))
            #expect(all.contains("parent_label"))
        }
    }

    @Test func `Values of a condition are arguments`() async throws {
        let name = "own 1' OR 1=1 --"
        let condition: SQLCondition = "name = \(name) OR price > \(397.5) AND owner = \(true)"
        #expect(condition.sql == "name = ? OR price > ? AND owner = ?")
        let table = try await items(condition)
        #expect(try await table.allRows().map(\.identifier) == ["399"])
        let filtered = TableQuery(sort: [.init("name")], filters: [.init("id", .lt, "399")])
        #expect(try await table.rows(matching: filtered).isEmpty)
    }

    @Test func `A condition that is no SQL is told`() async throws {
        await #expect {
            try await items("ownr = \(1)")
        } throws: {
            "\($0)".contains("no such column: ownr")
        }
    }

    private struct Page: Decodable {
        var count: Int
        var total: Int?
        var next_url: String?
        var rows: [Row]

        struct Row: Decodable { var id: String }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            count = try container.decode(Int.self, forKey: .count)
            total = try container.decodeIfPresent(Int.self, forKey: .total)
            next_url = try container.decodeIfPresent(String.self, forKey: .next_url)
            let sections = try container.decodeIfPresent([Section].self, forKey: .sections) ?? []
            rows = sections.flatMap { $0.rows ?? [] }
        }

        private struct Section: Decodable { var rows: [Row]? }
        private enum Key: CodingKey { case count, total, next_url, sections }
    }
}
