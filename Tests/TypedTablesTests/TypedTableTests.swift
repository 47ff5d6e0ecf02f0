import CascadingTable
import FoundationEssentials
import HTTPTypes
import Observation
import Synchronization
import TableTesting
import TestSupport
import Testing
import TypedTables

/// Tables whose columns, forms and JSON come from the type of their rows.
@TableActor
struct TypedTableTests {
    enum Status: String, Codable, CaseIterable { case open, shipped, cancelled }

    struct Order: Codable, Identifiable, Equatable {
        var id: Int
        var customer: String
        var status: Status
        var total: Decimal
        var isPaid: Bool
        var shippedAt: Date?
        var note: String?
        var tags: [String]
    }

    @Observable
    @TableActor
    final class Shop {
        var queue = (1...3).map { number in
            Order(
                id: number, customer: "Customer \(number)", status: .open, total: Decimal(number) + 0.5,
                isPaid: number == 2,
                tags: ["new"])
        }
    }

    let shop = Shop()

    private func serving(
        _ table: Table<Order>, _ body: @Sendable (any TestClient) async throws -> Void
    ) async throws {
        var server = TableServer()
        server.mount("/", table)
        try await server.test(.inProcess) { try await body($0) }
    }

    private func serving(_ body: @Sendable (any TestClient) async throws -> Void) async throws {
        try await serving(Table { [shop] in shop.queue }, body)
    }

