import CascadingTable
import FoundationEssentials

/// A table manager with ten mappings and with a thousand: what it takes to tell the closure of the last of them.
@TableActor
enum DispatchMeasurement {
    static func run() {
        let few = nanoseconds(manager(types: 10)), many = nanoseconds(manager(types: 1000))
        Measure.report("event to one of 10 mappings of as many types", few, "ns")
        Measure.report("event to one of 1,000 mappings of as many types", many, "ns")
        let here = nanoseconds(manager(sections: 10)), there = nanoseconds(manager(sections: 1000))
        Measure.report("event to one of 10 mappings of as many sections", here, "ns")
        Measure.report("event to one of 1,000 mappings of as many sections", there, "ns")
        let manager = manager(types: 1000)
        Measure.report(
            "event that none of 1,000 mappings reacts to",
            nanoseconds(manager) { manager.tableView($0, didDeselectRowAt: [0, 0]) }, "ns")
        Measure.report(
            "cell by one of 1,000 mappings",
            nanoseconds(manager) { _ = manager.tableView($0, cellForRowAt: [0, 0]) }, "ns")
    }

    private static func nanoseconds(_ manager: TableManager<Any>, _ body: ((TableView) -> Void)? = nil) -> Double {
        let tableView = TableView(root: manager)
        let last = IndexPath(row: 0, section: manager.storage.numberOfSections - 1)
        let body = body ?? { manager.tableView($0, didSelectRowAt: last) }
        return 1e9 * Measure.seconds { for _ in 0..<10_000 { body(tableView) } } / 10_000
    }

    /// A mapping for each of so many types, and a model of the last.
    private static func manager(types count: Int) -> TableManager<Any> {
        let storage = ModelStorage(sections: 1)
        let manager = TableManager(storage: storage)
        var rest = count
        func visit<Digits>(_ digits: Digits.Type, depth: Int) {
            guard rest > 0 else { return }
            if depth > 0 {
                visit(Zero<Digits>.self, depth: depth - 1)
                visit(One<Digits>.self, depth: depth - 1)
            } else {
                rest -= 1
                register(Model<Digits>.self, in: manager)
                storage.model = Model<Digits>()
            }
        }
        visit(Void.self, depth: 10)
        return manager
    }

    /// A mapping for each of so many sections, of one type.
    private static func manager(sections count: Int) -> TableManager<Any> {
        let storage = ModelStorage(sections: count)
        storage.model = Model<Void>()
        let manager = TableManager(storage: storage)
        for section in 0..<count { register(Model<Void>.self, where: .section(section), in: manager) }
        return manager
    }

    private static func register<Digits>(
        _ model: Model<Digits>.Type, where condition: MappingCondition<IndexPath, Model<Digits>> = .none,
        in manager: TableManager<Any>
    ) {
        manager.register(TableViewCell.self, for: model) { mapping in
            mapping.condition = condition
            mapping.didSelect { _, _, _ in }
        } handler: { cell, _, _ in
            cell.title = "Row"
        }
    }

    /// A type for each number, written in binary digits.
    private struct Model<Digits> {}
    private enum Zero<Digits> {}
    private enum One<Digits> {}

    /// The same model in each section.
    private final class ModelStorage: SupplementaryStorage {
        let numberOfSections: Int
        var model: Any = ()

        init(sections: Int) {
            numberOfSections = sections
        }

        func numberOfItems(inSection section: Int) -> Int { 1 }
        func item(at indexPath: IndexPath) -> Any? { model }
        func headerModel(inSection section: Int) -> (any SupplementaryModel)? { nil }
        func footerModel(inSection section: Int) -> (any SupplementaryModel)? { nil }
        func addObserver(_ observer: any StorageObserver<Any>) {}
        func removeObserver(_ observer: any StorageObserver<Any>) {}
    }
}
