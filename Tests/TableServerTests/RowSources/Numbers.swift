import CascadingTable
import Synchronization
import TableServer

/// A row of ``Numbers``.
struct Numbered: Identifiable, Sendable, Hashable {
    var id: Int
    var name: String
    var isMarked = false
}

/// A source of rows in memory, whose answers tests can delay and falsify.
struct Numbers: RowSource {
    typealias Request = RowRequest<Int>
    typealias Page = RowPage<Numbered>

    final class Store: Sendable {
        struct State {
            var rows: [Numbered] = []
            var version = 0
            var requests: [Request] = []
            /// Called with each answer; may return another one, or throw.
            var falsify: (@Sendable (Request, Page) throws -> Page)?
            /// Groups the rows; nil if the table does.
            var group: (@Sendable (GroupRequest) throws -> [[FieldValue]]?)?
            var delay: Duration?
            var isStuck = false
            var cancellations = 0
        }
        let state: Mutex<State>

        init(_ count: Int) {
            state = Mutex(State(rows: (0..<count).map { Numbered(id: $0, name: "row \($0)") }))
        }

        @discardableResult func change<Result: Sendable>(_ body: (inout [Numbered]) -> Result) -> Result {
            state.withLock {
                $0.version += 1
                return body(&$0.rows)
            }
        }

        func falsify(_ body: (@Sendable (Request, Page) throws -> Page)?) { state.withLock { $0.falsify = body } }
        var requests: [Request] { state.withLock { $0.requests } }
        var cancellations: Int { state.withLock { $0.cancellations } }
    }

    let store: Store
    var capabilities: RowCapabilities = .all
    var hasStates = true
    /// Whether exports get a copy.
    var freezes = false

    init(_ count: Int) { store = Store(count) }

    func columns() async throws -> [TableViewColumn] { [TableViewColumn("id"), TableViewColumn("name")] }

    func frozen() async throws -> Numbers? {
        guard freezes else { return nil }
        let copy = Numbers(0)
        copy.store.state.withLock { copy in
            store.state.withLock { (copy.rows, copy.version) = ($0.rows, $0.version) }
        }
        return copy
    }

    func groups(_ request: GroupRequest) async throws -> [[FieldValue]]? {
        try store.state.withLock { $0.group }?(request)
    }

    func rows(_ request: Request) async throws -> Page {
        let (isStuck, delay) = store.state.withLock {
            $0.requests.append(request)
            return ($0.isStuck, $0.delay)
        }
        do {
            // A stuck source sleeps in many steps, to notice that it was cancelled.
            while isStuck { try await Task.sleep(for: .milliseconds(5)) }
            if let delay { try await Task.sleep(for: delay) }
        } catch {
            store.state.withLock { $0.cancellations += 1 }
            throw error
        }
        let (all, version, falsify) = store.state.withLock { ($0.rows, $0.version, $0.falsify) }
        var rows = all
        for filter in request.query.filters {
            rows = rows.filter { filter.column == "id" ? "\($0.id)" == filter.value : $0.name.contains(filter.value) }
        }
        for word in request.query.words { rows = rows.filter { $0.name.contains(word) } }
        if let key = request.query.sort.first {
            rows.sort { key.isAscending ? $0.id < $1.id : $0.id > $1.id }
        }
        var page = try Page(of: rows, for: request, state: hasStates ? version : nil)
        if !capabilities.contains(.ranks) { page.rank = nil }
        if !capabilities.contains(.counts) { page.count = .unknown }
        return try falsify?(request, page) ?? page
    }
}

/// A table of ``Numbers`` that notes what visitors do.
final class NumbersController: RowSourceController<Numbers> {
    private(set) var selected: [Int] = []
    /// The rows show their visitors.
    var isPersonal = false

    override func viewDidLoad() {
        title = "Numbers"
        addSelectionAction(id: "mark", title: "Mark") { [source] rows in
            let ids = Set(rows.map(\.id))
            source.store.change { rows in
                for index in rows.indices where ids.contains(rows[index].id) { rows[index].isMarked = true }
            }
        }
    }

    override func cell(for row: Numbered) -> TableViewCell {
        let visitor = isPersonal ? tableView.visitor.user.map { " of \($0)" } ?? "" : ""
        return TableViewCell(
            style: .columns, title: row.name,
            fields: [Field("id", .integer(Int64(row.id))), Field("name", .text(row.name + visitor))],
            accessory: row.isMarked ? .checkmark : .none)
    }

    override func didSelect(_ row: Numbered) async throws {
        selected.append(row.id)
        if row.id == 13 { throw TableViewError(.vetoed, "Not this one.") }
        if row.id == 14 { tableView.navigate(to: "/14") }
    }

    override func menuActions(for row: Numbered) -> [TableViewRowAction] {
        [
            TableViewRowAction(id: "double", title: "Double") { [source] _, _ in
                source.store.change { rows in
                    for index in rows.indices where rows[index].id == row.id { rows[index].name += row.name }
                }
                return .keep
            }
        ]
    }

    override func fields(for row: Numbered) -> [TableViewEditableField] {
        [TableViewEditableField("name", label: "Name", value: row.name)]
    }

    override func commit(_ values: [String: String], for row: Numbered) async throws {
        source.store.change { rows in
            for index in rows.indices where rows[index].id == row.id { rows[index].name = values["name"] ?? "" }
        }
    }

    override func fieldsForNewRow() -> [TableViewEditableField] { [TableViewEditableField("name", label: "Name")] }

    override func create(_ values: [String: String]) async throws -> Int? {
        source.store.change { rows in
            let row = Numbered(id: (rows.last?.id ?? -1) + 1, name: values["name"] ?? "")
            rows.append(row)
            return row.id
        }
    }

    override func canDelete(_ row: Numbered) -> Bool { row.id % 2 == 0 }

    override func delete(_ row: Numbered) async throws { source.store.change { $0.removeAll { $0.id == row.id } } }

    nonisolated static func server(
        _ source: Numbers, _ change: (inout TableServer.Configuration) -> Void = { _ in }
    ) -> (TableServer, NumbersController) {
        var configuration = TableServer.Configuration()
        change(&configuration)
        var server = TableServer(configuration: configuration)
        let controller = TableActor.run { NumbersController(source) }
        server.mount("/", TableActor.run { controller.tableView })
        return (server, controller)
    }
}