    @Test func theTypeTellsTheColumns() {
        let columns = Table { [shop] in shop.queue }.tableView.columns
        #expect(
            columns.map(\.title) == ["Id", "Customer", "Status", "Total", "Is paid", "Shipped at", "Note", "Tags"])
        #expect(columns.map { $0.alignment == .trailing } == [true, false, false, true, false, false, false, false])
    }

    @Test func keyPathsNameColumns() {
        let table = Table { [shop] in shop.queue }.columns {
            $0.total.title("Sum").format(.grouped)
            $0.status.title("State")
            $0.isPaid.hidden()
            $0.shippedAt.title("Sent")
        }
        let columns = table.tableView.columns
        #expect(columns.map(\.title) == ["Id", "Customer", "State", "Sum", "Sent", "Note", "Tags"])
        #expect(columns[3].numberFormat == .grouped)
    }

    @Observable
    @TableActor
    final class Marks {
        var ids: Set<Int> = []
    }

    @Test func cellsFollowModelsThatOnlyTheyRead() async throws {
        let marks = Marks()
        let tableView = Table { [shop] in shop.queue }
            .cell { order, cell in cell.accessory = marks.ids.contains(order.id) ? .checkmark : .none }
            .tableView
        func accessories() async throws -> [TableViewCell.Accessory?] {
            try await tableView.loading { tableView in
                (0..<tableView.numberOfRows(inSection: 0)).map { tableView.cellForRow(at: [0, $0])?.accessory }
            }
        }
        #expect(try await accessories() == [.some(.none), .some(.none), .some(.none)])
        let revision = tableView.revision
        marks.ids = [2]
        for _ in 0..<1000 where tableView.revision == revision { await Task.yield() }
        #expect(tableView.revision > revision)
        #expect(try await accessories() == [.some(.none), .checkmark, .some(.none)])
        // Rows that change as well are announced one by one.
        let next = tableView.revision
        shop.queue[0].total = 9
        for _ in 0..<1000 where tableView.revision == next { await Task.yield() }
        #expect(tableView.history.changes(since: next) == [.reloadRows([[0, 0]])])
    }

    @Test func moneyHasItsCurrencyInTheHeading() async throws {
        let table = Table { [shop] in shop.queue }
            .columns {
                $0.total.title("Sum").currency("EUR")
                $0.id.currency("JPY")
            }
            .onCreate { _ in }
        #expect(table.tableView.columns.map(\.title).prefix(4) == ["Id (JPY)", "Customer", "Status", "Sum (EUR)"])
        #expect(table.tableView.columns[3].numberFormat == .decimals(2))
        #expect(table.tableView.columns[0].numberFormat == .decimals(0))
        let fields = table.tableView.gestures.fieldsForNewRow(inSection: 0)
        #expect(fields.first { $0.name == "total" }?.label == "Sum (EUR)")
        try await serving(table) { client in
            let (csv, page) = (try await client.get("/table.csv").text, try await client.get("/").text)
            #expect(csv.contains("1,Customer 1,open,1.5,"))
            #expect(page.contains(">1.50"))
        }
    }

    /// A day is edited as a day, and a form that leaves it keeps its time.
    @Test func kindsOfFieldsAreSet() async throws {
        shop.queue[0].shippedAt = Date(timeIntervalSince1970: 90_000)
        let table = Table { [shop] in shop.queue }
            .columns {
                $0.shippedAt.field(.date)
                $0.note.field(.file(maxBytes: 10))
                // No text of a form becomes a list.
                $0.tags.field(.multilineText)
            }
            .onSave { [shop] new, _ in shop.queue[0] = new }
        let tableView = table.tableView
        #expect(tableView.numberOfRows == 3)
        let fields = tableView.gestures.editableFields(forRowAt: [0, 0])
        #expect(fields.first { $0.name == "shippedAt" }?.kind == .date)
        #expect(fields.first { $0.name == "shippedAt" }?.value == "1970-01-02")
        #expect(fields.first { $0.name == "note" }?.kind == .file(maxBytes: 10))
        #expect(!fields.contains { $0.name == "tags" })
        try await tableView.gestures.commitValues(["shippedAt": "1970-01-02", "customer": "Bo"], forRowAt: [0, 0])
        #expect(shop.queue[0].shippedAt == Date(timeIntervalSince1970: 90_000))
        #expect(shop.queue[0].customer == "Bo")
        try await tableView.gestures.commitValues(["shippedAt": "1970-01-03"], forRowAt: [0, 0])
        #expect(shop.queue[0].shippedAt == Date(timeIntervalSince1970: 172_800))
    }

    @Test func aKeyPathThatIsNoColumnIsAnAnomaly() {
        let table = Table { [shop] in shop.queue }
        table.tableView.anomalies.action = nil
        _ = table.columns { $0.hashedNothing.title("Nothing") }
        #expect(table.tableView.anomalies.recent.map(\.code) == [.unknownColumn])
    }

    @Test func rowsAreCells() async throws {
        try await serving { client in
            let csv = try await client.get("/table.csv").text
            #expect(csv.contains("id,customer,status,total,isPaid,shippedAt,note,tags\r\n1,Customer 1,open,1.5,"))
            let json = try await client.get("/table.json?status=open&isPaid=true").text
            #expect(json.contains(#""total":2.5"#) && json.contains(#""tags":["new"]"#), "\(json)")
            #expect(!json.contains("Customer 1"))
            let sorted = try await client.get("/table.json?_sort_desc=total&_shape=arrays").text
            #expect(sorted.contains("Customer 3"))
        }
    }

    @Test func aChangeOfTheModelIsAnnouncedByItsRows() async throws {
        let tableView = Table { [shop] in shop.queue }.tableView
        func changes(_ change: () -> Void) async throws -> [TableViewChange]? {
            try await tableView.loading { tableView in
                for row in 0..<tableView.numberOfRows(inSection: 0) { _ = tableView.cellForRow(at: [0, row]) }
            }
            let revision = tableView.revision
            change()
            for _ in 0..<1000 where tableView.revision == revision { await Task.yield() }
            return tableView.history.changes(since: revision)
        }
        #expect(try await changes { shop.queue[1].status = .shipped } == [.reloadRows([[0, 1]])])
        #expect(tableView.cellForRow(at: [0, 1])?.fields[2].value == "shipped")
        #expect(try await changes { shop.queue.remove(at: 0) } == [.deleteRows([[0, 0]])])
        let added = Order(id: 9, customer: "New", status: .open, total: 1, isPaid: false, tags: [])
        let both = try await changes {
            shop.queue.insert(added, at: 0)
            shop.queue[2].total = 7
        }
        #expect(both == [.reloadRows([[0, 1]]), .insertRows([[0, 0]])])
        #expect(tableView.numberOfRows == 3)
    }

    private func edited() -> Table<Order> {
        Table { [shop] in shop.queue }
            .onSave { [shop] new, old in
                guard new.total >= 0 else { throw TableViewValidationError("total", "The sum is negative.") }
                if let index = shop.queue.firstIndex(where: { $0.id == old.id }) { shop.queue[index] = new }
            }
            .onCreate { [shop] row in
                var row = row
                row.id = 100
                shop.queue.append(row)
            }
            .onDelete { [shop] row in shop.queue.removeAll { $0.id == row.id } }
            .action("ship", "Mark as shipped") { [shop] rows in
                for index in shop.queue.indices where rows.contains(where: { $0.id == shop.queue[index].id }) {
                    shop.queue[index].status = .shipped
                }
            }
    }

    @Test func aFormHasTheKindsOfTheType() async throws {
        try await serving(edited()) { client in
            let form = try await client.get("/edit/0/0.json")
            #expect(form.status == 200, "\(form.text)")
            #expect(form.text.contains(#""choice""#) && form.text.contains("cancelled"), "\(form.text)")
            #expect(!form.text.contains(#""tags""#))
        }
    }

    @Test func aFormChangesOnlyWhatWasTyped() async throws {
        let sent = Date(timeIntervalSince1970: 1_764_000_000.25)
        shop.queue[0].shippedAt = sent
        try await serving(edited()) { client in
            let form = try await client.get("/edit/0/0.json").text
            #expect(form.contains(#""2025-11-24T16:00:00Z""#), "\(form)")
            let page = try await client.get("/edit/0/0", headers: [.accept: "text/html"]).text
            #expect(page.matches(of: /" required/).count == 2, "The state and the sum: \(page)")
        }
        let values = ["customer": "Ada", "shippedAt": "2025-11-24T16:00:00Z"]
        try await edited().tableView.gestures.commitValues(values, forRowAt: [0, 0])
        #expect(shop.queue[0].customer == "Ada" && shop.queue[0].shippedAt == sent)
    }

    @Test func aFormSavesAValueOfTheType() async throws {
        let controller = edited().tableView
        let values = [
            "customer": "Ada", "status": "cancelled", "total": "12.50", "isPaid": "true", "shippedAt": "", "note": "x",
        ]
        try await controller.gestures.commitValues(values, forRowAt: [0, 0])
        #expect(
            shop.queue[0]
                == Order(
                    id: 1, customer: "Ada", status: .cancelled, total: 12.5, isPaid: true, note: "x", tags: ["new"]))
        for (name, text) in [("total", "-1"), ("total", "much"), ("status", "lost"), ("shippedAt", "soon")] {
            var wrong = values
            wrong[name] = text
            await #expect(throws: TableViewValidationError.self) {
                try await controller.gestures.commitValues(wrong, forRowAt: [0, 0])
            }
        }
        #expect(shop.queue[0].customer == "Ada" && shop.queue[0].total == 12.5)
    }

    /// Rows whose changes nobody observes.
    @TableActor
    final class Notes {
        struct Note: Codable, Identifiable, Equatable {
            var id: Int
            var text: String
        }

        var notes = [Note(id: 1, text: "first"), Note(id: 3, text: "last")]
    }

    @Test func actionsTellWhichRowsTheyChanged() async throws {
        let notes = Notes()
        let table = Table { notes.notes }
            .onCreate { notes.notes.insert(Notes.Note(id: 2, text: $0.text), at: 1) }
            .onSave { new, _ in notes.notes[2] = new }
            .onDelete { row in notes.notes.removeAll { $0.id == row.id } }
        var server = TableServer()
        server.mount("/", table)
        try await server.test(.inProcess) { client in
            _ = try await client.get("/table.json")
            let created = try await client.post("/new/0", form: "text=second").text
            #expect(created.contains(#""created":{"section":0,"row":1,"id":"2"}"#), "\(created)")
            #expect(created.contains(#""insertRows""#) && !created.contains("reloadData"), "\(created)")
            let saved = try await client.post("/edit/0/2", form: "text=LAST").text
            #expect(saved.contains(#""reloadRows""#) && !saved.contains("reloadData"), "\(saved)")
            let form = try await client.get("/edit/0/2", headers: [.accept: "text/html"]).text
            #expect(form.contains("Edit “LAST”"), "\(form)")
            let deleted = try await client.post("/commit/0/0/delete").text
            #expect(deleted.contains(#""deleteRows""#) && !deleted.contains("reloadData"), "\(deleted)")
            #expect(try await client.get("/table.csv").text == "id,text\r\n2,second\r\n3,LAST\r\n")
        }
    }

    @Test func anActionIsInTheMenuOfEachRow() async throws {
        try await serving(edited()) { client in
            let page = try await client.get("/table.json").text
            #expect(page.contains(#""/action/0/1/ship""#), "\(page)")
            let done = try await client.post("/action/0/1/ship").text
            #expect(done.contains(#""reloadRows","rows":[[0,1]]"#), "\(done)")
            #expect(try await client.get("/table.csv?status=shipped").text.contains("2,Customer 2,shipped"))
        }
    }

    @Test func aTimeThatIsNoneIsToldWithAnExample() async throws {
        try await serving(edited()) { client in
            let answer = try await client.post("/edit/0/0", form: "shippedAt=yesterday")
            #expect(answer.status == 422 && answer.text.contains("Write a day as 2026-05-31"), "\(answer.text)")
        }
    }

    struct Plant: Codable, Identifiable {
        var id = UUID()
        var name: String
    }

    @Test func aRowIsNamedByItsUUID() async throws {
        let plants = ["Fern", "Ivy"].map { Plant(name: $0) }
        var server = TableServer()
        server.mount(
            "/", Table { plants }.columns { $0.id.hidden() }.onDelete { _ in }.action("water", "Water") { _ in })
        try await server.test(.inProcess) { client in
            let pages: HTTPFields = [.accept: "text/html"]
            #expect(try await client.get("/", headers: pages).text.contains(#"aria-label="Actions for Ivy""#))
            #expect(try await client.get("/?_edit=1", headers: pages).text.contains(#"aria-label="Delete Ivy""#))
            #expect(try await client.get("/commit/0/1/delete", headers: pages).text.contains("“Ivy”"))
            let row = try await client.get("/table.json?_row=\(plants[1].id)").text
            #expect(row.contains("Ivy") && row.contains(plants[1].id.uuidString), "\(row)")
        }
    }

    /// A row whose `init(from:)` refuses empty values.
    struct Picky: Codable, Identifiable {
        var id: String
        var size: Int

        init(id: String, size: Int) { (self.id, self.size) = (id, size) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            (id, size) = (try container.decode(String.self, forKey: .id), try container.decode(Int.self, forKey: .size))
            guard size > 10 else { throw TableViewError(.vetoed, "Too small.") }
        }
    }

    @Test func aTypeWithoutAnExampleHasTheColumnsOfItsRows() {
        let tableView = Table { [Picky(id: "a", size: 12)] }.tableView
        _ = tableView.numberOfRows
        #expect(tableView.columns.map(\.name) == ["id", "size"])
        #expect(tableView.cellForRow(at: [0, 0])?.fields.map(\.value) == ["a", 12])
    }

    struct Orders: RowSource {
        let rows: [Order]

        var capabilities: RowCapabilities { [.counts] }

        func rows(_ request: RowRequest<Int>) async throws -> RowPage<Order> { try RowPage(of: rows, for: request) }
    }

    /// Rows that change, with ranks.
    final class Shelf: RowSource {
        let rows = Mutex<[Order]>([])
        var capabilities: RowCapabilities { .all }
        func rows(_ request: RowRequest<Int>) async throws -> RowPage<Order> {
            try RowPage(of: rows.withLock { $0 }, for: request)
        }
    }

    @Test func aNewRowOfASourceIsTold() async throws {
        let shelf = Shelf()
        shelf.rows.withLock { [queue = shop.queue] in $0 = queue }
        let table = Table(of: Order.self, from: shelf).onCreate { order in
            var order = order
            order.id = 77
            shelf.rows.withLock { [order] in $0.append(order) }
            return order.id
        }
        try await serving(table) { client in
            let created = try await client.post("/new/0", form: "customer=New&status=open&total=1").text
            #expect(created.contains(#""id":"77""#), "\(created)")
        }
    }

    @Test func rowsOfASourceHaveTheColumnsOfTheirType() async throws {
        let source = Orders(rows: shop.queue)
        try await serving(Table(of: Order.self, from: source).columns { $0.total.title("Sum") }) { client in
            let page = try await client.get("/", headers: [.accept: "text/html"]).text
            #expect(page.contains("Sum") && page.contains("Customer 3"))
            #expect(try await client.get("/table.csv").text.contains("3,Customer 3,open,3.5,"))
        }
    }
}

extension TypedTableTests.Order {
    var hashedNothing: Int { 0 }
}
