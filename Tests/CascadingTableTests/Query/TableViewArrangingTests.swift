@testable import CascadingTable
import FoundationEssentials
import Testing

@TableActor @Suite struct TableViewArrangingTests {
    private static let day = Date(timeIntervalSince1970: 86_400 * 100)
    private static let values: [[FieldValue]] = [
        ["Éclair", 3.5, .null],
        ["apple", 10, .date(day, precision: .day)],
        ["Zebra", .null, .boolean(true)],
        ["äpfel", 9, .url("https://a.example/tree", title: "Oak")],
        ["Apple", 10, .text("oak")],
        ["100 %", .integer(1 << 53 + 1), .bytes([1])],
    ]
    private let table = RecordsTable(values: values)

    @Test(
        arguments: [
            (["+name"], [5, 1, 4, 2, 3, 0]), (["-name"], [0, 3, 2, 1, 4, 5]), (["+price"], [2, 0, 3, 1, 4, 5]),
            (["-price"], [5, 1, 4, 3, 0, 2]), (["+note"], [0, 2, 1, 3, 4, 5]),
            (["-price", "-name"], [5, 1, 4, 3, 0, 2]),
            (["+price", "-note"], [2, 0, 3, 4, 1, 5]),
        ] as [([String], [Int32])])
    func `Null comes first, numbers go by size, texts without capitals, and equal rows stay`(
        sort: [String], expected: [Int32]
    ) throws {
        let keys = sort.map { TableQuery.SortKey(String($0.dropFirst()), isAscending: $0.hasPrefix("+")) }
        #expect(try table.shown().places(TableQuery(sort: keys)) == expected)
    }

    @Test(
        arguments: [
            ("name", .exact, "apple", [1]), ("name", .not, "apple", [0, 2, 3, 4, 5]),
            ("name", .contains, "APP", [1, 4]),
            ("name", .contains, "apf", [3]), ("name", .startswith, "e", [0]), ("name", .endswith, "LE", [1, 4]),
            ("name", .contains, "", [0, 1, 2, 3, 4, 5]), ("name", .gt, "APPLE", [0, 2, 3]),
            ("name", .gte, "apple", [0, 1, 2, 3, 4]), ("name", .in, "Zebra,apple", [1, 2]), ("name", .in, "", []),
            ("name", .in, #" Zebra, "100 %""#, [2, 5]), ("price", .in, "3.5, 9", [0, 3]),
            ("name", .contains, "%", [5]), ("price", .exact, "10", [1, 4]), ("price", .exact, "10.0", [1, 4]),
            ("price", .exact, "1e1", [1, 4]), ("price", .not, "10", [0, 2, 3, 5]), ("price", .gt, "9", [1, 4, 5]),
            ("price", .lt, "9.5", [0, 3]), ("price", .lte, "3.5", [0]),
            ("price", .exact, "inf", []), ("price", .contains, "3.", [0]),
            ("price", .isnull, "", [2]), ("price", .empty, "", []), ("price", .notnull, "", [0, 1, 3, 4, 5]),
            ("price", .gte, "9007199254740993", [5]), ("price", .gt, "9007199254740993", []),
            ("note", .exact, "1970-04-11", [1]), ("note", .gte, "1970-04-11", [1, 3, 4]),
            ("note", .lt, "1970-04-11T00:00:01Z", [1]), ("note", .exact, "true", [2]), ("note", .exact, "1", [2]),
            ("note", .exact, "Oak", [3]), ("note", .contains, "oak", [3, 4]), ("note", .contains, "tree", [3]),
            ("note", .startswith, "1970-04", [1]), ("note", .isnull, "", [0]),
        ] as [(String, TableQuery.Operator, String, [Int32])])
    func `A filter leaves the rows whose value is such`(
        column: String, test: TableQuery.Operator, value: String, expected: [Int32]
    ) throws {
        #expect(try table.shown().places(TableQuery(filters: [.init(column, test, value)])) == expected)
    }

    @Test func `A list finds what its values find one by one`() throws {
        let operands = ["apple", "3.5", "10.0", "9007199254740993", "true", "1970-04-11", "oak", "Oak", "", "none"]
        for column in ["name", "price", "note"] {
            for operand in operands {
                // A column of numbers refuses a text.
                func places(_ filter: TableQuery.Filter) throws -> [Int32]? {
                    do { return try table.shown().places(TableQuery(filters: [filter])) } catch is TableViewError {
                        return nil
                    }
                }
                let alone = try places(.init(column, .exact, operand))
                #expect(try places(.init(column, .in, ValueList([operand]).text)) == alone, "\(column) \(operand)")
                let token = "@abcdefghijklmnopqrstuvwxyz"
                var kept = TableQuery.Filter(column, .in, token)
                kept.keptValues = KeptValues([operand], of: token)
                #expect(try places(kept) == alone, "\(column) \(operand)")
            }
        }
    }

    @Test func `A value that looks like the token of a list is written in quotes`() {
        let token = "@abcdefghijklmnopqrstuvwxyz"
        #expect(ValueList.isToken(token) && !ValueList.isToken("@abc") && !ValueList.isToken("x\(token)"))
        #expect(
            ValueList([token]).text == "\"\(token)\"" && ValueList(parsing: ValueList([token]).text).values == [token])
    }

