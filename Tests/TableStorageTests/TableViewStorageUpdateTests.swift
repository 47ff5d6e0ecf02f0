import CascadingTable
import TableStorage
import FoundationEssentials
import Testing

@TableActor
@Suite struct TableViewStorageUpdateTests {
    private typealias Update = StorageUpdate<String>

    /// Returns the changes of a table that has no counts yet, and so does not check the changes.
    private func changes(_ perform: (TableView) -> Void) throws -> [TableViewChange] {
        let tableView = TableView()
        let revision = tableView.revision
        perform(tableView)
        #expect(tableView.revision <= revision + 1)
        return try #require(tableView.history.changes(since: revision))
    }

    @Test func `Changes of one kind are announced together`() throws {
        let update = Update([
            .deleteSection(1, items: ["a"]), .deleteSection(3, items: []), .insertSection(0), .insertSection(5),
            .moveSection(from: 4, to: 2), .updateSection(7), .updateSection(8),
            .deleteItem("b", at: [2, 1]), .deleteItem("c", at: [2, 3]),
            .insertItem("d", at: [2, 0]), .insertItem("e", at: [6, 0]),
            .moveItem("f", from: [2, 5], to: [6, 1]),
            .updateItem("g", old: "h", at: [7, 0]), .updateItem("i", old: "i", at: [2, 6]),
        ])
        let expected: [TableViewChange] = [
            .moveSection(from: 4, to: 2), .deleteSections([1, 3]), .insertSections([0, 5], animation: .none),
            .reloadSections([7, 8]), .deleteRows([[2, 1], [2, 3]]), .insertRows([[2, 0], [6, 0]]),
            .moveRow(from: [2, 5], to: [6, 1]), .reloadRows([[7, 0], [2, 6]]),
        ]
        #expect(try changes { $0.perform(update) } == expected)
    }

    @Test func `Rows of sections that come or go are not announced beside them`() throws {
        let update = Update([
            .deleteSection(0, items: ["a"]), .insertSection(0),
            .deleteItem("b", at: [0, 0]),
            .insertItem("c", at: [0, 1]),
            .moveItem("d", from: [0, 2], to: [1, 0]),
            .moveItem("e", from: [1, 3], to: [0, 0]),
            .moveItem("f", from: [0, 4], to: [0, 2]),
            .updateItem("d", old: "D", at: [0, 2]),
            .updateItem("e", old: "E", at: [1, 3]),
            .updateItem("g", old: "G", at: [1, 4]),
        ])
        #expect(
            try changes { $0.perform(update) } == [
                .deleteSections([0]), .insertSections([0], animation: .none), .deleteRows([[1, 3]]),
                .insertRows([[1, 0]]),
                .reloadRows([[1, 4]]),
            ])
    }

    @Test func `An empty update is no revision`() throws {
        #expect(try changes { $0.perform(Update()) } == [])
        #expect(try changes { $0.perform(Update(), inSection: 0) } == [])
    }

    @Test func `A storage that is a section announces the rows of its first section alone`() throws {
        let update = Update([
            .deleteSection(1, items: ["a"]), .insertSection(2), .moveSection(from: 3, to: 4), .updateSection(5),
            .deleteItem("b", at: [0, 0]), .deleteItem("c", at: [2, 0]),
            .insertItem("d", at: [0, 1]), .insertItem("e", at: [6, 1]),
            .moveItem("f", from: [0, 2], to: [0, 0]),
            .moveItem("g", from: [0, 3], to: [6, 0]),
            .moveItem("h", from: [1, 0], to: [0, 3]),
            .updateItem("i", old: "I", at: [0, 4]), .updateItem("j", old: "J", at: [2, 4]),
            .updateItem("g", old: "G", at: [0, 3]),
        ])
        #expect(
            try changes { $0.perform(update, inSection: 7) } == [
                .deleteRows([[7, 0], [7, 3]]), .insertRows([[7, 1], [7, 3]]), .moveRow(from: [7, 2], to: [7, 0]),
                .reloadRows([[7, 4]]),
            ])
    }

    @Test(arguments: [
        StorageUpdate<String>.Change.insertSection(0), .deleteSection(0, items: []), .moveSection(from: 0, to: 1),
        .moveSection(from: 2, to: 0), .updateSection(0),
    ]) func `A storage that is a section reloads it when another section is its first`(
        change: StorageUpdate<String>.Change
    ) throws {
        let update = Update([change, .insertItem("a", at: [0, 0]), .deleteItem("b", at: [0, 0])])
        #expect(try changes { $0.perform(update, inSection: 3) } == [.reloadSections([3])])
    }

    @Test func `A storage of no section that is a section of a tree takes its first item without an anomaly`() throws {
        final class Section: CascadingBareTableDelegate, StorageObserver {
            let storage = MemoryStorage<String>()
            override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
                storage.numberOfItems(inSection: 0)
            }
            func storageDidPerform(_ update: StorageUpdate<String>) { tableView?.perform(update, inSection: index) }
            func storageNeedsReload() {}
        }
        let section = Section()
        section.storage.addObserver(section)
        let tableView = TableView(
            root: CascadingRootTableDelegate(childDelegates: [CascadingBareTableDelegate(), section]))
        var anomalies: [Anomaly] = []
        tableView.anomalies.action = { anomalies.append($0) }
        #expect(tableView.numberOfRows == 0)

        try section.storage.addItem("a")
        try section.storage.addItem("b")

        #expect(anomalies == [])
        #expect(tableView.numberOfRows(inSection: 1) == 2)
    }
}
