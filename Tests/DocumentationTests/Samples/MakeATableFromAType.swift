// The samples of docs/how-to/make-a-table-from-a-type.md. They are tested.
import CascadingTable
import FoundationEssentials
import Observation
import TableServer
import TableTesting
import Testing
import TypedTables

private enum Status: String, Codable, CaseIterable { case open, shipped, cancelled }

private struct Order: Codable, Identifiable, Equatable {
    var id: Int
    var customer: String
    var status: Status
    var total: Decimal
    var placed: Date?
    var note: String?
}

@Observable
@TableActor
private final class OrderQueue {
    var queue: [Order] = []
}

private struct Orders: RowSource {
    func rows(_ request: RowRequest<Int>) async throws -> RowPage<Order> {
        try RowPage(of: [Order(id: 1, customer: "Ada", status: .open, total: 4)], for: request)
    }
}

private actor Service {
    var shipped: [Int] = []

    func ship(_ orders: [Int]) throws { shipped += orders }
}

@TableActor
struct MakeATableFromATypeTests {
    private let shop = OrderQueue()
    private let source = Orders()
    private let service = Service()

    init() {
        shop.queue = [Order(id: 1, customer: "Ada", status: .open, total: 1200)]
    }

    private var columns: Table<Order> {
        let shop = shop
        let orders = Table { shop.queue }
            .title("Orders")
            .columns {
                $0.total.title("Sum").currency("EUR")
                $0.note.hidden()
            }
        return orders
    }

    private var dressed: Table<Order> {
        let shop = shop
        let orders = Table { shop.queue }
            .columns {
                $0.placed.field(.date)
                $0.note.field(.multilineText)
            }
            .cell { order, cell in cell.accessory = order.status == .shipped ? .checkmark : .none }
        return orders
    }

    private var edited: Table<Order> {
        let shop = shop
        let orders = Table { shop.queue }
            .onSave { new, old in
                guard new.total >= 0 else { throw TableViewValidationError("total", "The sum is negative.") }
                guard let place = shop.queue.firstIndex(where: { $0.id == old.id }) else { return }
                shop.queue[place] = new
            }
            .onCreate { order in
                var order = order
                order.id = (shop.queue.map(\.id).max() ?? 0) + 1
                shop.queue.append(order)
            }
            .onDelete { order in shop.queue.removeAll { $0.id == order.id } }
            .action("ship", "Mark as shipped", style: .asksFirst) { orders in
                for place in shop.queue.indices where orders.contains(where: { $0.id == shop.queue[place].id }) {
                    shop.queue[place].status = .shipped
                }
            }
        return orders
    }

    private var sourced: Table<Order> {
        let (source, service) = (source, service)
        let orders = Table(of: Order.self, from: source)
            .action("ship", "Mark as shipped") { orders in try await service.ship(orders.map(\.id)) }
        return orders
    }

    @Test func theTypeTellsTheColumns() async throws {
        var server = TableServer()
        let shop = shop
        server.mount("/queue/", Table { shop.queue })
        try await server.test(.inProcess) { client in
            let csv = try await client.get("/queue/table.csv").text
            #expect(csv == "id,customer,status,total,placed,note\r\n1,Ada,open,1200,,\r\n")
        }
    }

    @Test func columnsAreSetUp() {
        let table = columns
        #expect(table.tableView.title == "Orders")
        #expect(table.tableView.columns.map(\.title) == ["Id", "Customer", "Status", "Sum (EUR)", "Placed"])
    }

    @Test func cellsHaveWhatIsNoValue() {
        shop.queue[0].status = .shipped
        shop.queue[0].placed = Date(timeIntervalSince1970: 90_000)
        let tableView = dressed.tableView
        #expect(tableView.numberOfRows == 1)
        let cell = tableView.cellForRow(at: [0, 0])
        #expect(cell?.accessory == .checkmark)
        #expect(cell?.fields[4].value == .date(Date(timeIntervalSince1970: 90_000), precision: .day))
    }

    @Test func rowsAreAddedAndShipped() async throws {
        let tableView = edited.tableView
        let values = ["customer": "Bo", "status": "open", "total": "3", "note": ""]
        try await tableView.gestures.createRow(with: values, inSection: 0)
        try await tableView.gestures.performSelectionAction("ship", forRowsAt: [[0, 1]])
        #expect(shop.queue.map(\.id) == [1, 2])
        #expect(shop.queue.map(\.status) == [.open, .shipped])
        await #expect(throws: TableViewValidationError.self) {
            try await tableView.gestures.commitValues(["total": "-1"], forRowAt: [0, 0])
        }
    }

    @Test func rowsOfASourceHaveActions() async throws {
        var server = TableServer()
        let table = sourced
        server.mount("/", table)
        try await server.test(.inProcess) { client in
            let reply = try await client.post("/selected/ship", form: "rows=0.0")
            #expect(reply.status == 200, "\(reply.text)")
        }
        #expect(await service.shipped == [1])
    }
}
