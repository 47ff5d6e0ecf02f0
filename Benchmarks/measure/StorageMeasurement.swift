import CascadingTable

/// Storages of ten and a hundred thousand items: what differs from what was there, and what one change costs.
@TableActor
enum StorageMeasurement {
    static func run() {
        for count in [10_000, 100_000] {
            let old = Array(0..<count), new = changed(old)
            report("difference of", count, 1e3, "ms") {
                _ = HashingDiffer().difference(from: old, to: new)
            }

            let storage = SingleSectionStorage<Int>(id: \.self)
            report("setItems of", count, 1e3, "ms") {
                try? storage.setItems(new)
            } before: {
                try? storage.setItems(old)
            }

            let snapshots = [old, new].map { items in
                var snapshot = DiffableSnapshot<Int, Int>()
                try? snapshot.appendSections([0])
                try? snapshot.appendItems(items)
                return snapshot
            }
            let diffable = DiffableStorage<Int, Int>()
            report("applying a snapshot of", count, 1e3, "ms") {
                diffable.apply(snapshots[1])
            } before: {
                diffable.apply(snapshots[0])
            }
        }
        for count in [1000, 100_000] { reportChanges(of: count) }
    }

    /// One row in a hundred is another, deleted, inserted or moved.
    private static func changed(_ items: [Int]) -> [Int] {
        var items = items
        for step in stride(from: 0, to: items.count - 400, by: 400) {
            items[step] += items.count * 2
            items.remove(at: step + 100)
            items.insert(-step - 1, at: step + 200)
            items.swapAt(step + 300, step + 301)
        }
        return items
    }

    private static func reportChanges(of count: Int) {
        let storage = MemoryStorage(items: [Array(0..<count)])
        report("addItem to", count, 1e9 / 1000, "ns", rows: "items") {
            for number in 0..<1000 { try? storage.addItem(number) }
        } before: {
            try? storage.setItems(Array(0..<count))
        }
        report("insertItem in the middle of", count, 1e9 / 1000, "ns", rows: "items") {
            for number in 0..<1000 { try? storage.insertItem(number, at: [0, count / 2]) }
        } before: {
            try? storage.setItems(Array(0..<count))
        }
        try? storage.setItems(Array(0..<count))
        report("a batch of 100 changes in", count, 1e6, "µs", rows: "items") {
            try? storage.performUpdates {
                for place in 0..<50 {
                    try storage.removeItem(at: [0, place * count / 50])
                    try storage.insertItem(place, at: [0, place * count / 100])
                }
            }
        }
    }

    /// - Parameter scale: what the seconds of a run are multiplied by.
    private static func report(
        _ name: String, _ count: Int, _ scale: Double, _ unit: String, rows: String = "rows, 1 % changed",
        _ body: () -> Void, before: () -> Void = {}
    ) {
        var best = Double.infinity
        for _ in 0..<7 {
            before()
            best = min(best, Measure.seconds(runs: 1, body))
        }
        Measure.report("\(name) \(count) \(rows)", best * scale, unit)
    }
}