    @Test(
        arguments: [
            (.exact, "Infinity", [0]), (.exact, "inf", [0]), (.exact, "∞", [0]), (.exact, "-Infinity", [1]),
            (.exact, "−∞", [1]), (.in, "-inf, 2", [1, 2]), (.lt, "Infinity", [1, 2]), (.gt, "-Infinity", [0, 2]),
        ] as [(TableQuery.Operator, String, [Int32])])
    func `Infinities are found as pages and exports show them`(
        test: TableQuery.Operator, value: String, expected: [Int32]
    ) throws {
        let table = RecordsTable(values: [[.decimal(.infinity)], [.decimal(-.infinity)], [2]], columns: ["n"])
        #expect(try table.shown().places(TableQuery(filters: [.init("n", test, value)])) == expected)
    }

    @Test(
        arguments: [
            (.gt, "many", true), (.exact, "1,000", true), (.exact, "0xA", true), (.in, "a,b", true),
            (.contains, "x", true),
            (.not, "a", false),
            (.in, "a,7", false), (.exact, "", false), (.exact, "7", false), (.startswith, "7", false),
        ] as [(TableQuery.Operator, String, Bool)])
    func `A text is not compared with numbers only`(test: TableQuery.Operator, value: String, isTold: Bool) throws {
        func places(_ values: FieldValue...) throws -> [Int32]? {
            let table = RecordsTable(values: values.map { [$0] }, columns: ["n"])
            return try table.shown().places(TableQuery(filters: [.init("n", test, value)]))
        }
        if isTold {
            #expect { try places(1, .null, 2.5) } throws: { ($0 as? TableViewError)?.code == .notQueryable }
        } else {
            _ = try places(1, .null, 2.5)
        }
        // A column with another value, or without numbers, has nothing to tell.
        _ = try places(1, "x")
        _ = try places(.null)
        #expect(try places()?.isEmpty == true)
    }

    @Test func `Texts are equal only if their bytes are`() throws {
        let table = RecordsTable(values: [["caf\u{E9}"], ["cafe\u{301}"], [.url("/\u{E9}")]], columns: ["name"])
        let tableView = table.shown()
        for (value, expected) in [("caf\u{E9}", [0]), ("cafe\u{301}", [1]), ("/e\u{301}", []), ("/\u{E9}", [2])]
            as [(String, [Int32])]
        {
            for test in [TableQuery.Operator.exact, .in] {
                #expect(try tableView.places(TableQuery(filters: [.init("name", test, value)])) == expected)
            }
        }
    }

