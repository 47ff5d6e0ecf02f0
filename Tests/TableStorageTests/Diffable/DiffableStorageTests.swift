import CascadingTable
import TableStorage
import FoundationEssentials
import TableTesting
import TestSupport
import Testing

@TableActor
@Suite struct DiffableStorageTests {
    private typealias Snapshot = DiffableSnapshot<String, Int>
    private let storage = DiffableStorage<String, Int>()
    private let observer = RecordingStorageObserver<Int>()

    private func snapshot(_ sections: KeyValuePairs<String, [Int]>) throws -> Snapshot {
        var snapshot = Snapshot()
        for (section, items) in sections {
            try snapshot.appendSections([section])
            try snapshot.appendItems(items)
        }
        return snapshot
    }

    private var changes: [StorageUpdate<Int>.Change]? {
        guard observer.news.count == 1, case .update(let update) = observer.news[0] else { return nil }
        return update.changes
    }

    @Test func `It answers for the snapshot it shows`() throws {
        storage.headerModelProvider = { "header of \($0)" }
        storage.footerModelProvider = { $0 == "A" ? "footer" : nil }
        #expect(storage.numberOfSections == 0)
        storage.apply(try snapshot(["A": [1, 2], "B": []]))

        #expect(storage.numberOfSections == 2)
        #expect((-1...2).map(storage.numberOfItems(inSection:)) == [0, 2, 0, 0])
        #expect(storage.item(at: [0, 1]) == 2)
        for path: IndexPath in [[0, 2], [0, -1], [-1, 0], [2, 0], [], [0], [0, 0, 0]] {
            #expect(storage.item(at: path) == nil)
        }
        #expect(storage.indexPath(for: 2) == [0, 1])
        #expect(storage.indexPath(for: 3) == nil)
        #expect((-1...2).map(storage.sectionIdentifier(for:)) == [nil, "A", "B", nil])
        #expect(
            (-1...2).map { storage.headerModel(inSection: $0) as? String }
                == [nil, "header of A", "header of B", nil])
        #expect((-1...2).map { storage.footerModel(inSection: $0) as? String } == [nil, "footer", nil, nil])
    }

    @Test func `Another snapshot is one update of what is different`() throws {
        storage.apply(try snapshot(["A": [1, 2, 3], "B": [4, 5], "C": [6], "D": []]))
        storage.addObserver(observer)
        let replica = StorageReplica(of: storage)
        var next = try snapshot(["C": [6, 7], "A": [3, 2, 4], "E": [8, 5]])
        try next.reloadItems([2, 4, 7])
        try next.reloadSections(["A", "E"])

        storage.apply(next)

        #expect(
            changes == [
                .deleteSection(1, items: []), .deleteSection(3, items: []), .insertSection(2),
                .moveSection(from: 2, to: 0), .updateSection(0),
                .deleteItem(1, at: [0, 0]),
                .insertItem(7, at: [0, 1]), .insertItem(8, at: [2, 0]),
                .moveItem(3, from: [0, 2], to: [1, 0]), .moveItem(4, from: [1, 0], to: [1, 2]),
                .moveItem(5, from: [1, 1], to: [2, 1]),
                .updateItem(2, old: 2, at: [0, 1]), .updateItem(4, old: 4, at: [1, 0]),
            ])
        try replica.check()
    }

    @Test func `The same snapshot is not told, and what was reloaded once is not reloaded again`() throws {
        var next = try snapshot(["A": [1]])
        storage.apply(next)
        storage.addObserver(observer)
        storage.apply(next)
        #expect(observer.news == [])

        try next.reloadItems([1])
        try next.reloadSections(["A"])
        storage.apply(next)
        #expect(changes == [.updateSection(0), .updateItem(1, old: 1, at: [0, 0])])
        #expect(storage.snapshot.reloadedItemIdentifiers == [])
        #expect(storage.snapshot.reloadedSectionIdentifiers == [])

        observer.news = []
        storage.apply(storage.snapshot)
        #expect(observer.news == [])
    }

    @Test func `A snapshot that has nothing in common may be shown by a reload`() throws {
        storage.apply(try snapshot(["A": [1]]))
        storage.addObserver(observer)
        storage.applyReloadingData(try snapshot(["B": [2]]))
        #expect(observer.news == [.reload])
        #expect(storage.item(at: [0, 0]) == 2)
    }

    @Test(arguments: 1...40) func `Updates lead a copy and a table from any snapshot to any other`(
        seed: UInt64
    ) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let replica = StorageReplica(of: storage)
        let table = StorageTable(storage)
        storage.addObserver(observer)
        for _ in 0..<30 {
            var next = Snapshot()
            let sections = "ABCDEF".map(String.init).shuffled(using: &random).prefix(
                Int.random(in: 0...6, using: &random))
            var items = (0..<25).shuffled(using: &random)[...]
            // In half of the cases most items stay in order.
            if Bool.random(using: &random) { items.sort() }
            for section in Bool.random(using: &random) ? sections.sorted() : Array(sections) {
                try next.appendSections([section])
                let count = Int.random(in: 0...7, using: &random)
                try next.appendItems(Array(items.prefix(count)))
                items = items.dropFirst(count)
            }
            try next.reloadItems(next.itemIdentifiers.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
            try next.reloadSections(next.sectionIdentifiers.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })

            storage.apply(next)

            try replica.check()
            #expect(replica.sections == next.sectionIdentifiers.map(next.itemIdentifiers(inSection:)))
            #expect(table.anomalies == [])
            #expect(!observer.news.contains(.reload))
        }
    }
}
