import CascadingTable
import Essentials
import TableStorage

extension StorageContract {
    /// Checks all counts and items, and that the storage returns nothing for invalid positions.
    func checkAnswers(of storage: Subject, areEmpty: Bool = false) throws(ContractViolation) {
        let items = areEmpty ? self.items.map { _ in [] } : self.items
        try require(
            storage.numberOfSections == items.count,
            "The storage has \(storage.numberOfSections) sections instead of \(items.count).")
        for (section, expected) in items.enumerated() {
            let count = storage.numberOfItems(inSection: section)
            try require(
                count == expected.count, "Section \(section) has \(count) items instead of \(expected.count).")
            for (row, expected) in expected.enumerated() {
                let item = storage.item(at: [section, row])
                try require(
                    item.map { areEqual($0, expected) } ?? false,
                    "The item at \([section, row]) is \(item.map { "\($0)" } ?? "nil") instead of \(expected).")
            }
            for row in [-1, expected.count, .min, .max] { try requireNothing(at: [section, row], of: storage) }
        }
        for section in [-1, items.count, .min, .max] {
            let count = storage.numberOfItems(inSection: section)
            try require(count == 0, "Section \(section) does not exist, but has \(count) items.")
            for row in [0, -1, 1] { try requireNothing(at: [section, row], of: storage) }
            try requireNoSupplements(inSection: section, of: storage)
        }
        for path: IndexPath in [[], [0], [0, 0, 0]] { try requireNothing(at: path, of: storage) }
    }

    private func requireNothing(at path: IndexPath, of storage: Subject) throws(ContractViolation) {
        guard let item = storage.item(at: path) else { return }
        throw ContractViolation("The position \(path) does not exist, but its item is \(item).")
    }

    private func requireNoSupplements(inSection section: Int, of storage: Subject) throws(ContractViolation) {
        try require(
            storage.headerModel(inSection: section) == nil && storage.footerModel(inSection: section) == nil,
            "Section \(section) does not exist, but has a header or footer.")
    }
}

extension StorageContract {
    /// Checks that the updates of a change lead from the old items to the new ones.
    func checkUpdates(of change: Operation) async throws {
        let storage = try await make(items)
        let replica = StorageReplica(of: storage, by: areEqual)
        let observer = RecordingStorageObserver<Item>()
        storage.addObserver(observer)
        try await change(storage)
        try require(!observer.news.isEmpty, "No observer was notified of the change.")
        try replica.check()
    }

    /// Checks that an operation throws a `StorageError`, changes no item and sends no update.
    func check(_ refusal: Operation, named name: String) async throws {
        let storage = try await make(items)
        let before = storage.allItems
        let observer = RecordingStorageObserver<Item>()
        storage.addObserver(observer)
        do {
            try await refusal(storage)
            throw ContractViolation("The operation \"\(name)\" did not throw.")
        } catch is StorageError {
            try require(
                areEqual(storage.allItems, before),
                "The operation \"\(name)\" threw an error, but changed the items to \(storage.allItems).")
            try require(
                observer.news.isEmpty, "The operation \"\(name)\" threw an error, but observers were notified.")
        }
    }
}

extension StorageContract {
    /// Checks that each observer is notified of a change once, in the order in which the observers were added.
    func checkObservers(during change: Operation) async throws {
        let storage = try await make(items)
        var told: [String] = []
        func observer(_ name: String) -> RecordingStorageObserver<Item> {
            let observer = RecordingStorageObserver<Item>()
            observer.handler = { _ in told.append(name) }
            storage.addObserver(observer)
            return observer
        }
        let removed = observer("the one that was removed")
        let first = observer("first")
        weak let gone = observer("the one that is gone")
        let second = observer("second")
        storage.addObserver(first)
        storage.removeObserver(removed)
        try require(gone == nil, "The storage holds an observer strongly.")

        try await change(storage)

        let times = first.news.count
        try require(
            told == (0..<times).flatMap { _ in ["first", "second"] },
            "The observers [\"first\", \"second\"] should be notified in turn, but notified were \(told).")
        withExtendedLifetime((removed, second)) {}
    }
}

extension StorageContract {
    /// Checks the rules of removal with the first item of the storage.
    func check(_ removal: @escaping Removal) async throws {
        guard let item = items.joined().first(where: { _ in true }) else { return }
        let storage = try await make(items)
        let replica = StorageReplica(of: storage, by: areEqual)
        try await removal(storage, [item, item])
        try replica.check()
        var isFirst = true
        let expected = items.map { section in
            section.filter { other in
                guard isFirst, areEqual(item, other) else { return true }
                isFirst = false
                return false
            }
        }
        try require(
            areEqual(storage.allItems, expected),
            "After removing \(item), named twice, the storage has \(storage.allItems), but should have \(expected).")
        for others in [[], items.joined().filter { !areEqual(item, $0) }.prefix(1).map { $0 }] {
            let missing: Operation = { storage in
                try await removal(storage, [item])
                let before = storage.allItems
                do {
                    try await removal(storage, others + [item])
                } catch let error as StorageError {
                    try require(
                        error.code == .itemNotFound,
                        "Removing a missing item threw \(error.code.rawValue) instead of itemNotFound.")
                    try require(
                        areEqual(storage.allItems, before),
                        "Removing a missing item threw an error, but removed other items.")
                    return
                }
                throw ContractViolation("Removing a missing item did not throw.")
            }
            try await missing(try await make(items))
        }
    }
}