    @Test func `A list keeps commas inside double quotes`() throws {
        let table = RecordsTable(values: [["Doe, Ann"], ["Roe, \"B\""], ["Eve"], [""]], columns: ["name"])
        for (value, expected) in [
            (#""Doe, Ann", "Roe, ""B""""#, [0, 1]), ("Doe, Ann", []), (#"Eve,"""#, [2, 3]), (#""Eve"#, []),
        ] as [(String, [Int32])] {
            #expect(try table.shown().places(TableQuery(filters: [.init("name", .in, value)])) == expected, "\(value)")
        }
    }

    @Test(
        arguments: [
            ("apple", [1, 4]), ("APPLE oak", [4]), ("ECL", [0]), ("éc", [0]), ("3.5", [0]), ("tree", []),
            ("OAK", [3, 4]),
            ("  ", [0, 1, 2, 3, 4, 5]), ("nowhere", []), ("apple nowhere", []), ("1970", [1]),
        ] as [(String, [Int32])])
    func `A search leaves the rows that have every word`(search: String, expected: [Int32]) throws {
        #expect(try table.shown().places(TableQuery(search: search)) == expected)
    }

    @Test func `Filters, search and order hold together, within sections`() throws {
        let table = RecordsTable(values: [["b", 1], ["a", 2], ["c", 3]], [["x", 1]], [["a", 9], ["B", 8]])
        let query = TableQuery(sort: [.init("name", isAscending: false)], filters: [.init("price", .gt, "1")])

        let arrangement = try #require(try table.shown().arranged(query))

        #expect((0..<3).map(arrangement.rows(inSection:)) == [[2, 1], [], [1, 0]])
        #expect(arrangement.count == 4)
    }

    @Test func `A row needs to match one of several filters, and the search`() throws {
        let table = RecordsTable(values: [["b", 1], ["a", 2], ["c", 3]])
        let filters: [TableQuery.Filter] = [.init("name", .exact, "b"), .init("price", .gte, "3")]
        for (count, search, expected) in [(2, nil, [0, 2]), (2, "c", [2]), (1, nil, [0]), (0, nil, [0, 1, 2])]
            as [(Int, String?, [Int32])]
        {
            let query = TableQuery(filters: Array(filters.prefix(count)), matchesAny: true, search: search)
            #expect(try table.shown().places(query) == expected)
        }
    }

    @Test func `A list without columns is sorted by title and subtitle`() throws {
        let table = RecordsTable(
            [
                [
                    TableViewCell(title: "b", subtitle: "x"), TableViewCell(title: "A"),
                    TableViewCell(title: "c", subtitle: "w"),
                ]
            ],
            columns: [])
        let tableView = table.shown()

        #expect(try tableView.places(TableQuery(sort: [.init("title")])) == [1, 0, 2])
        #expect(try tableView.places(TableQuery(sort: [.init("subtitle")])) == [1, 2, 0])
        #expect(try tableView.places(TableQuery(search: "W")) == [2])
        #expect(throws: TableViewError.self) { try tableView.places(TableQuery(sort: [.init("name")])) }
    }

    @Test func `A list without columns is sorted and filtered by its fields`() throws {
        func cell(_ title: String, _ fields: Field...) -> TableViewCell { TableViewCell(title: title, fields: fields) }
        let table = RecordsTable(
            [
                [],
                [cell("b", Field("price", 3)), cell("a"), cell("c", Field("price", 1), Field("title", "of its own"))],
                [cell("d", Field("other", 1))],
            ], columns: [])
        let tableView = table.shown()

        #expect(tableView.queryColumns.map(\.name) == ["title", "subtitle", "price"])
        let sorted = try #require(try tableView.arranged(TableQuery(sort: [.init("price")])))
        #expect(sorted.rows(inSection: 1) == [1, 2, 0])
        let filtered = try #require(try tableView.arranged(TableQuery(filters: [.init("price", .gt, "1")])))
        #expect(filtered.rows(inSection: 1) == [0])
        #expect(throws: TableViewError.self) { try tableView.arranged(TableQuery(sort: [.init("other")])) }
    }

    @Test func `The fields of a list without columns are those of its cells now`() {
        let table = RecordsTable([[TableViewCell(title: "a", fields: [Field("old", 1)])]], columns: [])
        let tableView = table.shown([])
        #expect(tableView.queryColumns.map(\.name) == ["title", "subtitle"])
        tableView.queryOptions = .all
        #expect(tableView.queryColumns.map(\.name) == ["title", "subtitle", "old"])
        table.sections = [[TableViewCell(title: "a", fields: [Field("new", 1)])]]
        tableView.reloadData()
        #expect(tableView.queryColumns.map(\.name) == ["title", "subtitle", "new"])
    }

    @Test func `What a table does not offer is refused, and so is a column that it has not`() {
        let query = TableQuery(sort: [.init("name")], filters: [.init("name", .exact, "a")], search: "a")
        for options in [[], [.sorting], [.sorting, .filtering]] as [TableQueryOptions] {
            #expect { try table.shown(options).places(query) } throws: {
                ($0 as? TableViewError)?.code == .notQueryable
            }
        }
        #expect { try table.shown().places(TableQuery(filters: [.init("Name", .exact, "a")])) } throws: {
            ($0 as? TableViewError)?.message
                == "Unknown column \"Name\". Did you mean \"name\"? Columns: name, price, note."
        }
        let sorts = (0..<5).map { _ in TableQuery.SortKey("name") }
        #expect(throws: TableViewError.self) { try table.shown().places(TableQuery(sort: sorts)) }
    }

    @Test func `An arrangement is made once, and again when the table has changed`() throws {
        let tableView = table.shown()
        let query = TableQuery(sort: [.init("name")])
        _ = try tableView.places(query)
        _ = try tableView.places(query)
        #expect(table.cellQuestions == 6)

        table.sections[0].removeLast()
        tableView.deleteRows(at: [[0, 5]])

        #expect(try tableView.places(query) == [1, 4, 2, 3, 0])
    }

    @Test func `What is each visitor's own is kept for nobody`() throws {
        table.isPersonal = true
        let tableView = table.shown()
        for _ in 0..<2 {
            let outcome = try tableView.answering(TableRequest(session: TableSession())) {
                _ = try tableView.places(TableQuery(sort: [.init("name")]))
                return try tableView.places(TableQuery(sort: [.init("name")]))
            }
            #expect(outcome.result == [5, 1, 4, 2, 3, 0])
            #expect(outcome.reads == .session)
        }
        #expect(table.cellQuestions == 12)
    }

    @Test func `Rows that are many or not loaded are refused before they are looked at`() {
        let many = RecordsTable([Array(repeating: TableViewCell(title: "a"), count: 100_001)])
        #expect { try many.shown().places(TableQuery(search: "a")) } throws: {
            ($0 as? TableViewError)?.code == .notQueryable
        }
        #expect(many.cellQuestions == 0)
        table.isUnloaded = true
        #expect { try table.shown().places(TableQuery(search: "a")) } throws: {
            ($0 as? TableViewError)?.code == .notQueryable
        }
    }

    // MARK: Row orders of the data source

    @Test func `A data source answers in place of the cells, and what is not there is left out`() throws {
        table.orders = [0: .rows([4, 77, 0, -1])]
        #expect(try table.shown().places(TableQuery(search: "x")) == [4, 0])
        #expect(table.cellQuestions == 0)
    }

    @Test func `What is awaited is asked for once, however many want it`() async throws {
        let counter = Counter()
        table.orders = [
            0: .awaiting {
                await counter.count()
                try await Task.sleep(for: .milliseconds(20))
                return [3, 1]
            }
        ]
        let tableView = table.shown()
        let query = TableQuery(search: "x")
        #expect(try tableView.arranged(query) == nil)

        try await withThrowingTaskGroup { group in
            for _ in 0..<5 {
                group.addTask {
                    if case .awaiting(let work) = try await tableView.arrangement(for: query) { try await work() }
                }
            }
            try await group.waitForAll()
        }

        #expect(try tableView.places(query) == [3, 1])
        #expect(await counter.number == 1)
    }

    @Test func `What was awaited for a table that has changed is not kept`() async throws {
        table.orders = [0: .awaiting { [0] }]
        let tableView = table.shown()
        guard case .awaiting(let work) = try tableView.arrangement(for: TableQuery(search: "x")) else { return }
        table.orders = [
            0: .awaiting {
                await tableView.reloadData()
                return [0]
            }
        ]

        try await work()

        #expect(try tableView.arranged(TableQuery(search: "x")) == nil)
    }
}

private actor Counter {
    private(set) var number = 0
    func count() { number += 1 }
}
