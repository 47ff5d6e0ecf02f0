// The samples of docs/explanation/ways-to-make-a-table.md. They are tested.
import CascadingTable
import TableStorage
import TableModels
import TableManagers
import StaticTables
import FoundationEssentials
import Observation
import Testing
import TypedTables

@Observable
@TableActor
private final class OrderList {
    var queue = [Order(id: 1, customer: "Ada", total: 12)]
}

private struct Order: Codable, Identifiable {
    var id: Int
    var customer: String
    var total: Decimal
}

@TableActor
private func queue(of shop: OrderList) -> Table<Order> {
    Table { shop.queue }
}

private final class FruitController: TableViewController {
    private let fruit = ["Apple", "Pear"]

    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { fruit.count }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: fruit[indexPath.row])
    }
}

private final class FruitSource: TableViewDataSource, TableViewDelegate {
    private let fruit = ["Apple", "Pear"]

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { fruit.count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: fruit[indexPath.row])
    }
}

private final class FruitNode: CascadingBareTableDelegate {
    private let name: String

    init(_ name: String) {
        self.name = name
        super.init()
    }

    override var identifier: String { name }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: name)
    }
}

private struct Fruit {
    var name: String
    var color: String
}

private struct FruitCell: ModelTransfer {
    var cell = TableViewCell(style: .subtitle)

    mutating func update(with fruit: Fruit) {
        cell.title = fruit.name
        cell.subtitle = fruit.color
    }
}

extension Fruit: RowEntity {
    func makeCell() -> BoundFruitCell { BoundFruitCell() }
}

private struct BoundFruitCell: BindingCell {
    var cell = TableViewCell()

    mutating func bind(_ fruit: Fruit) { cell.title = fruit.name }
}

private final class FruitModel: CellModel {
    var isSold = false { didSet { reload() } }

    init(_ name: String) {
        super.init(TableViewCell(title: name))
    }
}

private final class FruitHandler: CellEventHandler<FruitModel> {
    override func willReuseView() { view.subtitle = model.isSold ? "sold" : nil }
    override func didSelectView() { model.isSold = true }
}

@TableActor
@Suite struct WaysToMakeATableTests {
    private static func protocols() -> TableView {
        let source = FruitSource()
        return TableView(title: "Market", dataSource: source, delegate: source)
    }

    private static func staticTable() -> StaticTable {
        StaticTable {
            Section("Fruit") {
                Row("Apple", detail: "red", to: "apple/")
                Row("Pear", detail: "green") { tableView, indexPath in tableView.refuse("Pears are sold out.") }
            }
        }
    }

    private static func tree() -> TableView {
        let section = CascadingSectionTableDelegate(childDelegates: [FruitNode("Apple"), FruitNode("Pear")])
        return TableView(title: "Market", root: CascadingRootTableDelegate(childDelegates: [section]))
    }

    private static func manager() -> TableView {
        let storage = MemoryStorage(items: [[Fruit(name: "Apple", color: "red"), Fruit(name: "Pear", color: "green")]])
        let manager = TableManager(storage: storage)
        manager.register(FruitCell.self) { mapping in
            mapping.didSelect { _, fruit, _ in print(fruit.name) }
        }
        return TableView(title: "Market", root: manager)
    }

    private static func entities() -> TableView {
        let table = EntityTable([Fruit(name: "Apple", color: "red"), Fruit(name: "Pear", color: "green")])
        return TableView(title: "Market", root: table)
    }

    private static func models() -> TableView {
        let model = TableModel()
        model.addSectionModel(SectionModel(title: "Fruit", cellModels: [FruitModel("Apple"), FruitModel("Pear")]))
        let handlers = EventHandlerProvider()
        handlers.register(FruitHandler.self)
        return TableView(title: "Market", root: ModelTableDelegate(model, eventHandlerProvider: handlers))
    }

    @Test func `Every way makes the same two rows`() {
        let controller = FruitController()
        let tables = [
            controller.tableView, Self.protocols(), TableView(root: Self.staticTable()), Self.tree(), Self.manager(),
            Self.entities(), Self.models(),
        ]
        for tableView in tables {
            #expect(tableView.numberOfRows(inSection: 0) == 2)
            #expect((0..<2).map { tableView.cellForRow(at: [0, $0])?.title } == ["Apple", "Pear"])
        }
    }

    @Test func `A click on a model sells it`() async throws {
        let tableView = Self.models()
        try await tableView.gestures.touchRow(at: [0, 1])
        #expect(tableView.cellForRow(at: [0, 1])?.subtitle == "sold")
    }
}
