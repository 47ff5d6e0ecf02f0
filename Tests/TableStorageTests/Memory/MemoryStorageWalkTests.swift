import CascadingTable
import TableStorage
import TestSupport
import FoundationEssentials
import TableTesting
import Testing

/// Tests that the updates of random operations describe the changes of the storage.
@TableActor
@Suite struct MemoryStorageWalkTests {
    private typealias Item = StorageWalk.Item
    private struct Failure: Error {}

    @Test(arguments: 1...40) func `Updates lead a copy and a table from what was there to what is there`(
        seed: UInt64
    ) throws {
        let walk = StorageWalk(seed: seed)
        let replica = StorageReplica(of: walk.storage)
        let table = StorageTable(walk.storage)
        let observer = RecordingStorageObserver<Item>()
        walk.storage.addObserver(observer)

        for _ in 0..<60 {
            let before = walk.sections
            let revision = table.tableView.revision
            let size = [0, 1, 2, 5, 20].randomElement(using: &walk.random) ?? 0
            if size == 0 {
                try walk.step()
            } else {
                try walk.storage.performUpdates { for _ in 0..<size { try walk.step() } }
            }

            #expect(walk.storage.sections.map(\.items) == walk.sections)
            try replica.check()
            #expect(observer.news.count <= 1)
            observer.news = []

            let changes = try #require(table.tableView.history.changes(since: revision))
            #expect(table.anomalies == [])
            #expect(!changes.contains(.reloadData))
            let shown = shown(before, after: changes, of: walk.sections.map(\.count))
            #expect(shown.map(\.count) == walk.sections.map(\.count))
            for (shown, section) in zip(shown, walk.sections) {
                #expect(zip(shown, section).allSatisfy { $0 == nil || $0 == $1 })
            }
        }
    }

    @Test(arguments: 1...20) func `What is refused has changed nothing, alone and at the end of a batch`(
        seed: UInt64
    ) throws {
        let walk = StorageWalk(seed: seed)
        let observer = RecordingStorageObserver<Item>()
        for _ in 0..<40 {
            for _ in 0..<3 { try walk.step() }
            let before = walk.sections
            walk.storage.addObserver(observer)

            #expect(throws: StorageError.self) { try walk.misstep() }
            #expect(walk.storage.sections.map(\.items) == before)

            #expect(throws: StorageError.self) {
                try walk.storage.performUpdates {
                    for _ in 0..<5 { try walk.step() }
                    try walk.misstep()
                }
            }
            #expect(walk.storage.sections.map(\.items) == before)
            #expect(observer.news == [])
            walk.sections = before
            walk.storage.removeObserver(observer)
        }
    }

    @Test(arguments: 1...20) func `A batch within a batch that fails leaves the rest of the batch`(seed: UInt64) throws
    {
        let walk = StorageWalk(seed: seed)
        let replica = StorageReplica(of: walk.storage)
        for _ in 0..<20 {
            try walk.storage.performUpdates {
                for _ in 0..<3 { try walk.step() }
                let before = walk.sections
                do {
                    try walk.storage.performUpdates {
                        for _ in 0..<3 { try walk.step() }
                        throw Failure()
                    }
                } catch is Failure {}
                walk.sections = before
                try walk.storage.performUpdates { for _ in 0..<3 { try walk.step() } }
                try walk.step()
            }
            #expect(walk.storage.sections.map(\.items) == walk.sections)
            try replica.check()
        }
    }
}
