import CascadingTable
import TableStorage
import FoundationEssentials
import TableTesting
import TestSupport
import Testing

@TableActor
@Suite struct SingleSectionStorageTests {
    private struct Post: Identifiable, Equatable {
        var id: Character
        var text = 0
    }

    /// A storage of posts with these identifiers, with its observers.
    private struct World {
        let storage: SingleSectionStorage<Post>
        let observer = RecordingStorageObserver<Post>()
        let replica: StorageReplica<Post>

        @TableActor init(_ ids: String, _ storage: SingleSectionStorage<Post> = .init()) throws {
            self.storage = storage
            try storage.setItems(ids.map { Post(id: $0) })
            storage.addObserver(observer)
            replica = StorageReplica(of: storage)
        }

        @TableActor var changes: [StorageUpdate<Post>.Change]? {
            guard observer.news.count == 1, case .update(let update) = observer.news[0] else { return nil }
            return update.changes
        }
    }

    private func posts(_ ids: String, text: Int = 0) -> [Post] { ids.map { Post(id: $0, text: text) } }

    @Test func `It answers for one section`() throws {
        let storage = try World("ab").storage
        #expect(storage.numberOfSections == 1)
        #expect((-1...1).map(storage.numberOfItems(inSection:)) == [0, 2, 0])
        #expect(storage.item(at: [0, 1]) == Post(id: "b"))
        for path: IndexPath in [[0, 2], [0, -1], [1, 0], [-1, 0], [], [0], [0, 0, 0]] {
            #expect(storage.item(at: path) == nil)
        }
        #expect(SingleSectionStorage<Post>().numberOfItems(inSection: 0) == 0)
    }

    @Test func `Other items are one update of what has gone, come, moved and changed`() throws {
        let world = try World("abcd")
        let items = [Post(id: "d", text: 1), Post(id: "a"), Post(id: "x"), Post(id: "c", text: 2)]

        try world.storage.setItems(items)

        #expect(world.storage.items == items)
        #expect(
            world.changes == [
                .deleteItem(Post(id: "b"), at: [0, 1]), .insertItem(Post(id: "x"), at: [0, 2]),
                .moveItem(Post(id: "d", text: 1), from: [0, 3], to: [0, 0]),
                .updateItem(Post(id: "c", text: 2), old: Post(id: "c"), at: [0, 2]),
                .updateItem(Post(id: "d", text: 1), old: Post(id: "d"), at: [0, 3]),
            ])
        try world.replica.check()
    }

    @Test func `The same items are not told`() throws {
        let world = try World("abc")
        try world.storage.setItems(world.storage.items)
        try world.storage.addItems([])
        #expect(world.observer.news == [])
    }

    @Test func `Items that are their own identities are never updated`() throws {
        let storage = SingleSectionStorage<String>(id: \.self)
        let observer = RecordingStorageObserver<String>()
        try storage.setItems(["a", "b"])
        storage.addObserver(observer)
        try storage.setItems(["b", "c"])
        #expect(
            observer.news == [.update(StorageUpdate([.deleteItem("a", at: [0, 0]), .insertItem("c", at: [0, 1])]))])
    }

    @Test func `What makes an item another is up to whoever makes the storage`() throws {
        let storage = SingleSectionStorage<Post>(id: \.id, isUnchanged: { $0.text / 10 == $1.text / 10 })
        let world = try World("a", storage)
        try storage.setItems(posts("a", text: 9))
        #expect(world.observer.news == [])
        #expect(storage.items == posts("a", text: 9))
        try storage.setItems(posts("a", text: 10))
        #expect(world.changes == [.updateItem(Post(id: "a", text: 10), old: Post(id: "a", text: 9), at: [0, 0])])
    }

    // MARK: Accumulation

    @Test(
        arguments: [
            (.additive, "xy", "abcxy"), (.updateOldValues, "xy", "abcxy"), (.deleteOldValues, "xy", "abcxy"),
            (.updateOldValues, "ybx", "aBcyx"), (.deleteOldValues, "ybx", "acyBx"),
            (.updateOldValues, "cab", "ABC"), (.deleteOldValues, "cab", "CAB"), (.updateOldValues, "", "abc"),
        ] as [(AccumulationStrategy, String, String)]) func `Items are added by a strategy`(
            strategy: AccumulationStrategy, added: String, expected: String
        ) throws
    {
        let world = try World("abc")
        try world.storage.addItems(posts(added, text: 1), by: strategy)
        // Capital letters stand for posts that were there before and have changed.
        let shown = world.storage.items.map { post in
            post.text == 1 && "abc".contains(post.id) ? post.id.uppercased() : String(post.id)
        }
        #expect(shown.joined() == expected)
        try world.replica.check()
    }

    @Test func `Without a strategy items are added at the end`() throws {
        let world = try World("a")
        try world.storage.addItems(posts("b"))
        #expect(world.changes == [.insertItem(Post(id: "b"), at: [0, 1])])
    }

    @Test(arguments: [AccumulationStrategy.additive, .updateOldValues, .deleteOldValues])
    func `An identity that is there twice is refused`(strategy: AccumulationStrategy) throws {
        let world = try World("abc")
        let errors = [
            #expect(throws: StorageError.self) { try world.storage.setItems(posts("xyx")) },
            #expect(throws: StorageError.self) { try world.storage.addItems(posts("xyx"), by: strategy) },
            strategy != .additive
                ? nil : #expect(throws: StorageError.self) { try world.storage.addItems(posts("xb")) },
        ].compactMap(\.self)
        #expect(errors.allSatisfy { $0.code == .duplicateItem })
        #expect(errors.map(\.indexPath) == [[0, 2], [0, 2], [0, 4]].prefix(errors.count).map { $0 })
        #expect(world.storage.items == posts("abc"))
        #expect(world.observer.news == [])
    }

    // MARK: Headers

    @Test func `A header or footer updates the section`() throws {
        let world = try World("a")
        world.storage.headerModel = "A"
        #expect(world.changes == [.updateSection(0)])
        world.observer.news = []
        world.storage.footerModel = "B"
        #expect(world.changes == [.updateSection(0)])
        #expect((-1...1).map { world.storage.headerModel(inSection: $0) as? String } == [nil, "A", nil])
        #expect((-1...1).map { world.storage.footerModel(inSection: $0) as? String } == [nil, "B", nil])
    }

    // MARK: Random walks

    @Test(arguments: 1...30) func `Updates lead a copy and a table from what was there to what is there`(
        seed: UInt64
    ) throws {
        var random = SeededRandomNumberGenerator(seed: seed)
        let world = try World("abcdef")
        let table = StorageTable(world.storage)
        for _ in 0..<40 {
            let ids = "abcdefghijklmnop".shuffled(using: &random).prefix(Int.random(in: 0...16, using: &random))
            let items = ids.map { Post(id: $0, text: Int.random(in: 0...2, using: &random)) }
            if Bool.random(using: &random) {
                try world.storage.setItems(items)
            } else {
                try world.storage.addItems(items, by: .random(using: &random))
            }
            try world.replica.check()
            #expect(table.anomalies == [])
            #expect(!world.observer.news.contains(.reload))
        }
    }
}

extension AccumulationStrategy {
    fileprivate static func random(using random: inout SeededRandomNumberGenerator) -> Self {
        Bool.random(using: &random) ? .updateOldValues : .deleteOldValues
    }
}
